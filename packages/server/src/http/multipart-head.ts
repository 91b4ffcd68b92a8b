import { AppError } from '../errors.ts'
import { parseParameters } from './header-parameters.ts'

export interface PartHead {
  name: string
  /** As the client sent it, perhaps with a path: never a name to write to without a check. */
  filename: string | null
  type: string | null
}

/** Reads the lines between a boundary and the content of its part. */
export function readPartHead(bytes: Uint8Array): PartHead {
  const [padding, ...lines] = decodeUtf8(bytes).split('\r\n')
  if (!/^[ \t]*$/.test(padding!)) throw malformed('A boundary is followed by something else.')

  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase()
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) throw malformed('A part has a malformed header.')
    if (headers.has(name)) throw malformed('A part has the same header twice.')
    headers.set(name, line.slice(colon + 1).trim())
  }

  const disposition = parseParameters(headers.get('content-disposition') ?? '')
  const name = unescaped(disposition?.parameters.get('name') ?? '')
  if (disposition?.value !== 'form-data' || name === '') throw malformed('A part has no name.')
  return {
    name,
    filename: filenameOf(disposition.parameters),
    type: headers.get('content-type') ?? null,
  }
}

function filenameOf(parameters: Map<string, string>): string | null {
  const extended = extendedValue(parameters.get('filename*') ?? '')
  const plain = parameters.get('filename')
  return extended ?? (plain === undefined ? null : unescaped(plain))
}

/** RFC 8187, `UTF-8'en'na%C3%AFve.txt`; `null` when it is not understood. */
function extendedValue(text: string): string | null {
  const [, encoded] = /^utf-8'[^']*'([^']*)$/i.exec(text) ?? []
  if (encoded === undefined) return null
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

/** The three characters that a browser escapes, https://html.spec.whatwg.org/#multipart-form-data */
function unescaped(text: string): string {
  return text.replace(/%(?:22|0D|0A)/gi, decodeURIComponent)
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw malformed('The head of a part is not valid UTF-8.')
  }
}

function malformed(message: string): AppError {
  return new AppError('body.malformed', message)
}
