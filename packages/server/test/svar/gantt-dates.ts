import { sendAsTheTest } from '../fixtures/credentials.ts'
import { openGantt } from './gantt-client.ts'
import { shownIn, wallTime } from './gantt-plan.ts'

/**
 * A page in the time zone of this process: `TZ=… node svar-gantt-dates.ts {url} {moments}`. Without
 * moments it saves every task it has loaded.
 */

export type Moment = [year: number, month: number, day: number, hours?: number, minutes?: number]

export interface Report {
  zone: string
  /** The wall time that was picked. */
  picked: string
  how: string
  /** What the page shows that made the change, and one that loaded after it. */
  seen: unknown
  reloaded: unknown
  /** As the server answers it. */
  stored: unknown
}

if (import.meta.main) {
  sendAsTheTest()
  const [url, moments] = process.argv.slice(2) as [string, string]
  const picked = JSON.parse(moments) as Moment[]
  process.stdout.write(
    JSON.stringify(picked.length > 0 ? await visit(url, picked) : await save(url)),
  )
}

async function save(url: string): Promise<Report[]> {
  const page = await openGantt({ url })
  for (const { id, progress } of page.tasks()) {
    page.exec('update-task', { id, task: { progress: Number(progress) + 1 } })
  }
  await page.idle()
  return []
}

async function visit(url: string, moments: Moment[]): Promise<Report[]> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const page = await openGantt({ url })
  const made = moments.map((moment) => {
    const date = dateOf(moment)
    const other = new Date(2001, 5, 7)
    const fields = { text: zone, owner: { since: new Date(date) }, base_start: new Date(date) }
    const added = page.exec('add-task', { task: { ...fields, start: new Date(date), duration: 3 } })
    const updated = page.exec('add-task', { task: { text: zone, start: other, duration: 3 } })
    return { date, added, updated, fields }
  })
  await page.idle()
  for (const { updated, date, fields } of made) {
    const segments = [{ start: new Date(date), duration: 1 }]
    const task = { ...fields, owner: { since: new Date(date) }, start: new Date(date), segments }
    page.exec('update-task', { id: updated.id, task })
  }
  await page.idle()

  const reports: Report[] = []
  const later = await page.reload()
  // A page that only loads and saves must not shift anything either.
  for (const { updated } of made) {
    const id = page.realId(updated.id)!
    later.exec('update-task', { id, task: { progress: 50 } })
  }
  await later.idle()
  const last = await page.reload()
  const answered = last.sent[0]!.answer as Record<string, unknown>[]
  for (const { date, added, updated } of made) {
    for (const [how, { id }] of Object.entries({ added, updated })) {
      const real = page.realId(id)
      const partsOf = (list: Record<string, unknown>[]) => {
        const { start, end, base_start, owner, segments } = list.find((one) => one['id'] === real)!
        return { start, end, base_start, owner, segments }
      }
      reports.push({
        zone,
        picked: wallTime(date),
        how,
        seen: partsOf(shownIn(page).tasks),
        reloaded: partsOf(shownIn(last).tasks),
        stored: partsOf(answered),
      })
    }
  }
  return reports
}

function dateOf([year, month, day, hours = 0, minutes = 0]: Moment): Date {
  return new Date(year, month - 1, day, hours, minutes)
}
