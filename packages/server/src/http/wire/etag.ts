import type { Precondition } from '../../domain/tables/find-row.ts'
import type { Call } from '../route.ts'

/** A revision alone would also fit another database: a restored one, or one on the same port. */
export function etagOf({ context }: Call, revision: number | string): string {
  return `"${context.workspace.database.id}-${revision}"`
}

/** `If-Match`: strong comparison, so a weak tag never matches. `null` when the header is absent. */
export function ifMatch(call: Call): Precondition | null {
  const header = call.request.headers.get('if-match')
  if (header === null) return null
  const tags = tagsIn(header)
  return (version) => version !== null && (tags.has('*') || tags.has(etagOf(call, version)))
}

/** `If-None-Match`: weak comparison. */
export function ifNoneMatch(call: Call): (revision: number | string) => boolean {
  const header = call.request.headers.get('if-none-match')
  if (header === null) return () => false
  const tags = tagsIn(header.replaceAll('W/', ''))
  return (revision) => tags.has('*') || tags.has(etagOf(call, revision))
}

function tagsIn(header: string): Set<string> {
  return new Set(header.split(',').map((tag) => tag.trim()))
}
