import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { createTriptych } from '../../server/src/index.ts'
import { openServer, undoWrite } from '../src/index.ts'
import type { Saved, Server } from '../src/index.ts'
import type { TableOptions } from '../src/table-options.ts'
import { openGrid } from './open-grid.ts'
import type { GridPage, Row } from './open-grid.ts'
import { patient } from '../../server/test/fixtures/patient.ts'

const realFetch = globalThis.fetch
const triptych = await createTriptych({ data: ':memory:', port: 0, empty: true })
const { url } = await triptych.listen()
const servers: Server[] = []
const pages: GridPage[] = []
after(async () => {
  for (const page of pages) page.stop()
  for (const server of servers) server.close()
  await triptych.close()
})

let tables = 0

/** A new table of numbered rows, and how to open it in one more page. */
async function numbers(count: number) {
  const name = `numbers-${++tables}`
  await send('POST', 'tables', {
    name,
    columns: [
      { name: 'name', type: 'text' },
      { name: 'size', type: 'integer' },
      { name: 'day', type: 'date' },
      { name: 'at', type: 'datetime' },
      { name: 'kind', type: 'text', options: ['even', 'odd'] },
      { name: 'done', type: 'boolean' },
    ],
  })
  for (let from = 0; from < count; from += 10_000) {
    const length = Math.min(10_000, count - from)
    const rows = Array.from({ length }, (_, index) => row(from + index + 1))
    await send('POST', `${name}/rows`, { rows })
  }
  return {
    name,
    open: (options: Partial<TableOptions> = {}) => openPage({ table: name, ...options }),
    stored: async () => (await send('GET', name)) as Row[],
    row: async (id: number) => (await send('GET', `${name}/${id}`)) as Row,
  }
}

function row(n: number) {
  const kind = n % 2 ? 'odd' : 'even'
  return { name: `row ${n}`, size: n % 100, day: '2026-03-29', at: '2026-03-01T08:30:00Z', kind }
}

async function openPage({
  server = openServer({ url }),
  ...options
}: Omit<TableOptions, 'server'> & { server?: Server }): Promise<GridPage> {
  const page = await openGrid({ server, ...options })
  servers.push(server)
  pages.push(page)
  return page
}

async function send(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url + path, {
    method,
    headers: { accept: 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`)
  return response.json()
}

interface Sent {
  path: string
  body: unknown
  signal: AbortSignal | null | undefined
}

/** Sees what all pages send from now on, but for their streams, and can keep an answer back. */
function tapped(t: TestContext) {
  const sent: Sent[] = []
  const held = new Map<string, { arrive: () => void; released: Promise<void> }>()
  t.mock.method(globalThis, 'fetch', async (address: string, init?: RequestInit) => {
    const path = address.slice(url.length)
    if (!path.startsWith('events')) sent.push({ path, body: init?.body, signal: init?.signal })
    const response = await realFetch(address, init)
    const hold = held.get(path)
    hold?.arrive()
    await hold?.released
    return response
  })
  return {
    sent,
    hold(path: string) {
      const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
      const { promise: released, resolve } = Promise.withResolvers<void>()
      held.set(path, { arrive, released })
      const release = () => {
        held.delete(path)
        resolve()
      }
      return { arrived, release }
    },
  }
}

const startIn = (body: unknown) => (JSON.parse(body as string) as { start: number }).start
const ids = (page: GridPage) => page.state().data.map(({ id }) => id)

describe('a grid wired to a table', () => {
  it('shows columns, how many rows there are, and those that are seen', async () => {
    const { open } = await numbers(250)
    const page = await open()

    const names = ['id', 'name', 'size', 'day', 'at', 'kind', 'done']
    assert.deepEqual(
      page.state().columns.map(({ id }) => id),
      names,
    )
    assert.equal(page.state().dynamic.rowCount, 250)
    await page.look(98, 103)
    assert.deepEqual(page.values('name'), ['row 99', 'row 100', 'row 101', 'row 102', 'row 103'])
    assert.deepEqual(page.values('kind').slice(0, 2), ['odd', 'even'])
  })

  it('gives the grid dates, a day being its midnight here', async () => {
    const page = await (await numbers(1)).open()
    const [first] = page.state().data
    assert.deepEqual(first?.['day'], new Date(2026, 2, 29))
    assert.deepEqual(first?.['at'], new Date('2026-03-01T08:30:00Z'))
  })

  it('asks for no rows that are passed by', async (t) => {
    const { name, open } = await numbers(20_000)
    const page = await open()
    const wire = tapped(t)
    for (let start = 1000; start < 19_000; start += 500) {
      page.exec('request-data', { row: { start, end: start + 30 } })
    }
    await page.look(19_950, 19_980)

    assert.equal(page.values('name')[0], 'row 19951')
    const asked = wire.sent.filter(({ path }) => path === `${name}/query`)
    assert.deepEqual(
      asked.map(({ body }) => startIn(body)),
      [19_900],
    )
  })

  it('calls off a request for rows that were passed by while it ran', async (t) => {
    const { name, open } = await numbers(5000)
    const page = await open()
    const wire = tapped(t)
    const held = wire.hold(`${name}/query`)
    page.exec('request-data', { row: { start: 1000, end: 1030 } })
    await t.waitFor(() => assert.equal(wire.sent.length, 1), patient)
    page.exec('request-data', { row: { start: 4000, end: 4030 } })

    await t.waitFor(() => assert.equal(wire.sent[0]?.signal?.aborted, true), patient)
    held.release()
    await page.settled()
    assert.equal(page.values('name')[0], 'row 4001')
  })

  it('shows where rows will be that are not there yet, which cannot be edited', async () => {
    const page = await (await numbers(500)).open()
    page.exec('request-data', { row: { start: 300, end: 303 } })

    assert.deepEqual(page.values('name'), ['', '', ''])
    const [waiting] = ids(page)
    await page.edit(waiting!, 'name', 'too early')
    assert.deepEqual(page.values('name'), ['row 301', 'row 302', 'row 303'])
    assert.deepEqual(page.failures, [])
  })

  it('lets the server sort, by more than one column', async () => {
    const sorts: unknown[] = []
    const { open } = await numbers(300)
    const page = await open({ onSort: (sort) => sorts.push(sort) })
    await page.act('sort-rows', { key: 'kind', order: 'desc' })
    await page.act('sort-rows', { key: 'size', add: true })

    assert.deepEqual(page.values('name').slice(0, 3), ['row 1', 'row 101', 'row 201'])
    assert.deepEqual(page.state().sortMarks, {
      kind: { order: 'desc', index: 0 },
      size: { order: 'asc', index: 1 },
    })
    assert.equal(sorts.length, 2)
  })

  it('lets the server filter and search, for filters in the header too', async () => {
    const page = await (await numbers(300)).open()
    page.show({ filter: { field: 'size', type: 'number', filter: 'less', value: 2 } })
    await page.settled()
    assert.deepEqual(page.values('name'), [
      'row 1',
      'row 100',
      'row 101',
      'row 200',
      'row 201',
      'row 300',
    ])
    page.show({ search: 'ROW 20' })
    await page.settled()
    assert.deepEqual(page.values('name'), ['row 200', 'row 201'])
    await page.act('filter-rows', { key: 'kind', value: 'odd' })
    assert.deepEqual(page.values('name'), ['row 201'])
    assert.equal(page.state().dynamic.rowCount, 1)
    await page.act('filter-rows', {})
    page.show({ filter: null, search: '' })
    await page.settled()
    assert.equal(page.state().dynamic.rowCount, 300)
  })
})

describe('edits in a grid', () => {
  it('saves cells as their columns want them', async () => {
    const { open, row: stored } = await numbers(3)
    const page = await open()
    await page.edit(2, 'name', 'other')
    await page.edit(2, 'size', '17')
    await page.edit(2, 'day', new Date(2026, 11, 31))
    await page.edit(2, 'at', new Date('2026-06-01T00:00:00Z'))
    await page.edit(2, 'kind', 'odd')
    await page.act('update-cell', { id: 2, column: 'done', value: true })

    assert.deepEqual(await stored(2), {
      id: 2,
      name: 'other',
      size: 17,
      day: '2026-12-31',
      at: '2026-06-01T00:00:00.000Z',
      kind: 'odd',
      done: true,
    })
    assert.equal(page.state().data[1]?.['size'], 17)
    await page.edit(2, 'day', '')
    await page.edit(2, 'size', '')
    const { day, size } = await stored(2)
    assert.deepEqual([day, size], [null, null])
  })

  it('sends nothing when an editor is left without a change', async (t) => {
    const page = await (await numbers(2)).open()
    const wire = tapped(t)
    for (const column of ['name', 'size', 'day', 'at', 'kind', 'done']) await page.edit(1, column)

    assert.deepEqual(wire.sent, [])
  })

  it('saves the last of many edits, also one back to what it was', async () => {
    const { open, row: stored } = await numbers(2)
    const page = await open()
    page.exec('update-cell', { id: 1, column: 'name', value: 'a' })
    page.exec('update-cell', { id: 1, column: 'name', value: 'b' })
    page.exec('update-cell', { id: 1, column: 'name', value: 'row 1' })
    await page.settled()

    assert.equal(page.values('name')[0], 'row 1')
    assert.equal((await stored(1))['name'], 'row 1')
  })

  it('shows what the server has after a refusal, keeps the other edits, and tells', async () => {
    const { open, row: stored } = await numbers(3)
    const page = await open({ onAddedElsewhere: () => assert.fail() })
    page.exec('update-cell', { id: 1, column: 'size', value: 'many' })
    page.exec('update-cell', { id: 1, column: 'name', value: 'kept' })
    page.exec('delete-row', { id: 99 })
    page.exec('add-row', { row: { kind: 'neither' } })
    await page.settled()

    assert.deepEqual(page.failures, [
      { action: 'update-cell', code: 'tables.wrong_type' },
      { action: 'delete-row', code: 'tables.row_not_found' },
      { action: 'add-row', code: 'tables.not_an_option' },
    ])
    assert.deepEqual(page.values('size'), ['1', '2', '3'])
    assert.equal(page.values('name')[0], 'kept')
    assert.equal((await stored(1))['name'], 'kept')
    assert.equal(page.state().dynamic.rowCount, 3)
  })

  it('adds rows at the end or beside another, and edits them at once', async () => {
    const { open, stored } = await numbers(3)
    const page = await open()
    page.exec('add-row', { row: { name: 'last' } })
    page.exec('add-row', { row: { name: 'second' }, after: 1 })
    const [, second] = ids(page)
    page.exec('update-cell', { id: second, column: 'name', value: 'still second' })
    const names = ['row 1', 'still second', 'row 2', 'row 3', 'last']
    assert.deepEqual(page.values('name'), names)
    await page.settled()

    assert.deepEqual(page.values('name'), names)
    assert.deepEqual(
      (await stored()).map(({ name }) => name),
      names,
    )
    assert.equal(ids(page)[1], second)
    await page.edit(second!, 'size', '5')
    assert.equal((await stored())[1]?.['size'], 5)
  })

  it('tells of a new row that the order puts out of sight', async () => {
    const elsewhere: unknown[] = []
    const { open } = await numbers(500)
    const page = await open({ onAddedElsewhere: (id) => elsewhere.push(id) })
    page.show({ sort: [{ key: 'size', order: 'asc' }] })
    await page.settled()

    await page.act('add-row', { row: { name: 'first', size: -1 } })
    assert.equal(page.values('name')[0], 'first')
    await page.act('add-row', { row: { name: 'hidden', size: 1000 } })
    assert.equal(elsewhere.length, 1)
    assert.equal(page.state().dynamic.rowCount, 502)
  })

  it('deletes, moves and copies', async () => {
    const { open, stored } = await numbers(4)
    const page = await open()
    await page.act('delete-row', { id: 2 })
    await page.act('move-item', { id: 4, target: 1, mode: 'before' })
    await page.act('copy-row', { id: 3, target: 3 })

    const names = ['row 4', 'row 1', 'row 3', 'row 3']
    assert.deepEqual(page.values('name'), names)
    assert.deepEqual(
      (await stored()).map(({ name }) => name),
      names,
    )
  })
})

/** What is taken back is shown when it comes back as a change. */
async function shows(t: TestContext, page: GridPage, column: string, wanted: unknown[]) {
  await t.waitFor(
    () => assert.deepEqual(page.values(column).slice(0, wanted.length), wanted),
    patient,
  )
}

describe('undo in a grid', () => {
  it('takes back and does again, also rows that are out of sight', async (t) => {
    const { open, stored } = await numbers(400)
    const page = await open()
    await page.edit(1, 'name', 'new')
    await page.act('delete-row', { id: 2 })
    await page.act('add-row', { row: { name: 'added' } })
    await page.look(200, 230)

    for (let step = 0; step < 3; step++) await page.act('undo')
    assert.deepEqual(
      (await stored()).slice(0, 2).map(({ id, name }) => [id, name]),
      [
        [1, 'row 1'],
        [2, 'row 2'],
      ],
    )
    assert.equal((await stored()).length, 400)
    for (let step = 0; step < 3; step++) await page.act('redo')
    await page.look(0, 30)
    await shows(t, page, 'name', ['new', 'row 3'])
    assert.deepEqual((await stored()).at(-1), { ...(await stored()).at(-1), name: 'added' })
    assert.deepEqual(page.failures, [])
  })

  it('shows at once what comes back, under the ids it was shown with', async (t) => {
    const { open } = await numbers(3)
    const page = await open()
    await page.act('add-row', { row: { name: 'added' } })
    const added = ids(page)
    await page.act('delete-row', { id: added[3] })
    await page.edit(1, 'name', 'new')
    assert.deepEqual(page.values('name'), ['new', 'row 2', 'row 3'])

    await page.act('undo')
    await shows(t, page, 'name', ['row 1', 'row 2', 'row 3'])
    await page.act('undo')
    await shows(t, page, 'name', ['row 1', 'row 2', 'row 3', 'added'])
    assert.deepEqual(ids(page), added)
    assert.deepEqual(page.failures, [])
  })

  it('takes back what was done before the page was loaded anew', async (t) => {
    const { open, row: stored } = await numbers(3)
    const before = await open({ server: openServer({ url, client: 'a.tab' }) })
    await before.edit(2, 'name', 'mine')
    await (await open()).edit(3, 'name', 'of another')
    before.stop()

    const page = await open({ server: openServer({ url, client: 'a.tab' }) })
    await page.act('undo')
    await shows(t, page, 'name', ['row 1', 'row 2', 'of another'])
    await page.act('redo')
    await shows(t, page, 'name', ['row 1', 'mine', 'of another'])
    assert.equal((await stored(2))['name'], 'mine')
  })

  it('leaves what somebody else wrote into the row since, and tells', async (t) => {
    const { name, open, row: stored } = await numbers(3)
    const taken: unknown[] = []
    const page = await open({ onTakenBack: ({ kept }) => taken.push(...kept) })
    await page.act('update-row', { id: 2, row: { name: 'mine', size: 1 } })
    await send('PUT', `${name}/2`, { size: 77 })
    await page.act('undo')

    const { name: text, size } = await stored(2)
    assert.deepEqual([text, size], ['row 2', 77])
    assert.deepEqual(taken, [{ entity: `${name}/2`, field: 'size' }])
    await shows(t, page, 'size', ['1', '77'])
  })

  it('says why it cannot be, and changes nothing', async () => {
    const { name, open, stored } = await numbers(2)
    const page = await open()
    await page.act('undo')
    await page.act('add-row', { row: { name: 'mine' } })
    await send('PUT', `${name}/3`, { size: 5 })
    await page.act('undo')
    await page.act('redo')

    assert.deepEqual(page.failures, [
      { action: 'undo', code: 'history.nothing_to_undo' },
      { action: 'undo', code: 'history.changed_since' },
      { action: 'redo', code: 'history.nothing_to_redo' },
    ])
    assert.equal((await stored()).length, 3)
  })

  it('knows nothing of an edit that was refused, nor of what only the page knows of', async () => {
    const { open, row: stored } = await numbers(3)
    const page = await open()
    const steps = () => Object.values(page.state().history)
    await page.edit(1, 'name', 'saved')
    await page.act('update-cell', { id: 2, column: 'size', value: 'many' })
    await page.act('resize-column', { id: 'name', width: 200 })

    assert.deepEqual(page.failures, [{ action: 'update-cell', code: 'tables.wrong_type' }])
    assert.deepEqual(steps(), [1, 0])
    await page.act('undo')
    assert.equal((await stored(1))['name'], 'row 1')
    assert.deepEqual(steps(), [0, 1])
    await page.act('redo')
    assert.deepEqual(steps(), [1, 0])
    for (const id of [2, 3]) page.exec('delete-row', { id })
    await page.settled()
    assert.deepEqual(steps(), [2, 0])
  })

  it('waits for what is not saved yet', async () => {
    const { open, row: stored } = await numbers(3)
    const page = await open()
    page.exec('update-cell', { id: 2, column: 'size', value: 500 })
    page.exec('update-cell', { id: 2, column: 'day', value: new Date(2000, 0, 1) })
    page.exec('undo')
    page.exec('undo')
    page.exec('redo')
    await page.settled()

    const { size, day } = await stored(2)
    assert.deepEqual([size, day, page.failures], [500, '2026-03-29', []])
  })

  it('takes back together what was deleted in one go, by what was told when it was saved', async (t) => {
    const { open, stored } = await numbers(5)
    const saved: Saved[] = []
    const server = openServer({ url })
    const page = await open({ server, onSaved: (one) => saved.push(one) })
    for (const id of [2, 3, 4]) page.exec('delete-row', { id })
    await page.settled()
    await page.edit(1, 'name', 'later')

    const [first, , third] = saved
    assert.deepEqual(
      saved.map(({ action, ids: which }) => [action, ...which]),
      [
        ['delete-row', 2],
        ['delete-row', 3],
        ['delete-row', 4],
        ['update-cell', 1],
      ],
    )
    assert.equal(first?.write, third?.write)
    await undoWrite(server, first!.write)
    await shows(t, page, 'name', ['later', 'row 2', 'row 3', 'row 4', 'row 5'])
    assert.equal((await stored()).length, 5)
  })
})

describe('two grids of one table', () => {
  it('show the same after edits on both sides', async (t) => {
    const { open, stored } = await numbers(20)
    const [one, two] = [await open(), await open()]
    one.exec('update-cell', { id: 1, column: 'name', value: 'of one' })
    two.exec('update-cell', { id: 1, column: 'size', value: 77 })
    two.exec('update-cell', { id: 2, column: 'day', value: new Date(2000, 0, 1) })
    one.exec('delete-row', { id: 5 })
    two.exec('add-row', { row: { name: 'of two' } })
    await Promise.all([one.settled(), two.settled()])

    await t.waitFor(async () => {
      const wanted = (await stored()).map(({ name }) => name)
      assert.deepEqual(one.values('name'), wanted)
      assert.deepEqual(two.values('name'), wanted)
      assert.deepEqual(one.values('size'), two.values('size'))
      assert.deepEqual(one.values('day'), two.values('day'))
    }, patient)
  })

  it('show an edit of the other without asking for the rows again', async (t) => {
    const { name, open } = await numbers(20)
    const [one, two] = [await open(), await open()]
    const wire = tapped(t)
    await two.edit(3, 'name', 'of two')

    await t.waitFor(() => assert.equal(one.values('name')[2], 'of two'), patient)
    assert.deepEqual(
      wire.sent.map(({ path }) => path),
      [`${name}/3`],
    )
  })

  it('show an edit of the other that came while older rows were on their way', async (t) => {
    const { name, open } = await numbers(20)
    const [one, two] = [await open(), await open()]
    const wire = tapped(t)
    const held = wire.hold(`${name}/query`)
    const reloaded = one.reload()
    await held.arrived
    await two.edit(3, 'name', 'of two')
    await t.waitFor(() => assert.equal(one.values('name')[2], 'of two'), patient)
    held.release()
    await reloaded

    assert.equal(one.values('name')[2], 'of two')
  })

  it('bring a row to its new place when somebody changes what it is sorted by', async (t) => {
    const { open } = await numbers(20)
    const [one, two] = [
      await open({ query: { sort: [{ key: 'size', order: 'desc' }] } }),
      await open(),
    ]
    one.exec('select-row', { id: 20 })
    await two.edit(3, 'size', '1000')

    await t.waitFor(() => assert.equal(ids(one)[0], 3), patient)
    assert.deepEqual(one.state().selectedRows, [20])
  })

  it('show changes of very many rows', async (t) => {
    const { name, open } = await numbers(2000)
    const one = await open()
    await send('PATCH', `${name}/rows`, { filter: {}, set: { name: 'all the same' } })
    await t.waitFor(() => assert.equal(one.values('name')[0], 'all the same'), patient)
    await send('DELETE', `${name}/rows?filter=${encodeURIComponent('{}')}`)
    await t.waitFor(() => assert.equal(one.state().dynamic.rowCount, 0), patient)
  })

  it('show the columns of a table that is changed or renamed', async (t) => {
    const seen: string[] = []
    const { name, open } = await numbers(2)
    const page = await open({ onTable: (table) => seen.push(table.name) })
    const changes = [{ rename: `${name}-new` }, { renameColumn: { from: 'name', to: 'title' } }]
    await send('PATCH', `tables/${name}`, { changes })

    await t.waitFor(() => assert.deepEqual(page.values('title'), ['row 1', 'row 2']), patient)
    await page.edit(1, 'title', 'edited')
    assert.equal(((await send('GET', `${name}-new/1`)) as Row)['title'], 'edited')
    assert.deepEqual(seen, [name, `${name}-new`])
  })

  it('keep the widths a person gave to columns that are made anew', async (t) => {
    const { name, open } = await numbers(2)
    let header = 'size'
    const page = await open({
      columns: (columns) =>
        columns.map((one) => ({ ...one, width: 100, ...(one.id === 'size' && { header }) })),
    })
    await page.act('resize-column', { id: 'name', width: 321 })
    header = 'how large'
    page.showColumns()
    const column = (id: string) => page.state().columns.find((one) => one.id === id)
    assert.equal(column('name')?.width, 321)
    assert.equal(column('size')?.width, 100)
    assert.match(JSON.stringify(column('size')), /how large/)

    await send('PATCH', `tables/${name}`, { changes: [{ dropColumn: 'size' }] })
    await t.waitFor(() => assert.equal(column('size'), undefined), patient)
    assert.equal(column('name')?.width, 321)
  })

  it('go on without a column they sorted and filtered by', async (t) => {
    const { name, open } = await numbers(3)
    const rules = [
      { field: 'name', filter: 'equal', value: 'row 1' },
      { field: 'size', filter: 'greater', value: 1 },
    ]
    const page = await open({
      query: { filter: { glue: 'and', rules }, sort: [{ key: 'name', order: 'desc' }] },
    })
    const changes = [{ renameColumn: { from: 'name', to: 'title' } }]
    await send('PATCH', `tables/${name}`, { changes })

    await t.waitFor(() => assert.deepEqual(page.values('title'), ['row 2', 'row 3']), patient)
    assert.deepEqual(page.state().sortMarks, {})
    assert.deepEqual(page.failures, [])
  })

  it('show all rows where they are asked for columns that never were', async () => {
    const { open } = await numbers(3)
    const filter = { rules: [{ rules: [{ field: 'nope', filter: 'equal', value: 1 }] }] }
    const page = await open({ query: { filter, sort: [{ key: 'nope', order: 'asc' }] } })
    assert.deepEqual(ids(page), [1, 2, 3])
    page.show({ sort: [{ key: 'neither', order: 'asc' }] })
    await page.settled()
    assert.deepEqual(page.failures, [])
  })
})

/** A person has typed into a cell, and its editor is open. */
async function typed(page: GridPage, id: number, value: string): Promise<void> {
  await page.act('open-editor', { id, column: 'name' })
  await page.act('editor', { value })
}

const failed = (code: string) => ({ action: 'update-cell', code })

describe('an open editor', () => {
  it('is saved when its row leaves the rows that are seen', async () => {
    const { open, row: stored } = await numbers(500)
    const page = await open()
    await typed(page, 4, 'typed')
    await page.look(300, 350)
    await page.settled()

    assert.equal(page.state().editor, null)
    assert.equal((await stored(4))['name'], 'typed')
  })

  it('stays open while its row is seen', async () => {
    const page = await (await numbers(500)).open()
    await typed(page, 40, 'typed')
    await page.look(30, 80)
    assert.equal(page.state().editor?.value, 'typed')
    await page.act('close-editor', { ignore: true })
  })

  it('is saved when a search puts its row out of sight', async () => {
    const { open, row: stored } = await numbers(20)
    const page = await open()
    await typed(page, 4, 'typed')
    page.show({ search: 'row 1' })
    await page.settled()
    assert.equal((await stored(4))['name'], 'typed')
  })

  it('closes when somebody deletes its row, and what was typed is told of', async (t) => {
    const { name, open } = await numbers(5)
    const page = await open()
    await typed(page, 4, 'typed')
    await send('DELETE', `${name}/4`)

    await t.waitFor(
      () => assert.deepEqual(page.failures, [failed('tables.row_not_found')]),
      patient,
    )
    assert.equal(page.state().editor, null)
    await page.edit(3, 'name', 'next')
    assert.equal(page.values('name')[2], 'next')
  })

  it('closes when somebody drops its column, and only what was typed is told of', async (t) => {
    const { name, open } = await numbers(5)
    const [typing, looking] = [await open(), await open()]
    await typed(typing, 4, 'typed')
    await looking.act('open-editor', { id: 4, column: 'name' })
    await send('PATCH', `tables/${name}`, { changes: [{ dropColumn: 'name' }] })

    await t.waitFor(
      () => assert.deepEqual(typing.failures, [failed('tables.unknown_column')]),
      patient,
    )
    await t.waitFor(() => assert.equal(looking.state().editor, null), patient)
    assert.equal(typing.state().editor, null)
    assert.deepEqual(looking.failures, [])
  })

  it('is saved by a choice, which the grid of React then takes for no change', async () => {
    const { open, row: stored } = await numbers(5)
    const page = await open()
    for (const [column, value] of [
      ['day', new Date(2026, 2, 20)],
      ['kind', 'even'],
    ] as const) {
      await page.act('open-editor', { id: 1, column })
      await page.act('editor', { value })
      await page.act('close-editor', { ignore: true })
      assert.equal(page.state().editor, null)
    }
    const { day, kind } = await stored(1)
    assert.deepEqual([day, kind], ['2026-03-20', 'even'])
  })

  it('leaves the cell as it was when it is called off', async () => {
    const { open, row: stored } = await numbers(5)
    const page = await open()
    await typed(page, 4, 'typed')
    await page.act('close-editor', { ignore: true })
    assert.equal((await stored(4))['name'], 'row 4')
  })

  it('is saved when the grid is left', async (t) => {
    const { open, row: stored } = await numbers(5)
    const page = await open()
    await typed(page, 4, 'typed')
    page.stop()
    await t.waitFor(async () => assert.equal((await stored(4))['name'], 'typed'), patient)
  })
})

describe('a grid that was left', () => {
  it('says no more to anybody', async (t) => {
    const { open } = await numbers(5)
    const page = await open({ query: { sort: [{ key: 'name', order: 'desc' }] } })
    page.stop()
    const wire = tapped(t)
    await page.act('update-cell', { id: 4, column: 'name', value: 'late' })
    await page.act('add-row', { row: { name: 'late' } })
    await page.act('delete-row', { id: 3 })
    page.setState({ sortMarks: {} })

    assert.deepEqual(wire.sent, [])
    assert.deepEqual(page.state().sortMarks, {})
  })
})
