import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { focused, isAt, openTable, send } from './columns-page.ts'
import type { ColumnsPage } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const columns = [
  { name: 'labels', type: 'json', options: ['gift', 'express', 'fragile'] },
  { name: 'customer', type: 'text' },
  { name: 'paid', type: 'boolean' },
]
const rows = [
  { customer: 'Ada', labels: ['gift'], paid: true },
  { customer: 'Grace', labels: ['gift', 'express'] },
  { customer: 'Alan', labels: ['fragile'] },
  { customer: 'Edsger', labels: [] },
  { customer: 'Barbara' },
]

const finds = (t: TestContext, shown: ColumnsPage, ...names: string[]) =>
  t.waitFor(async () => assert.deepEqual(await shown.column('customer'), names), patient)

describe('a filter on several choices', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
    await send(site, 'POST', 'tables', { name: 'orders', columns })
    await send(site, 'POST', 'orders/rows', { rows })
  })
  after(() => site.stop())

  it('is made from the menu of the column, changed, and taken away', async (t) => {
    const shown = await openTable(site, 'orders', { width: 1280, height: 800 })
    const { page } = shown
    const editor = page.getByRole('dialog', { name: 'Filter by labels' })
    const panel = page.getByRole('region', { name: 'Filter' })
    await shown.choose('labels', 'Filter by it …')
    await editor.waitFor()
    assert.equal(await focused(page), 'Condition')
    await editor.getByRole('checkbox', { name: 'express' }).check()
    await editor.getByRole('checkbox', { name: 'fragile' }).check()
    await screenshot(page, 'choice-filter')
    assert.deepEqual(await axeViolations(page), [])
    await editor.getByRole('button', { name: 'Apply' }).click()
    await finds(t, shown, 'Grace', 'Alan')
    await panel.getByText('labels has any of express, fragile').waitFor()
    await isAt(t, shown, 'Change this filter')
    await panel.getByText('labels has any of').dblclick()
    await editor.getByLabel('Condition').selectOption('has none of')
    await editor.getByRole('button', { name: 'Apply' }).click()
    await finds(t, shown, 'Ada', 'Edsger', 'Barbara')

    // Another look at the same address is the same.
    await page.reload()
    await finds(t, shown, 'Ada', 'Edsger', 'Barbara')
    await panel.getByText('labels has none of express, fragile').dblclick()
    await editor.getByLabel('Condition').selectOption('is empty')
    assert.equal(await editor.getByRole('checkbox').count(), 0)
    await editor.getByRole('button', { name: 'Apply' }).click()
    await finds(t, shown, 'Edsger', 'Barbara')
    await panel.getByText('labels is empty').waitFor()
    await screenshot(page, 'choice-filter-empty')
    await shown.visit.close()
  })

  it('that is begun and left asks nothing, and Escape leaves it', async (t) => {
    const shown = await openTable(site, 'orders')
    const { page } = shown
    const editor = page.getByRole('dialog', { name: 'Filter by labels' })
    await shown.tool('Filter').click()
    await editor.waitFor()
    assert.equal(await editor.getByRole('button', { name: 'Apply' }).isDisabled(), true)
    await page.keyboard.press('Escape')
    await editor.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Filter' }).waitFor({ state: 'detached' })
    await isAt(t, shown, 'Filter')
    await finds(t, shown, 'Ada', 'Grace', 'Alan', 'Edsger', 'Barbara')
    assert.doesNotMatch(page.url(), /filter=/)
    await shown.visit.close()
  })
})
