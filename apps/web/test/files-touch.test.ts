import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { cannotBrowse } from './browser.ts'
import { exactly, name, nameField } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { isFit, phone } from './touch-page.ts'

const button = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true })
const item = (page: Page, text: string) => page.getByRole('menuitem', { name: text, exact: true })
const box = (page: Page, text: string) =>
  page.getByRole('checkbox', { name: `Select ${text}`, exact: true })

/** The names in the list, from the first to the last. */
async function shows(t: TestContext, page: Page, ...expected: string[]): Promise<void> {
  const names = page.locator('.wx-item .wx-info .wx-name, .wx-body .wx-row .wx-name')
  await t.waitFor(async () => {
    const texts = (await names.allInnerTexts()).map((text) => text.replaceAll('\n', '').trim())
    assert.deepEqual(
      texts.filter((text) => text !== 'One folder up'),
      expected,
    )
  }, patient)
}

async function give(page: Page, called: string, answer: string): Promise<void> {
  await nameField(page).tap()
  await nameField(page).fill(called)
  await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).tap()
}

async function widthOf(part: Locator): Promise<number> {
  return (await part.boundingBox())?.width ?? 0
}

describe('files with a finger on a telephone', { skip: cannotBrowse }, () => {
  const { put, holds, visit } = filesStage()

  for (const mode of ['cards', 'table']) {
    it(`are opened, made, renamed, moved and deleted in the ${mode}`, async (t) => {
      await put(`${mode}/old/letter.txt`, 'Dear all')
      const { page } = await visit(t, `/${mode}?mode=${mode}`, phone)
      await shows(t, page, 'old')

      await page.locator('.files-bar').getByRole('button', { name: 'New', exact: true }).tap()
      await isFit(page, `files-touch-new-${mode}`)
      await item(page, 'New folder').tap()
      await give(page, 'fresh', 'Create')
      await shows(t, page, 'fresh', 'old')

      // One tap goes into a folder, and shows a file.
      await name(page, 'old').tap()
      await shows(t, page, 'letter.txt')
      await name(page, 'letter.txt').tap()
      const viewer = page.getByRole('dialog', { name: 'letter.txt' })
      await viewer.getByText('Dear all').waitFor()
      await isFit(page, `files-touch-viewer-${mode}`)
      await viewer.getByRole('button', { name: 'Close', exact: true }).tap()
      await viewer.waitFor({ state: 'hidden' })

      await box(page, 'letter.txt').tap()
      await page.getByText('1 selected').waitFor()
      await isFit(page, `files-touch-chosen-${mode}`)
      await button(page, 'More to do').tap()
      await isFit(page, `files-touch-more-${mode}`)
      await item(page, 'Rename…').tap()
      await give(page, 'note.txt', 'Rename')
      await shows(t, page, 'note.txt')
      await holds(t, `/${mode}/old`, 'note.txt')

      await button(page, 'Move to…').tap()
      const place = page.getByRole('dialog', { name: 'Move “note.txt” to …' })
      await place.getByRole('treeitem', { name: 'fresh' }).tap()
      await isFit(page, `files-touch-move-${mode}`)
      await place.getByRole('button', { name: 'Move here' }).tap()
      await holds(t, `/${mode}/fresh`, 'note.txt')
      await shows(t, page)

      // Up, where nothing is chosen: the next tap opens again.
      const up = mode === 'cards' ? page.locator('.wx-back') : name(page, 'One folder up')
      await up.tap()
      await shows(t, page, 'fresh', 'old')
      await name(page, 'fresh').tap()
      await shows(t, page, 'note.txt')
      await page.locator('.wx-breadcrumbs .wx-item', { hasText: exactly(mode) }).tap()
      await shows(t, page, 'fresh', 'old')

      await box(page, 'old').tap()
      await button(page, 'Delete').tap()
      await isFit(page, `files-touch-delete-${mode}`)
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap()
      await shows(t, page, 'fresh')
      await holds(t, `/${mode}`, 'fresh')
    })
  }

  it('are uploaded and chosen by their boxes, after which taps choose more', async (t) => {
    await put('several/a.txt')
    const { page } = await visit(t, '/several', phone)
    await shows(t, page, 'a.txt')
    await page.locator('.files-bar').getByRole('button', { name: 'New', exact: true }).tap()
    const chooser = page.waitForEvent('filechooser')
    await item(page, 'Upload files').tap()
    const files = ['b.txt', 'c.txt'].map((called) => {
      return { name: called, mimeType: 'text/plain', buffer: Buffer.from(called) }
    })
    await (await chooser).setFiles(files)
    await holds(t, '/several', 'a.txt', 'b.txt', 'c.txt')
    await shows(t, page, 'a.txt', 'b.txt', 'c.txt')

    await box(page, 'a.txt').tap()
    await page.getByText('1 selected').waitFor()
    await name(page, 'c.txt').tap()
    await page.getByText('2 selected').waitFor()
    await isFit(page, 'files-touch-several')
    await name(page, 'a.txt').tap()
    await page.getByText('1 selected').waitFor()
    await button(page, 'Select nothing').tap()
    await page.getByText('3 files').waitFor()
    await name(page, 'a.txt').tap()
    await page.getByRole('dialog', { name: 'a.txt' }).waitFor()
  })

  it('are found by name and kind, in a field with room to type', async (t) => {
    await put('hay/one/needle.txt')
    await put('hay/two/needle.pdf')
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await visit(t, '/hay', { ...phone, colorScheme })
      await shows(t, page, 'one', 'two')
      const field = page.getByRole('textbox', { name: 'Search' })
      assert.ok((await widthOf(field)) > 280)
      assert.ok((await widthOf(page.getByLabel('Kind'))) > 80)
      assert.ok((await widthOf(page.getByLabel('Changed'))) > 80)
      await field.tap()
      await page.keyboard.type('needle')
      await shows(t, page, 'needle.pdf', 'needle.txt')
      await isFit(page, `files-touch-search-${colorScheme}`)
      await page.getByLabel('Kind').selectOption('PDF')
      await shows(t, page, 'needle.pdf')
      await button(page, 'Clear the search').tap()
      await shows(t, page, 'one', 'two')
      await field.tap()
      await page.keyboard.type('needle.t')
      await shows(t, page, 'needle.txt')
      await name(page, 'needle.txt').tap()
      await page
        .getByRole('dialog', { name: 'needle.txt' })
        .getByText('hay/one/needle.txt')
        .waitFor()
    }
  })
})
