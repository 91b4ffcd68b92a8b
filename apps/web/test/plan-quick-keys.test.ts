import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { cell, field, isFocused } from './grid-page.ts'
import { row, schedulePage } from './schedule-page.ts'

/** Keys that come before the page has drawn anything, each as the cell gets it that has the focus then. */
const pressAtOnce = (page: Page, ...keys: string[]) =>
  page.evaluate((pressed) => {
    for (const name of pressed) {
      const [key = '', shift] = name.split('+').toReversed()
      const options = { key, code: key, shiftKey: shift === 'Shift', bubbles: true }
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', options))
    }
  }, keys)

/** A key that is held: each comes before anything that waits for longer, however busy the page is. */
const hold = (page: Page, key: string, times: number) =>
  page.evaluate(
    async ([code, count]) => {
      for (let at = 0; at < count; at++) {
        const options = { key: code, code, bubbles: true }
        document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', options))
        await new Promise((done) => setTimeout(done, 10))
      }
    },
    [key, times] as const,
  )

const selected = (t: TestContext, page: Page, ...names: string[]) =>
  t.waitFor(async () => {
    const rows = page.locator('.wx-table-box .wx-row.wx-selected [data-col-id=":text"]')
    const texts = await rows.allInnerTexts()
    assert.deepEqual(
      texts.map((text) => text.trim()),
      names,
    )
  }, patient)

describe('keys that come faster than the plan is drawn', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  /** Dig, Lay and Roof, and rooms behind them. */
  async function planOf100(name: string) {
    const made = await plan(name)
    const batch = Array.from({ length: 97 }, (_, index) => ({
      url: 'tasks',
      method: 'POST',
      data: { text: `Room ${index}`, start: '2026-03-02T00:00:00', duration: 2 },
    }))
    await ask('POST', `w/${name}/batch`, batch)
    return made
  }

  it('are for the row that Shift and an arrow have gone to', async (t) => {
    const visit = await open(await plan('quick'), { width: 1440 })
    const { page } = visit
    const begin = async (name: string) => {
      await cell(page, name, 'text').click()
      await isFocused(t, page, `${name} text`)
    }
    await begin('Dig')
    await pressAtOnce(page, 'Shift+ArrowDown', 'ArrowDown')
    await isFocused(t, page, 'Roof text')
    await selected(t, page, 'Roof')

    await begin('Dig')
    await pressAtOnce(page, 'Shift+ArrowDown', 'Shift+ArrowDown', 'ArrowUp')
    await isFocused(t, page, 'Lay text')
    await selected(t, page, 'Lay')

    for (let round = 0; round < 5; round++) {
      await begin('Dig')
      await pressAtOnce(page, 'Shift+ArrowDown', 'F2')
      await field(page).waitFor()
      assert.equal(await field(page).inputValue(), 'Lay')
      // It stays.
      await page.evaluate('new Promise((done) => setTimeout(done, 100))')
      assert.equal(await field(page).inputValue(), 'Lay')
      await page.keyboard.press('Escape')
      await isFocused(t, page, 'Lay text')
    }
    await visit.close()
  })

  it('have the address of the task at which they rest, and of none on the way', async (t) => {
    const { dig, roof, ...made } = await plan('rest')
    const visit = await open({ dig, roof, ...made }, { width: 1440 })
    const { page } = visit
    await cell(page, 'Dig', 'text').click()
    await page.waitForURL(new RegExp(`#/gantt/${dig}$`))
    const written = page.evaluate<string[]>(`new Promise((tell) => {
      const addresses = []
      const write = history.replaceState
      history.replaceState = (state, title, address) => {
        write.call(history, state, title, address)
        addresses.push(address)
        if (address.endsWith('/gantt/${roof}')) tell(addresses)
      }
    })`)
    await hold(page, 'ArrowDown', 2)
    await isFocused(t, page, 'Roof text')
    assert.equal((await written).length, 1)
    await visit.close()
  })

  it('are for the row one was in, also when it was scrolled out of sight', async (t) => {
    const visit = await open(await planOf100('scrolled'), { width: 1440 })
    const { page } = visit
    const scrollAway = async () => {
      await page.mouse.move(200, 500)
      await page.mouse.wheel(0, 2500)
      await row(page, 'Dig').waitFor({ state: 'detached' })
      await page.mouse.move(200, 20)
    }
    await cell(page, 'Dig', 'text').click()
    await isFocused(t, page, 'Dig text')
    await scrollAway()
    await page.keyboard.press('ArrowDown')
    await isFocused(t, page, 'Lay text')
    await selected(t, page, 'Lay')

    await scrollAway()
    for (const key of ['W', 'a', 'l', 'l', 'Enter']) await page.keyboard.press(key)
    await isFocused(t, page, 'Roof text')
    await selected(t, page, 'Roof')
    await t.waitFor(async () => {
      const tasks = await ask<{ text: string }[]>('GET', 'w/scrolled/tasks')
      assert.deepEqual(
        tasks.slice(0, 3).map(({ text }) => text),
        ['Dig', 'Wall', 'Roof'],
      )
    }, patient)

    // Whoever comes back by the wheel finds the keyboard where it was.
    await cell(page, 'Dig', 'text').click()
    await isFocused(t, page, 'Dig text')
    await scrollAway()
    await page.mouse.move(200, 500)
    await page.mouse.wheel(0, -2500)
    await isFocused(t, page, 'Dig text')
    // Whoever has clicked elsewhere meanwhile does not mean the list.
    await scrollAway()
    await page.getByRole('searchbox', { name: 'Search tasks' }).click()
    await page.keyboard.type('Room 50')
    await row(page, 'Room 50').waitFor()
    await row(page, 'Roof').waitFor({ state: 'detached' })
    await visit.close()
  })

  it('go page by page to the end, and to the first cell there, and can be typed into', async (t) => {
    const visit = await open(await planOf100('pages'), { width: 1440 })
    const { page } = visit
    await cell(page, 'Dig', 'text').click()
    await isFocused(t, page, 'Dig text')
    await page.evaluate(() => {
      window.requestAnimationFrame = (draw) => Number(setTimeout(() => draw(performance.now()), 60))
      window.cancelAnimationFrame = clearTimeout
    })
    for (let times = 0; times < 12; times++) await page.keyboard.press('PageDown')
    await page.keyboard.press('Home')
    await isFocused(t, page, 'Room 96 wbs')
    await selected(t, page, 'Room 96')
    await page.keyboard.press('PageUp')
    for (const key of ['PageUp', 'PageUp', 'ArrowRight', 'R', 'o', 'o', 'f', 'Enter']) {
      await page.keyboard.press(key)
    }
    await t.waitFor(async () => {
      const tasks = await ask<{ text: string }[]>('GET', 'w/pages/tasks')
      const named = tasks.map(({ text }) => text).filter((text) => !text.startsWith('Room'))
      assert.deepEqual(named, ['Dig', 'Lay', 'Roof', 'Roof'])
    }, patient)
    await visit.close()
  })
})
