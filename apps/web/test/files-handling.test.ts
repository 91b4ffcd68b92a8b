import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse } from './browser.ts'
import { confirmDelete, exactly, name, nameField, select } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

describe('files are handled as people are used to', { skip: cannotBrowse }, () => {
  const { put, holds, visit, listed } = filesStage()

  it('are dragged onto a folder, several at once, of cards', async (t) => {
    for (const file of ['a.txt', 'b.txt', 'c.txt', 'into/x.txt']) await put(`drag/${file}`)
    const { page } = await visit(t, '/drag')
    await select(page, 'a.txt')
    await name(page, 'b.txt').click({ modifiers: ['ControlOrMeta'] })
    await page.getByText('2 selected').waitFor()
    await drag(page, name(page, 'b.txt'), name(page, 'into'))
    await page.locator('.wx-item.drop-here', { hasText: 'into' }).waitFor()
    assert.equal(await page.locator('.wx-upload-area.wx-active').count(), 0)
    await screenshot(page, 'files-dragged')
    await page.mouse.up()
    await shows(t, page, 'into', 'c.txt')
    await holds(t, '/drag/into', 'a.txt', 'b.txt', 'x.txt')

    // What is not chosen is dragged alone, here onto the tree.
    await drag(page, name(page, 'c.txt'), page.getByRole('treeitem', { name: 'Pictures' }))
    await page.mouse.up()
    await shows(t, page, 'into')
    await t.waitFor(async () => assert.ok((await listed('/Pictures')).includes('c.txt')), patient)
    assert.equal(await page.evaluate('getSelection().toString()'), '')
  })

  it('are dragged as rows of a table, and stay when Escape is pressed', async (t) => {
    for (const file of ['a.txt', 'b.txt', 'into/x.txt']) await put(`rows/${file}`)
    const { page } = await visit(t, '/rows?mode=table')
    await name(page, 'a.txt').waitFor()
    await drag(page, name(page, 'a.txt'), name(page, 'into'))
    await page.locator('.wx-row.drop-here', { hasText: 'into' }).waitFor()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await page.locator('.drop-here').waitFor({ state: 'detached' })
    assert.deepEqual(await listed('/rows'), ['a.txt', 'b.txt', 'into'])

    // A file is no place to drop something at.
    await drag(page, name(page, 'a.txt'), name(page, 'b.txt'))
    assert.equal(await page.locator('.drop-here').count(), 0)
    await page.mouse.up()
    await drag(page, name(page, 'a.txt'), name(page, 'into'))
    await page.mouse.up()
    await shows(t, page, 'into', 'b.txt')
    await holds(t, '/rows/into', 'a.txt', 'x.txt')
    // Up again, by the path above the list.
    await name(page, 'into').dblclick()
    await name(page, 'x.txt').waitFor()
    const above = page.locator('.wx-breadcrumbs').getByRole('button', { name: 'rows' })
    await drag(page, name(page, 'x.txt'), above)
    await page.mouse.up()
    await shows(t, page, 'a.txt')
    await holds(t, '/rows', 'b.txt', 'into', 'x.txt')
  })

  it('are held over a folder of the tree until it opens, and dropped onto one inside of it', async (t) => {
    await put('held/a.txt')
    await put('trunk/branch/twig/x.txt')
    const { page } = await visit(t, '/held')
    const inTree = (called: string) => page.getByRole('treeitem', { name: called, exact: true })
    await name(page, 'a.txt').waitFor()
    assert.equal(await inTree('branch').count(), 0)
    await drag(page, name(page, 'a.txt'), inTree('trunk'))
    await inTree('branch').waitFor()
    await hold(page, inTree('branch'))
    await inTree('twig').waitFor()
    await hold(page, inTree('twig'))
    await page.locator('.wx-tree li.drop-here', { hasText: 'twig' }).waitFor()
    await screenshot(page, 'files-held-over-tree')
    await page.mouse.up()
    await holds(t, '/trunk/branch/twig', 'a.txt', 'x.txt')
    await page.locator('.files-empty').waitFor()
  })

  it('are copied, cut and pasted by keys in a folder that was opened by a double click', async (t) => {
    for (const mode of ['', '?mode=table']) {
      const folder = `keys${mode.length}`
      for (const file of ['a.txt', 'b.txt', 'into/x.txt']) await put(`${folder}/${file}`)
      const { page } = await visit(t, `/${folder}${mode}`)
      await name(page, 'a.txt').click()
      await page.getByText('1 selected').waitFor()
      await page.keyboard.press('Control+c')
      await name(page, 'into').dblclick()
      await name(page, 'x.txt').waitFor()
      await page.keyboard.press('Control+v')
      await name(page, 'a.txt').waitFor()
      await holds(t, `/${folder}/into`, 'a.txt', 'x.txt')

      await page.keyboard.press('Backspace')
      await name(page, 'b.txt').click()
      await page.locator('.wx-selected', { hasText: 'b.txt' }).waitFor()
      await page.keyboard.press('Control+x')
      await name(page, 'into').dblclick()
      await name(page, 'x.txt').waitFor()
      await page.keyboard.press('Control+v')
      await name(page, 'b.txt').waitFor()
      await holds(t, `/${folder}`, 'a.txt', 'into')
      await page.keyboard.press('Alt+ArrowUp')
      await name(page, 'into').waitFor()
    }
  })

  it('are not chosen with the folder that they are in', async (t) => {
    await put('outer/inner/x.txt')
    const { page } = await visit(t, '/outer')
    await name(page, 'inner').dblclick()
    await name(page, 'x.txt').waitFor()
    await page.getByText('1 file · ').waitFor()
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+a')
    await page.getByText('1 selected').waitFor()
    assert.equal(await page.locator('dialog[open]').count(), 0)
  })

  it('are renamed, deleted and let go of by keys, and the next key counts', async (t) => {
    for (const file of ['report.final.pdf', 'z.txt']) await put(`names/${file}`)
    const { page } = await visit(t, '/names')
    await select(page, 'report.final.pdf')
    await page.keyboard.press('F2')
    await nameField(page).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'files-rename')
    // The ending stays.
    await page.keyboard.type('plan')
    assert.equal(await nameField(page).inputValue(), 'plan.pdf')
    await page.keyboard.press('Enter')
    await name(page, 'plan.pdf').waitFor()
    await holds(t, '/names', 'plan.pdf', 'z.txt')

    await page.keyboard.press('F2')
    await nameField(page).waitFor()
    await page.keyboard.press('Escape')
    await nameField(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+a')
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('2 files').waitFor()
    await select(page, 'z.txt')
    await page.keyboard.press('Delete')
    await page.getByRole('heading', { name: 'Delete “z.txt”?' }).waitFor()
    await screenshot(page, 'files-delete')
    await page.keyboard.press('Enter')
    await shows(t, page, 'plan.pdf')
    await holds(t, '/names', 'plan.pdf')
    await page.getByText('Deleted “z.txt”.').waitFor()
  })

  it('that are chosen are counted, and moved to a folder that is made for them', async (t) => {
    for (const file of ['a.txt', 'b.txt', 'c.txt', 'old/x.txt']) await put(`bar/${file}`, 'four')
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await visit(t, '/bar', { colorScheme, width: 390, height: 720 })
      await page.getByText('1 folder, 3 files · 16 B').waitFor()
      await select(page, 'a.txt')
      await name(page, 'b.txt').click({ modifiers: ['ControlOrMeta'] })
      await page.getByText('2 selected · 8 B').waitFor()
      assert.deepEqual(await axeViolations(page), [])
      await screenshot(page, `files-bar-${colorScheme}`)
    }
    const { page } = await visit(t, '/bar')
    await select(page, 'a.txt')
    await name(page, 'b.txt').click({ modifiers: ['ControlOrMeta'] })
    await page.getByRole('button', { name: 'Move to…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move 2 items to …' })
    await dialog.getByRole('treeitem', { name: 'bar' }).waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Move here' }).isDisabled(), true)
    await dialog.getByText('It is there already.').waitFor()
    await dialog.getByRole('button', { name: 'New folder' }).click()
    await page.keyboard.type('kept')
    await page.keyboard.press('Enter')
    await dialog.getByRole('treeitem', { name: 'kept', selected: true }).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'files-move-to')
    await dialog.getByRole('button', { name: 'Move here' }).click()
    await shows(t, page, 'kept', 'old', 'c.txt')
    await holds(t, '/bar/kept', 'a.txt', 'b.txt')
    // The keyboard is in the list again.
    await page.keyboard.press('Control+a')
    await page.getByText('3 selected').waitFor()

    // By arrows, and a copy leaves where it was what it copies.
    await select(page, 'c.txt')
    await page.getByRole('button', { name: 'Copy to…' }).click()
    const copying = page.getByRole('dialog', { name: 'Copy “c.txt” to …' })
    await copying.getByRole('treeitem', { name: 'kept' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await copying.getByRole('treeitem', { name: 'kept', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await copying.getByRole('button', { name: 'Copy here' }).click()
    await holds(t, '/bar/kept', 'a.txt', 'b.txt', 'c.txt')
    await holds(t, '/bar', 'c.txt', 'kept', 'old')
  })

  it('have a menu in the room between them', async (t) => {
    await put('room/a.txt')
    const { page } = await visit(t, '/room')
    await select(page, 'a.txt')
    await page.keyboard.press('Control+c')
    await page.locator('.wx-cards').click({ button: 'right', position: { x: 600, y: 400 } })
    const menu = page.locator('.wx-menu')
    await menu.getByText('Upload files').waitFor()
    const texts = await menu.locator('.wx-value').allInnerTexts()
    assert.deepEqual(texts, [
      'New folder',
      'New file',
      'Upload files',
      'Upload folder',
      'Paste',
      'Select all',
    ])
    await screenshot(page, 'files-background-menu')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await page.locator('.wx-cards').click({ button: 'right', position: { x: 600, y: 400 } })
    await menu.getByText('New folder').click()
    await nameField(page).fill('made here')
    await page.keyboard.press('Enter')
    await holds(t, '/room', 'a.txt', 'made here')
    // A space in a name is seen in cards, too.
    const shown = page.locator('.wx-cards .wx-name', { hasText: 'made' })
    // The widget shows it in two boxes.
    assert.equal((await shown.innerText()).replace('\n', ''), 'made here')
    await page.locator('.wx-cards').click({ button: 'right', position: { x: 600, y: 400 } })
    await menu.getByText('Paste').click()
    await holds(t, '/room', 'a (2).txt', 'a.txt', 'made here')
    await select(page, 'made here')
    await page.keyboard.press('Delete')
    await confirmDelete(page)
    await holds(t, '/room', 'a (2).txt', 'a.txt')
  })

  it('are offered a name that is free, and told where it is taken', async (t) => {
    await put('fresh/New folder/x.txt')
    await put('fresh/taken.txt')
    const { page } = await visit(t, '/fresh')
    await name(page, 'taken.txt').waitFor()
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.locator('.wx-menu').getByText('New folder', { exact: true }).click()
    assert.equal(await nameField(page).inputValue(), 'New folder (2)')
    await nameField(page).fill('taken.txt')
    await page.getByText('There is already something of this name in “fresh”.').waitFor()
    await screenshot(page, 'files-name-taken')
    await page.keyboard.press('Enter')
    await nameField(page).fill('other')
    await page.keyboard.press('Enter')
    await holds(t, '/fresh', 'New folder', 'other', 'taken.txt')
  })

  it('are sorted without heads of columns, too', async (t) => {
    await put('order/a.txt', '22')
    await put('order/b.txt', '1')
    await put('order/c.txt', '333')
    const { page } = await visit(t, '/order')
    await shows(t, page, 'a.txt', 'b.txt', 'c.txt')
    const sortBy = async (key: string) => {
      await page.getByRole('button', { name: /Sort by/ }).click()
      await page.getByRole('menuitem', { name: key }).click()
    }
    await sortBy('Size')
    await shows(t, page, 'c.txt', 'a.txt', 'b.txt')
    await sortBy('Size')
    await shows(t, page, 'b.txt', 'a.txt', 'c.txt')
    await sortBy('Name')
    await shows(t, page, 'a.txt', 'b.txt', 'c.txt')
    await page
      .getByRole('button', { name: /Sort by/ })
      .getByText('Name ↑')
      .waitFor()
  })
})

/** Takes something to a place, and holds it there. */
async function drag(page: Page, thing: Locator, place: Locator): Promise<void> {
  await thing.hover()
  await page.mouse.down()
  await hold(page, place)
}

async function hold(page: Page, place: Locator): Promise<void> {
  const { x, y, width, height } = (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + width / 2 + 3, y + height / 2, { steps: 4 })
  await page.mouse.move(x + width / 2, y + height / 2)
}

/** Of the list, in its order. */
async function shows(t: TestContext, page: Page, ...expected: string[]): Promise<void> {
  const list = page.locator('.wx-cards .wx-item .wx-name, .wx-data .wx-row .wx-name')
  await t.waitFor(async () => {
    const shown = (await list.allTextContents()).map((text) => text.trim())
    assert.deepEqual(
      shown.filter((text) => !exactly('One folder up').test(text)),
      expected,
    )
  }, patient)
}
