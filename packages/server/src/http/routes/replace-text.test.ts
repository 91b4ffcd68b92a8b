import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TextReplaced } from '@triptych/contract/many-rows'
import { api, assertProblem } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'
import { client } from '../../../test/fixtures/doings.ts'
import { done, upTo } from '../../../test/fixtures/rows-api.ts'

const columns = [
  { name: 'name', type: 'text', nullable: false },
  { name: 'code', type: 'text', unique: true },
  { name: 'state', type: 'text', options: ['open', 'done', 'closed'] },
  { name: 'price', type: 'number' },
  { name: 'day', type: 'date' },
  { name: 'paid', type: 'boolean' },
  { name: 'label', type: 'text', formula: '`name` & "!"' },
]

const rows = [
  { name: 'Berlin Mitte', code: 'B-1', state: 'open', price: 2.5, day: '2025-02-01' },
  { name: 'berlin Spandau', code: 'B-2', state: 'open', price: 12.5, day: '2024-02-29' },
  { name: 'Hamburg', code: 'H-1', state: 'done', price: null, day: null },
]

async function shops(): Promise<Api> {
  const set = await api({}, columns)
  await done(set, 'POST', '/films/rows', { rows })
  return set
}

const replace = (set: Api, body: object) =>
  done<TextReplaced>(set, 'POST', '/films/replace', { filter: {}, replace: '', ...body })

async function cells(set: Api, column: string): Promise<unknown[]> {
  return ((await set.rows()) as Record<string, unknown>[]).map((row) => row[column])
}

describe('POST /{table}/replace', () => {
  it('puts a text in place of another, and what is worked out follows', async () => {
    const set = await shops()

    const told = await replace(set, { find: 'berlin', replace: 'Bonn' })

    const found = [{ column: 'name', cells: 2 }]
    assert.deepEqual(told, { changed: 2, cells: 2, columns: found, bad: 0, failures: [] })
    assert.deepEqual(await cells(set, 'name'), ['Bonn Mitte', 'Bonn Spandau', 'Hamburg'])
    assert.deepEqual(await cells(set, 'label'), ['Bonn Mitte!', 'Bonn Spandau!', 'Hamburg!'])
  })

  it('tells first what it would be, and changes nothing by that', async () => {
    const set = await shops()
    const head = await set.head()

    const told = await replace(set, { find: '5', replace: '6', dryRun: true })

    assert.deepEqual(told, {
      changed: 2,
      cells: 3,
      columns: [
        { column: 'price', cells: 2 },
        { column: 'day', cells: 1 },
      ],
      bad: 0,
      failures: [],
    })
    assert.equal(await set.head(), head)
  })

  it('heeds the filter, the search, the columns, the case and the whole cell', async () => {
    const set = await shops()
    const count = async (body: object) =>
      (await replace(set, { find: 'b', replace: 'x', dryRun: true, ...body })).cells

    assert.equal(await count({}), 5)
    assert.equal(await count({ columns: ['code'] }), 2)
    assert.equal(await count({ matchCase: true }), 2)
    const price = { field: 'price', type: 'number', filter: 'greater', value: 5 }
    assert.equal(await count({ filter: { rules: [price] } }), 2)
    assert.equal(await count({ filter: undefined, search: 'hamburg' }), 1)
    assert.equal(await count({ find: 'hamburg', wholeCell: true }), 1)
    assert.equal(await count({ find: 'ham', wholeCell: true }), 0)
    assert.equal(await count({ find: 'nowhere' }), 0)
  })

  it('refuses what does not fit, with the cells, or leaves these alone', async () => {
    const set = await shops()
    const before = await set.rows()
    const asked = { find: '2024', replace: '2025' }

    const problem = await set.refuses([422, 'tables.rows_refused'], 'POST', '/films/replace', {
      filter: {},
      ...asked,
    })
    const [failure] = problem['failures'] as TextReplaced['failures']
    assert.deepEqual([problem['count'], failure?.id, failure?.column], [1, 2, 'day'])
    assert.deepEqual(await set.rows(), before)
    for (const body of [
      { find: 'open', replace: 'pending' },
      { find: '2.5', replace: 'x', columns: ['price'] },
    ]) {
      assert.ok((await replace(set, { dryRun: true, ...body })).bad > 0, body.find)
    }

    const told = await replace(set, { find: '-02-', replace: '-03-', skipBad: true })
    assert.deepEqual([told.cells, told.bad], [2, 0])
    const left = await replace(set, { find: '-29', replace: '-32', skipBad: true })
    assert.deepEqual([left.cells, left.bad], [0, 1])
    assert.deepEqual(await cells(set, 'day'), ['2025-03-01', '2024-03-29', null])
  })

  it('refuses two rows that would be the same where they may not', async () => {
    const set = await shops()
    const before = await set.rows()
    const answer = await set.call('POST', '/films/replace', {
      filter: {},
      find: '-2',
      replace: '-1',
      columns: ['code'],
    })
    assertProblem(answer, [422, 'tables.rows_refused'])
    assert.deepEqual(await set.rows(), before)
    // What one row gives up another may take.
    await replace(set, {
      find: '-1',
      replace: '-2',
      columns: ['code'],
      filter: { rules: [{ field: 'code', filter: 'equal', value: 'H-1' }] },
    })
    assert.deepEqual(await cells(set, 'code'), ['B-1', 'B-2', 'H-2'])
  })

  it('finds what another letter case writes in another way', async () => {
    const set = await shops()
    await done(set, 'POST', '/films', { name: 'ΣΥΣΤΗΜΑ' })
    for (const matchCase of [true, false]) {
      const told = await replace(set, { find: 'ΣΥΣ', replace: '', matchCase, dryRun: true })
      assert.equal(told.cells, 1)
    }
  })

  it('refuses to make more of a text than one request may write, also in a single cell', async () => {
    const set = await api({}, columns)
    const rows = upTo(80).map(() => ({ name: 'x'.repeat(10_000) }))
    await done(set, 'POST', '/films/rows', { rows })
    const before = await set.rows()
    const refused = async (body: object) => {
      const answer = await set.call('POST', '/films/replace', { find: 'x', ...body })
      assertProblem(answer, [413, 'request.too_costly'])
    }
    await refused({ filter: {}, replace: 'y'.repeat(12) })
    await done(set, 'PUT', '/films/1', { name: 'x'.repeat(1_000_000) })
    const one = { rules: [{ field: 'id', filter: 'equal', value: 1 }] }
    for (const dryRun of [true, false])
      await refused({ filter: one, replace: 'y'.repeat(1000), dryRun })
    assert.deepEqual((await set.rows()).slice(1), before.slice(1))
    assert.equal((await replace(set, { find: 'x', replace: 'yy' })).changed, 80)
  })

  it('refuses what would be more rows than meant, also where it is only asked', async () => {
    const set = await api({}, columns)
    await done(set, 'POST', '/films/rows', {
      rows: [{ name: 'ax' }, { name: 'bx' }, { name: 'c' }],
    })
    const before = await set.rows()
    const body = { filter: {}, find: 'x', replace: 'y' }
    for (const more of [{ max: 1 }, { max: 1, dryRun: true }, { max: 0, skipBad: true }]) {
      await set.refuses([409, 'tables.too_many_rows'], 'POST', '/films/replace', {
        ...body,
        ...more,
      })
    }
    assert.deepEqual(await set.rows(), before)
    // Rows of the filter that do not have it do not count.
    assert.equal((await replace(set, { find: 'x', replace: 'y', max: 2 })).changed, 2)
  })

  it('refuses columns in which no text is looked for, and a filter that asks nothing', async () => {
    const set = await shops()
    const refused = async (code: string, body: object) => {
      const answer = await set.call('POST', '/films/replace', { find: 'a', replace: 'b', ...body })
      assert.equal((answer.json as { code: string }).code, code, JSON.stringify(body))
    }
    await refused('tables.bad_query', { filter: {}, columns: ['paid'] })
    await refused('tables.read_only_column', { filter: {}, columns: ['label'] })
    await refused('tables.unknown_column', { filter: {}, columns: ['nosuch'] })
    await refused('tables.bad_query', {})
    await refused('body.invalid', { filter: {}, find: '' })
  })

  it('is one step, which is taken back whole, however many rows it is', async () => {
    const set = await api({}, columns)
    for (let at = 0; at < 12_000; at += 6000) {
      await done(set, 'POST', '/films/rows', {
        rows: upTo(6000, at).map((n) => ({ name: `shop ${n} Ltd`, code: `c${n}`, price: n })),
      })
    }
    const ann = client(set, 'ann')
    const before = await set.rows()

    const told = (await ann.good('POST', '/films/replace', {
      filter: { rules: [{ field: 'price', type: 'number', filter: 'less', value: 11_000 }] },
      find: ' Ltd',
      replace: ' GmbH',
    })) as unknown as TextReplaced

    assert.deepEqual([told.changed, told.cells], [11_000, 11_000])
    const after = (await set.rows()) as unknown as { name: string; label: string }[]
    assert.deepEqual(
      [after[0]!.name, after[10_999]!.label, after[11_000]!.name],
      ['shop 0 GmbH', 'shop 10999 GmbH!', 'shop 11000 Ltd'],
    )
    assert.equal((await ann.undo()).text, 'changed 11000 rows of films')
    assert.deepEqual(await set.rows(), before)
    await ann.redo()
    assert.deepEqual(await set.rows(), after)
  })

  it('refuses many rows, too, where two of them would be the same', async () => {
    const set = await api({}, columns)
    const made = upTo(2400, 0).map((n) => ({ name: 'x', code: `${n % 2 ? 'a' : 'b'}${n >> 1}` }))
    await done(set, 'POST', '/films/rows', { rows: made })
    const before = await set.rows()
    const body = { filter: {}, find: 'a', replace: 'b', columns: ['code'] }
    assert.equal((await set.call('POST', '/films/replace', body)).status, 409)
    assert.deepEqual(await set.rows(), before)
  })
})
