import { AppError } from '../errors.ts'
import type { ReadStores, Stores } from '../ports/database.ts'
import type { Answer, KeptAnswer } from '../ports/kept-answers.ts'

/** How long an answer is kept. */
export const keptMs = 24 * 60 * 60 * 1000
/** The longest answer that is kept, in bytes. */
export const keptBytes = 1024 * 1024
/** So many old answers are forgotten for each new one. */
const forgottenAtOnce = 10

/** A request that is to be carried out once, however often it comes. */
export interface Claim {
  /** Who asks, and of which workspace. */
  owner: string
  key: string
  /** Of all that makes it this request and no other. */
  digest: string
  /** When it came, in milliseconds since 1970. */
  at: number
}

/** What is kept of the same request; another one under its key is refused. */
export async function keptFor(
  { answers }: Pick<ReadStores, 'answers'>,
  { owner, key, digest, at }: Claim,
): Promise<KeptAnswer | null> {
  const kept = await answers.find(owner, key)
  if (!kept || kept.at <= at - keptMs) return null
  if (kept.digest === digest) return kept
  throw new AppError('idempotency.mismatch', 'This key was sent with another request before.')
}

/** `null`: it is carried out, but what to answer is not known yet, or never. */
export async function keepFor(
  { answers }: Pick<Stores, 'answers'>,
  { owner, key, digest, at }: Claim,
  answer: Answer | null,
): Promise<void> {
  const isKept = answer !== null && Buffer.byteLength(answer.body) <= keptBytes
  await answers.keep(owner, key, { digest, at, answer: isKept ? answer : null })
  await answers.forget(at - keptMs, forgottenAtOnce)
}
