import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { cannotBrowse } from './browser.ts'
import { name } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const long = 'Minutes of the meeting about the new building and its garden, second draft'
const middling = 'Offer for windows and doors.txt'

/** What is chosen, from the first to the last. */
const chosen = (page: Page) =>
  page
    .locator('.wx-item.wx-selected .wx-name, .wx-row.wx-selected .wx-name')
    .evaluateAll((names) => names.map((one) => one.textContent?.trim()))

/** What stands below the name of a card. */
const about = (page: Page, text: string) =>
  name(page, text).evaluate((one) => getComputedStyle(one.parentElement!, '::after').content)

/** Whether an entry is in sight, and the keyboard in its list. */
const isAt = (page: Page, text: string) =>
  name(page, text).evaluate((one) => {
    const { left, top, height } = one.getBoundingClientRect()
    const seen = document.elementFromPoint(left + 5, top + height / 2)
    const list = one.closest('.wx-cards, .wx-table-box')
    return one.contains(seen) && list!.contains(document.activeElement)
  })

const today = (locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format()

describe('entries of the list of files', { skip: cannotBrowse }, () => {
  const { put, visit } = filesStage()

  it('ask for pictures when they are seen, and show icons until then', async (t) => {
    const picture =
      '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#38a"/></svg>'
    for (let number = 10; number < 90; number++) await put(`album/photo ${number}.svg`, picture)
    const seen = await visit(t, '')
    const { page } = seen
    // A busy server refuses one, at first.
    seen.allow(/503/)
    let refused = 0
    await page.route(/preview\?.*photo%2012/, (route) =>
      refused++ === 0 ? route.fulfill({ status: 503 }) : route.continue(),
    )
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/preview?')) asked.push(request.url())
    })
    await name(page, 'album').dblclick()
    const widthOf = (number: number) =>
      page
        .locator(`.wx-item[data-id$="photo ${number}.svg"] img`)
        .evaluate((img) => (img as HTMLImageElement).naturalWidth)
    // A drawing fills the card, an icon does not.
    await t.waitFor(async () => assert.equal(await widthOf(10), 214), patient)
    await t.waitFor(async () => assert.equal(await widthOf(12), 96), patient)
    await t.waitFor(async () => assert.equal(await widthOf(89), 96), patient)
    assert.ok(asked.length < 50, `${asked.length} of 80`)
    await t.waitFor(async () => assert.equal(await widthOf(12), 214), patient)
    await name(page, 'photo 89.svg').scrollIntoViewIfNeeded()
    await t.waitFor(async () => assert.equal(await widthOf(89), 214), patient)
    assert.ok(asked.length < 80, `${asked.length} of 80`)
  })

  it('are shown as cards with their size and date, and names in two lines', async (t) => {
    await put(`shelf/${long}.txt`, 'x'.repeat(1536))
    await put(`shelf/${middling}`)
    await put(`shelf/${long} in a folder/x.txt`)
    for (const locale of ['en-GB', 'de-DE']) {
      const { page } = await visit(t, '/shelf', { locale, width: 1440 })
      await name(page, middling).waitFor()
      await screenshot(page, `files-cards-${locale}`)
      await t.waitFor(async () => {
        const size = locale === 'de-DE' ? '1,5 KB' : '1.5 KB'
        assert.equal(await about(page, `${long}.txt`), `"${size} · ${today(locale)}"`)
        const word = locale === 'de-DE' ? 'Ordner' : 'Folder'
        assert.equal(await about(page, `${long} in a folder`), `"${word} · ${today(locale)}"`)
      }, patient)
      const { lines, cut } = await name(page, middling).evaluate((one) => ({
        lines: one.clientHeight / 18,
        cut: one.scrollHeight - one.clientHeight,
      }))
      assert.deepEqual({ lines, cut }, { lines: 2, cut: 0 })
    }
  })

  it('fill the width of the list, whatever it is', async (t) => {
    for (let at = 10; at < 30; at++) await put(`wide/item ${at}.txt`)
    for (const width of [1024, 1440, 1900]) {
      const { page } = await visit(t, '/wide', { width })
      await name(page, 'item 10.txt').waitFor()
      await screenshot(page, `files-cards-${width}`)
      const free = await page.locator('.wx-cards').evaluate((list) => {
        const ends = [...list.querySelectorAll('.wx-item')].map(
          (card) => card.getBoundingClientRect().right,
        )
        return list.getBoundingClientRect().right - Math.max(...ends)
      })
      assert.ok(free >= 0 && free < 60, `${free} px beside the cards at ${width}`)
    }
  })

  it('tell their whole names to whoever points at them, in cards, in rows and in the tree', async (t) => {
    await put(`shelf/${long} in a folder/x.txt`)
    for (const mode of ['', '?mode=table']) {
      const { page } = await visit(t, `/shelf${mode}`)
      const entry = name(page, `${long} in a folder`)
      await entry.hover()
      const card = page.locator(`[title^="${long} in a folder"]`)
      await card.first().waitFor()
      await entry.dblclick()
      const inTree = page.locator('.wx-tree li').filter({ hasText: long })
      await inTree.hover()
      assert.equal(await inTree.getAttribute('title'), `${long} in a folder`)
      const dots = await inTree
        .locator('.wx-name')
        .evaluate((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).textOverflow)
      assert.equal(dots, 'ellipsis')
      await screenshot(page, `files-names${mode.slice(6)}`)
    }
  })

  it('are chosen one after the other by Shift and arrows, and less of them again', async (t) => {
    for (let at = 10; at < 40; at++) await put(`many/item ${at}.txt`)
    for (const mode of ['', '?mode=table']) {
      const { page } = await visit(t, `/many${mode}`)
      const chose = (...numbers: number[]) =>
        t.waitFor(async () => {
          const wanted = numbers.map((at) => `item ${at}.txt`)
          assert.deepEqual(await chosen(page), wanted)
        }, patient)
      await name(page, 'item 12.txt').click()
      await chose(12)
      const [next, back] = mode ? ['ArrowDown', 'ArrowUp'] : ['ArrowRight', 'ArrowLeft']
      await page.keyboard.press(`Shift+${next}`)
      await page.keyboard.press(`Shift+${next}`)
      await chose(12, 13, 14)
      await screenshot(page, `files-several${mode.slice(6)}`)
      await page.keyboard.press(`Shift+${back}`)
      await chose(12, 13)
      await page.keyboard.press(`Shift+${back}`)
      await page.keyboard.press(`Shift+${back}`)
      await chose(11, 12)
      await page.keyboard.press('Shift+Home')
      await chose(10, 11, 12)
      // It goes on from where the keys have led.
      await page.keyboard.press(next)
      await chose(11)
    }
  })

  it('are not all asked again what they are when another one is chosen', async (t) => {
    for (let at = 10; at < 40; at++) await put(`asked/item ${at}.txt`)
    const { page } = await visit(t, '/asked')
    const chose = (at: number) =>
      t.waitFor(async () => assert.deepEqual(await chosen(page), [`item ${at}.txt`]), patient)
    await name(page, 'item 12.txt').click()
    await chose(12)
    await page.evaluate(countAsked)
    await page.keyboard.press('ArrowRight')
    await chose(13)
    // There may be a thousand of them.
    const asked = await page.evaluate(`asked`)
    assert.ok(Number(asked) < 30, `${String(asked)} times`)
  })

  it('have the folder that one comes from among them chosen, in sight, for the next key', async (t) => {
    for (let at = 10; at < 70; at++) await put(`up/box ${at}/inner/x.txt`)
    for (const mode of ['', '?mode=table']) {
      const { page } = await visit(t, `/up/box 60/inner${mode}`)
      await name(page, 'x.txt').waitFor()
      await page.locator('.wx-breadcrumbs .wx-item').filter({ hasText: 'up' }).click()
      await t.waitFor(async () => {
        assert.deepEqual(await chosen(page), ['box 60'])
        assert.equal(await isAt(page, 'box 60'), true)
      }, patient)
      await screenshot(page, `files-came-from${mode.slice(6)}`)
      await page.keyboard.press('Enter')
      await name(page, 'inner').waitFor()
      await page.keyboard.press('Backspace')
      await t.waitFor(async () => assert.equal(await isAt(page, 'box 60'), true), patient)
    }
  })
})

/** How often a card, or what is in it, is asked for an attribute or a part. */
function countAsked(): void {
  Object.assign(window, { asked: 0 })
  for (const way of ['getAttribute', 'querySelector'] as const) {
    const plain: (sought: string) => unknown = Element.prototype[way]
    Object.assign(Element.prototype, {
      [way](this: Element, sought: string) {
        if (this.closest('.wx-cards > .wx-item')) Object.assign(window, { asked: asked + 1 })
        return plain.call(this, sought)
      },
    })
  }
}

declare const asked: number
