import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import { api, assertProblem, requestOf } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'
import { client, doSomething } from '../../../test/fixtures/doings.ts'
import { mspdiSample, withoutBaselines } from '../../../test/fixtures/mspdi-sample.ts'
import { chosenSeed, depth, seededRandom } from '../../../test/fixtures/seeded-random.ts'
import { readXlsx } from '../../codecs/xlsx/read-xlsx.ts'

const forms = ['csv', 'tsv', 'ndjson', 'json', 'xlsx']

/** A workbook has a date of its own, so that its cells are compared. */
async function exported({ triptych }: Api, path: string, form: string): Promise<unknown> {
  const response = await triptych.fetch(requestOf(`http://localhost${path}`, 'GET'))
  const bytes = new Uint8Array(await response.arrayBuffer())
  assert.equal(response.status, 200, Buffer.from(bytes).toString().slice(0, 500))
  if (form !== 'xlsx') return Buffer.from(bytes).toString()
  const read = async (offset: number, length: number) => bytes.subarray(offset, offset + length)
  const { names, batches } = await readXlsx({ size: bytes.length, read })
  const rows = (await Array.fromAsync(batches)).flatMap((batch) => batch.rows)
  return { names, rows }
}

const strange = [
  { name: '=1+1', extra: { k: ['=x', null] }, tags: ['a', 'b'] },
  { name: "';=1", extra: '', seen: true, votes: 2 ** 53 - 1 },
  { name: '', extra: 'x', seen: false, rating: 1e21 },
  { name: 'a,b;c\t"d"\r\ne', rating: 5e-324, year: -1 },
  { name: '😀 表 \u2028 ＝', rating: -0.5, premiere: '1900-02-28' },
  { name: 'x'.repeat(3000), aired: '9999-12-31T23:59:59.999Z', rating: 123456789.12345679 },
]

describe('an export of rows as they were', () => {
  it('is what the export was then, in every form', async () => {
    const world = await api()
    const ann = client(world, 'ann')
    for (const row of strange) await ann.good('POST', '/films', row)
    await ann.good('PUT', '/films/1', { operation: 'move', target: 3, mode: 'after' })
    const head = await world.head()
    const files = async (table: string, at: string) =>
      Promise.all(
        forms.flatMap((form) =>
          ['', '&fields=year,name,id,year'].map((fields) =>
            exported(world, `/${table}/export?format=${form}${fields}${at}`, form),
          ),
        ),
      )
    const before = await files('films', '')
    assert.deepEqual(await files('films', `&at=${head}`), before)

    await ann.good('PATCH', '/films/rows', { filter: {}, set: { name: 'other', extra: null } })
    await ann.good('DELETE', '/films/5')
    await ann.good('POST', '/films', { name: 'New' })
    await ann.good('PATCH', '/tables/films', {
      changes: [
        { renameColumn: { from: 'name', to: 'title' } },
        { addColumn: { name: 'name', type: 'integer', default: 5 } },
        { dropColumn: 'extra' },
        { changeColumn: { name: 'votes', type: 'text' } },
        { rename: 'movies' },
      ],
    })

    assert.deepEqual(await files('movies', `&at=${head}`), before)
    const list = await ann.ask('GET', `/movies?at=${head}&fields=year,name`)
    assert.deepEqual(list.json, JSON.parse((await files('movies', `&at=${head}`))[7] as string))
  })

  it('is refused where the list is, and where cells were too long for a workbook', async () => {
    const world = await api()
    const ann = client(world, 'ann')
    await ann.good('PUT', '/films/2', { name: 'x'.repeat(40_000) })
    const head = await world.head()
    await ann.good('PUT', '/films/2', { name: 'x' })
    const last = await world.head()

    const refused = (query: string) => ann.ask('GET', `/films/export?${query}`)
    for (const format of forms) {
      const form = `format=${format}`
      assertProblem(await refused(`${form}&at=999`), [404, 'history.not_found'])
      assertProblem(await refused(`${form}&at=0`), [404, 'tables.not_found'])
      assertProblem(await refused(`${form}&at=yesterday`), [422, 'query.invalid'])
      assertProblem(await refused(`${form}&at=${head}&fields=no`), [400, 'tables.bad_query'])
      for (const asked of ['sort=name', 'search=a', 'filter={}', 'view=x', 'tz=UTC']) {
        assertProblem(await refused(`${form}&at=${head}&${asked}`), [422, 'query.invalid'])
      }
    }
    assertProblem(await refused(`format=xlsx&at=${head}`), [422, 'tables.export_too_large'])
    await exported(world, `/films/export?format=xlsx&at=${last}`, 'xlsx')
  })

  it('has nothing of what is hidden from whoever asks', async () => {
    const { owner, invite } = await accountsServer()
    const eve = await invite('Eve', 'editor')
    const good = async (...asked: [string, string, unknown?]) => {
      const { status, json } = await owner.ask(...asked)
      assert.equal(status, 200, JSON.stringify(json))
    }
    const head = async () =>
      Number((await owner.ask('GET', '/changes?limit=1')).headers.get('x-revision'))
    const columns = ['name', 'pay', 'old'].map((name) => ({ name, type: 'text' }))
    const age = { name: 'age', type: 'text' }
    const rank = { name: 'rank', type: 'text', options: ['low', 'high'] }
    await good('POST', '/tables', { name: 'staff', columns: [...columns, age, rank] })
    await good('POST', '/staff', { name: 'Ann', pay: '100', old: 'x', age: '5', rank: 'low' })
    const early = await head()
    const subject = { kind: 'account', id: eve.id }
    const thing = { kind: 'column', table: 'staff', column: 'pay' }
    await good('PUT', '/auth/rules', { thing, subject, access: 'none' })
    const late = await head()
    await good('PUT', '/staff/1', { name: 'Bea', pay: '200' })
    const renameOptions = [{ from: 'low', to: 'least' }]
    await good('PATCH', '/tables/staff', {
      changes: [
        { changeColumn: { name: 'age', type: 'integer' } },
        { changeColumn: { name: 'rank', renameOptions } },
      ],
    })

    const csv = (at: number) => eve.ask('GET', `/staff/export?at=${at}`)
    assert.equal((await csv(late)).json, 'id,name,old,age,rank\r\n1,Ann,x,5,low\r\n')
    assertProblem(await csv(early), [409, 'history.not_kept'])
    assertProblem(await eve.ask('GET', `/staff/export?at=${late}&fields=pay`), [
      400,
      'tables.bad_query',
    ])
  })
})

const xmlType = { 'content-type': 'application/xml' }

async function taken(world: Api, at?: number): Promise<string> {
  if (at !== undefined) return String(await exported(world, `/schedule/export?at=${at}`, 'xml'))
  return withoutBaselines(String(await exported(world, '/schedule/export', 'xml')))
}

describe('an export of a plan as it was', () => {
  it('is what the export was at every revision since the last import', async () => {
    const seed = chosenSeed()
    for (let run = 0; run < 2 * depth; run++) {
      const random = seededRandom(seed + run)
      const world = await api()
      const ann = client(world, 'ann')
      const { status } = await ann.ask(
        'POST',
        '/schedule/import?mode=replace',
        mspdiSample,
        xmlType,
      )
      assert.equal(status, 200)
      const [first] = (await world.call('GET', '/calendars')).json as { id: number }[]
      const ofCalendars: (() => Promise<unknown>)[] = [
        () => ann.good('POST', '/calendars', { name: 'New', week: { mon: [] } }),
        () => ann.good('PUT', '/schedule', { start: '2026-02-01T00:00:00', minutesPerDay: 420 }),
        () => ann.good('PUT', `/calendars/${first?.id}`, { week: { tue: [] } }),
        () => ann.good('PUT', '/schedule', { mode: 'auto' }),
        () => ann.good('DELETE', `/calendars/${first?.id}`),
        () => ann.undo(),
      ]
      const states = new Map([[await world.head(), await taken(world)]])
      for (let n = 0; n < 40; n++) {
        if (n % 6 === 5) await ofCalendars[Math.floor(n / 6) % ofCalendars.length]!()
        else await doSomething(world, ann, random)
        states.set(await world.head(), await taken(world))
      }
      for (const [revision, state] of states) {
        assert.equal(
          await taken(world, revision),
          state,
          `seed ${seed + run}, revision ${revision}`,
        )
      }
    }
  })

  it('has of files that came later nothing, and of such that went no more than is known', async () => {
    const world = await api()
    const ann = client(world, 'ann')
    await ann.good('POST', '/tasks', { text: 'Own' })
    const [early, before] = [await world.head(), await taken(world)]
    await ann.ask('POST', '/schedule/import?mode=replace', mspdiSample, xmlType)
    const middle = await world.head()
    assert.equal(await taken(world, early), before)
    assert.match(await taken(world, middle), /<Title>/)

    const other = '<Project><Title>Other</Title><Tasks></Tasks></Project>'
    await ann.ask('POST', '/schedule/import?mode=replace', other, xmlType)

    assert.equal(await taken(world, early), before)
    const past = await taken(world, middle)
    assert.match(past, /Scene &lt;1&gt;/)
    assert.doesNotMatch(past, /<Title>/)
  })

  it('is refused where the lists are, and has nothing of what is hidden', async () => {
    const { owner, invite } = await accountsServer()
    const eve = await invite('Eve', 'editor')
    const made = async (text: string): Promise<number> =>
      ((await owner.ask('POST', '/tasks', { text })).json as { id: number }).id
    const head = async () =>
      Number((await owner.ask('GET', '/changes?limit=1')).headers.get('x-revision'))
    const [secret, open] = [await made('Secret'), await made('Open')]
    const early = await head()
    const rule = { subject: { kind: 'account', id: eve.id }, access: 'none' }
    await owner.ask('PUT', '/auth/rules', { thing: { kind: 'branch', task: secret }, ...rule })
    const late = await head()
    await owner.ask('DELETE', `/tasks/${open}`)

    const asked = (at: number | string) => eve.ask('GET', `/schedule/export?at=${at}`)
    const xml = String((await asked(late)).json)
    assert.match(xml, /Open/)
    assert.doesNotMatch(xml, /Secret/)
    assertProblem(await asked(early), [409, 'history.not_kept'])
    assertProblem(await asked(9999), [404, 'history.not_found'])
    assertProblem(await asked('then'), [422, 'query.invalid'])
    const thing = { kind: 'branch', task: 0 }
    assert.equal((await owner.ask('PUT', '/auth/rules', { thing, ...rule })).status, 200)
    assert.doesNotMatch(String((await asked(await head())).json), /<Task>/)
  })
})
