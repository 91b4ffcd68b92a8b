import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { boxOf, focused, makeTable, openTable, send, shows } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

describe('the columns of a table', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('are sorted by a click up, down, and not at all', async (t) => {
    const shown = await openTable(site, await makeTable(site, 'clicked'))
    const sorted = async (first: string, mark: string) => {
      await shows(t, shown, 'size', 0, first)
      assert.equal(await shown.header('size').getAttribute('aria-sort'), mark)
    }

    await shown.header('size').click()
    await sorted('0', 'ascending')
    await shown.header('size').click()
    await sorted('11', 'descending')
    await shown.header('size').click()
    await shows(t, shown, 'name', 0, 'row 1')
    await sorted('0', 'none')
    assert.doesNotMatch(shown.page.url(), /sort/)

    // By the keys the same.
    await shown.header('name').focus()
    await shown.page.keyboard.press('Enter')
    await shown.page.keyboard.press('Enter')
    await shows(t, shown, 'name', 0, 'row 9')
    await shown.page.keyboard.press('Enter')
    await shows(t, shown, 'name', 0, 'row 1')
    await shown.visit.close()
  })

  it('have a menu, also by the keys, which gives the focus back', async (t) => {
    const shown = await openTable(site, await makeTable(site, 'menus'))
    const { page } = shown
    await shown.choose('size', 'Sort down')
    await shows(t, shown, 'size', 0, '11')

    await shown.header('size').focus()
    await page.keyboard.press('Alt+ArrowDown')
    const menu = page.getByRole('menu', { name: 'Column size' })
    await menu.waitFor()
    await screenshot(page, 'table-column-menu')
    assert.deepEqual(await axeViolations(page), [])
    assert.equal(await focused(page), 'Sort up')
    await page.keyboard.press('ArrowDown')
    assert.equal(await focused(page), 'Sort down')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    assert.equal(await focused(page), 'size')

    await shown.header('day').click({ button: 'right' })
    await page.getByRole('menu', { name: 'Column day' }).getByText('Hide').click()
    await t.waitFor(
      async () => assert.deepEqual(await shown.headers(), ['id', 'name', 'size', 'state']),
      patient,
    )
    await shown.choose('size', 'Do not sort by it')
    await shows(t, shown, 'name', 0, 'row 1')
    await shown.visit.close()
  })

  it('are dragged to another place, and stay there', async (t) => {
    const shown = await openTable(site, await makeTable(site, 'dragged'))
    const { page } = shown
    const drag = async (column: string, to: string, part: number) => {
      const [from, target] = [await boxOf(shown.header(column)), await boxOf(shown.header(to))]
      await page.mouse.move(from.x + 20, from.y + 10)
      await page.mouse.down()
      await page.mouse.move(target.x + target.width * 0.5, target.y + 10, { steps: 5 })
      await page.mouse.move(target.x + target.width * part, target.y + 12)
    }
    await drag('state', 'name', 0.2)
    await page.locator('.column-drop').waitFor()
    await screenshot(page, 'table-column-drag')
    await page.mouse.up()
    const order = ['id', 'state', 'name', 'size', 'day']
    await t.waitFor(async () => assert.deepEqual(await shown.headers(), order), patient)
    // It was no click.
    assert.equal(await shown.header('state').getAttribute('aria-sort'), 'none')
    assert.equal(await page.evaluate('String(getSelection())'), '')
    await page.reload()
    await shown.header('name').waitFor()
    assert.deepEqual(await shown.headers(), order)

    await drag('name', 'day', 0.8)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    assert.deepEqual(await shown.headers(), order)
    await shown.choose('name', 'Move right')
    const moved = ['id', 'state', 'size', 'name', 'day']
    await t.waitFor(async () => assert.deepEqual(await shown.headers(), moved), patient)
    await shown.visit.close()
  })

  it('stand as they did last in this browser, unless a link says otherwise', async (t) => {
    const shown = await openTable(site, await makeTable(site, 'kept'))
    const { page } = shown
    const plain = page.url()
    const stand = (names: string[]) =>
      t.waitFor(async () => assert.deepEqual(await shown.headers(), names), patient)
    const reopen = async (address: string) => {
      await page.goto('about:blank')
      await page.goto(address)
    }
    await shown.choose('size', 'Hide')
    await stand(['id', 'name', 'day', 'state'])
    await shown.choose('name', 'Move right')
    const mine = ['id', 'day', 'name', 'state']
    await stand(mine)

    await reopen(plain)
    await stand(mine)
    // The address of what is seen can be given to others.
    await t.waitFor(() => assert.match(page.url(), /hide=size/), patient)
    await reopen(`${plain}?freeze=name`)
    await stand(['id', 'name', 'size', 'day', 'state'])
    await reopen(plain)
    await stand(mine)

    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'size' }).check()
    await stand(['id', 'size', 'day', 'name', 'state'])
    await page.keyboard.press('Escape')
    await reopen(plain)
    await stand(['id', 'size', 'day', 'name', 'state'])
    await shown.visit.close()
  })

  it('are wide enough for their names, their amounts and what those add up to', async (t) => {
    const euros = { kind: 'currency', currency: 'EUR' }
    const columns = [
      { name: 'Bezahlt', type: 'boolean' },
      { name: 'Bestellt am', type: 'date' },
      { name: 'Preis je Stück', type: 'number', format: euros },
      { name: 'Stück', type: 'integer' },
      { name: 'Summe', type: 'number', formula: '`Preis je Stück` * `Stück`', format: euros },
    ]
    await send(site, 'POST', 'tables', { name: 'roomy', columns })
    const row = { 'Bestellt am': '2026-11-28', 'Preis je Stück': 1250.5, Stück: 1000 }
    await send(site, 'POST', 'roomy/rows', { rows: Array.from({ length: 80 }, () => row) })
    const shown = await openTable(site, 'roomy?sort=-Bezahlt,Stück&total=Summe:sum', {
      locale: 'da-DK',
    })
    const { page } = shown
    const cutIn = (part: string) =>
      page.locator(`.grid-area ${part}`).evaluateAll((all) =>
        all
          // A name in two lines is cut, too.
          .filter((one) => one.scrollWidth > one.clientWidth || one.clientHeight > 24)
          .map((one) => one.textContent),
      )
    await page.locator('.wx-footer').getByText('Sum 100.040.000,00\u00A0€').waitFor()
    await screenshot(page, 'table-readable')
    await t.waitFor(async () => {
      assert.deepEqual(await cutIn('.wx-header .wx-text'), [])
      assert.deepEqual(await cutIn('.wx-footer .wx-text'), [])
    }, patient)
    await t.waitFor(async () => {
      const cells = page.locator('.wx-body .wx-cell.cell-number, .wx-body .wx-cell.cell-date')
      const cut = await cells.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      )
      assert.deepEqual(cut, [])
    }, patient)
    await shown.visit.close()
  })

  it('are as wide as what is in them, by a double click on their edge', async (t) => {
    const table = await makeTable(site, 'fitted')
    const name = 'a row that is called by many more words than have room in its column at first'
    await send(site, 'PUT', `${table}/3`, { name })
    const shown = await openTable(site, `${table}?width=name:120&total=size:sum`)
    const { page } = shown
    const isCut = (row: number, column: string) =>
      shown.cell(row, column).evaluate((cell) => cell.scrollWidth > cell.clientWidth)
    await shown.cell(2, 'name').waitFor()
    assert.equal(await isCut(2, 'name'), true)
    const fit = async (column: string) => {
      const edge = await boxOf(shown.header(column).locator('.wx-grip'))
      await page.mouse.dblclick(edge.x + edge.width / 2, edge.y + 10)
    }
    await fit('name')
    await t.waitFor(async () => assert.equal(await isCut(2, 'name'), false), patient)
    assert.ok((await boxOf(shown.header('name'))).width <= 600)
    const was = (await boxOf(shown.header('day'))).width
    await fit('day')
    await t.waitFor(async () => {
      const { width } = await boxOf(shown.header('day'))
      assert.ok(width < was && width > 60, `${width} of ${was}`)
    }, patient)
    assert.equal(await isCut(0, 'day'), false)
    await screenshot(page, 'table-fitted')
    await page.reload()
    await shown.cell(2, 'name').waitFor()
    await t.waitFor(async () => assert.equal(await isCut(2, 'name'), false), patient)
    await shown.visit.close()
  })

  it('keep their widths, and stay in sight where they are frozen', async (t) => {
    const shown = await openTable(site, await makeTable(site, 'frozen'), {
      width: 700,
      height: 600,
    })
    const { page } = shown
    const edge = await boxOf(shown.header('name').locator('.wx-grip'))
    const was = (await boxOf(shown.header('name'))).width
    await page.mouse.move(edge.x + edge.width / 2, edge.y + 10)
    await page.mouse.down()
    await page.mouse.move(edge.x + 60, edge.y + 10, { steps: 3 })
    await page.mouse.up()
    const widened = async () => {
      const { width } = await boxOf(shown.header('name'))
      assert.ok(width > was + 40, `${width} of ${was}`)
    }
    await t.waitFor(widened, patient)
    await page.reload()
    await shown.header('name').waitFor()
    await t.waitFor(widened, patient)

    await shown.choose('name', 'Freeze up to here')
    await page.locator('.wx-scroll').evaluate((box) => {
      box.scrollLeft = 300
    })
    await t.waitFor(async () => {
      const [name, area] = [
        await boxOf(shown.cell(0, 'name')),
        await boxOf(page.locator('.grid-area')),
      ]
      assert.ok(name.x >= area.x && name.x < area.x + 120, String(name.x))
    }, patient)
    await screenshot(page, 'table-frozen')
    await shown.choose('name', 'Unfreeze')
    await t.waitFor(async () => {
      assert.equal(await page.locator('.wx-body .wx-fixed, .wx-body .wx-shadow').count(), 0)
    }, patient)
    await shown.visit.close()
  })

  it('are renamed, changed, inserted and deleted from their menus', async (t) => {
    const table = await makeTable(site, 'shaped')
    const shown = await openTable(site, `${table}?order=size,name&sort=-size`)
    const { page } = shown
    await shown.choose('size', 'Rename …')
    await page.getByLabel('Name of the column').fill('length')
    await page.keyboard.press('Enter')
    const renamed = ['length', 'name', 'id', 'day', 'state']
    await t.waitFor(async () => assert.deepEqual(await shown.headers(), renamed), patient)
    await shows(t, shown, 'length', 0, '11')

    await shown.choose('length', 'Insert right …')
    assert.equal(await focused(page), 'Name of column 1')
    await page.keyboard.type('colour')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const added = ['length', 'colour', 'name', 'id', 'day', 'state']
    await t.waitFor(async () => assert.deepEqual(await shown.headers(), added), patient)
    const { columns } = (await send(site, 'GET', `tables/${table}`)) as {
      columns: { name: string }[]
    }
    assert.deepEqual(
      columns.map(({ name }) => name),
      ['name', 'length', 'colour', 'day', 'state'],
    )

    await shown.choose('name', 'Change what it holds …')
    await page.getByLabel('Type of column 1').selectOption('Whole number')
    await page.getByText('12 rows do not fit name').waitFor()
    await page.keyboard.press('Escape')

    await shown.choose('colour', 'Delete …')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await t.waitFor(async () => assert.deepEqual(await shown.headers(), renamed), patient)
    await shown.visit.close()
  })

  it('are filtered by from their menus', async () => {
    const shown = await openTable(site, await makeTable(site, 'filtered'))
    const { page } = shown
    await shown.choose('state', 'Filter by it …')
    const editor = page.locator('.wx-filter-editor')
    await editor.getByText('done', { exact: true }).waitFor()
    await screenshot(page, 'table-filter-by-column')
    await editor.getByText('open', { exact: true }).click()
    await shown.button('Apply').click()
    await shown.status.getByText(/^(4|8) rows found$/).waitFor()
    await shown.visit.close()
  })
})
