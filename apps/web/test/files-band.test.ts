import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { newFolder } from '../../../packages/server/test/fixtures/run-program.ts'
import { cannotBrowse, openSite } from './browser.ts'
import { exactly, name, select } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { startPageServer } from './page-server.ts'
import { screenshot } from './screenshot.ts'

describe('a rectangle that is drawn with the mouse', { skip: cannotBrowse }, () => {
  const { put, listed, visit } = filesStage()

  it('chooses the cards that it touches, and a click beside them none', async (t) => {
    for (let at = 10; at < 22; at++) await put(`cards/item ${at}.txt`)
    const { page } = await visit(t, '/cards')
    const first = await boxOf(page, 'item 10.txt')
    const second = await boxOf(page, 'item 11.txt')
    const below = await belowOf(page, 0)

    await page.mouse.move(first.x - 8, first.y - 6)
    await page.mouse.down()
    await page.mouse.move(second.x + 20, second.y + 40, { steps: 4 })
    await chosen(t, page, 'item 10.txt', 'item 11.txt')
    await page.locator('.rubber-band').waitFor()
    await screenshot(page, 'files-band-cards')
    // Less again, and then also what stands in the row below.
    await page.mouse.move(first.x + 20, first.y + 40)
    await chosen(t, page, 'item 10.txt')
    await page.mouse.move(first.x + 20, below.y + 20)
    await chosen(t, page, 'item 10.txt', below.name)
    await page.mouse.up()
    await page.locator('.rubber-band').waitFor({ state: 'detached' })
    await chosen(t, page, 'item 10.txt', below.name)
    await page.getByText('2 selected').waitFor()
    assert.equal(await page.evaluate('getSelection().toString()'), '')

    // The next key is for the list, from where the mouse came to.
    await page.keyboard.press('ArrowRight')
    await t.waitFor(async () => assert.equal((await names(page)).length, 1), patient)
    await page.mouse.click(first.x - 8, first.y - 6)
    await chosen(t, page)
    assert.deepEqual((await listed('/cards')).length, 12)
  })

  it('adds to what is chosen with Ctrl or Shift, and Escape takes it back', async (t) => {
    for (const file of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await put(`more/${file}`)
    const { page } = await visit(t, '/more')
    await select(page, 'a.txt')
    const { x, y, width } = await boxOf(page, 'd.txt')
    for (const key of ['Control', 'Shift', 'Meta']) {
      await page.keyboard.down(key)
      await drag(page, [x + width + 6, y + 60], [x + width - 20, y + 70])
      await chosen(t, page, 'a.txt', 'd.txt')
      await page.keyboard.up(key)
      await page.keyboard.press('Escape')
      await page.locator('.rubber-band').waitFor({ state: 'detached' })
      await chosen(t, page, 'a.txt')
      await page.mouse.up()
      // Nor does the end of the drag choose anything else.
      await page.keyboard.press('Shift+ArrowRight')
      await chosen(t, page, 'a.txt', 'b.txt')
      await page.keyboard.press('Shift+ArrowLeft')
      await chosen(t, page, 'a.txt')
    }
    // Without a key it chooses anew.
    await drag(page, [x + width + 6, y + 60], [x + width - 20, y + 70])
    await chosen(t, page, 'd.txt')
    await page.mouse.up()
    await page.keyboard.press('Delete')
    await page.getByRole('dialog', { name: 'Delete “d.txt”?' }).waitFor()
  })

  it('begins beside the names of a table, and the names are dragged as before', async (t) => {
    for (const file of ['a.txt', 'b.txt', 'c.txt', 'into/x.txt']) await put(`rows/${file}`)
    const { page } = await visit(t, '/rows?mode=table')
    const from = await cellOf(page, 'a.txt', 'date')
    const to = await cellOf(page, 'b.txt', 'size')
    await drag(page, from, to)
    await chosen(t, page, 'a.txt', 'b.txt')
    await screenshot(page, 'files-band-table')
    await page.mouse.up()
    await chosen(t, page, 'a.txt', 'b.txt')
    // Below the last row, too.
    const list = (await page.locator('.wx-table-box').boundingBox())!
    const [x] = await cellOf(page, 'c.txt', 'name')
    await drag(page, [x, list.y + list.height - 20], await cellOf(page, 'c.txt', 'size'))
    await chosen(t, page, 'c.txt')
    await page.mouse.up()
    // What is chosen is taken hold of anywhere.
    await drag(page, await cellOf(page, 'c.txt', 'size'), await cellOf(page, 'into', 'name'))
    await page.locator('.wx-row.drop-here', { hasText: 'into' }).waitFor()
    assert.equal(await page.locator('.rubber-band').count(), 0)
    await page.mouse.up()
    await t.waitFor(
      async () => assert.deepEqual(await listed('/rows/into'), ['c.txt', 'x.txt']),
      patient,
    )
  })

  it('is none for a finger', async (t) => {
    for (let at = 10; at < 60; at++) await put(`touch/item ${at}.txt`)
    const { page } = await visit(t, '/touch', { isPhone: true, width: 390, height: 700 })
    await name(page, 'item 10.txt').waitFor()
    const { x, y, height } = await boxOf(page, 'item 10.txt')
    const touch = await page.context().newCDPSession(page)
    const point = (type: string, ...at: object[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: at } as never)
    await point('touchStart', { x: x - 3, y: y + height + 3 })
    for (let by = 20; by < 200; by += 20) {
      await point('touchMove', { x: x - 3, y: y + height + 3 - by })
    }
    await point('touchEnd')
    const cards = page.locator('.wx-cards')
    await t.waitFor(
      async () => assert.ok((await cards.evaluate((one) => one.scrollTop)) > 50),
      patient,
    )
    await chosen(t, page)
  })
})

it('5,000 files are chosen as far as the list is scrolled', { skip: cannotBrowse }, async (t) => {
  const files = newFolder()
  for (let n = 1; n <= 5000; n++) writeFileSync(join(files, `${n}.txt`), '')
  const site = await openSite(() => startPageServer(['--files', files]))
  t.after(() => site.stop())
  const visit = await site.openPage({ path: '#/files?mode=table' })
  const { page } = visit
  await name(page, '3.txt').waitFor()
  const list = (await page.locator('.wx-table-box').boundingBox())!
  await drag(page, await cellOf(page, '3.txt', 'size'), [list.x + 90, list.y + list.height - 2])
  const scroller = page.locator('.wx-scroll')
  await t.waitFor(async () => {
    assert.ok((await scroller.evaluate((one) => one.scrollTop)) > 4000)
  }, patient)
  await screenshot(page, 'files-band-many')
  await page.mouse.move(list.x + 90, list.y + list.height / 2)
  await page.mouse.up()
  // All from the third to the last that is seen above the mouse, once it is drawn.
  const lastSeen = () =>
    page.evaluate(
      ([x, y]) =>
        document.elementFromPoint(x!, y!)?.closest('.wx-row')?.querySelector('.wx-name')
          ?.textContent,
      [list.x + 90, list.y + list.height / 2],
    )
  let count = 0
  await t.waitFor(async () => {
    count = Number.parseInt((await lastSeen()) ?? '', 10) - 2
    assert.ok(count > 90, `${count}`)
    const told = await page.getByText(/^[\d,]+ selected$/).innerText()
    assert.equal(told, `${count.toLocaleString('en-GB')} selected`)
  }, patient)
  // By the wheel, too.
  const start = await cellOf(page, `${count + 3}.txt`, 'size')
  await drag(page, start, [list.x + 90, start[1] + 90])
  await page.mouse.wheel(0, 300_000)
  await page.mouse.move(list.x + 90, list.y + list.height - 3)
  await name(page, '5000.txt').waitFor()
  await page.mouse.up()
  await page.getByText(`${(4998 - count).toLocaleString('en-GB')} selected`).waitFor()
  await visit.close()
})

/** What can be seen to be chosen, in the order of the list. */
function names(page: Page): Promise<string[]> {
  return page
    .locator(':is(.wx-item, .wx-row).wx-selected .wx-name')
    .evaluateAll((all) => all.map((one) => one.textContent?.trim() ?? ''))
}

async function chosen(t: TestContext, page: Page, ...wanted: string[]): Promise<void> {
  await t.waitFor(async () => assert.deepEqual(await names(page), wanted), patient)
}

async function boxOf(page: Page, file: string) {
  const card = page.locator('.wx-cards > .wx-item', {
    has: page.locator('.wx-name', { hasText: exactly(file) }),
  })
  return (await card.boundingBox())!
}

/** The card below another one. */
async function belowOf(page: Page, at: number): Promise<{ name: string; y: number }> {
  return page.locator('.wx-cards > .wx-item').evaluateAll((cards, from) => {
    const { left, top } = cards[from]!.getBoundingClientRect()
    const below = cards.find((card) => {
      const box = card.getBoundingClientRect()
      return box.left === left && box.top > top
    })!
    const y = below.getBoundingClientRect().top
    return { name: below.querySelector('.wx-name')?.textContent?.trim() ?? '', y }
  }, at)
}

/** The middle of a cell. */
async function cellOf(page: Page, file: string, column: string): Promise<[number, number]> {
  const row = page.locator('.wx-row', { has: page.locator('.wx-name', { hasText: exactly(file) }) })
  const { x, y, width, height } = (await row.locator(`[data-col-id=":${column}"]`).boundingBox())!
  return [x + width / 2, y + height / 2]
}

async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2)
  await page.mouse.move(to[0] + 2, to[1], { steps: 3 })
  await page.mouse.move(...to)
}
