import assert from 'node:assert/strict'
import { it } from 'node:test'
import { providers } from './grid-client.ts'
import type { Answer, GridEvent } from './grid-client.ts'
import { allColumns } from './grid-columns.ts'
import type { NewColumn } from './grid-columns.ts'
import { plain, withEachClient } from './grid-server.ts'

/** The provider takes every JSON answer for a success; what it hands on must not look like one. */

const rows = [
  { name: 'one', year: 1999, code: 'A' },
  { name: 'two', code: 'B' },
  { name: 'soon deleted by somebody else' },
]
// A page can have columns that the table has not.
const pageColumns: NewColumn[] = [
  ...allColumns,
  { name: 'nothing', type: 'text' },
  { name: 'id', type: 'integer' },
]

interface Refusal {
  what: string
  action: string
  event: GridEvent
  status: number
  code: string
}

const cell = (column: string, value: unknown, id = 1): Pick<Refusal, 'action' | 'event'> => ({
  action: 'update-cell',
  event: { id, column, value },
})
const row = (values: Record<string, unknown>, id = 1): Pick<Refusal, 'action' | 'event'> => ({
  action: 'update-row',
  event: { id, row: values },
})
const add = (event: GridEvent): Pick<Refusal, 'action' | 'event'> => ({ action: 'add-row', event })

const notFound = { status: 404, code: 'tables.row_not_found' }
const notUnique = { status: 409, code: 'tables.not_unique' }
const wrongType = { status: 422, code: 'tables.wrong_type' }
const notAnOption = { status: 422, code: 'tables.not_an_option' }
const required = { status: 422, code: 'tables.value_required' }
const unknown = { status: 422, code: 'tables.unknown_column' }

const refusals: Refusal[] = [
  { what: 'an edit of a row that is gone', ...cell('name', 'x', 3), ...notFound },
  { what: 'an update of a row that is gone', ...row({ name: 'x' }, 3), ...notFound },
  {
    what: 'the deletion of a row that is gone',
    action: 'delete-row',
    event: { id: 3 },
    ...notFound,
  },
  { what: 'an edit to a value that is taken', ...cell('code', 'B'), ...notUnique },
  { what: 'an update to a value that is taken', ...row({ code: 'B', year: 1 }), ...notUnique },
  { what: 'a new row with a value that is taken', ...add({ row: { code: 'B' } }), ...notUnique },
  {
    what: 'a new row with an id that is taken',
    ...add({ id: 2, row: { id: 2, name: 'x' } }),
    status: 409,
    code: 'tables.id_taken',
  },
  { what: 'text for an integer', ...cell('year', '12abc'), ...wrongType },
  { what: 'text for a number', ...cell('score', 'NaN'), ...wrongType },
  { what: 'text for a boolean', ...cell('seen', 'maybe'), ...wrongType },
  { what: 'a day that does not exist', ...cell('day', '2026-02-30'), ...wrongType },
  { what: 'a date that is none', ...cell('at', new Date(Number.NaN)), ...wrongType },
  { what: 'an object in an editor', ...cell('extra', { a: 1 }), ...wrongType },
  { what: 'an object for a text', ...row({ name: { a: 1 } }), ...wrongType },
  { what: 'a new row with a wrong value', ...add({ row: { year: 'x' } }), ...wrongType },
  { what: 'an edit to no option', ...cell('state', 'closed'), ...notAnOption },
  {
    what: 'an edit to options of which one is none',
    ...cell('tags', ['red', 'x']),
    ...notAnOption,
  },
  { what: 'an edit that empties what must be there', ...cell('count', ''), ...required },
  { what: 'an update that empties what must be there', ...row({ title: null }), ...required },
  { what: 'an edit of a column that is not there', ...cell('nothing', 'x'), ...unknown },
  { what: 'an update of a column that is not there', ...row({ nothing: 1 }), ...unknown },
  { what: 'a new row with a column that is not there', ...add({ row: { x: 1 } }), ...unknown },
  {
    what: 'an edit of the id',
    ...cell('id', 5),
    status: 422,
    code: 'tables.read_only_column',
  },
]

withEachClient((server, version) => {
  for (const { what, action, event, status, code } of refusals) {
    it(`${what} resolves with a problem (${status}) and changes nothing`, async () => {
      const table = await server.table(allColumns, rows)
      const client = await table.open({ columns: pageColumns })
      await plain('DELETE', `${table.url}/3`)
      const [before, log] = [await table.rows(), await table.log()]

      const { response } = await client.act(action, structuredClone(event))

      assertProblem(response, status, code)
      assert.deepEqual(await table.rows(), before)
      assert.deepEqual(await table.log(), log)
    })
  }

  for (const [action, event] of [
    ['update-cell', { id: 1, column: 'name', value: 'mine' }],
    ['update-row', { id: 1, row: { name: 'mine' } }],
    ['delete-row', { id: 1 }],
  ] as const) {
    it(`${action} of a row that somebody has changed resolves with it (412)`, async () => {
      const table = await server.table(allColumns, rows)
      const etag = (await fetch(`${table.url}/1`)).headers.get('etag')
      const client = await table.open({ headers: { 'If-Match': String(etag) } })
      await plain('PATCH', `${table.url}/1`, { key: 'name', value: 'theirs' })
      const [now] = await table.rows()

      const { response } = await client.act(action, { ...event })

      assertProblem(response, 412, 'tables.row_changed')
      assert.deepEqual(response?.['current'], now)
      assert.deepEqual((await table.rows())[0], now)
      assert.equal((await table.log()).length, 1)
    })

    it(`${action} of a row that nobody has changed goes through with its ETag`, async () => {
      const table = await server.table(allColumns, rows)
      const etag = (await fetch(`${table.url}/1`)).headers.get('etag')
      const client = await table.open({ headers: { 'If-Match': String(etag) } })

      const { response } = await client.act(action, { ...event })

      assert.equal(response?.id, 1)
      assert.equal((await table.log()).length, 1)
    })
  }

  it('a table that is not there is answered with a problem (404), not with rows', async () => {
    const provider = new providers[version]<unknown>(`${server.url}nothing`)

    const answer = (await provider.getData()) as unknown as Answer

    assertProblem(answer, 404, 'tables.not_found')
  })
})

function assertProblem(answer: Answer | undefined, status: number, code: string): void {
  assert.ok(answer)
  assert.deepEqual({ status: answer.status, code: answer.code }, { status, code })
  assert.ok(typeof answer.error === 'string' && answer.error.length > 10)
  assert.ok(!('id' in answer) && !('result' in answer))
}
