import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse } from './browser.ts'
import { confirmDelete, exactly, name, nameField } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { screenshot } from './screenshot.ts'

describe('what is done with a file while it is looked at', { skip: cannotBrowse }, () => {
  const { put, holds, visit } = filesStage()

  it('it is renamed by F2, and its title, address and place follow', async (t) => {
    await put('named/a.txt', 'first words')
    await put('named/b.txt', 'second words')
    await put('named/m.txt', 'third words')
    const { page } = await visit(t, '/named')
    await name(page, 'a.txt').dblclick()
    await viewer(page, 'a.txt').getByText('first words').waitFor()
    await page.keyboard.press('F2')
    await page.getByRole('dialog', { name: 'Rename “a.txt”' }).waitFor()
    await screenshot(page, 'viewer-rename')
    // Arrows are for the name, and not for what is behind it.
    await page.keyboard.press('ArrowLeft')
    await nameField(page).fill('k.txt')
    await page.keyboard.press('Enter')
    await viewer(page, 'k.txt').getByText('first words').waitFor()
    await viewer(page, 'k.txt').getByText('2 of 3').waitFor()
    await page.waitForURL(/\/named\?open=k\.txt$/)
    await t.waitFor(async () => assert.match(await page.title(), /^k\.txt · /), patient)
    await holds(t, '/named', 'b.txt', 'k.txt', 'm.txt')

    // The next keys are for the viewer, and a reload shows it.
    await page.keyboard.press('ArrowRight')
    await viewer(page, 'm.txt').getByText('third words').waitFor()
    await page.keyboard.press('ArrowLeft')
    await viewer(page, 'k.txt').getByText('first words').waitFor()
    await page.reload()
    await viewer(page, 'k.txt').getByText('first words').waitFor()
    await page.keyboard.press('Escape')
    await selected(page, 'k.txt').waitFor()
  })

  it('it is renamed by its menu, and where the name is taken it is asked what to do', async (t) => {
    await put('taken/a.txt', 'first words')
    await put('taken/b.txt', 'second words')
    const visited = await visit(t, '/taken?mode=table')
    const { page } = visited
    visited.allow(/409/)
    await name(page, 'a.txt').dblclick()
    await viewer(page, 'a.txt').getByText('first words').waitFor()
    await menu(page, 'Rename…')
    assert.deepEqual(await axeViolations(page), [])
    await nameField(page).fill('b.txt')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Replace' }).click()
    await viewer(page, 'b.txt').getByText('first words').waitFor()
    await page.waitForURL(/open=b\.txt/)
    await holds(t, '/taken', 'b.txt')
  })

  it('it is deleted, and the next one is shown, and after the last one the list', async (t) => {
    for (const file of ['a', 'b', 'c']) await put(`fewer/${file}.txt`, `words of ${file}`)
    const { page } = await visit(t, '/fewer')
    await name(page, 'b.txt').dblclick()
    await viewer(page, 'b.txt').getByText('words of b').waitFor()
    await page.keyboard.press('Delete')
    await page.getByRole('dialog', { name: 'Delete “b.txt”?' }).waitFor()
    await page.keyboard.press('Enter')
    await viewer(page, 'c.txt').getByText('words of c').waitFor()
    await viewer(page, 'c.txt').getByText('2 of 2').waitFor()
    await page.waitForURL(/open=c\.txt$/)
    await menu(page, 'Delete…')
    await confirmDelete(page)
    await viewer(page, 'a.txt').getByText('words of a').waitFor()
    await holds(t, '/fewer', 'a.txt')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await page.locator('.files-empty').waitFor()
    await holds(t, '/fewer')
    // Undo is for the list.
    await page.keyboard.press('Control+z')
    await selected(page, 'a.txt').waitFor()
    await page.keyboard.press('Enter')
    await viewer(page, 'a.txt').getByText('words of a').waitFor()
  })

  it('its messages are over it, and a deletion is taken back there', async (t) => {
    for (const file of ['a', 'b']) await put(`told/${file}.txt`, `words of ${file}`)
    const { page } = await visit(t, '/told')
    await name(page, 'a.txt').dblclick()
    await viewer(page, 'a.txt').getByText('words of a').waitFor()
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await viewer(page, 'b.txt').getByText('words of b').waitFor()
    await screenshot(page, 'viewer-message')
    assert.deepEqual(await axeViolations(page), [])
    const messages = page.getByRole('region', { name: 'Messages' })
    await messages.getByRole('button', { name: 'Undo' }).click()
    await holds(t, '/told', 'a.txt', 'b.txt')
    await viewer(page, 'b.txt').getByText('2 of 2').waitFor()
    await page.keyboard.press('ArrowLeft')
    await viewer(page, 'a.txt').getByText('words of a').waitFor()
    // Behind it they are where they always are.
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await page.keyboard.press('Delete')
    await confirmDelete(page)
    await messages.getByRole('button', { name: 'Undo' }).click()
    await holds(t, '/told', 'a.txt', 'b.txt')
  })

  it('has room on a telephone', async (t) => {
    await put('small/a rather long name of a file.txt', 'first words')
    const { page } = await visit(t, '/small', { isPhone: true, width: 390, height: 700 })
    await name(page, 'a rather long name of a file.txt').tap()
    await page.locator('dialog.viewer').getByText('first words').waitFor()
    await screenshot(page, 'viewer-phone')
    await menu(page, 'Rename…')
    await nameField(page).fill('short.txt')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).tap()
    await viewer(page, 'short.txt').getByText('first words').waitFor()
    await holds(t, '/small', 'short.txt')
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
  })
})

function viewer(page: Page, file: string) {
  return page.getByRole('dialog', { name: file, exact: true })
}

function selected(page: Page, file: string) {
  return page.locator('.wx-item.wx-selected .wx-name', { hasText: exactly(file) })
}

async function menu(page: Page, item: string): Promise<void> {
  await page.locator('dialog.viewer').getByRole('button', { name: 'More to do' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
