import type { Precondition } from '../domain/tables/find-row.ts'

export function etagOf(revision: number): string {
  return `"${revision}"`
}

/** `If-Match`: strong comparison, so a weak tag never matches. `null` when the header is absent. */
export function ifMatch(header: string | null): Precondition | null {
  if (header === null) return null
  const tags = tagsIn(header)
  return (version) => version !== null && (tags.has('*') || tags.has(etagOf(version)))
}

/** `If-None-Match`: weak comparison. */
export function ifNoneMatch(header: string | null): (revision: number) => boolean {
  if (header === null) return () => false
  const tags = tagsIn(header.replaceAll('W/', ''))
  return (revision) => tags.has('*') || tags.has(etagOf(revision))
}

function tagsIn(header: string): Set<string> {
  return new Set(header.split(',').map((tag) => tag.trim()))
}
