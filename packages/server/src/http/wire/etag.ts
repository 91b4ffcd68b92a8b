import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Precondition } from '../../domain/tables/find-row.ts'

/** A revision alone would also fit another database: a restored one, or one on the same port. */
export function etagOf({ workspace }: Context, revision: number | string): string {
  return `"${workspace.database.id}-${revision}"`
}

/** The tags of a header, with their quotes. */
export interface EntityTags {
  /** `*`, which fits whatever is there. */
  isAny: boolean
  strong: string[]
  weak: string[]
}

const tag = /(W\/)?("[^"]*")/g

/** `If-Match` or `If-None-Match`. A tag may have a comma in it; what is no tag fits nothing. */
export function entityTags(header: string): EntityTags {
  const tags = [...header.matchAll(tag)].map(([, isWeak, text = '']) => ({ isWeak, text }))
  return {
    isAny: header.trim() === '*',
    strong: tags.filter(({ isWeak }) => !isWeak).map(({ text }) => text),
    weak: tags.filter(({ isWeak }) => isWeak).map(({ text }) => text),
  }
}

const oneTag = String.raw`(?:W\/)?"[^"]*"`

/** It guards a write, so one that says nothing is refused instead of never fitting. */
export const IfMatch = z
  .string()
  .regex(
    new RegExp(String.raw`^\s*(?:\*|${oneTag}(?:\s*,\s*${oneTag})*)\s*$`),
    'ETags in quotes, or *',
  )
  .transform(entityTags)
  .optional()
  .meta({ description: 'The ETag the row must still have, else 412.' })

export const IfNoneMatch = z
  .string()
  .transform(entityTags)
  .optional()
  .meta({ description: 'The ETag of a list the client has: 304 when it still holds.' })

/** Of `If-Match`: strong comparison, so a weak tag never matches. `null` when the header is absent. */
export function precondition(
  context: Context,
  tags: z.output<typeof IfMatch>,
): Precondition | null {
  if (!tags) return null
  return (version) =>
    version !== null && (tags.isAny || tags.strong.includes(etagOf(context, version)))
}

/** Of `If-None-Match`: weak comparison. */
export function knownVersions(
  context: Context,
  tags: z.output<typeof IfNoneMatch>,
): (version: number | string) => boolean {
  if (!tags) return () => false
  return (version) => hasTag(tags, etagOf(context, version))
}

export function hasTag({ isAny, strong, weak }: EntityTags, etag: string): boolean {
  return isAny || strong.includes(etag) || weak.includes(etag)
}
