import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { screenshot } from './screenshot.ts'

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })

describe('the frame of the page', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('remembers in each view where one was', async () => {
    const visit = await site.openPage({ path: '#/files/Pictures?mode=table' })
    const { page } = visit
    await page.locator('.wx-filemanager .wx-row').first().waitFor()
    await tab(page, 'Tables').click()
    await page.waitForURL(/#\/tables\/films$/)
    await page.goto(new URL('#/tables/screenings?sort=-day', visit.url).href)
    await page.locator('.wx-grid .wx-row').first().waitFor()
    await tab(page, 'Gantt').click()
    await page.locator('.wx-bar').first().waitFor()
    await page.goto(new URL('#/gantt/5?zoom=week', visit.url).href)
    await page.reload()

    await tab(page, 'Files').click()
    await page.waitForURL(/#\/files\/Pictures\?mode=table$/)
    await page.locator('.wx-filemanager .wx-row').first().waitFor()
    await tab(page, 'Tables').click()
    await page.waitForURL(/#\/tables\/screenings\?sort=-day$/)
    await tab(page, 'Gantt').click()
    await page.waitForURL(/#\/gantt\/5\?zoom=week$/)
    await page.locator('.wx-bar').first().waitFor()
    assert.equal(await page.getByLabel('Zoom', { exact: true }).inputValue(), 'week')

    // The tab of the view that is shown leads to its beginning.
    await tab(page, 'Files').click()
    await page.waitForURL(/#\/files\/Pictures/)
    await tab(page, 'Files').click()
    await page.waitForURL(/#\/files(\?mode=table)?$/)
    await visit.close()
  })

  it('leaves a message to whoever points at it', async () => {
    const visit = await site.openPage({ path: '#/home' })
    const { page } = visit
    visit.allow(/409/)
    await page.getByRole('heading', { name: 'In this workspace' }).waitFor()
    await page.clock.install()
    await page.keyboard.press('Control+z')
    const message = page.locator('.toast').getByText('There is nothing to undo.')
    await message.hover()
    await page.clock.runFor(30_000)
    assert.equal(await message.count(), 1)
    await page.mouse.move(10, 10)
    await page.clock.runFor(2000)
    await message.waitFor({ state: 'detached' })
    await visit.close()
  })

  it('keeps a message off the place of the keyboard, which goes on there when it was used', async (t) => {
    for (let at = 10; at < 40; at++) {
      const name = JSON.stringify({ name: `way ${at}`, type: 'folder' })
      const parent = at === 10 ? '/' : '/way 10'
      const to = new URL(`files/${encodeURIComponent(parent)}`, site.url)
      assert.equal((await fetch(to, { method: 'POST', body: name })).status, 200)
    }
    const path = '#/files/way 10?mode=table'
    const visit = await site.openPage({ path, width: 390, height: 640 })
    const { page } = visit
    const chosen = page.locator('.wx-body .wx-row.wx-selected')
    const isChosen = (name: string) => chosen.filter({ hasText: name }).waitFor()
    await page.locator('.wx-row .wx-name', { hasText: 'way 20' }).click()
    await isChosen('way 20')
    // Down to the foot of the list, where messages are shown.
    for (let at = 21; at <= 26; at++) {
      await page.keyboard.press('ArrowDown')
      await isChosen(`way ${at}`)
    }
    await page.keyboard.press('Control+c')
    const message = page.locator('.toast', { hasText: 'One item was copied' })
    await message.waitFor()
    await t.waitFor(async () => {
      const [row, box] = [await chosen.boundingBox(), await message.boundingBox()]
      assert.ok(row && box && box.height > 0)
      assert.ok(row.y + row.height <= box.y || box.y + box.height <= row.y)
    }, patient)
    await screenshot(page, 'message-above')
    await message.getByRole('button', { name: 'Dismiss' }).click()
    await message.waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowUp')
    await isChosen('way 25')

    // By keys, too.
    await page.keyboard.press('Control+c')
    await message.getByRole('button', { name: 'Dismiss' }).focus()
    await page.keyboard.press('Enter')
    await message.waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowUp')
    await isChosen('way 24')
    await visit.close()
  })

  it('shows a menu in its place from the beginning, before anything can be pressed in it', async () => {
    const visit = await site.openPage({ path: '#/files' })
    const { page } = visit
    for (const name of ['Help', 'More of this workspace']) {
      const button = page.getByRole('button', { name, exact: true })
      await button.waitFor()
      const first = await button.evaluate((pressed: HTMLElement) => {
        pressed.click()
        const { x, y } = document.querySelector('[role=menu]:popover-open')!.getBoundingClientRect()
        return { x, y }
      })
      const menu = page.locator('[role=menu]:popover-open')
      await menu.getByRole('menuitem').first().waitFor()
      const { x, y } = (await menu.boundingBox())!
      assert.deepEqual(first, { x, y })
      const below = (await button.boundingBox())!
      assert.ok(y >= below.y + below.height, name)
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'detached' })
    }
    await visit.close()
  })

  it('shows all keys for a question mark, those of the view first, and in its help', async (t) => {
    const visit = await site.openPage({ path: '#/tables/films' })
    const { page } = visit
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await page.locator('.wx-grid .wx-row').first().waitFor()
    await page
      .getByPlaceholder(/Search/)
      .first()
      .fill('a?b')
    assert.equal(await dialog.count(), 0)
    await page.locator('main').focus()
    await page.keyboard.press('?')
    await dialog.waitFor()
    const titles = await dialog.locator('h3').allInnerTexts()
    assert.deepEqual(titles, ['Tables', 'Everywhere', 'Files', 'Gantt'])
    await screenshot(page, 'keys')
    // No frame around everything, and nothing empty beside the long list of the view.
    const list = dialog.getByRole('group', { name: 'All keys' })
    const framed = await list.evaluate((one) => getComputedStyle(one).outlineStyle)
    assert.equal(framed, 'none')
    const boxes = await list
      .locator('section')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
    for (const [index, { x, y }] of boxes.entries()) {
      const above = boxes[index - 1] ?? boxes[0]!
      const gap = x === above.x ? y - above.bottom : y - boxes[0]!.y
      assert.ok(gap < 40, `${gap} of nothing above ${titles[index]}`)
    }
    await page.keyboard.press('PageDown')
    await t.waitFor(
      async () => assert.ok((await list.evaluate(({ scrollTop }) => scrollTop)) > 0),
      patient,
    )
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('menuitem', { name: 'API reference' }).click()
    await page.waitForURL(/\/docs\/api$/)
    await visit.close()
  })

  it('shows the keys on a phone in the dark', async () => {
    const visit = await site.openPage({
      path: '#/gantt',
      colorScheme: 'dark',
      width: 390,
      height: 800,
    })
    const { page } = visit
    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await screenshot(page, 'keys-390')
    assert.deepEqual(await axeViolations(page), [])
    await visit.close()
  })
})
