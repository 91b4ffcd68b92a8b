import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RowFailure, TableStep } from '@triptych/contract/table-schema'
import type { Column, Row, Table } from '@triptych/contract/tables'
import { api } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'

interface Described extends Table {
  failures: RowFailure[]
}

const columns = [
  { name: 'name', type: 'text' },
  { name: 'year', type: 'integer' },
  { name: 'rating', type: 'number' },
]
const rows = [
  { name: 'Alien', year: 1979, rating: 8.5 },
  { name: 'Heat', year: 1995, rating: null },
  { name: '12', year: null, rating: 7 },
]

/** A table `films` of three columns and three rows. */
async function films(): Promise<Api> {
  const made = await api({}, columns)
  for (const row of rows) await made.call('POST', '/films', row)
  return made
}

/** Sends a change that must succeed with one entry in the log. Answers the table. */
async function change({ writes }: Api, changes: unknown[], table = 'films'): Promise<Described> {
  const { json } = await writes('PATCH', `/tables/${table}`, { changes })
  return json as Described
}

/** What a change would do, which must leave everything as it is. */
async function dryRun({ call, tableState }: Api, changes: unknown[]): Promise<Described> {
  const before = await tableState()
  const { status, json } = await call('PATCH', '/tables/films', { changes, dryRun: true })
  assert.equal(status, 200, JSON.stringify(json))
  assert.deepEqual(await tableState(), before)
  return json as Described
}

/** A change that rows do not fit: refused, and told in advance by the dry run. */
async function misfits(made: Api, changes: unknown[]): Promise<RowFailure[]> {
  const { failures } = await dryRun(made, changes)
  const refusal = [409, 'tables.rows_do_not_fit'] as const
  const problem = await made.refuses(refusal, 'PATCH', '/tables/films', { changes })
  assert.deepEqual(problem['failures'], failures)
  return failures
}

const names = ({ columns: all }: { columns: { name: string }[] }) => all.map(({ name }) => name)
const valuesOf = async ({ rows: list }: Api, column: string, table = 'films') =>
  (await list(table)).map((row) => row[column])
const columnOf = ({ columns: all }: Table, name: string) => all.find((each) => each.name === name)
const plain = { nullable: true, unique: false, default: null, options: null, reference: null }

const addingText = (column: object) => ({ changes: [{ addColumn: { type: 'text', ...column } }] })
const addNumber = (n: number) => ({ addColumn: { name: `c${n}`, type: 'integer' } })
const dropping = (...all: string[]) => ({ changes: all.map((dropColumn) => ({ dropColumn })) })
const renaming = (from: string, to: string) => ({ changes: [{ renameColumn: { from, to } }] })
const setOptions = (...all: string[]) => ({ changeColumn: { name: 'name', options: all } })
const toInteger = (name: string, more = {}) => ({
  changeColumn: { name, type: 'integer', ...more },
})
const changing = (changeColumn: object) => ({ changes: [{ changeColumn }] })
const renamingTable = (name: string) => ({ changes: [{ rename: name }] })
const indexing = (addIndex: object) => ({ changes: [{ addIndex }] })
/** What makes a column name films. */
const reference = (onDelete: string) => ({ table: 'films', onDelete })

describe('PATCH /tables/{table}', () => {
  describe('adding columns', () => {
    it('puts a column last, and fills it with its default', async () => {
      const made = await films()

      const column = { name: 'seen', type: 'boolean', default: false, nullable: false }
      const table = await change(made, [{ addColumn: column }])

      assert.deepEqual(names(table), ['name', 'year', 'rating', 'seen'])
      assert.deepEqual(table.columns[3], { ...plain, ...column })
      assert.deepEqual(await valuesOf(made, 'seen'), [false, false, false])
      assert.deepEqual((await made.call('GET', '/tables')).json, [
        { name: 'films', columns: table.columns, indexes: [] },
      ])
    })

    it('puts a column beside another', async () => {
      const made = await films()

      const table = await change(made, [
        { addColumn: { name: 'a', type: 'text', before: 'name' } },
        { addColumn: { name: 'b', type: 'text', after: 'year' } },
      ])

      assert.deepEqual(names(table), ['a', 'name', 'year', 'b', 'rating'])
      const [row] = await made.rows()
      assert.deepEqual(Object.keys(row!), ['id', 'a', 'name', 'year', 'b', 'rating'])
    })

    it('refuses what cannot be', async () => {
      const { refuses } = await films()
      const [path, at] = ['PATCH', '/tables/films'] as const

      await refuses([409, 'tables.column_taken'], path, at, addingText({ name: 'YEAR' }))
      await refuses(
        [422, 'tables.unknown_column'],
        path,
        at,
        addingText({ name: 'a', before: 'none' }),
      )
      await refuses(
        [422, 'body.invalid'],
        path,
        at,
        addingText({ name: 'a', before: 'name', after: 'year' }),
      )
      await refuses([422, 'body.invalid'], path, at, addingText({ name: 'id' }))
      await refuses([422, 'body.invalid'], path, at, addingText({ name: '$a' }))
      await refuses(
        [422, 'body.invalid'],
        path,
        at,
        addingText({ name: 'a', type: 'date', default: 'x' }),
      )
      await refuses([404, 'tables.not_found'], path, '/tables/none', addingText({ name: 'a' }))
    })

    it('refuses a column that must have values and has no default, unless the table is empty', async () => {
      const made = await films()
      const step = { addColumn: { name: 'a', type: 'text', nullable: false } }

      const [failure] = await misfits(made, [step])
      assert.deepEqual([failure?.columns, failure?.count], [['a'], 3])
      assert.deepEqual(failure?.rows[0], {
        id: 1,
        value: null,
        code: 'tables.value_required',
        error: 'a must have a value.',
      })
      for (const id of [1, 2, 3]) await made.call('DELETE', `/films/${id}`)
      await change(made, [step])

      await made.refuses([422, 'tables.value_required'], 'POST', '/films', { name: 'x' })
    })

    it('takes 400 columns and no more', async () => {
      const made = await films()
      await change(
        made,
        Array.from({ length: 397 }, (_, n) => addNumber(n)),
      )
      const more = { changes: [addNumber(397)] }
      await made.refuses([422, 'tables.too_many'], 'PATCH', '/tables/films', more)
      await change(made, [{ dropColumn: 'c0' }, addNumber(397)])
    })
  })

  describe('dropping columns', () => {
    it('takes the values away for good', async () => {
      const made = await films()

      await change(made, [{ dropColumn: 'year' }])
      assert.deepEqual(await made.row(1), { id: 1, name: 'Alien', rating: 8.5 })
      await change(made, [{ addColumn: { name: 'year', type: 'integer' } }])

      assert.deepEqual(await valuesOf(made, 'year'), [null, null, null])
    })

    it('does not bring values back within one request either', async () => {
      const made = await films()

      const table = await change(made, [
        { dropColumn: 'year' },
        { addColumn: { name: 'year', type: 'integer', before: 'rating' } },
      ])

      assert.deepEqual(names(table), ['name', 'year', 'rating'])
      assert.deepEqual(await valuesOf(made, 'year'), [null, null, null])
    })

    it('refuses the last column, an unknown one, and one of an index', async () => {
      const made = await films()
      const all = dropping('name', 'year', 'rating')
      await made.refuses([422, 'body.invalid'], 'PATCH', '/tables/films', all)
      await made.refuses([422, 'tables.unknown_column'], 'PATCH', '/tables/films', dropping('Year'))
      await change(made, [{ addIndex: { name: 'i', columns: ['rating', 'year'] } }])
      const problem = await made.refuses(
        [409, 'tables.column_in_use'],
        'PATCH',
        '/tables/films',
        dropping('year'),
      )
      assert.deepEqual(problem['indexes'], ['i'])
      await change(made, [{ dropIndex: 'i' }, { dropColumn: 'year' }])
    })

    it('drops a unique column with its index', async () => {
      const made = await films()
      await change(made, [{ changeColumn: { name: 'name', unique: true } }])

      await change(made, [{ dropColumn: 'name' }])

      assert.deepEqual(await made.row(1), { id: 1, year: 1979, rating: 8.5 })
    })
  })

  describe('renaming and moving columns', () => {
    it('keeps values, versions and rules, and moves the revision of the list', async () => {
      const made = await films()
      await change(made, [{ changeColumn: { name: 'name', unique: true } }])
      const version = (await made.call('GET', '/films/1')).headers.get('etag')
      const list = (await made.call('GET', '/films')).headers.get('etag')

      const table = await change(made, [{ renameColumn: { from: 'name', to: 'title' } }])

      assert.deepEqual(names(table), ['title', 'year', 'rating'])
      assert.deepEqual(await valuesOf(made, 'title'), ['Alien', 'Heat', '12'])
      assert.equal((await made.call('GET', '/films/1')).headers.get('etag'), version)
      assert.notEqual((await made.call('GET', '/films')).headers.get('etag'), list)
      await made.refuses([409, 'tables.not_unique'], 'POST', '/films', { title: 'Heat' })
      await made.refuses([422, 'tables.unknown_column'], 'POST', '/films', { name: 'x' })
    })

    it('can change letter case, and exchange two names', async () => {
      const made = await films()

      const table = await change(made, [
        { renameColumn: { from: 'name', to: 'Name' } },
        { renameColumn: { from: 'year', to: 'x' } },
        { renameColumn: { from: 'rating', to: 'year' } },
        { renameColumn: { from: 'x', to: 'rating' } },
      ])

      assert.deepEqual(names(table), ['Name', 'rating', 'year'])
      assert.deepEqual(await made.row(1), { id: 1, Name: 'Alien', rating: 1979, year: 8.5 })
    })

    it('moves a column in answers, and nowhere else', async () => {
      const made = await films()

      assert.deepEqual(names(await change(made, [{ moveColumn: { name: 'name' } }])), [
        'year',
        'rating',
        'name',
      ])
      const step = { moveColumn: { name: 'rating', before: 'year' } }
      assert.deepEqual(names(await change(made, [step])), ['rating', 'year', 'name'])
      const [row] = await made.rows()
      assert.deepEqual(Object.entries(row!), [
        ['id', 1],
        ['rating', 8.5],
        ['year', 1979],
        ['name', 'Alien'],
      ])
    })

    it('refuses a taken name, a bad one, and a place beside itself', async () => {
      const { refuses } = await films()
      const beside = { changes: [{ moveColumn: { name: 'year', after: 'year' } }] }

      await refuses(
        [409, 'tables.column_taken'],
        'PATCH',
        '/tables/films',
        renaming('name', 'YEAR'),
      )
      await refuses([422, 'body.invalid'], 'PATCH', '/tables/films', renaming('name', 'ID'))
      await refuses([422, 'tables.unknown_column'], 'PATCH', '/tables/films', renaming('x', 'y'))
      await refuses([422, 'tables.unknown_column'], 'PATCH', '/tables/films', beside)
    })
  })

  describe('changing columns', () => {
    it('gives every value the new type', async () => {
      const made = await films()

      const table = await change(made, [
        { changeColumn: { name: 'year', type: 'text' } },
        { changeColumn: { name: 'rating', type: 'json' } },
      ])

      assert.equal(columnOf(table, 'year')?.type, 'text')
      assert.deepEqual(await valuesOf(made, 'year'), ['1979', '1995', null])
      assert.deepEqual(await valuesOf(made, 'rating'), [8.5, null, 7])
      await change(made, [{ changeColumn: { name: 'year', type: 'number' } }])
      assert.deepEqual(await valuesOf(made, 'year'), [1979, 1995, null])
    })

    it('tells which rows would not convert, and changes nothing', async () => {
      const made = await films()

      const failures = await misfits(made, [
        { changeColumn: { name: 'name', type: 'integer' } },
        { changeColumn: { name: 'rating', type: 'integer' } },
      ])

      assert.deepEqual(
        failures.map(({ columns: which, count }) => [...which, count]),
        [
          ['name', 2],
          ['rating', 1],
        ],
      )
      assert.deepEqual(failures[0]?.rows[0], {
        id: 1,
        value: 'Alien',
        code: 'tables.wrong_type',
        error: 'name takes a whole number, at most 9007199254740991, not "Alien".',
      })
      assert.deepEqual(
        failures[1]?.rows.map(({ id, value }) => [id, value]),
        [[1, 8.5]],
      )
    })

    it('tells the first 100 rows, and cuts long values', async () => {
      const made = await api({}, columns)
      const adding = Array.from({ length: 150 }, (_, n) => ({ name: `${'x'.repeat(500)}${n}` }))
      for (const row of adding) await made.call('POST', '/films', row)

      const [failure] = await misfits(made, [{ changeColumn: { name: 'name', type: 'date' } }])

      assert.equal(failure?.count, 150)
      assert.equal(failure?.rows.length, 100)
      assert.equal(failure?.rows[99]?.id, 100)
      assert.equal(failure?.rows[0]?.value, `${'x'.repeat(199)}…`)
    })

    it('can forbid to be empty, where nothing is', async () => {
      const made = await films()
      const step = { changeColumn: { name: 'year', nullable: false } }

      const [failure] = await misfits(made, [step])
      assert.deepEqual(
        failure?.rows.map(({ id, value }) => [id, value]),
        [[3, null]],
      )
      await made.call('PUT', '/films/3', { year: 2001 })
      await change(made, [step])

      await made.refuses([422, 'tables.value_required'], 'PUT', '/films/3', { year: null })
      await change(made, [{ changeColumn: { name: 'year', nullable: true } }])
      await made.call('PUT', '/films/3', { year: null })
      assert.equal((await made.row(3))['year'], null)
    })

    it('can ask for options, where all values are among them', async () => {
      const made = await films()
      const [failure] = await misfits(made, [setOptions('Alien', '12')])
      assert.deepEqual(
        failure?.rows.map(({ id, code }) => [id, code]),
        [[2, 'tables.not_an_option']],
      )
      await change(made, [setOptions('Alien', '12', 'Heat')])
      await made.refuses([422, 'tables.not_an_option'], 'POST', '/films', { name: 'Ran' })
      await misfits(made, [setOptions('Alien')])

      await change(made, [{ changeColumn: { name: 'name', options: null } }])
      await made.writes('POST', '/films', { name: 'Ran' })
    })

    it('can ask for different values, where all are', async () => {
      const made = await films()
      await made.call('POST', '/films', { name: 'Heat' })
      await made.call('POST', '/films', { name: null })
      await made.call('POST', '/films', { name: null })
      const step = { changeColumn: { name: 'name', unique: true } }

      const [failure] = await misfits(made, [step])
      assert.deepEqual([failure?.columns, failure?.count], [['name'], 2])
      assert.deepEqual(
        failure?.rows.map(({ id, value, code }) => [id, value, code]),
        [
          [2, 'Heat', 'tables.not_unique'],
          [4, 'Heat', 'tables.not_unique'],
        ],
      )
      await made.call('DELETE', '/films/4')
      await change(made, [step])
      await made.refuses([409, 'tables.not_unique'], 'POST', '/films', { name: 'Heat' })

      await change(made, [{ changeColumn: { name: 'name', unique: false } }])
      await made.writes('POST', '/films', { name: 'Heat' })
    })

    it('notices values that become the same by their new type', async () => {
      const made = await api({}, [{ name: 'code', type: 'text', unique: true }])
      for (const code of ['5', '05', '6']) await made.call('POST', '/films', { code })

      const [failure] = await misfits(made, [{ changeColumn: { name: 'code', type: 'integer' } }])

      assert.deepEqual(
        failure?.rows.map(({ value }) => value),
        ['5', '05'],
      )
    })

    it('keeps a default that fits the new type, and asks for another where none does', async () => {
      const made = await api({}, [
        { name: 'a', type: 'text', default: '5' },
        { name: 'b', type: 'text', default: 'x' },
      ])
      assert.equal(columnOf(await change(made, [toInteger('a')]), 'a')?.default, 5)
      const alone = { changes: [toInteger('b')] }
      await made.refuses([422, 'body.invalid'], 'PATCH', '/tables/films', alone)
      const given = await change(made, [toInteger('b', { default: '7' })])
      assert.equal(columnOf(given, 'b')?.default, 7)
      assert.equal(
        columnOf(await change(made, [{ changeColumn: { name: 'b', default: null } }]), 'b')
          ?.default,
        null,
      )
    })

    it('refuses rules that do not go together', async () => {
      const { refuses } = await films()
      const refused = [422, 'body.invalid'] as const
      const [patch, at] = ['PATCH', '/tables/films'] as const

      await refuses(refused, patch, at, changing({ name: 'name', type: 'json', unique: true }))
      await refuses(refused, patch, at, changing({ name: 'year', options: ['x'] }))
      await refuses(
        refused,
        patch,
        at,
        changing({ name: 'name', reference: { table: 'films', onDelete: 'clear' } }),
      )
      await refuses(refused, patch, at, changing({ name: 'year', colour: 'red' }))
      await refuses([422, 'tables.unknown_column'], patch, at, changing({ name: 'none' }))
    })
  })

  describe('tables', () => {
    it('get another name, with their rows', async () => {
      const made = await films()

      const { change: entry } = await made.writes('PATCH', '/tables/films', {
        changes: [{ rename: 'movies' }],
      })

      assert.equal(entry.entity, 'movies')
      assert.equal((await made.call('GET', '/films')).status, 404)
      assert.deepEqual(await valuesOf(made, 'name', 'movies'), ['Alien', 'Heat', '12'])
      const { json } = await made.call('POST', '/movies', { name: 'Ran' })
      assert.equal((json as Row).id, 4)
      assert.deepEqual(
        names(await change(made, [{ rename: 'MOVIES' }], 'movies')),
        names({ columns }),
      )
      assert.equal((await made.rows('MOVIES')).length, 4)
    })

    it('leave their name to others', async () => {
      const made = await films()
      await made.rows()
      await change(made, [{ rename: 'movies' }])

      await made.call('POST', '/tables', { name: 'films', columns: [{ name: 'a', type: 'text' }] })

      assert.deepEqual(await made.rows('films'), [])
      assert.equal((await made.rows('movies')).length, 3)
    })

    it('do not get a name that is taken or reserved', async () => {
      const { call, refuses } = await films()
      await call('POST', '/tables', { name: 'other', columns })
      await refuses([409, 'tables.name_taken'], 'PATCH', '/tables/films', renamingTable('Other'))
      await refuses(
        [422, 'tables.name_reserved'],
        'PATCH',
        '/tables/films',
        renamingTable('Events'),
      )
      await refuses([422, 'body.invalid'], 'PATCH', '/tables/films', renamingTable('a b'))
    })
  })

  describe('as a whole', () => {
    it('is one entry in the log, with the table before and after and the steps', async () => {
      const made = await films()
      const before = (await made.call('GET', '/tables')).json as Table[]
      const changes = [{ rename: 'movies' }, { dropColumn: 'rating' }]

      const { change: entry, json } = await made.writes('PATCH', '/tables/films', { changes })

      const { failures, ...after } = json as Described
      assert.deepEqual(failures, [])
      assert.equal(entry.area, 'tables')
      assert.equal(entry.operation, 'table-changed')
      assert.deepEqual(entry.before, before[0])
      assert.deepEqual(entry.after, { ...after, $changes: changes })
    })

    it('does nothing where one step cannot be done', async () => {
      const { refuses, call } = await films()
      const changes = [{ addColumn: { name: 'a', type: 'text' } }, { dropColumn: 'none' }]

      await refuses([422, 'tables.unknown_column'], 'PATCH', '/tables/films', { changes })
      const refused = await call('PATCH', '/tables/films', { changes, dryRun: true })

      assert.equal(refused.status, 422)
      assert.deepEqual(
        names((await call('GET', '/tables/films')).json as Table),
        names({ columns }),
      )
    })

    it('leaves no trace where it changes nothing', async () => {
      const { call, head, refuses } = await films()
      const before = await head()
      const changes: TableStep[] = [
        { renameColumn: { from: 'name', to: 'x' } },
        { renameColumn: { from: 'x', to: 'name' } },
        { changeColumn: { name: 'year', nullable: true } },
      ]

      assert.equal((await call('PATCH', '/tables/films', { changes })).status, 200)

      assert.equal(await head(), before)
      await refuses([422, 'body.invalid'], 'PATCH', '/tables/films', { changes: [] })
    })

    it('counts how the table ends up, not the way there', async () => {
      const made = await films()

      const table = await change(made, [
        { changeColumn: { name: 'name', type: 'integer' } },
        { changeColumn: { name: 'name', type: 'text' } },
        { addColumn: { name: 'a', type: 'text' } },
        { renameColumn: { from: 'a', to: 'b' } },
      ])

      assert.deepEqual(names(table), ['name', 'year', 'rating', 'b'])
      assert.deepEqual(await valuesOf(made, 'name'), ['Alien', 'Heat', '12'])
    })
  })
})

describe('indexes', () => {
  it('are listed, and named after their columns', async () => {
    const made = await films()

    const table = await change(made, [
      { addIndex: { columns: ['year', 'name'] } },
      { addIndex: { columns: ['year', 'name'], unique: true } },
      { addIndex: { name: 'Mine', columns: ['rating'] } },
    ])

    const expected = [
      { name: 'year name', columns: ['year', 'name'], unique: false },
      { name: 'year name 2', columns: ['year', 'name'], unique: true },
      { name: 'Mine', columns: ['rating'], unique: false },
    ]
    assert.deepEqual(table.indexes, expected)
    const { json } = await made.call('GET', '/tables/films')
    assert.deepEqual((json as Table).indexes, expected)
    const renamed = await change(made, [
      { renameColumn: { from: 'name', to: 'title' } },
      { dropIndex: 'Mine' },
    ])
    assert.deepEqual(
      renamed.indexes.map((index) => index.columns),
      [
        ['year', 'title'],
        ['year', 'title'],
      ],
    )
  })

  it('come with a new table', async () => {
    const made = await api({}, columns)
    const index = { columns: ['name', 'year'], unique: true }

    const { json } = await made.call('POST', '/tables', {
      name: 'other',
      columns,
      indexes: [index],
    })

    assert.deepEqual((json as Table).indexes, [{ name: 'name year', ...index }])
    const row = { name: 'a', year: 1 }
    assert.equal((await made.call('POST', '/other', row)).status, 200)
    assert.equal((await made.call('POST', '/other', row)).status, 409)
  })

  it('keep the values of several columns apart', async () => {
    const made = await films()
    await change(made, [{ addIndex: { name: 'i', columns: ['name', 'year'], unique: true } }])

    await made.writes('POST', '/films', { name: 'Alien', year: 1980 })
    const twice = { name: 'Alien', year: 1979 }
    const problem = await made.refuses([409, 'tables.not_unique'], 'POST', '/films', twice)
    assert.deepEqual([problem['column'], problem['index']], ['name', 'i'])
    await made.refuses([409, 'tables.not_unique'], 'PUT', '/films/4', { year: 1979 })
    await made.writes('PUT', '/films/2', { name: 'Alien' })
    await made.writes('PUT', '/films/4', { year: null })
    await made.writes('POST', '/films', { name: 'Alien' })
    await made.refuses([409, 'tables.not_unique'], 'PUT', '/films/4', { year: 1979 })
  })

  it('tell which rows have the same values', async () => {
    const made = await films()
    await made.call('POST', '/films', { name: 'Heat', year: 1995 })

    const [failure] = await misfits(made, [
      { addIndex: { columns: ['name', 'year'], unique: true } },
    ])

    assert.deepEqual(failure?.columns, ['name', 'year'])
    assert.deepEqual(
      failure?.rows.map(({ id, value }) => [id, value]),
      [
        [2, ['Heat', 1995]],
        [4, ['Heat', 1995]],
      ],
    )
  })

  it('refuse what they cannot have', async () => {
    const made = await films()
    const { refuses } = made
    await change(made, [
      { addColumn: { name: 'extra', type: 'json' } },
      { addIndex: { name: 'i', columns: ['name'] } },
    ])
    const [patch, at] = ['PATCH', '/tables/films'] as const

    await refuses(
      [409, 'tables.index_taken'],
      patch,
      at,
      indexing({ name: 'I', columns: ['year'] }),
    )
    await refuses([422, 'tables.unknown_column'], patch, at, indexing({ columns: ['none'] }))
    await refuses([422, 'tables.unknown_column'], patch, at, indexing({ columns: ['id'] }))
    await refuses([422, 'body.invalid'], patch, at, indexing({ columns: ['name', 'name'] }))
    await refuses([422, 'body.invalid'], patch, at, indexing({ columns: ['extra'] }))
    await refuses([422, 'body.invalid'], patch, at, indexing({ columns: [] }))
    const drop = { changes: [{ dropIndex: 'I' }] }
    await refuses([422, 'tables.unknown_index'], patch, at, drop)
    const retype = { changes: [{ changeColumn: { name: 'name', type: 'json' } }] }
    await refuses([422, 'body.invalid'], patch, at, retype)
  })

  it('are at most 20', async () => {
    const made = await films()
    const step = { addIndex: { columns: ['name'] } }

    await change(
      made,
      Array.from({ length: 20 }, () => step),
    )
    await made.refuses([422, 'tables.too_many'], 'PATCH', '/tables/films', { changes: [step] })
    await change(made, [{ dropIndex: 'name 7' }, step])
  })
})

/** Two tables: `roles` names films, and may be cleared; `prizes` names them, and holds them. */
async function referring(): Promise<Api> {
  const made = await films()
  for (const [name, onDelete] of [
    ['roles', 'clear'],
    ['prizes', 'restrict'],
  ] as const) {
    const film = { name: 'film', type: 'integer', reference: reference(onDelete) }
    const { status } = await made.call('POST', '/tables', { name, columns: [film] })
    assert.equal(status, 200)
  }
  return made
}

describe('references', () => {
  it('take the ids of rows that exist, and no others', async () => {
    const made = await referring()

    await made.writes('POST', '/roles', { film: 1 })
    await made.writes('POST', '/roles', { film: null })
    const problem = await made.refuses([422, 'tables.no_such_reference'], 'POST', '/roles', {
      film: 99,
    })
    assert.equal(problem['column'], 'film')
    await made.refuses([422, 'tables.no_such_reference'], 'PUT', '/roles/1', { film: 0 })
    await made.refuses([422, 'tables.no_such_reference'], 'PATCH', '/roles/2', {
      key: 'film',
      value: '4',
    })
  })

  it('hold a row that is restricted', async () => {
    const made = await referring()
    await made.call('POST', '/prizes', { film: 2 })

    const problem = await made.refuses([409, 'tables.row_in_use'], 'DELETE', '/films/2')

    assert.deepEqual([problem['table'], problem['row'], problem['column']], ['prizes', 1, 'film'])
    await made.writes('PUT', '/prizes/1', { film: null })
    await made.writes('DELETE', '/films/2')
  })

  it('lose the row, each with an entry in the log', async () => {
    const made = await referring()
    for (const film of [1, 2, 1]) await made.call('POST', '/roles', { film })
    const before = await made.head()
    const tag = (await made.call('GET', '/roles')).headers.get('etag')

    assert.equal((await made.call('DELETE', '/films/1')).status, 200)

    assert.deepEqual(await valuesOf(made, 'film', 'roles'), [null, 2, null])
    assert.notEqual((await made.call('GET', '/roles')).headers.get('etag'), tag)
    const entries = await made.changes(before)
    assert.deepEqual(
      entries.map(({ operation, entity, before: was, after }) => [operation, entity, was, after]),
      [
        ['row-updated', 'roles/1', { film: 1 }, { film: null }],
        ['row-updated', 'roles/3', { film: 1 }, { film: null }],
        [
          'row-deleted',
          'films/1',
          { id: 1, ...rows[0], $order: entries[2]?.before?.['$order'] },
          null,
        ],
      ],
    )
    const { headers } = await made.call('GET', '/roles/3')
    assert.match(headers.get('etag')!, new RegExp(`-${before + 2}"$`))
  })

  it('change nothing where one holds and one would be cleared', async () => {
    const made = await referring()
    await made.call('POST', '/roles', { film: 1 })
    await made.call('POST', '/prizes', { film: 1 })

    await made.refuses([409, 'tables.row_in_use'], 'DELETE', '/films/1')

    assert.deepEqual(await valuesOf(made, 'film', 'roles'), [1])
  })

  it('may lead to the own table, and to the row itself', async () => {
    const made = await films()
    const parent = { name: 'parent', type: 'integer', reference: reference('restrict') }
    await change(made, [{ addColumn: parent }])

    await made.writes('PUT', '/films/1', { parent: 1 })
    await made.writes('PUT', '/films/2', { parent: 1 })
    await made.writes('POST', '/films', { name: 'own', parent: 4 })
    await made.refuses([409, 'tables.row_in_use'], 'DELETE', '/films/1')
    await made.writes('DELETE', '/films/2')
    await made.writes('DELETE', '/films/1')
    await made.writes('DELETE', '/tables/films')
  })

  it('are made of a column whose values are ids, and of no other', async () => {
    const made = await referring()
    await made.call('POST', '/tables', { name: 'notes', columns: [{ name: 'film', type: 'text' }] })
    for (const film of ['1', '3', null, '7']) await made.call('POST', '/notes', { film })
    const step = { changeColumn: { name: 'film', type: 'integer', reference: reference('clear') } }

    const { json } = await made.call('PATCH', '/tables/notes', { changes: [step] })
    const [failure] = (json as Described).failures
    assert.deepEqual(
      failure?.rows.map(({ id, value, code }) => [id, value, code]),
      [[4, '7', 'tables.no_such_reference']],
    )
    await made.call('PUT', '/notes/4', { film: '2' })
    await change(made, [step], 'notes')
    await made.call('DELETE', '/films/2')
    assert.deepEqual(await valuesOf(made, 'film', 'notes'), [1, 3, null, null])

    await change(made, [{ changeColumn: { name: 'film', reference: null } }], 'notes')
    await made.writes('DELETE', '/films/3')
    assert.deepEqual(await valuesOf(made, 'film', 'notes'), [1, 3, null, null])
  })

  it('follow a table to its new name', async () => {
    const made = await referring()
    await made.call('POST', '/roles', { film: 1 })

    await change(made, [{ rename: 'movies' }])

    const { json } = await made.call('GET', '/tables/roles')
    const expected = { table: 'movies', onDelete: 'clear' }
    assert.deepEqual((json as Table).columns[0]?.reference, expected)
    await made.call('DELETE', '/movies/1')
    assert.deepEqual(await valuesOf(made, 'film', 'roles'), [null])
    await change(made, [{ rename: 'parts' }], 'roles')
    await made.call('POST', '/parts', { film: 2 })
    await made.call('DELETE', '/movies/2')
    assert.deepEqual(await valuesOf(made, 'film', 'parts'), [null, null])
  })

  it('to the own table follow it as well, in the same request or later', async () => {
    const made = await films()
    await made.call('PUT', '/films/1', { year: 3 })
    await made.call('PUT', '/films/2', { year: null })
    const own = { changeColumn: { name: 'year', reference: reference('clear') } }

    for (const target of ['films', 'movies']) {
      const named = {
        changeColumn: { name: 'year', reference: { table: target, onDelete: 'clear' } },
      }
      const changes = [{ rename: 'movies' }, named]
      const { json } = await made.call('PATCH', '/tables/films', { changes, dryRun: true })
      const { failures, columns: all } = json as Described
      assert.deepEqual(failures, [])
      assert.equal(all[1]?.reference?.table, 'movies')
    }
    await change(made, [{ rename: 'movies' }, own])
    await change(made, [{ rename: 'pictures' }], 'movies')

    assert.equal((await made.call('DELETE', '/pictures/3')).status, 200)
    assert.deepEqual(await valuesOf(made, 'year', 'pictures'), [null, null])
  })

  it('refuse what they cannot be', async () => {
    const made = await referring()
    const { refuses } = made
    const column = { name: 'a', type: 'integer' }
    const make = (more: object) => ({ name: 'b', columns: [{ ...column, ...more }] })
    const refused = [422, 'body.invalid'] as const

    await refuses(
      refused,
      'POST',
      '/tables',
      make({ reference: { table: 'none', onDelete: 'clear' } }),
    )
    await refuses(refused, 'POST', '/tables', make({ reference: { table: 'films' } }))
    await refuses(refused, 'POST', '/tables', make({ type: 'text', reference: reference('clear') }))
    await refuses(
      refused,
      'POST',
      '/tables',
      make({ nullable: false, reference: reference('clear') }),
    )
    const strict = { changes: [{ changeColumn: { name: 'film', nullable: false } }] }
    await refuses(refused, 'PATCH', '/tables/roles', strict)
    await change(made, [{ changeColumn: { name: 'film', nullable: false } }], 'prizes')
  })
})

describe('DELETE /tables/{table}', () => {
  it('takes a table away with its rows, its indexes and its views', async () => {
    const made = await films()
    await change(made, [{ addIndex: { columns: ['name'], unique: true } }])
    await made.call('POST', '/tables/films/views', { name: 'mine' })
    const [before] = (await made.call('GET', '/tables')).json as Table[]

    const { json, change: entry } = await made.writes('DELETE', '/tables/films')

    assert.deepEqual(json, { name: 'films' })
    assert.deepEqual([entry.operation, entry.entity], ['table-deleted', 'films'])
    assert.deepEqual([entry.before, entry.after], [before, null])
    assert.equal((await made.call('GET', '/films')).status, 404)
    assert.equal((await made.call('DELETE', '/tables/films')).status, 404)
    await made.call('POST', '/tables', { name: 'films', columns })
    assert.deepEqual(await made.rows(), [])
    assert.deepEqual((await made.call('GET', '/tables/films/views')).json, [])
    assert.equal(((await made.call('POST', '/films', { name: 'a' })).json as Row).id, 1)
  })

  it('is refused while another table refers to it', async () => {
    const made = await films()
    const film = { name: 'film', type: 'integer', reference: { table: 'films', onDelete: 'clear' } }
    await made.call('POST', '/tables', { name: 'roles', columns: [film] })

    const problem = await made.refuses([409, 'tables.in_use'], 'DELETE', '/tables/films')

    assert.deepEqual(problem['tables'], ['roles'])
    await made.writes('DELETE', '/tables/roles')
    await made.writes('DELETE', '/tables/films')
  })
})

describe('what a table is in SVAR’s words', () => {
  it('has a grid column and a filter field for every column', async () => {
    const made = await api()

    const { svar } = (await made.call('GET', '/tables/films')).json as {
      svar: { columns: Column[]; fields: unknown[]; options: unknown }
    }

    const grid = { sort: true, resize: true }
    assert.deepEqual(svar.columns.slice(0, 3), [
      { id: 'id', header: 'id', width: 70, ...grid },
      { id: 'name', header: 'name', width: 200, ...grid, editor: 'text' },
      { id: 'year', header: 'year', width: 100, ...grid, editor: 'text' },
    ])
    const options = ['drama', 'horror', 'comedy']
    assert.deepEqual(svar.columns[8], {
      ...grid,
      id: 'genre',
      header: 'genre',
      width: 200,
      editor: 'richselect',
      options: options.map((each) => ({ id: each, label: each })),
    })
    assert.deepEqual(svar.options, { seen: [false, true], genre: options })
    assert.deepEqual(svar.fields[0], { id: 'name', label: 'name', type: 'text' })
  })
})
