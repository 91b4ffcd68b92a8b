/**
 * Where to go on in a list when some of it are gone: at the one behind `lead`, which is one of them, else at the one
 * before it. `null`: none is left.
 */
export function nextEntry(
  ids: readonly string[],
  gone: readonly string[],
  lead: string | undefined,
): string | null {
  const missing = new Set(gone)
  const from = ids.findIndex((id) => id === lead && missing.has(id))
  const at = from < 0 ? ids.findLastIndex((id) => missing.has(id)) : from
  if (at < 0) return null
  const stays = (id: string) => !missing.has(id)
  return ids.slice(at).find(stays) ?? ids.slice(0, at).findLast(stays) ?? null
}
