import { readFileSync } from 'node:fs'
import { text } from '../config/options.ts'
import { HttpUrl, Path } from '../config/values.ts'
import { AppError } from '../errors.ts'

/** For commands that can ask a server that runs. */
export const serverOptions = {
  url: text('--url', 'URL', {
    schema: HttpUrl.nullable(),
    allowed: 'the address of a server, such as http://127.0.0.1:3200',
    default: null,
    help: 'A server that runs, and goes on working meanwhile; without it the data is opened directly.',
  }),
  tokenFile: text('--token-file', 'FILE', {
    schema: Path.nullable(),
    allowed: 'the path of a file',
    default: null,
    help: 'A file with a token of somebody who may do this, for a server with accounts.',
  }),
}

export type AskServer = (
  method: string,
  path: string,
  body?: object | FormData,
) => Promise<Response>

/** Asks the API of a server that runs; what it refuses is said in its words. */
export function askServer(url: string, tokenFile: string | null): AskServer {
  const token = tokenFile === null ? null : readFileSync(tokenFile, 'utf8').trim()
  const base = url.endsWith('/') ? url : `${url}/`
  return async function ask(method, path, body) {
    const address = new URL(path, base)
    const isForm = body instanceof FormData
    const answer = await fetch(address, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new AppError('unavailable', `There is no answer at ${address.href} (${String(error)}).`)
    })
    if (answer.ok) return answer
    const { error, code, ...details } = (await answer.json().catch(() => ({}))) as Refusal
    const why = error === undefined ? '' : `: ${error}`
    const message = `${address.href} answers ${answer.status}${why}`
    throw new AppError('unavailable', message, { ...details, told: code })
  }
}

interface Refusal {
  error?: string
  code?: string
}
