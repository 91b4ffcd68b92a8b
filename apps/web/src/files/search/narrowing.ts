import type { Narrowed } from 'triptych-client'

export const kinds = [
  'folder',
  'picture',
  'document',
  'spreadsheet',
  'pdf',
  'audio',
  'video',
  'archive',
] as const

/** In the address: how many days back, counted from the beginning of today. */
export const spans = ['1', '7', '30', '365'] as const

/** What the search is narrowed to by the address; what it does not know counts for nothing. */
export function narrowedBy(query: URLSearchParams, now = new Date()): Narrowed {
  const kind = kinds.find((one) => one === query.get('kind'))
  const days = spans.find((one) => one === query.get('since'))
  return { ...(kind && { kind }), ...(days && { since: startOf(now, Number(days)) }) }
}

/** The same all day long, as it stands for what was asked. */
function startOf(now: Date, days: number): string {
  const start = new Date(now.getFullYear(), now.getMonth(), now.getDate() - (days - 1))
  return start.toISOString()
}

/** Those two of the address. */
export function narrowingIn(query: URLSearchParams): Record<string, string> {
  const [kind, since] = [query.get('kind'), query.get('since')]
  return { ...(kind && { kind }), ...(since && { since }) }
}
