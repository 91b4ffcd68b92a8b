import { readAddress, writeAddress } from '../address.ts'
import type { Address } from '../address.ts'

/** So many places are remembered. */
const most = 8

/** The thing that an address shows, as an address without how it is shown; `null` where it is a whole view. */
export function thingAt({ view, path }: Address): string | null {
  if (path.length === 0 || view === 'home') return null
  return writeAddress(view, view === 'files' ? path : path.slice(0, 1))
}

/** The last first. */
export function withRecent(known: readonly string[], place: string): string[] {
  return [place, ...known.filter((one) => one !== place)].slice(0, most)
}

/** Out of what the browser has kept, which may be anything. */
export function readRecent(text: string | null): string[] {
  let kept: unknown = null
  try {
    kept = JSON.parse(text ?? '')
  } catch {
    // Nothing was kept.
  }
  if (!Array.isArray(kept)) return []
  const texts = kept.filter((one): one is string => typeof one === 'string')
  return texts.filter((one) => thingAt(readAddress(one)) === one).slice(0, most)
}

/** The address of what an entry of the log is about. */
export function placeOfEntity(area: string, entity: string): string | null {
  const [kind = '', ...rest] = entity.split('/')
  if (area === 'gantt') return kind === 'tasks' && rest[0] ? writeAddress('gantt', [rest[0]]) : null
  if (area === 'files') return writeAddress('files', rest.slice(0, -1))
  return area === 'tables' && kind ? writeAddress('tables', [kind]) : null
}
