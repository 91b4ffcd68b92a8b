import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site, VisitOptions } from './browser.ts'
import { openTable, send as sendTo } from './columns-page.ts'
import type { TablesPage } from './tables-page.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

describe('the tables view', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  const open = (path: string, options: VisitOptions = {}) => openTable(site, path, options)
  const send = (method: string, path: string, body: unknown) => sendTo(site, method, path, body)

  /** Until the server has it: a page shows what it has not sent yet. */
  async function stored(t: TestContext, path: string, name: string): Promise<void> {
    await t.waitFor(async () => {
      const row = (await (await fetch(site.url + path)).json()) as { name: unknown }
      assert.equal(row.name, name)
    }, patient)
  }

  /** A table of its own, so that the tests do not meet. */
  async function make(name: string, count = 5): Promise<string> {
    const columns = [
      { name: 'name', type: 'text' },
      { name: 'size', type: 'integer' },
      { name: 'day', type: 'date' },
      { name: 'state', type: 'text', options: ['open', 'done'] },
      { name: 'seen', type: 'boolean' },
      { name: 'at', type: 'datetime' },
    ]
    await send('POST', 'tables', { name, columns })
    for (let from = 0; from < count; from += 5000) {
      const length = Math.min(5000, count - from)
      const rows = Array.from({ length }, (_, index) => ({
        name: `row ${from + index + 1}`,
        size: (from + index) % 10,
      }))
      await send('POST', `${name}/rows`, { rows })
    }
    return name
  }

  for (const [width, colorScheme] of [
    [360, 'light'],
    [1280, 'dark'],
    [1280, 'light'],
  ] as const) {
    it(`keeps nobody out at ${width} pixels, ${colorScheme}`, async () => {
      const filter = {
        glue: 'and',
        rules: [{ field: 'year', type: 'number', filter: 'greater', value: 1990 }],
      }
      const query = new URLSearchParams({ filter: JSON.stringify(filter), sort: '-year' })
      const shown = await open(`films?${query}`, { width, height: 740, colorScheme })
      assert.deepEqual(await axeViolations(shown.page), [])
      const isWider = 'document.documentElement.scrollWidth > innerWidth'
      assert.equal(await shown.page.evaluate(isWider), false)
      await shown.button('New table').click()
      assert.deepEqual(await axeViolations(shown.page), [])
      await shown.page.keyboard.press('Escape')
      await shown.button('Export what is shown').click()
      assert.deepEqual(await axeViolations(shown.page), [])
      await shown.page.keyboard.press('Escape')
      await shown.button('Add filter').click()
      await shown.page.locator('.wx-filter-editor label').first().waitFor()
      assert.deepEqual(await axeViolations(shown.page), [])
      await shown.visit.close()
    })
  }

  it('shows the first table, and keeps an edit over a reload', async (t) => {
    const films = await open('')
    assert.match(films.page.url(), /#\/tables\/films$/)
    assert.equal(await films.cell(0, 'name').innerText(), 'The Shawshank Redemption')
    await films.cell(0, 'name').click()
    await films.page.keyboard.press('Enter')
    await films.page.keyboard.press('End')
    await films.page.keyboard.type('!')
    await films.page.keyboard.press('Enter')
    await stored(t, 'films/1', 'The Shawshank Redemption!')
    await films.page.reload()

    await shows(t, films, 'name', 0, 'The Shawshank Redemption!')
    await films.visit.close()
  })

  it('edits every kind of cell', async (t) => {
    const name = await make('kinds', 2)
    const { page, cell, edit, visit } = await open(name, { timezone: 'America/New_York' })
    await edit(0, 'size', '42')
    await cell(0, 'state').dblclick()
    await page.getByText('done', { exact: true }).click()
    await cell(0, 'seen').getByRole('checkbox').check()
    await cell(0, 'day').dblclick()
    await page.getByRole('button', { name: 'Today' }).click()
    await cell(0, 'at').dblclick()
    await page.getByLabel('Date and time').fill('2026-07-04T09:30')
    await page.keyboard.press('Enter')

    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format()
    await t.waitFor(async () => {
      const row: unknown = await (await fetch(`${site.url}${name}/1`)).json()
      assert.deepEqual(row, {
        id: 1,
        name: 'row 1',
        size: 42,
        day: today,
        state: 'done',
        seen: true,
        at: '2026-07-04T13:30:00.000Z',
      })
    }, patient)
    await visit.close()
  })

  it('takes a choice also where there was one already', async (t) => {
    const name = await make('choices', 1)
    await send('PUT', `${name}/1`, { day: '2026-03-08', state: 'open' })
    const { page, cell, visit } = await open(name)
    await cell(0, 'day').dblclick()
    await page.locator('.wx-calendar .wx-day:not(.wx-out)', { hasText: '20' }).click()
    await cell(0, 'state').dblclick()
    await page.getByText('done', { exact: true }).click()

    await t.waitFor(async () => {
      const row = (await (await fetch(`${site.url}${name}/1`)).json()) as Record<string, unknown>
      assert.deepEqual([row['day'], row['state']], ['2026-03-20', 'done'])
    }, patient)
    await visit.close()
  })

  it('undoes nothing that somebody else has changed since, and says so', async (t) => {
    const name = await make('undone')
    const shown = await open(name)
    await shown.edit(1, 'name', 'mine')
    // What is shown may still be on its way: theirs has to come after it.
    await stored(t, `${name}/2`, 'mine')
    await send('PUT', `${name}/2`, { name: 'theirs' })
    await shows(t, shown, 'name', 1, 'theirs')
    await shown.button('Undo').click()

    await shown.page
      .getByRole('status')
      .getByText('Undone, but kept: Name, changed by somebody else since.')
      .waitFor()
    await shows(t, shown, 'name', 1, 'theirs')
    await shown.visit.close()
  })

  it('shows the rows that others are named by as they are now', async (t) => {
    const people = await make('people', 2)
    const columns = [{ name: 'what', type: 'text' }, naming('who', people)]
    await send('POST', 'tables', { name: 'errands', columns })
    await send('POST', 'errands', { what: 'fetch', who: 1 })
    await send('POST', 'errands', { what: 'carry', who: 2 })
    const shown = await open('errands')
    await shows(t, shown, 'who', 0, 'row 1')
    await shown.cell(0, 'what').click()
    await send('PUT', `${people}/1`, { name: 'Ada' })
    await shows(t, shown, 'who', 0, 'Ada')
    await send('POST', people, { name: 'Bob' })
    await send('PUT', 'errands/2', { who: 3 })
    await shows(t, shown, 'who', 1, 'Bob')

    const addColumn = naming('after', 'errands')
    await send('PATCH', 'tables/errands', { changes: [{ addColumn }] })
    await send('PUT', 'errands/2', { after: 1 })
    await shows(t, shown, 'after', 1, 'fetch')
    await shown.edit(0, 'what', 'bring')
    await shows(t, shown, 'after', 1, 'bring')
    await shown.visit.close()
  })

  it('saves what is typed when the view is left', async (t) => {
    const name = await make('left')
    const shown = await open(name)
    await shown.cell(0, 'name').dblclick()
    await shown.page.locator('.cell-editor').fill('typed')
    await shown.page.evaluate("location.hash = '#/files'")

    await t.waitFor(async () => {
      const row = (await (await fetch(`${site.url}${name}/1`)).json()) as { name: string }
      assert.equal(row.name, 'typed')
    }, patient)
    await shown.visit.close()
  })

  it('adds a row to a table with a column that must have a value', async (t) => {
    const films = await open('films?sort=year')
    const count = Number.parseInt(await films.status.innerText(), 10)
    await films.button('Add row').click()
    await films.status.getByText(`${count + 1} rows`).waitFor()
    await films.page.locator('.cell-editor').waitFor()
    await films.page.keyboard.type('Zorro')
    await films.page.keyboard.press('Enter')
    await shows(t, films, 'name', 0, 'Zorro')
    await films.button('Undo').click()
    await shows(t, films, 'name', 0, '')
    await films.button('Undo').click()
    await films.status.getByText(`${count} rows`).waitFor()
    await films.visit.close()
  })

  it('adds rows below all others, which stay, with their numbers and the cursor in the first cell', async (t) => {
    for (const count of [0, 10]) {
      const shown = await open(await make(`few-${count}`, count))
      const { page } = shown
      const names = Array.from({ length: count }, (_, index) => `row ${index + 1}`)
      for (const name of ['Meyer Ltd', 'Miller and Sons']) {
        await shown.button('Add row').click()
        await page.locator('.cell-editor').waitFor()
        await page.keyboard.type(name)
        await page.keyboard.press('Enter')
        names.push(name)
        await t.waitFor(async () => assert.deepEqual(await shown.column('name'), names), patient)
        const numbers = names.map((_, index) => String(index + 1))
        await t.waitFor(async () => assert.deepEqual(await shown.column('id'), numbers), patient)
      }

      await shown.cell(0, 'id').click()
      await shown.button('Delete the selected rows').click()
      await shows(t, shown, 'name', 0, names[1]!)
      await shown.tool('Undo').click()
      await t.waitFor(async () => assert.deepEqual(await shown.column('name'), names), patient)
      await shown.visit.close()
    }
  })

  it('shows the whole of a row that is added to a long table', async (t) => {
    const shown = await open(await make('long', 300))
    for (const number of ['301', '302']) {
      await shown.button('Add row').click()
      await shown.page.locator('.cell-editor').waitFor()
      await shown.page.keyboard.press('Escape')
      const row = shown.page.locator('.wx-body .wx-row', { hasText: number })
      await t.waitFor(async () => {
        const [box, frame] = [await row.boundingBox(), await shown.status.boundingBox()]
        assert.ok(box && frame && box.y + box.height <= frame.y + 1)
      }, patient)
    }
    await shown.visit.close()
  })

  it('keeps a refused edit in its cell, says why there, and takes it back by Escape', async (t) => {
    const name = await make('refused')
    await send('PATCH', `tables/${name}`, {
      changes: [{ changeColumn: { name: 'name', unique: true } }],
    })
    const shown = await open(name)
    shown.visit.allow(/409/)
    await shown.edit(1, 'name', 'row 1')

    const refused = shown.page.locator('.cell-refused')
    await refused.waitFor()
    assert.equal(await refused.innerText(), 'row 1')
    await shown.page.locator('.cell-reason').waitFor()
    await shown.cell(1, 'name').click()
    await shown.page.keyboard.press('Escape')
    await refused.waitFor({ state: 'detached' })
    await shows(t, shown, 'name', 1, 'row 2')
    await shown.visit.close()
  })

  it('adds and deletes rows, and takes it back', async (t) => {
    const shown = await open(await make('added', 40))
    await shown.button('Add row').click()
    await shown.status.getByText('41 rows').waitFor()
    await shown.button('Undo').click()
    await shown.status.getByText('40 rows').waitFor()
    await shown.button('Redo').click()
    await shown.status.getByText('41 rows').waitFor()
    await shown.page.locator('.wx-scroll').evaluate((node) => node.scrollTo(0, 0))
    await shows(t, shown, 'name', 0, 'row 1')
    await shown.cell(0, 'id').click()
    await shown.cell(2, 'id').click({ modifiers: ['Shift'] })
    await shown.button('Delete the selected rows').click()
    await shown.status.getByText('38 rows').waitFor()
    await shows(t, shown, 'name', 0, 'row 4')
    // They went in one go, and come back so.
    await shown.page.getByRole('status').getByText('Deleted 3 rows.').waitFor()
    await shown.tool('Undo').click()
    await shown.status.getByText('41 rows').waitFor()
    await shows(t, shown, 'name', 0, 'row 1')
    await shown.visit.close()
  })

  it('sorts by headers, and a link shows the same', async (t) => {
    const shown = await open(await make('sorted', 30))
    const header = (name: string) =>
      shown.page.locator('.wx-header').getByText(name, { exact: true })
    await header('size').click()
    await shows(t, shown, 'name', 1, 'row 11')
    await header('name').click({ modifiers: ['ControlOrMeta'] })
    await shows(t, shown, 'name', 1, 'row 11')
    await header('size').click()
    await shows(t, shown, 'size', 0, '9')
    assert.match(shown.page.url(), /\?sort=-size$/)
    await shown.page.reload()

    await shows(t, shown, 'size', 0, '9')
    await shown.visit.close()
  })

  it('searches and filters, and shows all rows again', async () => {
    const shown = await open(await make('found', 30))
    await shown.page.getByRole('searchbox').fill('ROW 2')
    await shown.status.getByText('11 rows found').waitFor()
    await shown.button('Filter').click()
    const editor = shown.page.locator('.wx-filter-editor')
    await editor.getByText('row 25', { exact: true }).waitFor()
    await editor.locator('input:not([readonly], [type=checkbox])').last().fill('5')
    await shown.button('Apply').click()
    await shown.status.getByText('1 row found').waitFor()
    await shown.page.reload()
    await shown.status.getByText('1 row found').waitFor()
    await shown.page.getByRole('searchbox').fill('nowhere')
    await shown.button('Show all rows').click()
    await shown.status.getByText('30 rows').waitFor()
    await shown.visit.close()
  })

  it('reaches the last of very many rows', async (t) => {
    const shown = await open(await make('many', 20_000))
    await shown.cell(0, 'name').click()
    await shown.page.keyboard.press('Control+ArrowDown')
    const focused = shown.page.locator('[data-col-id=":name"]:focus')
    await focused.filter({ hasText: 'row 20000' }).waitFor()
    assert.equal((await shown.column('name')).at(-1), 'row 20000')
    await shown.page.keyboard.press('ArrowUp')
    await focused.filter({ hasText: 'row 19999' }).waitFor()
    await shown.page.keyboard.press('Enter')
    assert.equal(await shown.page.locator('.cell-editor').inputValue(), 'row 19999')
    await shown.page.keyboard.press('Escape')
    await shown.page.mouse.move(600, 400)
    await shown.page.mouse.wheel(0, -320)
    await t.waitFor(
      async () => assert.ok(!(await shown.column('name')).includes('row 20000')),
      patient,
    )
    await shown.visit.close()
  })

  it('shows what others do, and keeps the selection', async (t) => {
    const name = await make('shared', 20)
    const [one, two] = [await open(name), await open(name)]
    await one.cell(4, 'name').click()
    await two.edit(0, 'name', 'of two')
    await shows(t, one, 'name', 0, 'of two')
    await two.cell(1, 'name').click()
    await two.button('Delete the selected rows').click()
    await shows(t, one, 'name', 1, 'row 3')
    assert.equal(await one.page.locator('.wx-selected [data-col-id=":name"]').innerText(), 'row 5')
    assert.equal(await one.button('Undo').isEnabled(), false)
    await one.visit.close()
    await two.visit.close()
  })

  it('keeps edits while it is offline', async (t) => {
    const name = await make('offline')
    const shown = await open(name)
    await shown.visit.goOffline()
    await shown.edit(0, 'name', 'typed in a tunnel')
    await shows(t, shown, 'name', 0, 'typed in a tunnel')
    await shown.visit.goOnline()

    await t.waitFor(async () => {
      const row = (await (await fetch(`${site.url}${name}/1`)).json()) as { name: string }
      assert.equal(row.name, 'typed in a tunnel')
    }, patient)
    await shown.visit.close()
  })

  it('makes a table, changes its columns, renames and deletes it', async () => {
    const shown = await open('films')
    const { page, button } = shown
    await button('New table').click()
    await page.getByLabel('Name', { exact: true }).fill('chores')
    await button('Add a column').click()
    await page.getByLabel('Name of column 2').fill('hours')
    await page.getByLabel('Type of column 2').selectOption('Text')
    await button('Create').click()
    await page.getByText('This table has no rows yet').waitFor()
    await button('Add row').click()
    await shown.status.getByText('1 row').waitFor()
    await shown.edit(0, 'hours', 'a lot')

    await button('Columns').click()
    await button('Add or change columns …').click()
    await page.getByLabel('Type of column 2').selectOption('Whole number')
    await page.getByText('1 row does not fit hours').waitFor()
    assert.equal(await button('Save').isEnabled(), false)
    await page.getByLabel('Type of column 2').selectOption('Text')
    await page.getByLabel('Name of column 2').fill('effort')
    await page.getByText('All rows fit').waitFor()
    await button('Save').click()
    await page.locator('.wx-header').getByText('effort').waitFor()

    await button('More').click()
    await page.getByRole('menuitem', { name: 'Rename …' }).click()
    await page.getByLabel('In its address').fill('todo')
    await button('Rename').click()
    await page.waitForURL(/#\/tables\/todo$/)
    await button('More').click()
    await page.getByRole('menuitem', { name: 'Delete …' }).click()
    await button('Delete table').click()
    await page.getByText('There is no table todo').waitFor()
    await shown.visit.close()
  })

  it('imports a file with the types a person chose, and exports what is shown', async () => {
    const shown = await open('films')
    const { page, button } = shown
    await button('Import a file').click()
    const buffer = Buffer.from('code,amount\n1,5\n2,7.5\n')
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'my codes.csv', mimeType: 'text/csv', buffer })
    await page.getByLabel('Type of code').selectOption('Text')
    await button('Import').click()
    await page.waitForURL(/#\/tables\/my-codes$/)
    await shown.status.getByText('2 rows').waitFor()
    await page.getByRole('searchbox').fill('2')
    await shown.status.getByText('1 row found').waitFor()
    await button('Export what is shown').click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ])
    assert.equal(await readFile(await download.path(), 'utf8'), 'id,code,amount\r\n2,2,7.5\r\n')
    await shown.visit.close()
  })

  it('imports a file into a table, without the columns the table does not have', async () => {
    const shown = await open(await make('taken', 2))
    const { page, button } = shown
    await button('Import a file').click()
    const buffer = Buffer.from('Name,weather\nfrom a file,rain\n')
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
    await page.getByLabel('Into').selectOption('taken')
    const column = page.getByLabel('Column for weather')
    await column.getByText('left out').waitFor({ state: 'attached' })
    assert.equal(await column.inputValue(), '')
    await button('Import').click()
    await shown.status.getByText('3 rows').waitFor()
    assert.deepEqual(await shown.column('name'), ['row 1', 'row 2', 'from a file'])
    await shown.visit.close()
  })

  it('saves what is typed when a new row scrolls it away', async (t) => {
    const name = await make('typed', 200)
    const shown = await open(name)
    await shown.cell(3, 'name').dblclick()
    await shown.page.locator('.cell-editor').fill('typed')
    await shown.button('Add row').click()
    await shown.status.getByText('201 rows').waitFor()
    await t.waitFor(async () => {
      const row = (await (await fetch(`${site.url}${name}/4`)).json()) as { name: string }
      assert.equal(row.name, 'typed')
    }, patient)
    await shown.visit.close()
  })

  it('leaves out of a link what the table does not have, and says so', async () => {
    const rules = [
      { field: 'nope', filter: 'equal', value: 1 },
      { field: 'size', filter: 'nope', value: 1 },
      { field: 'size', type: 'number', filter: 'less', value: 3 },
    ]
    const filter = JSON.stringify({ glue: 'and', rules })
    const query = new URLSearchParams({ filter, sort: 'nope,-size', hide: 'nope' })
    const shown = await open(`${await make('linked')}?${query}`)
    await shown.status.getByText('3 rows found').waitFor()
    assert.deepEqual(await shown.column('size'), ['2', '1', '0'])
    await shown.page.locator('.toast').getByText('was left out').waitFor()
    assert.doesNotMatch(decodeURIComponent(shown.page.url()), /nope/)
    await shown.visit.close()
  })

  it('goes on when somebody renames the column that is sorted and filtered by', async () => {
    const name = await make('renamed')
    const filter = JSON.stringify({
      glue: 'and',
      rules: [{ field: 'size', type: 'number', filter: 'greater', value: 1 }],
    })
    const shown = await open(`${name}?${new URLSearchParams({ filter, sort: '-size' })}`)
    await shown.status.getByText('3 rows found').waitFor()
    const changes = [{ renameColumn: { from: 'size', to: 'width' } }]
    await send('PATCH', `tables/${name}`, { changes })
    await shown.status.getByText('5 rows').waitFor()
    await shown.page.waitForURL(/#\/tables\/renamed$/)
    assert.deepEqual(await shown.column('width'), ['0', '1', '2', '3', '4'])
    await shown.visit.close()
  })

  it('shows a table that was asked for while it was offline', async () => {
    const name = await make('later')
    const shown = await open(await make('sooner', 3))
    await shown.page.getByRole('link', { name }).waitFor()
    await shown.visit.goOffline()
    await shown.page.getByRole('link', { name }).click()
    await shown.page.getByText('The table could not be loaded.').waitFor()
    await shown.visit.goOnline()
    await shown.status.getByText('5 rows').waitFor()
    await shown.visit.close()
  })

  it('hides columns, also after a reload', async () => {
    const shown = await open(await make('hidden'))
    await shown.button('Columns').click()
    await shown.page.getByLabel('day', { exact: true }).uncheck()
    const header = shown.page.locator('.wx-header')
    await header.getByText('day').waitFor({ state: 'detached' })
    await shown.page.reload()
    await header.getByText('size').waitFor()
    assert.equal(await header.getByText('day').count(), 0)
    await shown.visit.close()
  })
})

function naming(name: string, table: string): object {
  return { name, type: 'integer', reference: { table, onDelete: 'clear' } }
}

async function shows(
  t: TestContext,
  { cell }: TablesPage,
  column: string,
  row: number,
  text: string,
): Promise<void> {
  await t.waitFor(async () => assert.equal(await cell(row, column).innerText(), text), patient)
}
