import { sendAsTheTest } from '../fixtures/credentials.ts'
import { localDay, openClient, versions } from './grid-client.ts'
import type { GridClient, Version } from './grid-client.ts'
import type { NewColumn } from './grid-columns.ts'

/** A page in the time zone of this process: `TZ=… node svar-grid-dates.ts {table} {moments}`. */

export const dateColumns: NewColumn[] = [
  { name: 'day', type: 'date' },
  { name: 'at', type: 'datetime' },
]

export interface Moments {
  /** Picked in a calendar: midnight of that day, where the page is. */
  days: [year: number, month: number, day: number][]
  /** Instants, as a page gets them from a clock or from a picker with a time. */
  instants: string[]
  /** What the clock of the page shows when somebody presses "Today" in a calendar. */
  now: [year: number, month: number, day: number, hours: number, minutes: number]
}

export interface Report {
  zone: string
  what: string
  /** The text of the cell in the page that made the change, and in one that loaded after it. */
  seen: unknown
  reloaded: unknown
  stored: unknown
}

if (import.meta.main) {
  sendAsTheTest()
  const [url, moments] = process.argv.slice(2) as [string, string]
  const reports: Report[] = []
  for (const version of versions) {
    reports.push(...(await visit(url, version, JSON.parse(moments) as Moments)))
  }
  process.stdout.write(JSON.stringify(reports))
}

async function visit(url: string, version: Version, moments: Moments): Promise<Report[]> {
  const client = await openClient({ version, url, columns: dateColumns })
  const reports: Report[] = []
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

  const report = async (what: string, id: number, column: string) => {
    const cell = (rows: Record<string, unknown>[]) => rows.find((row) => row['id'] === id)?.[column]
    const page = await client.reload()
    const [seen, reloaded, stored] = [client.seen(), page.seen(), page.loaded].map(cell)
    reports.push({ zone, what: `${what}, provider ${version}`, seen, reloaded, stored })
  }

  for (const parts of moments.days) {
    const [year, month, day] = parts
    const date = new Date(year, month - 1, day)
    await everyWay(client, 'day', date, (what, id) =>
      report(`${localDay(date)} ${what}`, id, 'day'),
    )
  }
  for (const text of moments.instants) {
    const date = new Date(text)
    await everyWay(client, 'at', date, (what, id) => report(`${text} ${what}`, id, 'at'))
  }
  const [year, month, day, hours, minutes] = moments.now
  const today = new Date(year, month - 1, day, hours, minutes, 12, 345)
  await everyWay(client, 'day', today, (what, id) => report(`today ${what}`, id, 'day'))
  return reports
}

/** Every way in which a page can send a date. */
async function everyWay(
  client: GridClient,
  column: string,
  date: Date,
  report: (what: string, id: number) => Promise<void>,
): Promise<void> {
  const added = await client.act('add-row', { row: { [column]: new Date(date) } })
  const id = added.id
  const real = Number(client.realId(id))
  await report('in add-row', real)
  await client.act('undo')
  await client.act('redo')
  await report('in the redo of add-row', real)

  const other = { [column]: new Date(2001, 5, 7) }
  await client.act('update-row', { id, row: other })
  await client.act('update-row', { id, row: { [column]: new Date(date) } })
  await report('in update-row', real)

  await client.act('update-row', { id, row: other })
  await client.edit(id, column, { value: new Date(date) })
  await report('in update-cell', real)
  await client.edit(id, column)
  await report('in an editor that was closed without a change', real)
  await client.act('delete-row', { id })
  await client.act('undo')
  await report('in the undo of delete-row', real)
  await client.edit(id, column, { value: new Date(2001, 5, 7) })
  await client.act('undo')
  await report('in the undo of update-cell', real)
}
