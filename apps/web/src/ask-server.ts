import { ServerError } from 'triptych-client'
import type { ServerErrorCode } from 'triptych-client'
import { t } from './words/words.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Asks for what belongs to no widget. Rejects with a `ServerError`, also when nobody answers. */
export function askServer<T>(method: Method, address: string, body?: unknown): Promise<T> {
  return answerTo(address, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
}

/** The same for a request of any form. */
export async function answerTo<T>(address: string, request: RequestInit): Promise<T> {
  const response = await fetch(address, request).catch(() => null)
  const answer: unknown = await response?.json().catch(() => null)
  if (response?.ok) return answer as T
  const told = (answer ?? {}) as Record<string, unknown> & {
    code?: ServerErrorCode
    error?: string
  }
  const { code = 'no_answer', error = t('The server cannot be reached.') } = told
  throw new ServerError(response?.status ?? 0, code, error, told)
}
