const earliest = Date.parse('0000-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/** The time of a file, which may be anything at all: what no four digits can say is cut off. */
export function fileTime(ms: number): string {
  return new Date(Math.min(Math.max(ms, earliest), latest)).toISOString()
}
