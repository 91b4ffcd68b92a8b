import { isUtf8 } from 'node:buffer'
import { AppError } from '../../errors.ts'

/** With its byte order mark, if it has one: what that is good for is for others to say. */
export function decodeUtf8(bytes: Uint8Array, what: string): string {
  if (!isUtf8(bytes)) throw new AppError('body.malformed', `${what} is not UTF-8.`)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}
