import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { smallPdf } from '../../../packages/server/test/fixtures/small-pdf.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse } from './browser.ts'
import { name } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { screenshot } from './screenshot.ts'

const found = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.wx-search .wx-item[data-id]')]
    .map((item) => item.getAttribute('data-id').slice(1)).sort()`)

describe('files are found', { skip: cannotBrowse }, () => {
  const { put, visit } = filesStage()

  it('by kind and by date, beside the name, with all of it in the address', async (t) => {
    await put('attic/spring report.pdf', smallPdf('Spring'))
    await put('attic/spring photo.png', 'no picture')
    await put('cellar/autumn report.pdf', smallPdf('Autumn'))
    const { page } = await visit(t, '/')
    const shows = (...expected: string[]) =>
      t.waitFor(async () => assert.deepEqual(await found(page), expected), patient)

    await page.getByLabel('Kind').selectOption('PDF')
    await t.waitFor(
      async () => assert.ok((await found(page)).includes('/attic/spring report.pdf')),
      patient,
    )
    const pdfs = await found(page)
    assert.ok(pdfs.every((id) => id.endsWith('.pdf')))
    assert.match(page.url(), /kind=pdf/)
    await page.locator('.wx-search img[src*="preview"]').first().waitFor()
    await page.locator('.wx-search-input input').fill('report')
    await shows('/attic/spring report.pdf', '/cellar/autumn report.pdf')
    await page.getByLabel('Changed').selectOption('Changed today')
    await t.waitFor(() => assert.match(page.url(), /text=report&kind=pdf&since=1/), patient)
    await shows('/attic/spring report.pdf', '/cellar/autumn report.pdf')
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'files-narrowed')

    await page.reload()
    await shows('/attic/spring report.pdf', '/cellar/autumn report.pdf')
    assert.equal(await page.getByLabel('Kind').inputValue(), 'pdf')
    await page.getByLabel('Kind').selectOption('Pictures')
    await page.getByText('Nothing was found.').waitFor()

    await page.getByRole('button', { name: 'Clear the search' }).click()
    await name(page, 'attic').waitFor()
    assert.equal(await page.getByLabel('Kind').inputValue(), '')
    assert.doesNotMatch(page.url(), /kind|since|text/)
  })

  it('and the list is as it was when nothing is asked for any more', async (t) => {
    await put('attic/spring report.pdf', smallPdf('Spring'))
    const { page } = await visit(t, '/attic?mode=table', { width: 390, height: 800 })
    await name(page, 'spring report.pdf').waitFor()

    await page.getByLabel('Kind').selectOption('Folders')
    const none = () =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('.wx-search .wx-cards'), '::after').content`,
      )
    await page.locator('.wx-search .wx-cards').waitFor()
    await t.waitFor(async () => assert.equal(await none(), '"Nothing was found."'), patient)
    await screenshot(page, 'files-narrowed-390')
    assert.deepEqual(await axeViolations(page), [])
    await page.getByLabel('Kind').selectOption('Any kind')

    await name(page, 'spring report.pdf').waitFor()
    assert.match(page.url(), /files\/attic\?mode=table$/)
  })
})
