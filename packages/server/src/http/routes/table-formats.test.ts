import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Column, ColumnFormat, Table } from '@triptych/contract/tables'
import { api } from '../../../test/fixtures/api.ts'
import { importApi } from '../../../test/fixtures/import-api.ts'
import { bookOf } from '../../../test/fixtures/xlsx-samples.ts'

const columns = [
  { name: 'name', type: 'text' },
  { name: 'mail', type: 'text', format: { kind: 'email' } },
  { name: 'page', type: 'text', format: { kind: 'url' } },
  { name: 'photo', type: 'text', format: { kind: 'file' } },
  { name: 'share', type: 'number', format: { kind: 'percent' } },
  { name: 'price', type: 'number', format: { kind: 'currency', currency: 'EUR' } },
]

const anna = {
  name: 'Anna',
  mail: 'anna.müller+x@büro.example.org',
  page: 'https://example.org/a?b=c#d',
  photo: '/photos/Größe 5%.jpg',
  share: 0.125,
  price: 1234.5,
}

const formats = (all: readonly Pick<Column, 'name' | 'format'>[]) =>
  Object.fromEntries(all.map(({ name, format }) => [name, format]))
const formatsOf = ({ columns: all }: Table) => formats(all)
const kept = Object.fromEntries(columns.map(({ name, format }) => [name, format]))

describe('a column with a format', () => {
  it('is described with it, and one without has none', async () => {
    const { call } = await api({}, columns)

    const { json } = await call('GET', '/tables/films')

    assert.deepEqual(formatsOf(json as Table), kept)
    assert.ok(!Object.hasOwn((json as Table).columns[0]!, 'format'))
  })

  it('takes what it says, and refuses the rest as it is', async () => {
    const { call, refuses, row } = await api({}, columns)
    const { json } = await call('POST', '/films', anna)
    assert.deepEqual(json, { id: 1, ...anna })

    const wrong: [string, unknown[]][] = [
      [
        'mail',
        ['anna', 'a@b', 'a b@example.org', '@example.org', 'a@example.org,b@example.org', 5],
      ],
      [
        'page',
        [
          'javascript:alert(1)',
          'JavaScript://x.org/%0aalert(1)',
          'data:text/html,x',
          'file:///etc',
          'example.org',
          'https://',
          'https://a b.org',
          'https://example.org/\nx',
        ],
      ],
      [
        'photo',
        [
          '/',
          'photos/a.jpg',
          '/photos/',
          '/photos//a.jpg',
          '/photos/../a.jpg',
          '/./a.jpg',
          '/a\0.jpg',
          '/\ud800.jpg',
          `/${'ä'.repeat(128)}`,
          '/a'.repeat(1001),
          'https://example.org/a.jpg',
          5,
        ],
      ],
      ['share', ['many', '5 EUR', '12,5 %']],
      ['price', ['5 €', 'x']],
    ]
    for (const [key, values] of wrong) {
      for (const value of values) {
        const refusal = [422, 'tables.wrong_type'] as const
        const { column } = await refuses(refusal, 'PATCH', '/films/1', { key, value })
        assert.equal(column, key)
        await refuses(refusal, 'POST', '/films', { ...anna, [key]: value })
        const many = { key: ['id'], rows: [{ id: 1, [key]: value }], add: false }
        await refuses([422, 'tables.rows_refused'], 'PUT', '/films/rows', many)
      }
    }
    await call('PATCH', '/films/1', { key: 'mail', value: '' })
    await call('PATCH', '/films/1', { key: 'page', value: null })
    await call('PATCH', '/films/1', { key: 'share', value: '7 %' })
    assert.deepEqual(await row(1), { id: 1, ...anna, mail: '', page: null, share: 0.07 })
  })

  it('has one that suits it', async () => {
    const { refuses } = await api({}, columns)
    const wrong: object[] = [
      { type: 'integer', format: { kind: 'email' } },
      { type: 'json', format: { kind: 'url' } },
      { type: 'json', format: { kind: 'file' } },
      { type: 'integer', format: { kind: 'percent' } },
      { type: 'text', format: { kind: 'currency', currency: 'EUR' } },
      { type: 'number', format: { kind: 'currency', currency: 'XQZ' } },
      { type: 'number', format: { kind: 'currency', currency: 'eur' } },
      { type: 'number', format: { kind: 'currency' } },
      { type: 'number', format: { kind: 'percent', currency: 'EUR' } },
      { type: 'text', format: { kind: 'phone' } },
      { type: 'text', format: 'email' },
      { type: 'text', format: { kind: 'email' }, options: ['a@example.org'] },
      { type: 'text', format: { kind: 'email' }, default: 'nobody' },
    ]
    for (const column of wrong) {
      const added = { changes: [{ addColumn: { name: 'x', ...column } }] }
      await refuses([422, 'body.invalid'], 'PATCH', '/tables/films', added)
      const table = { name: 'other', columns: [{ name: 'x', ...column }] }
      await refuses([422, 'body.invalid'], 'POST', '/tables', table)
    }
  })

  it('begins with something that suits it', async () => {
    const required = columns.map((column) => ({ ...column, nullable: false, unique: true }))
    const { call } = await api({}, required)

    const { json } = await call('POST', '/films', { row: {} })
    const again = await call('PUT', '/films/1', json)

    assert.equal(again.status, 200, JSON.stringify(again.json))
    const { mail, page, photo } = json as { mail: string; page: string; photo: string }
    assert.deepEqual([mail, page, photo], ['1@example.invalid', 'https://example.invalid/1', '/1'])
  })
})

const changes = (step: object) => ({ changes: [{ changeColumn: step }] })

describe('a format', () => {
  it('is given to a column only where all rows fit', async () => {
    const made = await api({}, [{ name: 'name', type: 'text' }])
    await made.call('POST', '/films', { name: 'anna@example.org' })
    await made.call('POST', '/films', { name: 'Anna' })
    const asked = changes({ name: 'name', format: { kind: 'email' } })

    const refusal = [409, 'tables.rows_do_not_fit'] as const
    const { failures } = await made.refuses(refusal, 'PATCH', '/tables/films', asked)
    const [{ count, rows }] = failures as [{ count: number; rows: { id: number }[] }]
    assert.deepEqual([count, rows.map(({ id }) => id)], [1, [2]])

    await made.call('DELETE', '/films/2')
    const { json } = await made.writes('PATCH', '/tables/films', asked)
    assert.deepEqual(formatsOf(json as Table), { name: { kind: 'email' } })
  })

  it('goes with a type that cannot have it, unless it is asked for, and comes back by undo', async () => {
    const { call, writes, refuses, rows } = await api({}, columns)
    await call('POST', '/films', anna)
    const before = await rows()
    const asked = { name: 'share', type: 'text', format: { kind: 'percent' } }

    await refuses([422, 'body.invalid'], 'PATCH', '/tables/films', changes(asked))
    const { json } = await writes(
      'PATCH',
      '/tables/films',
      changes({ name: 'share', type: 'text' }),
    )
    assert.ok(!Object.hasOwn(formatsOf(json as Table)['share'] ?? {}, 'kind'))
    assert.equal((await rows())[0]!['share'], '0.125')

    const undone = await call('POST', '/undo', {})
    assert.equal(undone.status, 200, JSON.stringify(undone.json))
    assert.deepEqual(formatsOf((await call('GET', '/tables/films')).json as Table), kept)
    assert.deepEqual(await rows(), before)
  })

  it('is taken away by null, and stays where it is not mentioned', async () => {
    const { call } = await api({}, columns)
    const change = async (step: object) => {
      return (await call('PATCH', '/tables/films', changes(step))).json as Table
    }

    assert.deepEqual(formatsOf(await change({ name: 'mail', nullable: false })), kept)
    const { mail, page } = formatsOf(await change({ name: 'mail', format: null }))
    assert.deepEqual([mail, page], [undefined, { kind: 'url' }])
  })

  it('changes nothing in filters, orders and sums: numbers are numbers, texts are texts', async () => {
    const { call } = await api({}, columns)
    for (const share of [0.5, 0.125, 0.25]) await call('POST', '/films', { ...anna, share })
    const found = async (path: string) =>
      ((await call('GET', path)).json as { share: number }[]).map(({ share }) => share)

    assert.deepEqual(await found('/films?share:gt=0.2&sort=share'), [0.25, 0.5])
    assert.deepEqual(await found('/films?mail:contains=büro&sort=-share'), [0.5, 0.25, 0.125])
    assert.deepEqual(await found('/films?mail=nobody'), [])
    const { json } = await call('GET', '/films/groups?aggregate=count,sum:price')
    assert.deepEqual((json as object[])[0], { count: 3, 'sum(price)': 3703.5 })
  })
})

const cell = (value: number, style: number) => `<c s="${style}"><v>${value}</v></c>`
const row = (cells: string[]) => `<row>${cells.join('')}</row>`

describe('an imported file', () => {
  it('of a workbook tells by how its numbers are shown what they are', async () => {
    const { upload, columns: columnsOf, rows } = await importApi()
    const formats = ['0.0%', '#,##0.00\\ "€"', '[$$-409]#,##0', '"$"0.00', '0%', '#,##0']
    const styles = `<numFmts>${formats
      .map(
        (code, at) =>
          `<numFmt numFmtId="${170 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
      )
      .join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
      .map((_, at) => `<xf numFmtId="${170 + at}"/>`)
      .join('')}<xf numFmtId="14"/></cellXfs>`
    const names = ['share', 'price', 'cost', 'fee', 'mixed', 'count', 'day', 'id']
    const sheet = [
      row(names.map((name) => `<c t="str" s="1"><v>${name}</v></c>`)),
      row([1, 2.5, 3, 4, 0.5, 6, 45000, 1].map((value, at) => cell(value, at === 7 ? 1 : at + 1))),
      row(
        [2, 3.5, 4, 5, 0.5, 7, 45001, 2].map((value, at) =>
          cell(value, at === 4 ? 0 : at === 7 ? 1 : at + 1),
        ),
      ),
    ].join('')

    await upload('sheet', 'sheet.xlsx', await bookOf({ sheet, styles }))

    const made = (await columnsOf('sheet')).map(({ name, type, format }) => [name, type, format])
    assert.deepEqual(made, [
      ['share', 'number', { kind: 'percent' }],
      ['price', 'number', { kind: 'currency', currency: 'EUR' }],
      ['cost', 'integer', { kind: 'currency', currency: 'USD' }],
      ['fee', 'integer', undefined],
      ['mixed', 'number', undefined],
      ['count', 'integer', undefined],
      ['day', 'date', undefined],
    ])
    assert.equal((await rows('sheet'))[0]!['share'], 1)
  })

  it('tells by its marks and its texts what the columns are', async () => {
    const { upload, rows, columns: columnsOf } = await importApi()
    const file = [
      'mail;page;path;share;price;fee;cost',
      'anna@example.org;https://example.org;/photos/a.jpg;12,5 %;1.234,50 €;3 CHF;$5',
      'ben@example.org;http://example.org/b;/usr/bin;7 %;;4 CHF;$6',
    ].join('\n')

    const { columns: told } = await upload('people', 'a.csv', file)

    const expected: Record<string, ColumnFormat | undefined> = {
      mail: { kind: 'email' },
      page: { kind: 'url' },
      // A path may be one of another place: nobody said that it is one of the drive.
      path: undefined,
      share: { kind: 'percent' },
      price: { kind: 'currency', currency: 'EUR' },
      fee: { kind: 'currency', currency: 'CHF' },
      cost: undefined,
    }
    assert.deepEqual(formats(await columnsOf('people')), expected)
    assert.deepEqual(Object.fromEntries(told.map(({ name, format }) => [name, format])), expected)
    const [first, second] = await rows('people')
    assert.deepEqual([first!['share'], first!['price'], second!['share']], [0.125, 1234.5, 0.07])
  })

  it('is text where one value further down is nothing else', async () => {
    const { upload, rows, columns: columnsOf } = await importApi()
    const many = Array.from({ length: 2000 }, (_, at) => `a${at}@example.org`)

    const file = `mail\n${many.join('\n')}\nnobody\n`
    const { added, columns: told } = await upload('people', 'a.csv', file)

    assert.equal(added, 2001)
    assert.equal(told[0]!.format, undefined)
    assert.deepEqual(formats(await columnsOf('people')), { mail: undefined })
    assert.equal((await rows('people')).at(-1)!['mail'], 'nobody')
  })

  it('does as it is told, and refuses rows that do not fit', async () => {
    const { upload, refuses, columns: columnsOf } = await importApi()
    const file = 'mail\nanna@example.org\n'

    await upload('one', 'a.csv', file, { columns: '[{"source":"mail","type":"text"}]' })
    await upload('two', 'a.csv', file, { columns: '[{"source":"mail","format":null}]' })
    const said = '[{"source":"mail","format":{"kind":"email"}}]'
    await refuses([422, 'tables.rows_refused'], 'three', 'a.csv', `${file}ben\n`, { columns: said })
    await upload('four', 'a.csv', file, { columns: said })
    await refuses([422, 'tables.rows_refused'], 'four', 'a.csv', 'mail\nben\n')

    assert.deepEqual(formats(await columnsOf('one')), { mail: undefined })
    assert.deepEqual(formats(await columnsOf('two')), { mail: undefined })
    assert.deepEqual(formats(await columnsOf('four')), { mail: { kind: 'email' } })
  })

  it('brings percents and amounts into columns that are there', async () => {
    const { upload, rows, table } = await importApi()
    await table('people', columns)

    await upload('people', 'a.csv', 'name;share;price\nAnna;12,5 %;1.234,50 €\n')
    await upload('people', 'b.csv', 'name,share,price\nBen,0.25,5\n')

    const found = (await rows('people')).map(({ share, price }) => [share, price])
    assert.deepEqual(found, [
      [0.125, 1234.5],
      [0.25, 5],
    ])
  })
})

describe('a column of files', () => {
  const photos = [
    { name: 'name', type: 'text' },
    { name: 'photo', type: 'text', format: { kind: 'file' } },
  ]

  it('takes a path of the drive, be there such a file or not, and keeps it when the file goes', async () => {
    const { ask, ok, rows, table } = await importApi({ 'photos/a.jpg': 'a' })
    await table('people', photos)
    const add = (photo: string) => ask('POST', '/people', JSON.stringify({ name: 'x', photo }))

    const [there, missing] = [await add('/photos/a.jpg'), await add('/photos/b.jpg')]
    assert.deepEqual([there.status, missing.status], [200, 200])
    await ok('DELETE', '/files', { ids: ['/photos/a.jpg'] })

    const kept = (await rows('people')).map(({ photo }) => photo)
    assert.deepEqual(kept, ['/photos/a.jpg', '/photos/b.jpg'])
  })

  it('comes and goes as text in every form', async () => {
    const { ask, upload, refuses, rows, table, columns: columnsOf } = await importApi()
    await table('people', photos)
    await upload('people', 'a.csv', 'name,photo\nAnna,"/photos/a, b.jpg"\nBen,\n')
    await refuses([422, 'tables.rows_refused'], 'people', 'b.csv', 'name,photo\nCid,a.jpg\n')
    const was = await rows('people')

    for (const format of ['csv', 'tsv', 'ndjson', 'json', 'xlsx']) {
      const { status, bytes } = await ask('GET', `/people/export?format=${format}`)
      assert.equal(status, 200)
      const file = `people.${format}`
      const said = '[{"source":"photo","format":{"kind":"file"},"type":"text"}]'
      await upload(`as-${format}`, file, bytes, { columns: said })
      assert.deepEqual(
        (await rows(`as-${format}`)).map(({ photo }) => photo || null),
        ['/photos/a, b.jpg', null],
      )
      assert.deepEqual(formats(await columnsOf(`as-${format}`))['photo'], { kind: 'file' })
    }
    assert.equal(was[0]!['photo'], '/photos/a, b.jpg')
  })
})
