import { AppError } from '../../errors.ts'

/** One thing in an archive, which is a tar of the POSIX kind: any tool can look into it. */
export interface TarEntry {
  kind: 'file' | 'folder'
  /** With slashes between its names. */
  path: string
  size: number
  /** Milliseconds since 1970, with fractions. */
  modified: number
}

export const blockBytes = 512

const encoder = new TextEncoder()

/** What stands before the bytes of an entry. */
export function headerOf(entry: TarEntry): Uint8Array {
  const records = encoder.encode(
    [
      record('path', entry.path),
      record('size', String(entry.size)),
      record('mtime', secondsOf(entry.modified)),
    ].join(''),
  )
  const extended = block({ name: 'PaxHeaders/entry', size: records.length, type: 'x', seconds: 0 })
  const own = block({
    // For those who cannot read the records.
    name: 'entry',
    size: Math.min(entry.size, 0o77777777777),
    type: entry.kind === 'folder' ? '5' : '0',
    seconds: Math.max(0, Math.floor(entry.modified / 1000)),
  })
  return Buffer.concat([extended, records, padding(records.length), own])
}

export function padding(size: number): Uint8Array {
  return new Uint8Array((blockBytes - (size % blockBytes)) % blockBytes)
}

/** Two empty blocks. */
export const end = new Uint8Array(2 * blockBytes)

/** `length key=value\n`, where the length counts itself. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const bytes = Buffer.byteLength(rest)
  let length = bytes + 1
  while (String(length).length + bytes !== length) length++
  return `${length}${rest}`
}

interface Block {
  name: string
  size: number
  type: string
  seconds: number
}

function block({ name, size, type, seconds }: Block): Uint8Array {
  const bytes = Buffer.alloc(blockBytes)
  bytes.write(name, 0, 'latin1')
  bytes.write(type === '5' ? '0000755\0' : '0000644\0', 100, 'latin1')
  bytes.write('0000000\0'.repeat(2), 108, 'latin1')
  bytes.write(`${octal(size)}\0${octal(seconds)}\0`, 124, 'latin1')
  bytes.write(`        ${type}`, 148, 'latin1')
  bytes.write('ustar\u000000', 257, 'latin1')
  bytes.write(`${checksumOf(bytes).toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return bytes
}

/** A division would not come out as it went in. */
function secondsOf(milliseconds: number): string {
  const [whole = '', fraction = ''] = String(Math.abs(milliseconds)).split('.')
  const digits = whole.padStart(4, '0')
  return `${milliseconds < 0 ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}${fraction}`
}

export function millisecondsOf(seconds: string): number {
  const [whole = '', fraction = ''] = seconds.split('.')
  const digits = fraction.padEnd(3, '0')
  return Number(`${whole}${digits.slice(0, 3)}.${digits.slice(3)}`)
}

function octal(number: number): string {
  return number.toString(8).padStart(11, '0')
}

/** With spaces where it stands itself. */
function checksumOf(bytes: Uint8Array): number {
  let sum = 0
  for (const [at, byte] of bytes.entries()) sum += at >= 148 && at < 156 ? 0x20 : byte
  return sum
}

export interface ReadBlock {
  type: string
  size: number
}

/** `null` for an empty one, which ends the archive. */
export function readBlock(bytes: Uint8Array): ReadBlock | null {
  if (bytes.every((byte) => byte === 0)) return null
  const text = Buffer.from(bytes).toString('latin1')
  if (Number.parseInt(text.slice(148, 155), 8) !== checksumOf(bytes)) {
    throw new AppError('bad_request', 'This is no archive of a workspace, or it is damaged.')
  }
  return { type: text.slice(156, 157), size: Number.parseInt(text.slice(124, 135), 8) }
}

/** What an extended header says of the entry behind it. */
export function readRecords(bytes: Uint8Array): Map<string, string> {
  const records = new Map<string, string>()
  const all = Buffer.from(bytes)
  for (let at = 0; at < all.length;) {
    const space = all.indexOf(0x20, at)
    const length = Number(all.toString('latin1', at, space))
    const [key = '', ...value] = all.toString('utf8', space + 1, at + length - 1).split('=')
    if (!(length > 0)) throw damaged()
    records.set(key, value.join('='))
    at += length
  }
  return records
}

export function damaged(): AppError {
  return new AppError('bad_request', 'The archive is damaged.')
}

export function tooShort(): AppError {
  return new AppError('bad_request', 'The archive ends too early.')
}
