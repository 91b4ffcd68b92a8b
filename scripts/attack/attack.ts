/** Something that a stranger may send to a server, and what it must survive. */
export interface Attack {
  name: string
  /** What is sent, for whoever reads the table. */
  sends: string
  /** Resolves when all of it was sent and everybody has left. It fails where others were hurt. */
  run: (target: { base: string }) => Promise<void>
}

export interface Answer<T> {
  status: number
  json: T
}

/** A request with a JSON body, if any. A 5xx is a failure of the server, whatever was sent. */
export async function ask<T = unknown>(
  base: string,
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer<T>> {
  const answer = await fetch(new URL(path, base), {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  const text = await answer.text()
  if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return { status: answer.status, json: JSON.parse(text) as T }
}

/** The same where it must succeed. */
export async function done<T = unknown>(
  base: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const { status, json } = await ask<T>(base, method, path, body)
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`)
  return json
}

export function many<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n))
}
