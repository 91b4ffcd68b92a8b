export const views = ['home', 'files', 'gantt', 'tables'] as const
export type ViewName = (typeof views)[number]

/** What the part of the page's address behind `#` says: `#/tables/films?sort=-year`. */
export interface Address {
  view: ViewName
  path: readonly string[]
  query: URLSearchParams
}

export function readAddress(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s, 2)
  const [name, ...rest] = path.split('/').filter(Boolean).map(decoded)
  const view = views.find((known) => known === name) ?? 'home'
  return { view, path: rest, query: new URLSearchParams(query) }
}

export function writeAddress(
  view: ViewName,
  path: readonly string[] = [],
  query: Record<string, string> = {},
): string {
  const text = new URLSearchParams(query).toString()
  return `#/${[view, ...path].map(encodeURIComponent).join('/')}${text && `?${text}`}`
}

/** What a view may make of the address that is shown; `null` leaves it as it is. */
export function nextAddress(
  shown: string,
  view: ViewName,
  path: readonly string[],
  query?: Record<string, string>,
): string | null {
  // A view that was left meanwhile has nothing to say any more.
  if (readAddress(shown).view !== view) return null
  const next = writeAddress(view, path, query)
  return next === shown ? null : next
}

/** A link that was cut off somewhere still shows something. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
