import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { buildPage } from '../apps/web/build/build-page.ts'
import { isPageBuilt } from '../apps/web/build/page-stamp.ts'
import { firstViews, noteWhenShown, shownAfter } from '../apps/web/test/first-view.ts'
import { createTriptych } from '../packages/server/src/index.ts'
import { isAsked, median } from './compare.ts'
import type { Options } from './compare.ts'
import { benchMuch } from './page-much.ts'
import { judge, metOrNot, printGoals } from './report.ts'
import type { Finding } from './report.ts'

/** A slow machine is one that takes so many times as long over everything a page does. */
const slowness = 4
const goal = { atMost: 1.5 }

/**
 * How long somebody who comes for the first time waits for each view, on a slow machine: until its content is there
 * and the page takes keys and clicks, which it does in the moment in which this is noted.
 */
export async function benchPage(
  folder: string,
  options: Options,
): Promise<{ samples: Record<string, number[]>; findings: Finding[] }> {
  const samples: Record<string, number[]> = {}
  const program = spawnSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).stdout.trim()
  if (program === '') {
    console.log('page: chromium is not here.')
    return { samples, findings: [] }
  }
  if (!isPageBuilt()) await buildPage()
  const triptych = await createTriptych({ data: join(folder, 'page'), port: 0 })
  const { url } = await triptych.listen()
  const browser = await chromium.launch({ executablePath: program })
  const views = firstViews.filter(({ path }) => isAsked(options, nameOf(path)))
  try {
    // What the server keeps of a first visit is not the browser's.
    for (const view of views) await seconds(browser, url, view)
    for (let repeat = 0; repeat < options.repeats; repeat++) {
      for (const view of views) {
        ;(samples[nameOf(view.path)] ??= []).push(await seconds(browser, url, view))
      }
    }
  } finally {
    await browser.close()
    await triptych.close()
  }
  const findings = Object.entries(samples).map(([name, taken]) =>
    judge({ title: `page ${name}, seconds on a slow machine`, goal }, median(taken)),
  )
  for (const found of findings) {
    console.log(`${found.title.padEnd(50)} ${found.value.toFixed(2)}  ${metOrNot(found)}`)
  }
  const withMuch = await benchMuch(folder, options, program)
  findings.push(...withMuch.findings)
  printGoals(findings)
  return { samples: { ...samples, ...withMuch.samples }, findings }
}

/** With a cache of its own, which is empty. */
async function seconds(
  browser: Browser,
  url: string,
  { path, shown }: { path: string; shown: string },
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await noteWhenShown(context, shown)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await page.goto(new URL(path, url).href)
  const taken = (await shownAfter(page, shown)) / 1000
  await context.close()
  return taken
}

const nameOf = (path: string) => path.split('/')[1] ?? ''
