import { AppError } from '../../errors.ts'
import { bodyPieces } from './incoming-body.ts'
import type { Arrived } from './incoming-body.ts'
import { readMultipart } from './multipart.ts'

const limits = { parts: 5, headerBytes: 4 * 1024, fieldBytes: 4 * 1024 }

/** The text in one field of a small form. */
export async function readField(arrived: Arrived, name: string): Promise<string> {
  const body = bodyPieces(arrived)
  let found: string | null = null
  try {
    const type = arrived.request.headers.get('content-type')
    for await (const part of readMultipart(body, type, limits)) {
      if (part.name === name) found = await part.text()
    }
  } finally {
    await body.return(undefined)
  }
  if (found === null) throw new AppError('body.invalid', `The form has no field named ${name}.`)
  return found
}
