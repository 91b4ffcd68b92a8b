import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { cannotBrowse } from './browser.ts'
import { confirmDelete, nameField, name, select } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

/** What somebody meets who handles files all day. */
describe('a day with files', { skip: cannotBrowse }, () => {
  const { put, holds, visit } = filesStage()

  it('goes to the search by Ctrl+F, from wherever the keyboard is', async (t) => {
    await put('sought/one.txt')
    const { page } = await visit(t, '/sought')
    await select(page, 'one.txt')
    await page.keyboard.press('Control+f')
    await page.keyboard.type('one')
    await page.getByText('Search results in').waitFor()
    const field = page.locator('.wx-search input, .wx-search-input input').first()
    assert.equal(await field.inputValue(), 'one')

    // The next keys are for what was found, and then for the folder again.
    await name(page, 'one.txt').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('Control+f')
    await page.keyboard.press('Escape')
    await page.getByText('Search results in').waitFor({ state: 'detached' })
    await page.waitForURL(/\/sought$/)
    assert.equal(await field.inputValue(), '')
    await page.keyboard.press('End')
    await page.getByText('1 selected').waitFor()
  })

  it('says what was copied or cut, and what to do next', async (t) => {
    await put('taken/one.txt')
    await put('taken/two.txt')
    const { page } = await visit(t, '/taken')
    await select(page, 'one.txt')
    await page.keyboard.press('Control+c')
    await page.getByText('One item was copied: paste it into another folder.').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+x')
    await page.getByText('2 items will be moved: paste them into another folder.').waitFor()
    await screenshot(page, 'files-taken')
  })

  it('uploads what is pasted from elsewhere, and pastes what was copied here later', async (t) => {
    await put('pasted/here.txt')
    const { page } = await visit(t, '/pasted')
    await name(page, 'here.txt').waitFor()
    await pasteFile(page, 'shot.png')
    await name(page, 'shot.png').waitFor()
    await holds(t, '/pasted', 'here.txt', 'shot.png')
    await select(page, 'here.txt')
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    await holds(t, '/pasted', 'here (2).txt', 'here.txt', 'shot.png')
  })

  it('keeps empty folders that are dropped, and what they are in', async (t) => {
    await put('dropped/here.txt')
    const { page } = await visit(t, '/dropped')
    await name(page, 'here.txt').waitFor()
    await page.evaluate(dropFolders)
    await name(page, 'trip').waitFor()
    await holds(t, '/dropped', 'here.txt', 'trip')
    await holds(t, '/dropped/trip', 'notes.txt', 'photos')
    await holds(t, '/dropped/trip/photos', 'later')
  })

  it('finds a name with a space in it as it is typed', async (t) => {
    for (const each of ['plan a.txt', 'plan b.txt', 'plan c.txt']) await put(`spaced/${each}`)
    const { page } = await visit(t, '/spaced')
    await select(page, 'plan a.txt')
    await page.keyboard.type('plan c')
    const chosen = page.locator('.wx-item.wx-selected .wx-name')
    await t.waitFor(async () => assert.match(await chosen.innerText(), /plan c\.txt/), patient)
  })

  it('moves what was found by dragging it onto a folder that was found', async (t) => {
    await put('kept/quarter/report.txt')
    await put('kept/quarters/old.txt')
    await put('kept/quarter.txt')
    const { page } = await visit(t, '/kept')
    await name(page, 'quarter.txt').waitFor()
    await page.keyboard.press('Control+f')
    await page.keyboard.type('quarter')
    await page.getByText('Search results in').waitFor()
    await name(page, 'quarters').waitFor()
    await name(page, 'quarter.txt').dragTo(name(page, 'quarters'))
    await holds(t, '/kept/quarters', 'old.txt', 'quarter.txt')
  })

  it('does not offer to undo what was undone by the keyboard', async (t) => {
    await put('undone/one.txt')
    const { page } = await visit(t, '/undone')
    await page.evaluate(neverTired)
    await select(page, 'one.txt')
    await page.keyboard.press('Delete')
    await confirmDelete(page)
    const offer = page.locator('.toast', { hasText: 'Deleted “one.txt”.' })
    await offer.waitFor()
    await page.keyboard.press('Control+z')
    await name(page, 'one.txt').waitFor()
    await offer.waitFor({ state: 'detached' })
  })

  it('shows what was cut until it is pasted or given up by Escape', async (t) => {
    for (const file of ['a.txt', 'b.txt', 'into/x.txt']) await put(`cut/${file}`)
    for (const mode of ['', '?mode=table']) {
      const { page } = await visit(t, `/cut${mode}`)
      const dimmed = page.locator('[data-cut]')
      await name(page, 'a.txt').click()
      await page.getByText('1 selected').waitFor()
      await page.keyboard.press('Control+x')
      await dimmed.filter({ hasText: 'a.txt' }).waitFor()
      assert.equal(await dimmed.count(), 1)
      await screenshot(page, `files-cut${mode.slice(6)}`)
      await page.keyboard.press('Escape')
      await dimmed.waitFor({ state: 'detached' })
      await page.getByText('1 selected').waitFor()
    }
    const { page } = await visit(t, '/cut')
    await select(page, 'a.txt')
    await page.keyboard.press('Control+x')
    await page.locator('[data-cut]').waitFor()
    await name(page, 'into').dblclick()
    await name(page, 'x.txt').waitFor()
    await page.keyboard.press('Control+v')
    await holds(t, '/cut/into', 'a.txt', 'x.txt')
    await page.locator('[data-cut]').waitFor({ state: 'detached' })
  })

  it('leads from the list of uploads to what came', async (t) => {
    await put('came/there.txt')
    const { page } = await visit(t, '/came?mode=table')
    await page.locator('input[type=file]').first().waitFor({ state: 'attached' })
    await pasteFile(page, 'new one.txt')
    await holds(t, '/came', 'new one.txt', 'there.txt')
    await page.getByRole('treeitem', { name: 'All files' }).click()
    await name(page, 'Notes').waitFor()
    const uploads = page.getByRole('region', { name: 'Uploads' })
    await uploads.getByRole('button', { name: 'new one.txt' }).click()
    await page.getByRole('dialog', { name: 'new one.txt' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.wx-row.wx-selected', { hasText: 'new one.txt' }).waitFor()
  })

  it('says what Ctrl+Z took back and Ctrl+Y did again', async (t) => {
    for (const file of ['a.txt', 'b.txt', 'into/x.txt']) await put(`back/${file}`)
    const { page } = await visit(t, '/back', { locale: 'de-DE' })
    await select(page, 'a.txt')
    await page.keyboard.press('F2')
    await nameField(page).fill('c.txt')
    await page.keyboard.press('Enter')
    await holds(t, '/back', 'b.txt', 'c.txt', 'into')
    await page.keyboard.press('Control+z')
    const said = (text: string) => page.locator('.toast').getByText(text)
    await said('Rückgängig gemacht: a.txt in c.txt umbenannt.').waitFor()
    await holds(t, '/back', 'a.txt', 'b.txt', 'into')
    await page.keyboard.press('Control+y')
    await said('Wiederholt: a.txt in c.txt umbenannt.').waitFor()
  })
})

/** Messages go after a while by themselves; now they do not. */
function neverTired(): void {
  const later = setTimeout
  Object.assign(window, {
    setTimeout: (work: () => void, ms = 0) => (ms >= 5000 ? 0 : later(work, ms)),
  })
}

function pasteFile(page: Page, called: string): Promise<void> {
  return page.evaluate((fileName) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['picture'], fileName))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, called)
}

/** What a browser hands out for a folder; it can be made in no other way. */
function dropFolders(): void {
  const notes = {
    name: 'notes.txt',
    isFile: true,
    file: (found: (file: File) => void) => found(new File(['notes'], 'notes.txt')),
  }
  let inner: object[] = []
  for (const called of ['later', 'photos', 'trip']) {
    const left = called === 'trip' ? [notes, ...inner] : inner
    const readEntries = (found: (some: object[]) => void) => found(left.splice(0))
    inner = [{ name: called, isFile: false, createReader: () => ({ readEntries }) }]
  }
  const [trip] = inner
  const items = [{ webkitGetAsEntry: () => trip }]
  const event = new Event('drop', { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], items } })
  document.querySelector('.wx-cards')!.dispatchEvent(event)
}
