import { createHash } from 'node:crypto'
import type { TableReader } from '../../../ports/table-store.ts'
import { dayAt, dayText, zoneClock } from '../../../zone-time.ts'
import { versionOf } from '../find-table.ts'
import type { SeenTable } from '../find-table.ts'
import { viewIn } from '../schema/find-view.ts'
import { asksForPeriod } from './period.ts'
import { textIn } from './read-query.ts'
import type { QueryInput } from './read-query.ts'
import { readZone } from './read-zone.ts'

/** Of the rows that are shown. A view of somebody's own changes without the table, and so does what asks for today. */
export async function versionShown(
  tables: TableReader,
  seen: SeenTable,
  { view: name, filter, tz }: Pick<QueryInput, 'view' | 'filter' | 'tz'>,
): Promise<number | string> {
  const version = versionOf(seen)
  const view = typeof name === 'string' && name !== '' ? await viewIn(tables, seen, name) : null
  const marks: string[] = []
  if (view?.own) {
    const hash = createHash('sha256').update(JSON.stringify(view))
    marks.push(`-own-${hash.digest('base64url').slice(0, 12)}`)
  }
  if (asksForPeriod(filter) || asksForPeriod(view?.filter)) marks.push(`-on-${today(tz)}`)
  return marks.length > 0 ? `${version}${marks.join('')}` : version
}

function today(tz: unknown): string {
  const clock = zoneClock(readZone(textIn(tz, 'tz')))
  return dayText(dayAt(clock, Date.now()))
}
