import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse } from './browser.ts'
import { exactly, name } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { screenshot } from './screenshot.ts'

describe('the list of files', { skip: cannotBrowse }, () => {
  const { put, visit } = filesStage()

  it('has kinds in words, is sorted by them both ways, and stays so after a reload', async (t) => {
    await put('kinds/b.pdf', '1')
    await put('kinds/a.zip', '22')
    await put('kinds/c.pdf', '333')
    await put('kinds/notes.txt', '4444')
    await put('kinds/inner/x.pdf')
    await put('kinds/inner/y.md')
    const { page } = await visit(t, '/kinds?mode=table')
    await shows(t, page, 'inner', 'a.zip', 'b.pdf', 'c.pdf', 'notes.txt')
    const kind = page.locator('.wx-row [data-col-id=":kind"]')
    assert.deepEqual((await kind.allTextContents()).map((text) => text.trim()).filter(Boolean), [
      'Folder',
      'ZIP archive',
      'PDF document',
      'PDF document',
      'Text',
    ])
    const header = page.getByRole('columnheader', { name: 'Type' })
    await header.click()
    await shows(t, page, 'inner', 'b.pdf', 'c.pdf', 'notes.txt', 'a.zip')
    assert.equal(await header.getAttribute('aria-sort'), 'ascending')
    await screenshot(page, 'files-kinds')
    await header.click()
    await shows(t, page, 'inner', 'a.zip', 'notes.txt', 'c.pdf', 'b.pdf')
    // The first click counts.
    await name(page, 'c.pdf').click()
    await chosen(t, page, 'c.pdf')

    await page.reload()
    await shows(t, page, 'inner', 'a.zip', 'notes.txt', 'c.pdf', 'b.pdf')
    await page.getByRole('button', { name: 'Cards' }).click()
    await shows(t, page, 'inner', 'a.zip', 'notes.txt', 'c.pdf', 'b.pdf')
    await page.getByRole('button', { name: 'Two panels' }).click()
    const left = page.locator('[data-panel="0"]')
    await shows(t, left, 'inner', 'a.zip', 'notes.txt', 'c.pdf', 'b.pdf')
    await left.getByRole('columnheader', { name: 'Size' }).click()
    await shows(t, left, 'inner', 'notes.txt', 'c.pdf', 'a.zip', 'b.pdf')
    await page.getByRole('button', { name: 'Cards' }).click()
    await name(page, 'inner').dblclick()
    await shows(t, page, 'x.pdf', 'y.md')
    await page.getByRole('button', { name: 'Sort by: Size ↓' }).waitFor()
  })

  it('says how large and how old all is as the place writes it', async (t) => {
    await put('sizes/box/one.bin', 'x'.repeat(1536))
    await put('sizes/plain.txt', 'x'.repeat(2_621_440))
    const { page } = await visit(t, '/sizes?mode=table', { locale: 'de-DE' })
    const cell = (file: string, column: string) =>
      page.locator('.wx-row', { hasText: file }).locator(`[data-col-id=":${column}"]`)
    const says = (file: string, column: string, text: string) =>
      t.waitFor(
        async () => assert.equal((await cell(file, column).innerText()).trim(), text),
        patient,
      )
    const today = new Intl.DateTimeFormat('de-DE', {
      dateStyle: 'medium',
      timeZone: 'UTC',
    }).format()
    await says('plain.txt', 'size', '2,5 MB')
    await says('plain.txt', 'date', today)
    await page.getByText('1 Ordner, 1 Datei · 2,5 MB').waitFor()
    // The way up has no size. A folder holds what lies in it, also what comes while somebody looks.
    await says('Einen Ordner nach oben', 'size', '')
    await says('box', 'size', '1,5 KB')
    await put('sizes/box/deeper/two.bin', 'x'.repeat(4096))
    await says('box', 'size', '5,5 KB')
    await screenshot(page, 'files-sizes')
  })

  it('has boxes that choose more and more, in the table and on cards', async (t) => {
    for (const file of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await put(`boxes/${file}`)
    for (const mode of ['?mode=table', '']) {
      const { page } = await visit(t, `/boxes${mode}`)
      await shows(t, page, 'a.txt', 'b.txt', 'c.txt', 'd.txt')
      await name(page, 'd.txt').hover()
      await box(page, 'd.txt').click()
      await box(page, 'a.txt').click()
      await chosen(t, page, 'a.txt', 'd.txt')
      await screenshot(page, mode ? 'files-boxes-table' : 'files-boxes-cards')
      await box(page, 'c.txt').click({ modifiers: ['Shift'] })
      await chosen(t, page, 'a.txt', 'b.txt', 'c.txt', 'd.txt')
      await box(page, 'b.txt').click()
      await chosen(t, page, 'a.txt', 'c.txt', 'd.txt')
      await box(page, 'b.txt').dblclick()
      await chosen(t, page, 'a.txt', 'c.txt', 'd.txt')
      assert.equal(await page.getByRole('dialog').count(), 0)
      assert.deepEqual(await axeViolations(page), [])
      await page.keyboard.press('Escape')
      await chosen(t, page)
    }
  })

  it('has a box for all of them in the table', async (t) => {
    for (const file of ['a.txt', 'b.txt']) await put(`all/${file}`)
    const { page } = await visit(t, '/all?mode=table')
    await shows(t, page, 'a.txt', 'b.txt')
    const all = page.getByRole('checkbox', { name: 'Select all' })
    await box(page, 'a.txt').click()
    assert.equal(await all.getAttribute('aria-checked'), 'mixed')
    await all.click()
    await chosen(t, page, 'a.txt', 'b.txt')
    await t.waitFor(
      async () => assert.equal(await all.getAttribute('aria-checked'), 'true'),
      patient,
    )
    await all.click()
    await chosen(t, page)
  })

  it('has boxes that are one stop of the keyboard, and go by arrows and the space bar', async (t) => {
    for (const file of ['a.txt', 'b.txt', 'c.txt']) await put(`keys/${file}`)
    for (const mode of ['?mode=table', '']) {
      const { page } = await visit(t, `/keys${mode}`)
      await shows(t, page, 'a.txt', 'b.txt', 'c.txt')
      const first = mode ? page.getByRole('checkbox', { name: 'Select all' }) : box(page, 'a.txt')
      assert.equal(await page.locator('.entry-check[tabindex="0"]').count(), 1)
      await first.focus()
      if (mode) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Space')
      await chosen(t, page, 'a.txt', 'c.txt')
      assert.equal(await hasFocus(box(page, 'c.txt')), true)
      await page.keyboard.press('ArrowUp')
      assert.equal(await hasFocus(box(page, 'b.txt')), true)
      await chosen(t, page, 'a.txt', 'c.txt')
      await page.keyboard.press('Delete')
      await page.getByRole('dialog').getByText('Delete 2 items?').waitFor()
      await page.keyboard.press('Escape')
    }
  })

  it('is readable on a telephone, where boxes are always seen', async (t) => {
    await put('small/a letter of some length.docx')
    await put('small/b.txt')
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const mode of ['?mode=table', '']) {
        const { page } = await visit(t, `/small${mode}`, {
          colorScheme,
          width: 390,
          height: 720,
          hasTouch: true,
        })
        await shows(t, page, 'a letter of some length.docx', 'b.txt')
        assert.equal(await page.getByRole('columnheader', { name: 'Type' }).count(), 0)
        const look = await box(page, 'b.txt').evaluate((part) => getComputedStyle(part).opacity)
        assert.equal(look, '1')
        await box(page, 'b.txt').tap()
        await chosen(t, page, 'b.txt')
        await screenshot(page, `files-small-${colorScheme}${mode ? '-table' : '-cards'}`)
        assert.deepEqual(await axeViolations(page), [])
      }
    }
  })
})

function box(page: Page, text: string): Locator {
  return page.getByRole('checkbox', { name: `Select ${text}`, exact: true })
}

async function hasFocus(part: Locator): Promise<boolean> {
  return part.evaluate((element) => element === document.activeElement)
}

/** What is chosen, and what the boxes say of it. */
async function chosen(t: TestContext, page: Page, ...expected: string[]): Promise<void> {
  await t.waitFor(async () => {
    const boxes = page.locator('.entry-check[aria-checked="true"]:not([data-check=""])')
    const checked = await boxes.evaluateAll((parts) =>
      parts.map((part) => part.getAttribute('data-check')?.split('/').at(-1) ?? ''),
    )
    assert.deepEqual(checked.toSorted(), expected)
    const rows = await page
      .locator('.wx-cards .wx-item.wx-selected .wx-name, .wx-row.wx-selected .wx-name')
      .allTextContents()
    assert.deepEqual(rows.map((text) => text.trim()).toSorted(), expected)
  }, patient)
}

/** Of the list, in its order. */
async function shows(t: TestContext, part: Page | Locator, ...expected: string[]): Promise<void> {
  const list = part.locator('.wx-cards .wx-item .wx-name, .wx-data .wx-row .wx-name')
  await t.waitFor(async () => {
    const shown = (await list.allTextContents()).map((text) => text.trim())
    assert.deepEqual(
      shown.filter((text) => !exactly('One folder up').test(text)),
      expected,
    )
  }, patient)
}
