import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { makeTable, openTable, send, shows } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

describe('the saved views of a table', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('keep what was set up, in tabs above the table, and in the address', async (t) => {
    const table = await makeTable(site, 'kept')
    const shown = await openTable(site, table)
    const { page } = shown
    await shown.choose('size', 'Sort down')
    await shown.choose('day', 'Hide')
    await shown.choose('name', 'Freeze up to here')
    await page.getByRole('status').getByText('Not saved').waitFor()
    await page.getByRole('button', { name: 'Save as a view …' }).click()
    await page.getByLabel('Name of the view').fill('Largest first')
    await page.keyboard.press('Enter')
    const tab = page.getByRole('link', { name: 'Largest first' })
    await tab.waitFor()
    assert.equal(await tab.getAttribute('aria-current'), 'page')
    await t.waitFor(() => assert.match(page.url(), /kept\?view=Largest\+first$/), patient)
    await screenshot(page, 'table-views')
    assert.deepEqual(await axeViolations(page), [])

    await page.getByRole('link', { name: 'All rows' }).click()
    await shows(t, shown, 'name', 0, 'row 1')
    assert.deepEqual(await shown.headers(), ['id', 'name', 'size', 'day', 'state'])
    await tab.click()
    await shows(t, shown, 'size', 0, '11')
    assert.deepEqual(await shown.headers(), ['id', 'name', 'size', 'state'])
    await page.reload()
    await shows(t, shown, 'size', 0, '11')
    await page.goBack()
    await shows(t, shown, 'name', 0, 'row 1')
    await shown.visit.close()
  })

  it('say when they are changed, and are saved or taken as they were', async (t) => {
    const table = await makeTable(site, 'changed')
    const sort = [{ column: 'size', descending: true }]
    await send(site, 'POST', `tables/${table}/views`, { name: 'mine', sort })
    const shown = await openTable(site, `${table}?view=mine`)
    const { page } = shown
    await shows(t, shown, 'size', 0, '11')
    assert.equal(await page.getByText('Changed', { exact: true }).count(), 0)

    await shown.choose('size', 'Do not sort by it')
    await shows(t, shown, 'name', 0, 'row 1')
    await page.getByText('Changed', { exact: true }).waitFor()
    await page.reload()
    await shows(t, shown, 'name', 0, 'row 1')
    await page.getByRole('button', { name: 'Discard' }).click()
    await shows(t, shown, 'size', 0, '11')

    await shown.choose('state', 'Hide')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Changed', { exact: true }).waitFor({ state: 'detached' })
    const [view] = (await send(site, 'GET', `tables/${table}/views`)) as { columns: string[] }[]
    assert.deepEqual(view?.columns, ['id', 'name', 'size', 'day'])
    await t.waitFor(() => assert.match(page.url(), /\?view=mine$/), patient)
    await shown.visit.close()
  })

  it('are seen by others at once, renamed and deleted', async (t) => {
    const table = await makeTable(site, 'shared')
    const [one, two] = [await openTable(site, table), await openTable(site, table)]
    await send(site, 'POST', `tables/${table}/views`, { name: 'ours' })
    await two.page.getByRole('link', { name: 'ours' }).click()
    await one.page.getByRole('link', { name: 'ours' }).click()
    await one.page.getByRole('button', { name: 'Menu of the view ours' }).click()
    await one.page.getByRole('menuitem', { name: 'Rename …' }).click()
    await one.page.getByLabel('Name of the view').fill('all of us')
    await one.page.keyboard.press('Enter')
    await two.page.getByRole('link', { name: 'all of us' }).waitFor()
    const name = 'Menu of the view all of us'
    await one.page.getByRole('button', { name }).click()
    await one.page.getByRole('menuitem', { name: 'Delete …' }).click()
    await one.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await two.page.getByRole('link', { name: 'all of us' }).waitFor({ state: 'detached' })
    await t.waitFor(() => assert.doesNotMatch(one.page.url(), /view/), patient)
    await one.visit.close()
    await two.visit.close()
  })

  it('fit on a phone', async () => {
    const table = await makeTable(site, 'narrow')
    for (const name of ['one', 'another one', 'a third one', 'and a fourth one']) {
      await send(site, 'POST', `tables/${table}/views`, { name, frozen: 'day' })
    }
    const shown = await openTable(site, `${table}?view=another+one&hide=day`, {
      width: 390,
      height: 740,
      colorScheme: 'dark',
    })
    await shown.page.getByText('Changed', { exact: true }).waitFor()
    await screenshot(shown.page, 'table-views-phone')
    assert.deepEqual(await axeViolations(shown.page), [])
    const isWider = 'document.documentElement.scrollWidth > innerWidth'
    assert.equal(await shown.page.evaluate(isWider), false)
    await shown.visit.close()

    // Where words are longer, too.
    for (const path of [`${table}?sort=size`, `${table}?view=one&sort=size`]) {
      const options = { path: `#/tables/${path}`, width: 390, locale: 'de-DE' }
      const visit = await site.openPage(options)
      const { page } = visit
      const discard = page.locator('.view-changed').getByRole('button', { name: 'Verwerfen' })
      await discard.waitFor()
      await screenshot(page, 'table-unsaved-phone')
      for (const button of await page.locator('.view-changed button').all()) {
        const { x, width } = (await button.boundingBox())!
        assert.ok(x >= 0 && x + width <= 390, `${await button.innerText()} ends at ${x + width}`)
      }
      await visit.close()
    }
  })
})
