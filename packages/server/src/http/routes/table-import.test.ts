import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Imported } from '@triptych/contract/table-import'
import { cellsOf, idsOf, importApi } from '../../../test/fixtures/import-api.ts'
import { bookOf, sheetsOf } from '../../../test/fixtures/xlsx-samples.ts'

const sheet = [
  '<row><c t="str"><v>Name</v></c><c t="str"><v>year</v></c><c t="str"><v>seen</v></c></row>',
  '<row><c t="str"><v>Alien</v></c><c><v>1979</v></c><c t="b"><v>1</v></c></row>',
  '<row><c t="str"><v>Heat</v></c><c><v>1995</v></c></row>',
].join('')
const csv = 'Name,year,seen\nAlien,1979,true\nHeat,1995,\n'
const files: Record<string, string | Buffer> = {
  'films.csv': csv,
  'films.txt': csv.replaceAll(',', ';'),
  'films.tsv': csv.replaceAll(',', '\t'),
  'films.json':
    '[{"Name":"Alien","year":1979,"seen":true},{"Name":"Heat","year":1995,"seen":null}]',
  'films.ndjson':
    '{"Name":"Alien","year":1979,"seen":true}\n{"Name":"Heat","year":1995,"seen":null}\n',
  'films.jsonl': '{"Name":"Alien","year":1979,"seen":true}\n{"Name":"Heat","year":1995}\n',
  'films.xlsx': await bookOf({ sheet }),
  'FILMS.CSV': csv,
}
const expected = [
  { id: 1, Name: 'Alien', year: 1979, seen: true },
  { id: 2, Name: 'Heat', year: 1995, seen: null },
]
const columns = [
  { source: 'Name', name: 'Name', type: 'text', form: null, samples: ['Alien', 'Heat'] },
  { source: 'year', name: 'year', type: 'integer', form: null, samples: ['1979', '1995'] },
  { source: 'seen', name: 'seen', type: 'boolean', form: null, samples: ['true'] },
]
const made = {
  created: true,
  added: 2,
  skipped: 0,
  emptied: 0,
  failures: [],
  columns,
  encoding: 'utf-8',
}

describe('a file of each format', () => {
  for (const [name, data] of Object.entries(files)) {
    it(`makes a table: ${name}, by upload and from the drive`, async () => {
      const { upload, fromDrive, rows } = await importApi({ [`docs/${name}`]: data })

      assert.deepEqual(await upload('sent', name, data), { table: 'sent', ...made })
      assert.deepEqual(await fromDrive('lay', `/docs/${name}`), { table: 'lay', ...made })

      assert.deepEqual(await rows('sent'), expected)
      assert.deepEqual(await rows('lay'), expected)
    })
  }

  it('may be told where the name does not tell', async () => {
    const { upload, fromDrive, refuses, rows } = await importApi({ data: csv })

    await upload('one', 'films.csv.gz', csv, { format: 'csv' })
    await upload('two', '', files['films.json']!, { format: 'json' })
    await fromDrive('three', 'data', { format: 'csv' })

    for (const table of ['one', 'two', 'three']) assert.deepEqual(await rows(table), expected)
    for (const name of ['films.csv.gz', 'films', '', '.', 'films.doc']) {
      await refuses([422, 'tables.bad_import'], 'four', name, csv)
    }
    await refuses([422, 'query.invalid'], 'four', 'films.csv', csv, { format: 'xml' })
  })

  it('is read with the delimiter and the sheet that were told', async () => {
    const { upload, refuses, columns: columnsOf } = await importApi()
    const book = await bookOf({ sheet, book: sheetsOf('First', 'Second', '2026') })

    await upload('bars', 'a.csv', 'a;b|c;d\n1;2|3;4\n', { delimiter: '|' })
    assert.deepEqual(
      (await columnsOf('bars')).map(({ name }) => name),
      ['a;b', 'c;d'],
    )
    await refuses([422, 'query.invalid'], 'other', 'a.csv', csv, { delimiter: 'x' })
    for (const [n, name] of ['Second', '2', '2026'].entries()) {
      assert.equal((await upload(`sheet${n}`, 'a.xlsx', book, { sheet: name })).added, 2)
    }
    for (const name of ['Third', '4', '0', '']) {
      await refuses([422, 'tables.bad_import'], 'other', 'a.xlsx', book, { sheet: name })
    }
  })
})

describe('a new table', () => {
  const text = 'id,Title of it,year,x\n7,Alien,1979,1\n3,Heat,1995,2\n'

  it('has the types that its values can be, and nothing is changed by them', async () => {
    const { upload, rows } = await importApi()
    const cells = { n: '5', r: '1.50', z: '007', d: '2026-04-05', t: '2026-04-05T08:30:00Z' }
    const more = { b: 'false', j: '"{""a"":[1]}"', p: '+5', w: '12/11/2024', e: '' }
    const all = { ...cells, ...more }

    const { columns: told } = await upload(
      'typed',
      'a.csv',
      `${Object.keys(all).join(',')}\n${Object.values(all).join(',')}\n`,
    )

    assert.deepEqual(
      told.map(({ type }) => type),
      // What could be several things stays text.
      ['integer', 'number', 'text', 'date', 'datetime', 'boolean', 'json', 'text', 'text', 'text'],
    )
    const values = [5, 1.5, '007', '2026-04-05', '2026-04-05T08:30:00.000Z', false]
    assert.deepEqual(cellsOf(await rows('typed')), [
      [...values, { a: [1] }, '+5', '12/11/2024', null],
    ])
  })

  it('is as it was told: other names and types, columns left out, and ids', async () => {
    const { upload, rows, columns: columnsOf } = await importApi()
    const wishes = [
      { source: 'Title of it', name: 'title' },
      { source: 'year', type: 'text', nullable: false },
      { source: 'x', skip: true },
    ]

    const { columns: told } = await upload('films', 'a.csv', text, { columns: wishes })

    assert.deepEqual(
      told.map(({ source, name, type }) => [source, name, type]),
      [
        ['id', 'id', 'integer'],
        ['Title of it', 'title', 'text'],
        ['year', 'year', 'text'],
        ['x', null, null],
      ],
    )
    assert.deepEqual(await rows('films'), [
      { id: 7, title: 'Alien', year: '1979' },
      { id: 3, title: 'Heat', year: '1995' },
    ])
    const nullable = (await columnsOf('films')).map((column) => column.nullable)
    assert.deepEqual(nullable, [true, false])
  })

  it('takes the ids from the column that is told to be it, or makes its own', async () => {
    const { upload, rows, refuses } = await importApi()
    const byX = [
      { source: 'x', name: 'ID' },
      { source: 'id', name: 'number' },
    ]
    await upload('by-x', 'a.csv', text, { columns: byX })
    await upload('own', 'a.csv', text, { columns: [{ source: 'id', skip: true }] })
    await upload('both', 'a.csv', text, { columns: [{ source: 'id', name: 'number' }] })

    const [first] = await rows('by-x')
    assert.deepEqual(first, { id: 1, number: 7, 'Title of it': 'Alien', year: 1979 })
    assert.deepEqual(idsOf(await rows('own')), [1, 2])
    const [both] = await rows('both')
    assert.deepEqual([both?.['id'], both?.['number']], [1, 7])
    const words = {
      columns: [
        { source: 'id', skip: true },
        { source: 'Title of it', name: 'id' },
      ],
    }
    const { failures } = await refuses([422, 'tables.rows_refused'], 'bad', 'a.csv', text, words)
    assert.deepEqual(
      (failures as Imported['failures']).map(({ line, column }) => [line, column]),
      [
        [2, 'id'],
        [3, 'id'],
      ],
    )
    const { error } = await refuses([422, 'body.invalid'], 'bad', 'a.csv', text, {
      columns: [{ source: 'id', type: 'text' }],
    })
    assert.equal(error, 'The column id cannot be made: this name is taken.')
  })

  it('takes more rows at once, whatever was in all cells of the file', async () => {
    const { upload, ok } = await importApi()
    await upload('films', 'a.csv', 'id,name\n5,Alien\n')
    await upload('bare', 'a.csv', 'name\n')

    assert.deepEqual(await ok('POST', '/films', { name: null }), { id: 6, name: null })
    assert.deepEqual(await ok('POST', '/bare', { name: null }), { id: 1, name: null })
  })

  it('has names that columns can have', async () => {
    const { upload } = await importApi()
    const header = ['', 'constructor', '$x', '"a\nb"', 'Name', 'name', "'=1+1", '"q"""']
    const names = header.slice(1).join(',')

    const { columns: told } = await upload('names', 'a.csv', `${names}\n1,2,3,4,5,6,7\n`)

    assert.deepEqual(
      told.map(({ name }) => name),
      ['constructor', 'x', 'a b', 'Name', 'name_2', '=1+1', 'q"'],
    )
  })

  it('can be made of records that have not all the same keys', async () => {
    const { upload, rows } = await importApi()

    await upload('mixed', 'a.ndjson', '{"a":1}\n{"b":"x","a":2}\n{}\n{"b":null}\n')

    assert.deepEqual(cellsOf(await rows('mixed')), [
      [1, null],
      [2, 'x'],
      [null, null],
      [null, null],
    ])
  })

  it('is refused where its name, its columns or what was told cannot be', async () => {
    const { refuses, upload } = await importApi()
    await upload('films', 'a.csv', csv)

    for (const name of ['a b', 'a.b', '_staged_1', 'x'.repeat(64)]) {
      await refuses([422, 'body.invalid'], name, 'a.csv', csv)
    }
    for (const name of ['auth', 'trash', 'v2', 'sqlite_x']) {
      await refuses([422, 'tables.name_reserved'], name, 'a.csv', csv)
    }
    await refuses([409, 'tables.name_taken'], 'FILMS', 'a.csv', csv)
    for (const wish of [
      { source: 'nosuch', skip: true },
      [
        { source: 'year', skip: true },
        { source: 'year', name: 'y' },
      ],
      ['Name', 'year', 'seen'].map((source) => ({ source, skip: true })),
    ]) {
      const query = { columns: [wish].flat() }
      await refuses([422, 'tables.bad_import'], 'new', 'a.csv', csv, query)
    }
    for (const wish of [
      { source: 'year', name: 'NAME' },
      { source: 'year', name: '' },
      { source: 'year', name: '$year' },
    ]) {
      await refuses([422, 'body.invalid'], 'new', 'a.csv', csv, { columns: [wish] })
    }
    for (const wish of ['{}', '[1]', '[', '[{"source":"year","type":"int"}]', '[{"name":"x"}]']) {
      await refuses([422, 'query.invalid'], 'new', 'a.csv', csv, { columns: wish })
    }
    for (const flag of ['skipBad', 'dryRun']) {
      await refuses([422, 'query.invalid'], 'new', 'a.csv', csv, { [flag]: 'yes' })
    }
  })
})
