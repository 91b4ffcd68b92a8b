import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { makeTable, openTable, send, shows } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

describe('find and replace', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('counts first, replaces in one step, and is taken back by Ctrl+Z', async (t) => {
    const shown = await openTable(site, await makeTable(site, 'shops'))
    const { page } = shown
    await shown.cell(2, 'name').click()
    await page.keyboard.press('Control+h')
    const dialog = page.getByRole('dialog', { name: 'Find and replace' })
    await page.keyboard.type('ROW 1')
    await dialog.getByText('4 cells in 4 rows').waitFor()
    await dialog.getByLabel('Only whole cells').check()
    await dialog.getByText('One cell in one row').waitFor()
    await dialog.getByLabel('Only whole cells').uncheck()
    await dialog.getByLabel('Upper and lower case').check()
    await dialog.getByText('There is nothing to replace.').waitFor()
    await dialog.getByLabel('Upper and lower case').uncheck()
    await dialog.getByLabel('Replace with').fill('shop ')
    await dialog.getByRole('button', { name: 'Replace 4 cells' }).waitFor()
    await screenshot(page, 'table-replace')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Enter')
    await page.getByText('4 cells were replaced.').waitFor()
    await shows(t, shown, 'name', 9, 'shop 0')
    // The keyboard is in the cell again.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Control+z')
    await shows(t, shown, 'name', 9, 'row 10')
    await shows(t, shown, 'name', 0, 'row 1')
    await shown.visit.close()
  })

  it('is of the rows of a filter, says what does not fit, and leaves that alone', async (t) => {
    const shown = await openTable(site, `${await makeTable(site, 'days')}?search=row 1`)
    const { page } = shown
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Find and replace' }).click()
    const dialog = page.getByRole('dialog', { name: 'Find and replace' })
    await dialog.getByLabel(/^In/).selectOption('day')
    await dialog.getByLabel('Find').fill('-15')
    await dialog.getByLabel('Replace with').fill('-31')
    await dialog.getByText('2 cells in 2 rows').waitFor()
    await dialog.getByText('2 cells could not hold').waitFor()
    await dialog.getByText('Row 10: ').waitFor()
    await screenshot(page, 'table-replace-bad')
    assert.equal(await dialog.getByRole('button', { name: 'Replace 2' }).isDisabled(), true)
    await dialog.getByLabel('Leave these cells as they are').check()
    await dialog.getByRole('button', { name: 'Replace 2' }).click()
    await page.getByText('2 cells were replaced.').waitFor()
    const days = (await send(site, 'GET', 'days')) as { day: string }[]
    const at = [0, 1, 9, 10, 11].map((place) => days[place]!.day)
    assert.deepEqual(at, ['2026-01-31', '2026-02-15', '2026-02-15', '2026-03-31', '2026-04-15'])
    await t.waitFor(async () => {
      assert.equal((await shown.cell(0, 'day').innerText()).includes('31'), true)
    }, patient)
    await shown.visit.close()
  })
})
