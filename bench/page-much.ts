import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { isAsked, median } from './compare.ts'
import type { Options } from './compare.ts'
import { scaled } from './files-measure.ts'
import { fillPlan, tasksOf } from './gantt-plan.ts'
import { judge } from './report.ts'
import type { Finding } from './report.ts'
import type { Server } from './server.ts'
import { importFile } from './tables-import.ts'
import { writeCsv } from './tables-rows.ts'
import { startTriptych } from './tables-server.ts'

interface Amount {
  tasks: number
  rows: number
}

const little: Amount = { tasks: 1000, rows: 10_000 }
const much: Amount = { tasks: 10_000, rows: 1_000_000 }

/** One that is drawn before the next comes, as a hand does it. */
const frame = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')

const gestures: Record<string, { times: number; run: (page: Page, at: number) => Promise<void> }> =
  {
    scroll: { times: 60, run: (page) => page.mouse.wheel(0, 300) },
    arrow: { times: 40, run: (page) => page.keyboard.press('ArrowDown') },
    edit: {
      times: 10,
      async run(page, at) {
        const text = `Step ${at} is new`
        await page.keyboard.type(text)
        await page.keyboard.press('Enter')
        await page.locator('.wx-row').getByText(text, { exact: true }).first().waitFor()
      },
    },
  }

const views = [
  { name: 'plan', path: 'w/plan/#/gantt', cell: '.wx-table-box .wx-row [data-col-id=":text"]' },
  { name: 'table', path: '#/tables/films', cell: '.wx-body .wx-row [data-col-id=":title"]' },
]

/** What the page has to do for one gesture where there is much in a view, against what it does where there is little. */
export async function benchMuch(
  folder: string,
  options: Options,
  program: string,
): Promise<{ samples: Record<string, number[]>; findings: Finding[] }> {
  const samples: Record<string, number[]> = {}
  const findings: Finding[] = []
  if (!isAsked(options, 'much')) return { samples, findings }
  const amounts = [little, { ...much, rows: scaled({ options }, much.rows) }]
  const servers: Server[] = []
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
  try {
    for (const amount of amounts) servers.push(await serverWith(amount, folder, options))
    for (const { name, path, cell } of views) {
      for (let repeat = 0; repeat < options.repeats; repeat++) {
        for (const [of, server] of servers.entries()) {
          const taken = await milliseconds(browser, `http://127.0.0.1:${server.port}/${path}`, cell)
          for (const [gesture, ms] of Object.entries(taken)) {
            ;(samples[`${name} ${gesture} ${of === 0 ? 'little' : 'much'}`] ??= []).push(ms)
          }
        }
      }
    }
  } finally {
    await browser.close()
    await Promise.all(servers.map((server) => server.stop()))
  }
  for (const { name } of views) {
    for (const gesture of Object.keys(gestures)) {
      const [few, many] = ['little', 'much'].map((of) =>
        median(samples[`${name} ${gesture} ${of}`]!),
      )
      const found = judge(
        { title: `${name}, ${gesture}: much / little`, goal: { atMost: 1.5 } },
        many! / few!,
      )
      console.log(`${found.title.padEnd(36)} ${few!.toFixed(1)} ms, ${many!.toFixed(1)} ms of CPU`)
      findings.push(found)
    }
  }
  return { samples, findings }
}

async function serverWith(
  { tasks, rows }: Amount,
  folder: string,
  options: Options,
): Promise<Server> {
  const file = { path: join(folder, `${rows}.csv`), rows }
  const data = join(folder, `rows-${rows}`)
  await writeCsv(file.path, rows)
  await importFile(file, data)
  const server = await startTriptych(options, data)
  await fillPlan(server, 'plan', tasksOf({ count: tasks, family: 1 }))
  return server
}

/** The CPU of the page for one of each gesture. */
async function milliseconds(
  browser: Browser,
  url: string,
  cell: string,
): Promise<Record<string, number>> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  await page.goto(url)
  const taken: Record<string, number> = {}
  for (const [name, { times, run }] of Object.entries(gestures)) {
    await page.locator(cell).nth(3).click()
    await page.waitForTimeout(500)
    const before = await busyMs(devtools)
    for (let at = 0; at < times; at++) {
      await run(page, at)
      await frame(page)
    }
    taken[name] = ((await busyMs(devtools)) - before) / times
  }
  await context.close()
  return taken
}

async function busyMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value
}
