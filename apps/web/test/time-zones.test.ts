import assert from 'node:assert/strict'
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { newFolder } from '../../../packages/server/test/fixtures/run-program.ts'
import { addEntry } from './files-page.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site, Visit } from './browser.ts'
import { send as sendTo } from './columns-page.ts'
import { startPageServer } from './page-server.ts'
import { screenshot } from './screenshot.ts'
import { tablesPage } from './tables-page.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

/** A moment that is another day in New York. */
const moment = '2026-07-04T02:30:00Z'

/** `turn` is a Sunday on which clocks are put forward or back there, but for UTC. */
const places = [
  {
    zone: 'America/New_York',
    turn: { month: '2026-03', day: '08', shown: 'Mar 2026' },
    file: { day: '3 Jul 2026', time: '3 Jul 2026, 22:30' },
    cell: '3 Jul 2026, 22:30',
    quarterPastNoon: '2026-03-08T16:15:00.000Z',
    isSlow: true,
  },
  {
    zone: 'UTC',
    turn: { month: '2026-03', day: '08', shown: 'Mar 2026' },
    file: { day: '4 Jul 2026', time: '4 Jul 2026, 02:30' },
    cell: '4 Jul 2026, 02:30',
    quarterPastNoon: '2026-03-08T12:15:00.000Z',
    isSlow: false,
  },
  {
    zone: 'Pacific/Auckland',
    turn: { month: '2026-04', day: '05', shown: 'Apr 2026' },
    file: { day: '4 Jul 2026', time: '4 Jul 2026, 14:30' },
    cell: '4 Jul 2026, 14:30',
    quarterPastNoon: '2026-04-05T00:15:00.000Z',
    isSlow: false,
  },
] as const

describe('a page', { skip: cannotBrowse }, () => {
  const files = newFolder()
  let site: Site
  before(async () => {
    writeFileSync(join(files, 'night.txt'), 'written at night')
    utimesSync(join(files, 'night.txt'), new Date(moment), new Date(moment))
    site = await openSite(() => startPageServer(['--files', files]))
    // Days are told from each other here where tasks stand on Sundays, too.
    await send('PUT', 'schedule', { mode: 'off' })
  })
  after(() => site.stop())

  const send = (method: string, path: string, body?: unknown) => sendTo(site, method, path, body)

  for (const { zone, turn, file, cell, quarterPastNoon, isSlow } of places) {
    const name = zone.replace(/\W/g, '-')
    const sunday = `${turn.month}-${turn.day}`

    async function open(path: string): Promise<Visit> {
      // A bar can be dragged by some days to the right wherever it stands.
      const visit = await site.openPage({ path, timezone: zone, width: 1390 })
      return visit
    }

    it(`in ${zone} shows when files were written, and a new one as of today`, async () => {
      const visit = await open('#/files?mode=table')
      const { page } = visit
      const row = (text: string) => page.locator('.wx-row', { hasText: text })
      await addEntry(page, 'New file', `${name}.txt`)
      await row(name).getByText(todayIn(zone)).waitFor()
      await page.getByText('Live', { exact: true }).waitFor()
      await page.reload()

      await row(name).getByText(todayIn(zone)).waitFor()
      await row('night').getByText(file.day).click()
      await page.getByRole('button', { name: 'Details' }).click()
      await page.getByRole('complementary', { name: 'Details' }).getByText(file.time).waitFor()
      await screenshot(page, `files-${name}`)
      await visit.close()
    })

    const network = isSlow ? ' on a slow network' : ''
    it(`in ${zone} keeps the days of a task that is dragged and edited${network}`, async (t) => {
      const task = { text: `Over the turn in ${name}`, start: dayAfter(sunday, -1), duration: 3 }
      const { id } = (await send('POST', 'tasks', task)) as { id: number }
      const visit = await open(`#/gantt/${id}`)
      const { page } = visit
      const row = page
        .getByRole('treegrid', { name: 'Tasks' })
        .getByRole('row', { name: task.text })
      const begins = async (day: string) => {
        await t.waitFor(async () => {
          const stored = (await send('GET', 'tasks')) as { id: number; start: string }[]
          const { start } = stored.find((one) => one.id === id)!
          assert.equal(start, `${day}T00:00:00`)
        }, patient)
        await row.getByText(`${day.slice(8)} ${turn.shown}`).waitFor()
        assert.equal(await row.locator('[data-col-id=":duration"]').innerText(), '3d')
      }
      await begins(dayAfter(sunday, -1))
      if (isSlow) await visit.slow()

      await drag(page, page.locator('.wx-bars [data-task-id]', { hasText: name }), 2)
      await begins(dayAfter(sunday, 1))
      await row.dblclick()
      await page.getByRole('button', { name: 'Choose a day' }).first().click()
      await pickDay(page, '20')
      await begins(`${turn.month}-20`)
      await screenshot(page, `gantt-${name}`)
      await page.getByRole('button', { name: 'Close' }).click()
      await page.reload()
      await begins(`${turn.month}-20`)
      await visit.close()
    })

    it(`in ${zone} keeps the days and times that are written into a table`, async (t) => {
      const columns = [
        { name: 'day', type: 'date' },
        { name: 'at', type: 'datetime' },
      ]
      await send('POST', 'tables', { name, columns })
      await send('POST', name, { day: sunday, at: moment })
      const visit = await open(`#/tables/${name}`)
      const shown = tablesPage(visit.page)
      const shows = async (column: string, text: string) =>
        t.waitFor(async () => assert.equal(await shown.cell(0, column).innerText(), text), patient)
      await shows('day', `${Number(turn.day)} ${turn.shown}`)
      await shows('at', cell)

      await shown.cell(0, 'day').dblclick()
      await pickDay(shown.page, '20')
      await shown.cell(0, 'at').dblclick()
      await shown.page.getByLabel('Date and time').fill(`${sunday}T12:15`)
      await shown.page.keyboard.press('Enter')
      const row = { id: 1, day: `${turn.month}-20`, at: quarterPastNoon }
      await t.waitFor(async () => assert.deepEqual(await send('GET', `${name}/1`), row), patient)
      await shown.page.reload()
      await shows('day', `20 ${turn.shown}`)
      await shows('at', `${Number(turn.day)} ${turn.shown}, 12:15`)
      await screenshot(shown.page, `tables-${name}`)
      await visit.close()
    })
  }
})

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/** As the file manager writes it. */
function todayIn(timeZone: string): string {
  const parts = { day: 'numeric', month: 'short', year: 'numeric', timeZone } as const
  return new Intl.DateTimeFormat('en-GB', parts).format()
}

/** In the calendar that is open, in the month that it shows. */
async function pickDay(page: Page, day: string): Promise<void> {
  await page.locator('.wx-calendar .wx-day:not(.wx-out)', { hasText: day }).click()
}

/** By so many cells to the right. */
async function drag(page: Page, bar: Locator, cells: number): Promise<void> {
  // When the chart does not scroll any more.
  await bar.hover()
  const [box, cell] = [
    await bar.boundingBox(),
    await page.locator('.wx-scale .wx-row').last().locator('.wx-cell').nth(1).boundingBox(),
  ]
  assert.ok(box && cell)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= 4; step++)
    await page.mouse.move(x + (cells * cell.width * step) / 4, y)
  await page.mouse.up()
}
