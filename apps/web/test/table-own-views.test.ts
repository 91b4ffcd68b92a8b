import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openAccountsSite } from './accounts-site.ts'
import type { AccountsSite } from './accounts-site.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse } from './browser.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

describe('the views that people have for themselves', { skip: cannotBrowse }, () => {
  let site: AccountsSite
  before(async () => {
    site = await openAccountsSite()
    const columns = [{ name: 'name', type: 'text' }]
    await site.ask('POST', 'tables', { name: 'own', columns })
    await site.ask('POST', 'own/rows', { rows: [{ name: 'b' }, { name: 'a' }] })
    await site.invite('Ed', 'editor')
  })
  after(() => site.stop())

  it('are kept by those who may only read, too', async () => {
    await site.invite('Ray', 'reader')
    const ray = await site.visitAs('Ray', { path: '#/tables/own?sort=name' })
    const { page } = ray
    await page.getByRole('button', { name: 'Save as a view …' }).click()
    await page.getByText('Only you see it.').waitFor()
    assert.equal(await page.getByRole('dialog').getByRole('checkbox').count(), 0)
    await page.keyboard.type('Sorted')
    await page.keyboard.press('Enter')
    const tab = page.getByRole('link', { name: 'Only for me Sorted' })
    await tab.waitFor()
    await screenshot(page, 'table-own-view-reader')
    await page.getByRole('button', { name: 'Menu of the view Sorted' }).click()
    assert.equal(await page.getByRole('menuitem', { name: 'Show to all' }).count(), 0)
    await page.getByRole('menuitem', { name: 'Delete …' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await tab.waitFor({ state: 'detached' })
    await ray.close()
  })

  it('have a mark on their tab, are seen by nobody else, and can be given to all', async (t) => {
    const path = '#/tables/own?sort=name'
    const [olga, ed] = [
      await site.visitAs('Olga', { path, colorScheme: 'dark' }),
      await site.visitAs('Ed', { path: '#/tables/own' }),
    ]
    const { page } = olga
    await ed.page.getByRole('link', { name: 'All rows' }).waitFor()
    await page.getByRole('button', { name: 'Save as a view …' }).click()
    await page.getByLabel('Name of the view').fill('By name')
    await page.getByRole('dialog').getByLabel('Only for me').check()
    await screenshot(page, 'table-own-view-new')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Enter')
    const tab = page.getByRole('link', { name: 'Only for me By name' })
    await tab.waitFor()
    assert.equal(await tab.getAttribute('aria-current'), 'page')
    await screenshot(page, 'table-own-view')
    assert.deepEqual(await axeViolations(page), [])

    await site.ask('POST', 'tables/own/views', { name: 'Later, for all' })
    await ed.page.getByRole('link', { name: 'Later, for all' }).waitFor()
    assert.equal(await ed.page.getByRole('link', { name: 'By name' }).count(), 0)

    const menu = page.getByRole('button', { name: 'Menu of the view By name' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Show to all' }).click()
    await tab.waitFor({ state: 'detached' })
    assert.match(page.url(), /\?view=By\+name$/)
    await ed.page.getByRole('link', { name: 'By name' }).waitFor()

    await menu.click()
    await page.getByRole('menuitem', { name: 'Only for me' }).click()
    await tab.waitFor()
    await ed.page.getByRole('link', { name: 'By name' }).waitFor({ state: 'detached' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete …' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await tab.waitFor({ state: 'detached' })
    await t.waitFor(() => assert.doesNotMatch(page.url(), /view/), patient)
    await olga.close()
    await ed.close()
  })
})
