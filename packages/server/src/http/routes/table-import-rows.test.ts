import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Problem } from '@triptych/contract/errors'
import type { Imported, ImportFailure } from '@triptych/contract/table-import'
import { plainFilm, filmColumns } from '../../../test/fixtures/api.ts'
import { cellsOf, idsOf, importApi } from '../../../test/fixtures/import-api.ts'

/** A server with the table `films`, one row in it, and nothing but it. */
async function films() {
  const api = await importApi()
  await api.table('films', filmColumns)
  await api.ok('POST', '/films', { name: 'Alien', code: 'A1' })
  return api
}

const failuresIn = (problem: Problem) => problem['failures'] as ImportFailure[]
const lineAndColumn = ({ line, column }: ImportFailure) => [line, column]

const skip = (source: string) => ({ source, skip: true })

/** Lines of CSV. */
const lines = (...list: string[]) => `${list.join('\n')}\n`

describe('rows for a table that exists', () => {
  it('come after those that are there, with ids of their own', async () => {
    const { upload, rows } = await films()

    const told = await upload('films', 'a.csv', lines('name,year', 'Heat,1995', 'Ran,1985'))

    assert.deepEqual(told, {
      table: 'films',
      created: false,
      added: 2,
      skipped: 0,
      emptied: 0,
      failures: [],
      columns: [
        { source: 'name', name: 'name', type: 'text', form: null, samples: ['Heat', 'Ran'] },
        { source: 'year', name: 'year', type: 'integer', form: null, samples: ['1995', '1985'] },
      ],
      encoding: 'utf-8',
    })
    assert.deepEqual(await rows('films'), [
      { id: 1, ...plainFilm, name: 'Alien', code: 'A1' },
      { id: 2, ...plainFilm, name: 'Heat', year: 1995 },
      { id: 3, ...plainFilm, name: 'Ran', year: 1985 },
    ])
  })

  it('keep what fits of them where cells that do not fit stay empty', async () => {
    const { upload, rows, table } = await importApi()
    await table('items', [
      { name: 'name', type: 'text', nullable: false },
      { name: 'count', type: 'integer' },
      { name: 'day', type: 'date', nullable: false },
    ])
    const file = lines(
      'name,count,day',
      'Nail,many,2026-01-01',
      'Board,some,soon',
      'Glue,few,2026-01-03',
      'Nut,4,2026-01-04',
    )
    const wishes = { emptyBad: 'true', skipBad: 'true' }

    const dry = await upload('items', 'a.csv', file, { ...wishes, dryRun: 'true' })
    const told = await upload('items', 'a.csv', file, wishes)

    assert.deepEqual([dry.added, dry.emptied, dry.skipped], [3, 2, 1])
    assert.deepEqual([told.added, told.emptied, told.skipped], [3, 2, 1])
    // A column that must have a value has nowhere to leave it out.
    assert.deepEqual(told.failures.map(lineAndColumn), [[3, 'day']])
    assert.deepEqual(cellsOf(await rows('items')), [
      ['Nail', null, '2026-01-01'],
      ['Glue', null, '2026-01-03'],
      ['Nut', 4, '2026-01-04'],
    ])
  })

  it('find their columns by name in any letter case, in every format, or as told', async () => {
    const { upload, rows } = await films()
    const wishes = { columns: [{ source: 'Title', name: 'name' }] }

    await upload('films', 'a.csv', 'NAME, Year \nHeat,1995\n')
    await upload('films', 'a.json', '[{"Name":"Heat","YEAR":1995}]')
    await upload('films', 'a.ndjson', '{"Title":"Heat","year":"1995"}\n', wishes)
    const told = await upload('films', 'a.csv', 'Title,year\nHeat,1995\n', wishes)

    assert.deepEqual(
      (await rows('films')).slice(1),
      [2, 3, 4, 5].map((id) => ({ id, ...plainFilm, name: 'Heat', year: 1995 })),
    )
    const as = { name: 'name', type: 'text', form: null, samples: ['Heat'] }
    assert.deepEqual(told.columns[0], { source: 'Title', ...as })
  })

  it('tell of JSON which keys there are, and not which there could be', async () => {
    const { upload } = await films()

    const { columns } = await upload('films', 'a.json', '[{"name":"Heat"},{"year":1,"name":"b"}]')

    assert.deepEqual(
      columns.map(({ source }) => source),
      ['name', 'year'],
    )
  })

  it('may have keys that the first thousand have not', async () => {
    const { upload, rows, refuses } = await films()
    const first = '{"Name":"x"}\n'.repeat(1000)

    await upload('films', 'a.ndjson', `${first}{"Name":"y","year":1}\n`)

    assert.equal((await rows('films')).at(-1)?.['year'], 1)
    const again = `${first}{"Name":"y","nosuch":1}\n{"name":"y"}\n{"Name":"y","id":5}\n`
    const problem = await refuses([422, 'tables.rows_refused'], 'films', 'a.ndjson', again)
    assert.deepEqual(failuresIn(problem).map(lineAndColumn), [
      [1001, undefined],
      [1002, undefined],
      [1003, 'id'],
    ])
  })

  it('have the default where nothing is said, and no value where the cell is empty', async () => {
    const { table, upload, rows } = await importApi()
    await table('marks', [
      { name: 'a', type: 'text', default: 'given' },
      { name: 'b', type: 'integer', default: 7, nullable: false },
      { name: 'c', type: 'text' },
    ])

    await upload('marks', 'a.csv', lines('c,a', 'x,', 'y,""', 'z'))
    await upload('marks', 'a.csv', lines('b,c', ',x', '5,y'))
    await upload('marks', 'a.ndjson', '{"b":null}\n{"a":""}\n')

    assert.deepEqual(cellsOf(await rows('marks')), [
      [null, 7, 'x'],
      ['', 7, 'y'],
      ['given', 7, 'z'],
      ['given', 7, 'x'],
      ['given', 5, 'y'],
      ['given', 7, null],
      ['', 7, null],
    ])
  })

  it('are refused with columns the table has not, unless they are skipped', async () => {
    const { upload, refuses } = await films()
    const text = lines('name,nosuch,other', 'Heat,1,2')

    const { error } = await refuses([422, 'tables.bad_import'], 'films', 'a.csv', text)
    assert.match(error, /nosuch, other/)
    const one = { columns: [skip('other')] }
    await refuses([422, 'tables.bad_import'], 'films', 'a.csv', text, one)
    const twice = lines('name,NAME', 'a,b')
    await refuses([422, 'tables.bad_import'], 'films', 'a.csv', twice)
    await refuses([422, 'tables.bad_import'], 'films', 'a.json', '[{"name":"a","Name":"b"}]')

    const both = { columns: [skip('nosuch'), skip('other')] }
    assert.equal((await upload('films', 'a.csv', text, both)).added, 1)
  })

  it('may be none', async () => {
    const { upload, changesNothing } = await films()

    await changesNothing(async () => {
      for (const [name, text] of [
        ['a.csv', 'name,year\n'],
        ['a.json', '[]'],
        ['a.ndjson', ''],
      ] as const) {
        assert.equal((await upload('films', name, text)).added, 0)
      }
    })
  })

  it('are read as strictly as what a person writes', async () => {
    const { refuses } = await films()
    const bad: [column: string, cell: string][] = [
      ['year', '1.5'],
      ['rating', 'much'],
      ['seen', 'perhaps'],
      ['premiere', '2026-02-30'],
      ['aired', 'yesterday'],
      ['genre', 'western'],
      ['tags', '"a,z"'],
      ['extra', '{'],
      ['name', ''],
    ]

    for (const [column, cell] of bad) {
      const text = column === 'name' ? 'name,code\n,x\n' : `name,${column}\nx,${cell}\n`
      const problem = await refuses([422, 'tables.rows_refused'], 'films', 'a.csv', text)
      const [failure] = failuresIn(problem)
      assert.deepEqual([failure?.line, failure?.column], [2, column])
      assert.match(failure?.error ?? '', new RegExp(`^${column} `))
    }
  })
})

describe('ids in a file', () => {
  it('are kept, in any order, and the rows are in that of the file', async () => {
    const { upload, rows, ok } = await films()
    const ids = Array.from({ length: 2500 }, (_, n) => 5000 - n * 2)

    await upload('films', 'a.csv', lines('id,name', ...ids.map((id) => `${id},f${id}`)))

    assert.deepEqual(idsOf(await rows('films')), [1, ...ids])
    assert.equal((await ok<{ id: number }>('POST', '/films', { name: 'x' })).id, 5001)
  })

  it('that are taken, come twice, are missing or cannot be are refused', async () => {
    const { refuses, upload, rows } = await films()
    const filler = Array.from({ length: 2000 }, (_, n) => `${n + 10},f`)
    const text = lines(
      'id,name',
      '1,taken',
      '5,a',
      '5,twice',
      ...filler,
      '11,twice',
      ',none',
      'x,word',
      '0,zero',
      '-3,minus',
      '1.5,half',
      '281474976710657,high',
      '3,z',
    )

    const problem = await refuses([422, 'tables.rows_refused'], 'films', 'a.csv', text)
    assert.deepEqual(
      failuresIn(problem).map(({ line }) => line),
      [2, 4, 2005, 2006, 2007, 2008, 2009, 2010, 2011],
    )
    assert.ok(failuresIn(problem).every(({ column }) => column === 'id'))
    assert.equal(failuresIn(problem)[0]?.error, 'There is a row 1 already.')

    const { added, skipped } = await upload('films', 'a.csv', text, { skipBad: 'true' })
    assert.deepEqual([added, skipped], [2002, 9])
    const ids = idsOf(await rows('films'))
    assert.deepEqual([ids.slice(0, 3), ids.at(-1)], [[1, 5, 10], 3])
  })

  it('may be left empty by all rows, or by none', async () => {
    const { upload, rows, refuses } = await films()

    await upload('films', 'a.csv', lines('id,name', ',a', '"",b'))
    await upload('films', 'a.ndjson', '{"name":"c"}\n')

    assert.deepEqual(idsOf(await rows('films')), [1, 2, 3, 4])
    for (const text of [lines('id,name', ',a', '9,b'), lines('id,name', '9,b', ',a')]) {
      await refuses([422, 'tables.rows_refused'], 'films', 'a.csv', text)
    }
  })
})

describe('rows that cannot be taken', () => {
  const text = lines('name,year', 'a,1', 'b,x', '"c\nd",2', ',3', 'e,4,5', 'f,x', 'g,6')
  const expected = [
    [3, 'year'],
    [6, 'name'],
    [7, undefined],
    [8, 'year'],
  ]

  it('are all told with their lines and reasons, and then nothing is taken', async () => {
    const { refuses } = await films()

    const problem = await refuses([422, 'tables.rows_refused'], 'films', 'a.csv', text)

    assert.deepEqual(failuresIn(problem).map(lineAndColumn), expected)
    assert.deepEqual([problem['count'], problem.error], [4, '4 rows cannot be taken.'])
    assert.equal(
      failuresIn(problem)[0]?.error,
      `year takes a whole number, at most ${Number.MAX_SAFE_INTEGER}, not "x".`,
    )
  })

  it('are left out and told where that was asked for', async () => {
    const { upload, rows } = await films()

    const told = await upload('films', 'a.csv', text, { skipBad: 'true' })

    assert.deepEqual([told.added, told.skipped], [3, 4])
    assert.deepEqual(told.failures.map(lineAndColumn), expected)
    const names = (await rows('films')).map(({ name }) => name)
    assert.deepEqual(names, ['Alien', 'a', 'c\nd', 'g'])
  })

  it('are left out of a new table too', async () => {
    const { upload, rows, refuses } = await importApi()
    const types = { columns: [{ source: 'year', type: 'integer' }] }

    const problem = await refuses([422, 'tables.rows_refused'], 'new', 'a.csv', text, types)
    assert.deepEqual(failuresIn(problem).map(lineAndColumn), [
      [3, 'year'],
      [7, undefined],
      [8, 'year'],
    ])
    await upload('new', 'a.csv', text, { ...types, skipBad: 'true' })
    assert.deepEqual(idsOf(await rows('new')), [1, 2, 3, 4])
  })

  it('are counted in full, and told up to the hundredth', async () => {
    const { refuses } = await films()
    const many = lines('name,code', ...Array.from({ length: 2500 }, (_, n) => `f,${n % 1000}`))
    const bad = lines('year,name', ...Array.from({ length: 2500 }, () => 'x,f'))

    for (const [file, count] of [
      [bad, 2500],
      [many, 1500],
    ] as const) {
      const problem = await refuses([422, 'tables.rows_refused'], 'films', 'a.csv', file)
      assert.deepEqual([problem['count'], failuresIn(problem).length], [count, 100])
    }
  })
})

describe('a dry run', () => {
  it('tells everything and changes nothing', async () => {
    const { upload, changesNothing, staged, ok } = await films()
    const dryRun = { dryRun: 'true' }
    const filler = Array.from({ length: 1500 }, (_, n) => `${n + 100},f,`)
    const text = lines('id,name,code', '7,a,A1', '8,b,B', '9,c,B', ',d,', ...filler, '8,e,')

    const [made, added] = await changesNothing(async () => {
      const one = await upload('new', 'a.csv', lines('name,year', 'a,1', 'b,x'), dryRun)
      const other = await upload('films', 'a.csv', text, dryRun)
      return [one, other] as [Imported, Imported]
    })

    assert.deepEqual([made.created, made.added, made.skipped], [true, 2, 0])
    assert.deepEqual(
      made.columns.map(({ type }) => type),
      ['text', 'text'],
    )
    assert.deepEqual([added.created, added.added, added.skipped], [false, 1501, 4])
    assert.deepEqual(added.failures.map(lineAndColumn), [
      [2, 'code'],
      [4, 'code'],
      [5, 'id'],
      [1506, 'id'],
    ])
    assert.deepEqual(await staged(), [])
    assert.deepEqual(
      (await ok<{ name: string }[]>('GET', '/tables')).map(({ name }) => name),
      ['films'],
    )
  })

  it('is refused where the file would be', async () => {
    const { refuses } = await films()
    const dryRun = { dryRun: 'true' }

    await refuses([422, 'tables.bad_import'], 'films', 'a.csv', 'name,"x\n', dryRun)
    await refuses([422, 'tables.bad_import'], 'films', 'a.csv', 'nosuch\n1\n', dryRun)
    await refuses([409, 'tables.name_taken'], 'Films', 'a.csv', 'name\n1\n', dryRun)
  })
})
