import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { api } from '../../../test/fixtures/api.ts'

const item = (method: string, url: string, data?: unknown) => ({ method, url, data })
const person = (name: string, more: object = {}) => item('POST', 'people', { name, ...more })
const visit = (text: string, who: number | null) => item('POST', 'visits', { text, who })

/** Tables without anything unique, whose new rows can wait for others. */
async function people() {
  const opened = await api()
  async function done(method: string, path: string, body: unknown) {
    const { status, json } = await opened.call(method, path, body)
    assert.ok(status < 300, JSON.stringify(json))
    return json as Record<string, unknown>
  }
  await done('POST', '/tables', {
    name: 'people',
    columns: [
      { name: 'name', type: 'text' },
      { name: 'born', type: 'date' },
      { name: 'friend', type: 'integer', reference: { table: 'people', onDelete: 'clear' } },
    ],
  })
  await done('POST', '/tables', {
    name: 'visits',
    columns: [
      { name: 'text', type: 'text' },
      { name: 'who', type: 'integer', reference: { table: 'people', onDelete: 'clear' } },
    ],
  })
  const listed = async (table: string) => (await opened.call('GET', `/${table}`)).json as object[]
  return {
    ...opened,
    done,
    listed,
    state: async () => [await listed('people'), await listed('visits')],
  }
}

/** Rows are asked for, changed, moved, copied and deleted right after they were added; some items are refused. */
const mixed = [
  person('a'),
  person('b', { born: '2001-02-03' }),
  visit('b was there', 2),
  person('c', { friend: 1 }),
  person('d', { friend: 9 }),
  visit('nobody', 9),
  visit('c was there', 3),
  person('d', { friend: 3 }),
  item('PATCH', 'people/4', { key: 'name', value: 'D' }),
  person('e'),
  item('POST', 'people', { row: { name: 'before b' }, before: 2 }),
  item('PUT', 'people/5', { operation: 'move', target: 1, mode: 'before' }),
  person('f'),
  item('PUT', 'people/99', { name: 'x' }),
  person('g', { born: 'never' }),
  person('h'),
  item('DELETE', 'people/1', {}),
  person('i'),
  item('POST', 'people', { row: { name: 'a again' }, id: 1 }),
  item('POST', 'people', { row: { name: 'taken' }, id: 2 }),
  person('j', { friend: 10 }),
  item('PUT', 'people/3', { operation: 'move', target: 10, mode: 'after' }),
  person('after them all'),
]

describe('rows that a batch adds', () => {
  it('are each what their own method and address say, also where the one before had the same address', async () => {
    const { call, listed } = await people()

    const { json } = await call('POST', '/batch', [
      person('a'),
      person('b'),
      item('PATCH', 'people/1', { key: 'name', value: 'A' }),
      item('DELETE', 'people/1', {}),
      item('DELETE', 'people/1', {}),
      item('PATCH', 'people/2', { key: 'name', value: 'B' }),
      item('GET', 'people/2'),
      person('c'),
    ])

    const codes = (json as { code?: string }[]).map(({ code }) => code ?? 'done')
    const refused = ['tables.row_not_found', 'done', 'gantt.bad_batch', 'done']
    assert.deepEqual(codes, ['done', 'done', 'done', 'done', ...refused])
    const names = (await listed('people')).map((row) => (row as { name: string }).name)
    assert.deepEqual(names, ['B', 'c'])
  })

  it('are there for what follows them, as if each had been sent alone', async () => {
    const together = await people()
    const apart = await people()
    const since = await together.head()

    const { json } = await together.call('POST', '/batch', mixed)
    const single: unknown[] = []
    for (const { method, url, data } of mixed) {
      single.push((await apart.call(method, `/${url}`, data)).json)
    }

    assert.deepEqual(json, single)
    assert.deepEqual(await together.state(), await apart.state())
    const told = await Promise.all([together, apart].map(({ changes }) => changes(since)))
    const [ofBatch, ofSingle] = told.map((log) =>
      log.map(({ revision, operation, entity, before, after }) => ({
        revision,
        operation,
        entity,
        before,
        after,
      })),
    )
    assert.ok(ofBatch!.length > 10)
    assert.deepEqual(ofBatch, ofSingle)
  })

  it('stand in their order, however many they are', async () => {
    const { done, listed } = await people()
    const names = Array.from({ length: 250 }, (_, at) => `row ${at}`)

    await done(
      'POST',
      '/batch',
      names.map((name) => person(name)),
    )

    const rows = (await listed('people')) as { id: number; name: string }[]
    assert.deepEqual(
      rows.map(({ id, name }) => [id, name]),
      names.map((name, at) => [at + 1, name]),
    )
    assert.equal((await done('POST', '/people', { name: 'next' }))['id'], 251)
  })

  it('are not there when the batch as a whole is refused', async () => {
    const { refuses, state, head } = await people()
    const before = await head()

    const items = [person('a'), visit('a was there', 1), person('b', { friend: 7 })]
    await refuses([422, 'tables.no_such_reference'], 'POST', '/batch?atomic=true', items)

    assert.deepEqual(await state(), [[], []])
    assert.equal(await head(), before)
  })
})
