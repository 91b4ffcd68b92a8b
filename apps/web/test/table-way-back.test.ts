import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { makeTable, openTable, send, shows } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

describe('the way back in a table', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('says that a long step is being taken back, and takes no other for a key pressed meanwhile', async (t) => {
    const shown = await openTable(site, await makeTable(site, 'long'))
    const { page, cell } = shown
    await shown.edit(0, 'name', 'first')
    await shown.edit(1, 'name', 'second')
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    let asked = 0
    await page.route(/\/undo$/, async (route) => {
      asked++
      await held
      await route.continue()
    })
    const working = page.locator('.toast', { hasText: 'Undoing …' })
    await page.keyboard.press('Control+z')
    await working.waitFor()
    await screenshot(page, 'table-undoing')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+Shift+z')
    await page.keyboard.press('Control+z')
    letGo()
    await shows(t, shown, 'name', 1, 'row 2')
    await working.waitFor({ state: 'detached' })
    assert.equal(asked, 1)
    assert.equal(await cell(0, 'name').innerText(), 'first')
    await page.keyboard.press('Control+z')
    await shows(t, shown, 'name', 0, 'row 1')
    await shown.visit.close()
  })

  it('stays at a step that the server refuses to take back', async (t) => {
    const columns = [
      { name: 'name', type: 'text', unique: true },
      { name: 'size', type: 'integer' },
    ]
    await send(site, 'POST', 'tables', { name: 'refused', columns })
    await send(site, 'POST', 'refused/rows', { rows: [{ name: 'Ada' }, { name: 'Bob' }] })
    const shown = await openTable(site, 'refused')
    const { page, cell, visit } = shown
    const stand = (names: string[]) =>
      t.waitFor(async () => assert.deepEqual(await shown.headers(), names), patient)
    await shown.choose('name', 'Move right')
    await stand(['id', 'size', 'name'])
    await cell(0, 'name').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
    await shows(t, shown, 'name', 0, 'Bob')
    const { id } = (await send(site, 'POST', 'refused', { name: 'Ada' })) as { id: number }
    await shows(t, shown, 'name', 1, 'Ada')

    visit.allow(/409/)
    const refusal = page.locator('.toast.error', { hasText: 'Not undone.' })
    for (let tries = 0; tries < 2; tries++) {
      await page.keyboard.press('Control+z')
      await refusal.waitFor()
      await refusal.getByRole('button', { name: 'Dismiss' }).click()
      await refusal.waitFor({ state: 'detached' })
      assert.deepEqual(await shown.headers(), ['id', 'size', 'name'])
    }
    await send(site, 'DELETE', `refused/${id}`)
    await page.keyboard.press('Control+z')
    await t.waitFor(
      async () => assert.deepEqual(await shown.column('name'), ['Ada', 'Bob']),
      patient,
    )
    assert.deepEqual(await shown.headers(), ['id', 'size', 'name'])
    await page.keyboard.press('Control+z')
    await stand(['id', 'name', 'size'])
    await visit.close()
  })
})
