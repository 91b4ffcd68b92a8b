/** First path segments that mean something to the server, now or by plan; no table may take one. */
export const reservedNames: ReadonlySet<string> = new Set(
  `files upload info direct preview icons quotas
   tasks links batch resources assignments calendars baselines schedule
   tables workspaces events changes auth shares history trash versions undo redo comments search stars
   health metrics docs openapi w assets`.split(/\s+/),
)

/** `v1`, `v2` … are versions of the API; `_…` and `sqlite_…` belong to the database. */
export function isReservedName(name: string): boolean {
  return reservedNames.has(name.toLowerCase()) || /^(v\d+$|_|sqlite_|pg_)/i.test(name)
}

/** PostgreSQL cuts identifiers at 63 bytes, so no name may be longer anywhere. */
export const maxNameBytes = 63

export function fitsAsName(name: string): boolean {
  return new TextEncoder().encode(name).length <= maxNameBytes
}
