const before = '#link='

/** What stands behind `#link=` in the address, which is cleared of it at once: it would stay in the history. */
export function takeLinkSecret(): string | null {
  const { hash, pathname, search } = location
  if (!hash.startsWith(before)) return null
  history.replaceState(null, '', pathname + search)
  return hash.slice(before.length)
}
