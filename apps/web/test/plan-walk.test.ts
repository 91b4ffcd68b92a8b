import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import {
  chosenSeed,
  depth,
  seededRandom,
} from '../../../packages/server/test/fixtures/seeded-random.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { cell, field, isFocused } from './grid-page.ts'
import { schedulePage } from './schedule-page.ts'

const rows = 2000
const bursts = 30 * depth

/** What somebody does who knows where they are, without looking whether the page has drawn it. */
interface Walk {
  /** Where the keyboard has to be. */
  at: number
  column: string
  names: string[]
}

type Step = (walk: Walk) => Promise<void>

const columnsIn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.wx-table .wx-header [data-header-id]')].map((header) =>
      header.getAttribute('data-header-id')!.slice(1),
    ),
  )

const isSelected = (t: TestContext, page: Page) =>
  t.waitFor(async () => {
    const isIt = await page.evaluate(
      () => document.activeElement?.closest('.wx-row')?.classList.contains('wx-selected') ?? false,
    )
    assert.ok(isIt, 'the row that has the keyboard is selected')
  }, patient)

describe('a plan of two thousand tasks', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  it('has the keyboard where keys in any order have led it, and names what stands there', async (t) => {
    const made = await plan('walk')
    const names = [
      'Dig',
      'Lay',
      'Roof',
      ...Array.from({ length: rows - 3 }, (_, at) => `Room ${at}`),
    ]
    const batch = names.slice(3).map((text) => ({
      url: 'tasks',
      method: 'POST',
      data: { text, start: '2026-03-02T00:00:00', duration: 2 },
    }))
    for (let from = 0; from < batch.length; from += 500) {
      await ask('POST', 'w/walk/batch', batch.slice(from, from + 500))
    }
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    const columns = await columnsIn(page)
    const random = seededRandom(chosenSeed())
    const pressed: string[] = []
    const press = (key: string) => {
      pressed.push(key)
      return page.keyboard.press(key)
    }
    const to = (walk: Walk, at: number) => {
      walk.at = Math.max(0, Math.min(rows - 1, at))
    }

    await cell(page, 'Dig', 'text').click()
    await isFocused(t, page, 'Dig text')
    const walk: Walk = { at: 0, column: 'text', names }

    const rowKeys: Record<string, (at: number) => number> = {
      ArrowDown: (at) => at + 1,
      ArrowUp: (at) => at - 1,
      'Control+Home': () => 0,
      'Control+End': () => rows - 1,
      'Shift+ArrowDown': (at) => at + 1,
      'Shift+ArrowUp': (at) => at - 1,
    }
    const columnKeys: Record<string, (at: number) => number> = {
      ArrowLeft: (at) => at - 1,
      ArrowRight: (at) => at + 1,
      Home: () => 0,
      End: () => columns.length - 1,
    }
    const goTo =
      (key: string): Step =>
      async (now) => {
        await press(key)
        to(now, rowKeys[key]!(now.at))
      }
    const goBeside =
      (key: string): Step =>
      async (now) => {
        await press(key)
        const at = columnKeys[key]!(columns.indexOf(now.column))
        now.column = columns[Math.max(0, Math.min(columns.length - 1, at))]!
      }
    let named = 0
    /** In the cell of the name, and not in the last row, below which Enter would begin another. */
    const rename: Step = async (now) => {
      if (now.column !== 'text') {
        await press('Home')
        for (let at = 0; at < columns.indexOf('text'); at++) await press('ArrowRight')
        now.column = 'text'
      }
      if (now.at === rows - 1) await goTo('ArrowUp')(now)
      const name = `Named ${named++}`
      for (const letter of name) await press(letter === ' ' ? 'Space' : letter)
      await press('Enter')
      now.names[now.at] = name
      to(now, now.at + 1)
    }
    const look: Step = async () => {
      await press('F2')
      await press('Escape')
    }
    const steps: Step[] = [
      ...Object.keys(rowKeys).flatMap((key) => [goTo(key), goTo(key)]),
      ...Object.keys(columnKeys).map(goBeside),
      rename,
      rename,
      rename,
      look,
    ]

    let before = `${names[walk.at]} text`
    for (let burst = 0; burst < bursts; burst++) {
      const chosen = Array.from({ length: random.between(1, 8) }, () => random.pick(steps))
      pressed.length = 0
      for (const step of chosen) await step(walk)
      const wanted = `${walk.names[walk.at]} ${walk.column}`
      await isFocused(t, page, wanted).catch((error: Error) => {
        throw new Error(`burst ${burst}, from ${before}: ${pressed.join(' ')}`, { cause: error })
      })
      before = wanted
      await isSelected(t, page)
      await field(page).waitFor({ state: 'detached' })
    }
    await t.waitFor(async () => {
      const stored = await ask<{ text: string }[]>('GET', 'w/walk/tasks')
      assert.deepEqual(
        stored.map(({ text }) => text),
        walk.names,
      )
    }, patient)
    await visit.close()
  })
})
