/** SVAR wraps the row in its event (`{ row, id, … }`); plain clients send the row itself. */
export function rowIn(body: Record<string, unknown>): Record<string, unknown> {
  const row = Object.hasOwn(body, 'row') ? body['row'] : null
  const wrapped = typeof row === 'object' && row !== null && !Array.isArray(row)
  return wrapped ? (row as Record<string, unknown>) : body
}
