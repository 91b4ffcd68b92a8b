import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { name, nameField } from './files-page.ts'
import { keyboardOf, watchMouse } from './keyboard-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

describe('without a mouse', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const init = { method, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(new URL(path, site.url), init)
    assert.equal(answer.status, 200, `${method} ${path}`)
    return answer.json() as Promise<T>
  }

  it('files are handled: folders opened and made, uploads, names, moves, a look, trash', async (t) => {
    await ask('POST', 'workspaces', { name: 'office' })
    const folder = { name: 'Clients', type: 'folder' }
    await ask('POST', 'w/office/files/%2F', folder)
    const visit = await site.openPage({ path: 'w/office/#/files' })
    const { page } = visit
    const noMouse = await watchMouse(page)
    const { press, type, tabTo, isAt, choose } = keyboardOf(t, page)
    const selected = (text: string) =>
      page.locator('.wx-item.wx-selected .wx-info .wx-name', { hasText: text }).waitFor()
    const stored = (path: string, ...wanted: string[]) =>
      becomes(
        t,
        async () => {
          const address = `w/office/files/${encodeURIComponent(path)}`
          const entries = await ask<{ value: string }[]>('GET', address)
          return entries.map(({ value }) => value).toSorted()
        },
        wanted,
      )

    await name(page, 'Clients').waitFor()
    await tabTo('Load again')
    await tabTo('Files')
    await press('ArrowDown')
    await selected('Clients')
    await press('Enter')
    await page.waitForURL(/Clients/)
    await tabTo('New', 'Shift+Tab')
    await press('Enter')
    await isAt('New folder')
    assert.deepEqual(await axeViolations(page), [])
    await press('Escape')
    await isAt('New')
    await press('Enter')
    await choose('New folder')
    await nameField(page).waitFor()
    await type('Meyer Ltd')
    await press('Enter')
    await selected('Meyer Ltd')
    await isAt('Files')
    await stored('/Clients', 'Meyer Ltd')

    await tabTo('New', 'Shift+Tab')
    await press('Enter')
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose('Upload files')])
    const buffer = Buffer.from('as agreed')
    await chooser.setFiles([{ name: 'offer.txt', mimeType: 'text/plain', buffer }])
    await name(page, 'offer.txt').waitFor()
    await stored('/Clients', 'Meyer Ltd', 'offer.txt')
    await tabTo('Load again')
    await tabTo('Files')
    await selected('Meyer Ltd')
    await press('ArrowRight')
    await selected('offer')
    await press('F2')
    await nameField(page).waitFor()
    await type('contract')
    await press('Enter')
    await selected('contract')
    await isAt('Files')

    await press('Enter')
    await page.getByRole('dialog').getByText('as agreed').waitFor()
    await press('Escape')
    await isAt('Files')
    await press('Control+x', 'ArrowLeft')
    await selected('Meyer Ltd')
    await press('Enter')
    await page.waitForURL(/Meyer/)
    await isAt('Files')
    await press('Control+v')
    await selected('contract')
    await stored('/Clients/Meyer Ltd', 'contract.txt')
    await press('Delete')
    await isAt('Delete')
    await press('Enter')
    await page.getByText('Deleted “contract.txt”.').waitFor()
    await isAt('Files')
    await stored('/Clients/Meyer Ltd')
    await tabTo('More of this workspace', 'Shift+Tab')
    await press('Enter')
    await choose('Trash…')
    await page.getByRole('dialog').getByText('contract.txt').first().waitFor()
    await tabTo('Restore contract.txt')
    await press('Enter')
    await stored('/Clients/Meyer Ltd', 'contract.txt')
    await press('Escape')
    await name(page, 'contract.txt').waitFor()
    await isAt('More of this workspace')
    await screenshot(page, 'keyboard-files')
    await noMouse()
    await visit.close()
  })

  it('a table is made and filled: columns, rows, a range, filter, order, a view, a form', async (t) => {
    await ask('POST', 'workspaces', { name: 'desk' })
    const visit = await site.openPage({ path: 'w/desk/#/tables' })
    const { page } = visit
    const noMouse = await watchMouse(page)
    const { press, type, tabTo, isAt, choose } = keyboardOf(t, page)
    const shows = (...rows: string[]) =>
      becomes(
        t,
        async () => {
          const texts = await page.locator('.wx-body .wx-row').allInnerTexts()
          return texts.map((text) => text.trim().split(/\s+/).slice(1).join(' '))
        },
        rows,
      )

    await page.getByRole('button', { name: 'New table' }).first().waitFor()
    await tabTo('New table')
    await press('Enter')
    await isAt('Name')
    await type('orders')
    await tabTo('Name of column 1')
    await press('Control+a')
    await type('name')
    await tabTo('Add a column')
    await press('Enter')
    await isAt('Name of column 2')
    await type('size')
    await press('Tab')
    await type('Whole')
    await tabTo('Create')
    await press('Enter')
    await page.getByText('This table has no rows yet').waitFor()

    await isAt('Add row')
    await press('Enter')
    for (const [row, size] of [
      ['Nails', '12'],
      ['Screws', '7'],
    ]) {
      await page.locator('.cell-editor:focus').waitFor()
      await type(row!)
      await press('Tab')
      await isAt(`${row}, size`)
      await type(size!)
      // The next row is a new one.
      await press(row === 'Nails' ? 'Enter' : 'Shift+Tab')
    }
    await isAt('Screws, name')
    await press('ArrowRight')
    await isAt('Screws, size')
    await shows('Nails 12', 'Screws 7')

    await press('ArrowLeft', 'ArrowUp')
    await isAt('Nails, name')
    await press('Shift+ArrowRight', 'Control+c', 'ArrowDown')
    await isAt('Screws, name')
    await press('Control+v')
    await shows('Nails 12', 'Nails 12')
    await press('Control+z')
    await shows('Nails 12', 'Screws 7')

    await press('Space')
    await page.getByRole('complementary', { name: 'Row 2' }).waitFor()
    await tabTo('size')
    await press('Control+a')
    await type('70')
    await press('Enter')
    await shows('Nails 12', 'Screws 70')
    await press('Escape')
    await isAt('Screws, name')

    await press('Escape')
    await tabTo('size', 'Shift+Tab')
    await press('Alt+ArrowDown')
    await choose('Sort down')
    await shows('Screws 70', 'Nails 12')
    await tabTo('Filter', 'Shift+Tab')
    await press('Enter')
    await isAt('Value')
    await type('Screw')
    await press('Enter')
    await shows('Screws 70')
    await tabTo('Save as a view …', 'Shift+Tab')
    await press('Enter')
    await isAt('Name of the view')
    await type('Largest screws')
    await press('Enter')
    await page.getByRole('link', { name: 'Largest screws' }).waitFor()
    await becomes(
      t,
      async () => (await ask<object[]>('GET', 'w/desk/tables/orders/views')).length,
      1,
    )
    await screenshot(page, 'keyboard-table')
    assert.deepEqual(await axeViolations(page), [])
    await noMouse()
    await visit.close()
  })
})

const becomes = (t: TestContext, read: () => Promise<unknown>, wanted: unknown) =>
  t.waitFor(async () => assert.deepEqual(await read(), wanted), patient)
