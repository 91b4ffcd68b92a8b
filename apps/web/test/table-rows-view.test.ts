import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { focused, makeTable, openTable, send, shows } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

describe('a row of a table', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('is a form beside the grid, by Space, and goes to the next one', async (t) => {
    const table = await makeTable(site, 'formed')
    const shown = await openTable(site, table)
    const { page } = shown
    await shown.cell(1, 'name').click()
    await page.keyboard.press('Space')
    const form = page.getByRole('complementary', { name: 'Row 2' })
    await form.getByLabel('name').waitFor()
    assert.equal(await form.getByLabel('name').inputValue(), 'row 2')
    await t.waitFor(() => assert.match(page.url(), /formed\?row=2$/), patient)
    await screenshot(page, 'table-row-form')
    assert.deepEqual(await axeViolations(page), [])

    shown.visit.allow(/422/)
    await form.getByLabel('size').fill('many')
    await form.getByLabel('size').press('Enter')
    await form
      .getByRole('alert')
      .getByText(/number/)
      .waitFor()
    assert.equal(await form.getByLabel('size').inputValue(), 'many')
    await form.getByLabel('size').fill('42')
    await form.getByLabel('size').press('Enter')
    await shows(t, shown, 'size', 1, '42')
    await form.getByLabel('state').selectOption('done')
    await shows(t, shown, 'state', 1, 'done')
    const day = form.getByRole('textbox', { name: 'day' })
    await day.fill('some day')
    await day.press('Enter')
    await form.getByText('This is no date').waitFor()
    await day.press('Escape')
    await day.fill('24.12.2026')
    await day.press('Enter')
    await shows(t, shown, 'day', 1, '24 Dec 2026')
    assert.deepEqual(await send(site, 'GET', `${table}/2`), {
      id: 2,
      name: 'row 2',
      size: 42,
      day: '2026-12-24',
      state: 'done',
    })
    // What others do is seen, too.
    await send(site, 'PUT', `${table}/2`, { name: 'theirs' })
    await t.waitFor(
      async () => assert.equal(await form.getByLabel('name').inputValue(), 'theirs'),
      patient,
    )

    await form.getByRole('button', { name: 'The row below' }).click()
    const next = page.getByRole('complementary', { name: 'Row 3' })
    await next.waitFor()
    await page.reload()
    await next.getByLabel('name').waitFor()
    await next.getByLabel('name').press('Escape')
    await next.waitFor({ state: 'detached' })
    assert.doesNotMatch(page.url(), /row=/)

    await shown.cell(4, 'name').click()
    await page.keyboard.press('Space')
    await page.getByRole('complementary', { name: 'Row 5' }).waitFor()
    await page.keyboard.press('Escape')
    await t.waitFor(async () => assert.equal(await focused(page), 'row 5'), patient)
    await shown.visit.close()
  })

  it('takes numbers and days in its form as people of the place write them', async (t) => {
    const table = await makeTable(site, 'placed')
    const visit = await site.openPage({ path: `#/tables/${table}?row=2`, locale: 'de-DE' })
    const { page } = visit
    for (const [field, text] of [
      ['size', '1.200'],
      ['day', '24.12.2026'],
    ] as const) {
      await page.getByRole('textbox', { name: field }).fill(text)
      await page.getByRole('textbox', { name: field }).press('Enter')
    }
    await t.waitFor(async () => {
      const { size, day } = (await send(site, 'GET', `${table}/2`)) as Record<string, unknown>
      assert.deepEqual([size, day], [1200, '2026-12-24'])
    }, patient)
    await visit.close()
  })

  it('is closed by Escape right after Enter, while what was entered is on its way', async (t) => {
    const table = await makeTable(site, 'hurried')
    const shown = await openTable(site, table)
    const { page } = shown
    const sent = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    let puts = 0
    await page.route(`**/${table}/2`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      puts++
      sent.resolve()
      await held.promise
      await route.continue()
    })
    await shown.cell(1, 'name').click()
    await page.keyboard.press('Space')
    const form = page.getByRole('complementary', { name: 'Row 2' })
    await form.getByLabel('size').fill('42')
    await form.getByLabel('size').press('Enter')
    await sent.promise
    await page.keyboard.press('Escape')

    await form.waitFor({ state: 'detached' })
    await t.waitFor(async () => assert.equal(await focused(page), 'row 2'), patient)
    held.resolve()
    await shows(t, shown, 'size', 1, '42')
    assert.equal(puts, 1)
    await shown.visit.close()
  })

  it('leads to the rows that it names, and to those that name it', async () => {
    const halls = await makeTable(site, 'halls')
    const reference = { table: halls, onDelete: 'clear' }
    const columns = [
      { name: 'title', type: 'text' },
      { name: 'hall', type: 'integer', reference },
    ]
    await send(site, 'POST', 'tables', { name: 'shows', columns })
    const rows = Array.from({ length: 7 }, (_, at) => ({ title: `show ${at + 1}`, hall: 3 }))
    await send(site, 'POST', 'shows/rows', { rows })
    const shown = await openTable(site, 'shows?row=2')
    const { page } = shown
    await page.getByRole('link', { name: 'Open the row in hall' }).click()
    const hall = page.getByRole('complementary', { name: 'Row 3' })
    await hall.getByText('shows by hall').waitFor()
    await screenshot(page, 'table-row-pointing')
    await hall.getByRole('link', { name: 'show 5' }).waitFor()
    await hall.getByRole('link', { name: 'Show all 7' }).waitFor()
    await hall.getByRole('link', { name: 'show 1' }).click()
    await page.getByRole('complementary', { name: 'Row 1' }).getByLabel('title').waitFor()
    await shown.visit.close()
  })

  it('is deleted with all others of its range, be that longer than what is loaded', async (t) => {
    const table = await makeTable(site, 'cleared')
    const rows = Array.from({ length: 600 }, (_, at) => ({ name: `more ${at}` }))
    await send(site, 'POST', `${table}/rows`, { rows })
    const count = async () => ((await send(site, 'GET', table)) as unknown[]).length
    const before = await count()
    const shown = await openTable(site, table)
    const { page } = shown
    await shown.cell(1, 'name').click()
    await page.keyboard.press('Control+Shift+End')
    await page.getByRole('button', { name: 'Delete the selected rows' }).click()

    await page.getByText(`Deleted ${before - 1} rows.`).waitFor()
    assert.equal(await count(), 1)
    await t.waitFor(async () => assert.equal(await shown.cell(1, 'name').count(), 0), patient)
    await screenshot(page, 'table-rows-deleted')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await t.waitFor(async () => assert.equal(await count(), before), patient)
    await shows(t, shown, 'name', 1, 'row 2')
    await shown.visit.close()
  })

  it('has a menu: insert, duplicate, copy a link, delete', async (t) => {
    const table = await makeTable(site, 'menued')
    const shown = await openTable(site, table)
    const { page } = shown
    await shown.visit.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const choose = async (row: number, item: string) => {
      await shown.cell(row, 'name').click({ button: 'right' })
      await page.getByRole('menu', { name: /^Row / }).getByText(item, { exact: true }).click()
    }
    await shown.cell(2, 'name').click({ button: 'right' })
    await page.getByRole('menu', { name: 'Row 3' }).waitFor()
    await screenshot(page, 'table-row-menu')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Escape')

    await choose(2, 'Copy a link')
    const copied: string = await page.evaluate('navigator.clipboard.readText()')
    assert.match(copied, /#\/tables\/menued\?row=3$/)
    await choose(0, 'Duplicate')
    await shown.status.getByText('13 rows').waitFor()
    await shows(t, shown, 'name', 1, 'row 1')
    await choose(3, 'Insert above')
    await shown.status.getByText('14 rows').waitFor()
    // It is open, for what is typed.
    await page.locator('.cell-editor:focus').waitFor()
    await page.keyboard.press('Escape')
    await shows(t, shown, 'name', 3, '')
    await shows(t, shown, 'name', 4, 'row 3')
    await choose(3, 'Delete')
    await shown.status.getByText('13 rows').waitFor()
    await shows(t, shown, 'name', 3, 'row 3')
    await t.waitFor(async () => {
      const rows = (await send(site, 'GET', table)) as { name: string }[]
      assert.deepEqual(
        rows.slice(0, 4).map(({ name }) => name),
        ['row 1', 'row 1', 'row 2', 'row 3'],
      )
    }, patient)
    await shown.visit.close()
  })

  it('fills a phone with its form, in the dark, too', async () => {
    const table = await makeTable(site, 'small')
    const shown = await openTable(site, `${table}?row=4`, {
      width: 390,
      height: 740,
      colorScheme: 'dark',
    })
    await shown.page.getByRole('complementary', { name: 'Row 4' }).getByLabel('name').waitFor()
    await screenshot(shown.page, 'table-row-phone')
    assert.deepEqual(await axeViolations(shown.page), [])
    await shown.button('Close the form').click()
    await shown.cell(0, 'name').waitFor()
    await shown.visit.close()
  })
})
