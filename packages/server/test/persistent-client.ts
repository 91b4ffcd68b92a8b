import { setTimeout as pause } from 'node:timers/promises'

/** What is sent, made anew for each attempt: a form cannot be sent twice. */
export type Attempt = () => Omit<RequestInit, 'signal'>

export interface Answered {
  status: number
  bytes: Buffer
  /** How many attempts got no answer before. */
  losses: number
}

/** Longer than a server may ask its database and its store again and again. */
const patienceMs = 90_000

/** Once. `null` when nobody answered, or somebody said that nobody can now. */
export async function tryOnce(url: URL, attempt: Attempt): Promise<Answered | null> {
  const signal = AbortSignal.timeout(patienceMs)
  try {
    const answer = await fetch(url, { ...attempt(), signal })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.status === 503) return null
    return { status: answer.status, bytes, losses: 0 }
  } catch (error) {
    if (signal.aborted)
      throw new Error(`neither an answer nor an end: ${url.href}`, { cause: error })
    // What fetch says of a connection that broke; anything else is a finding.
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Again and again until somebody answers, as somebody must before long. */
export async function persist(url: URL, attempt: Attempt = () => ({})): Promise<Answered> {
  const end = performance.now() + patienceMs
  for (let losses = 0; performance.now() < end; losses++) {
    const answer = await tryOnce(url, attempt)
    if (answer) return { ...answer, losses }
    await pause(Math.min(20 * 2 ** losses, 1000))
  }
  throw new Error(`nobody answers: ${url.href}`)
}

/** A request that must succeed. */
export async function persistJson<T>(url: URL, attempt?: Attempt): Promise<T> {
  const { status, bytes } = await persist(url, attempt)
  if (status !== 200) throw new Error(`${url.href} was answered ${status}: ${bytes.toString()}`)
  return JSON.parse(bytes.toString()) as T
}
