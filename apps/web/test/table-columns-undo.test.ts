import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { boxOf, focused, isAt, makeTable, openTable, shows } from './columns-page.ts'
import type { ColumnsPage } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const stand = (t: TestContext, shown: ColumnsPage, names: string[]) =>
  t.waitFor(async () => assert.deepEqual(await shown.headers(), names), patient)

describe('a change of columns', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  const own = ['id', 'name', 'size', 'day', 'state']

  it('is taken back by Ctrl+Z and done again, with a word of what it was', async (t) => {
    const shown = await openTable(site, `${await makeTable(site, 'kept')}?sort=-size`)
    const { page } = shown
    const told = (text: string | RegExp) => page.locator('.toast').getByText(text).waitFor()
    await shows(t, shown, 'size', 0, '11')
    await shown.choose('size', 'Rename …')
    await page.getByLabel('Name of the column').fill('amount')
    await page.keyboard.press('Enter')
    await told('size is called amount now.')
    const renamed = ['id', 'name', 'amount', 'day', 'state']
    await stand(t, shown, renamed)
    await isAt(t, shown, 'amount')
    // The rows are read by the new name, which the server knows no more once it is taken back.
    await shows(t, shown, 'amount', 0, '11')

    await page.keyboard.press('Control+z')
    await told('Undone: renamed the column size of kept to amount.')
    await stand(t, shown, own)
    // The order is still by it, and the keyboard is where it was.
    await shows(t, shown, 'size', 0, '11')
    assert.equal(await shown.header('size').getAttribute('aria-sort'), 'descending')
    await isAt(t, shown, 'size')
    await screenshot(page, 'table-column-undone')
    await page.keyboard.press('Control+y')
    await told('Done again: renamed the column size of kept to amount.')
    await stand(t, shown, renamed)
    await shows(t, shown, 'amount', 0, '11')
    await page.keyboard.press('Control+z')
    await stand(t, shown, own)
    await shown.visit.close()
  })

  it('is taken back with what was in it, also by the button of its message', async (t) => {
    const shown = await openTable(site, await makeTable(site, 'dropped'))
    const { page } = shown
    await shown.choose('day', 'Delete …')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const toast = page.locator('.toast', { hasText: 'The column day was deleted.' })
    await stand(t, shown, ['id', 'name', 'size', 'state'])
    await toast.getByRole('button', { name: 'Undo' }).click()
    await stand(t, shown, own)
    await t.waitFor(
      async () => assert.match(await shown.cell(0, 'day').innerText(), /2026/),
      patient,
    )

    await shown.choose('size', 'Change what it holds …')
    await page.getByLabel('Type of column 1').selectOption({ label: 'Text' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The column size was changed.').waitFor()
    await shown.header('name').click()
    await shows(t, shown, 'name', 0, 'row 1')
    await shown.tool('Undo').click()
    await page.getByText('Undone: changed the column size of dropped.').waitFor()
    await t.waitFor(async () => {
      const classes = await shown.cell(0, 'size').getAttribute('class')
      assert.match(classes ?? '', /cell-integer/)
    }, patient)
    await shown.visit.close()
  })

  it('of their order is taken back in its place among what is saved', async (t) => {
    const shown = await openTable(site, await makeTable(site, 'placed'))
    const { page } = shown
    const [from, to] = [await boxOf(shown.header('state')), await boxOf(shown.header('name'))]
    await page.mouse.move(from.x + 20, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width * 0.2, to.y + 12, { steps: 5 })
    await page.mouse.up()
    const dragged = ['id', 'state', 'name', 'size', 'day']
    await stand(t, shown, dragged)
    // Two steps, also where the second is done before the first is saved.
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(/\/placed\/\d+$/, async (route) => {
      await held
      await route.continue()
    })
    await shown.edit(0, 'name', 'first')
    await shown.edit(1, 'name', 'second')
    await page.keyboard.press('Escape')
    letGo()

    await page.keyboard.press('Control+z')
    await shows(t, shown, 'name', 1, 'row 2')
    await page.keyboard.press('Control+z')
    await shows(t, shown, 'name', 0, 'row 1')
    assert.deepEqual(await shown.headers(), dragged)
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: the order of the columns.').waitFor()
    await stand(t, shown, own)
    await page.keyboard.press('Control+y')
    await stand(t, shown, dragged)
    await page.keyboard.press('Control+y')
    await shows(t, shown, 'name', 0, 'first')
    await page.keyboard.press('Control+y')
    await shows(t, shown, 'name', 1, 'second')
    assert.notEqual(await focused(page), '')
    await shown.visit.close()
  })
})
