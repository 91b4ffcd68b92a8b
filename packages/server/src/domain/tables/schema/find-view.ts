import { createHash } from 'node:crypto'
import type { View } from '@triptych/contract/table-schema'
import { AppError } from '../../../errors.ts'
import type { TableReader } from '../../../ports/table-store.ts'
import { toldColumns, versionOf } from '../find-table.ts'
import type { SeenTable } from '../find-table.ts'
import { asksForPeriod } from '../query/period.ts'
import { textIn } from '../query/read-query.ts'
import type { QueryInput } from '../query/read-query.ts'
import { readZone } from '../query/read-zone.ts'
import { dayAt, dayText, zoneClock } from '../../../zone-time.ts'
import { columnsInView } from './view-columns.ts'

/** Those of all, then those that are only for whoever asks. */
export async function existingViews(
  tables: TableReader,
  { whole, asker }: SeenTable,
): Promise<View[]> {
  const shared = await tables.views(whole)
  const own = asker === null ? [] : await tables.ownViews(whole, asker)
  return [
    ...shared.map((view) => ({ ...view, own: false })),
    ...own.map((view) => ({ ...view, own: true })),
  ]
}

/** A view that uses a hidden column would tell of it: it is hidden, too. */
export async function seenViews(tables: TableReader, seen: SeenTable): Promise<View[]> {
  return (await existingViews(tables, seen)).filter((view) => isSeen(seen, view))
}

function isSeen(seen: SeenTable, view: View): boolean {
  const names = [...columnsInView(view)]
  return toldColumns(seen, names).length === names.length
}

/** Where somebody has a view of the same name for themselves, that one is meant. */
export async function viewIn(tables: TableReader, seen: SeenTable, name: string): Promise<View> {
  const named = (await seenViews(tables, seen)).filter((view) => view.name === name)
  const view = named.find(({ own }) => own) ?? named[0]
  if (!view) throw new AppError('tables.view_not_found', 'The table has no such view.')
  return view
}

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
