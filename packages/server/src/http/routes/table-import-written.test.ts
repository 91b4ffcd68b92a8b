import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { importApi } from '../../../test/fixtures/import-api.ts'
import { bookOf } from '../../../test/fixtures/xlsx-samples.ts'

const german = [
  'Datum;Betrag;Preis;bezahlt;Menge;PLZ',
  '02.10.2020;5692,04;5.692,04 €;ja;1.234;01067',
  '31.12.2021;-3,5;12,00 €;nein;12.500;80331',
].join('\r\n')

const germanRows = [
  {
    id: 1,
    Datum: '2020-10-02',
    Betrag: 5692.04,
    Preis: 5692.04,
    bezahlt: true,
    Menge: 1234,
    PLZ: '01067',
  },
  {
    id: 2,
    Datum: '2021-12-31',
    Betrag: -3.5,
    Preis: 12,
    bezahlt: false,
    Menge: 12500,
    PLZ: '80331',
  },
]

const text = (value: string) => `<c t="str"><v>${value}</v></c>`

describe('a file as people have it', () => {
  it('has numbers, dates and booleans as they are written at a place', async () => {
    const { upload, rows } = await importApi()

    const { columns } = await upload('orders', 'orders.csv', german)

    assert.deepEqual(
      columns.map(({ name, type, form }) => [name, type, form]),
      [
        ['Datum', 'date', '02.10.2020'],
        ['Betrag', 'number', '5692,04'],
        ['Preis', 'number', '5.692,04 €'],
        ['bezahlt', 'boolean', 'ja, nein'],
        ['Menge', 'integer', '12.500'],
        ['PLZ', 'text', null],
      ],
    )
    assert.deepEqual(await rows('orders'), germanRows)
    await upload('orders', 'more.csv', german)
    assert.deepEqual((await rows('orders')).length, 4)
  })

  it('is text where it could mean two things, until it is said which', async () => {
    const { upload, rows } = await importApi()
    const file = 'day,sum\n01/02/2026,"1,234"\n'

    const { columns } = await upload('one', 'a.csv', file)
    await upload('two', 'a.csv', file, { dates: 'dmy', decimal: '.' })
    await upload('three', 'a.csv', file, {
      columns: '[{"source":"day","dates":"mdy"},{"source":2,"decimal":","}]',
    })

    assert.deepEqual(
      columns.map(({ type }) => type),
      ['text', 'text'],
    )
    assert.deepEqual(await rows('two'), [{ id: 1, day: '2026-02-01', sum: 1234 }])
    assert.deepEqual(await rows('three'), [{ id: 1, day: '2026-01-02', sum: 1.234 }])
  })

  it('is read into a table that is there as that table has its types', async () => {
    const { upload, refuses, rows } = await importApi()
    await upload('t', 'a.csv', 'sum,day,paid\n1.5,2026-01-01,true\n')

    await upload('t', 'b.csv', 'sum;day;paid\n2,5;31.12.2026;nein\n')
    await refuses([422, 'tables.rows_refused'], 't', 'c.csv', 'sum;day;paid\n1,234;1.1.2026;ja\n')
    await refuses(
      [422, 'tables.rows_refused'],
      't',
      'c.csv',
      'sum;day\n1,5;1.1.2026\n2.5;1.1.2026\n',
    )

    assert.deepEqual(await rows('t'), [
      { id: 1, sum: 1.5, day: '2026-01-01', paid: true },
      { id: 2, sum: 2.5, day: '2026-12-31', paid: false },
    ])
  })

  it('refuses a number that is written otherwise than those before it', async () => {
    const { upload } = await importApi()
    const many = Array.from({ length: 1000 }, () => '1,5').join('\n')

    const { added, failures } = await upload('t', 'a.csv', `sum;x\n${many}\n2.5;1\n3;1\n`, {
      skipBad: 'true',
    })

    assert.equal(added, 1001)
    assert.deepEqual(failures, [
      { line: 1002, column: 'sum', error: 'sum takes numbers written as 1,5, not "2.5".' },
    ])
  })

  it('may come from before UTF-8', async () => {
    const { upload, refuses, rows } = await importApi()
    const file = Buffer.from('name\nKöln\nÄrger\n', 'latin1')
    const greek = Buffer.from([0x6e, 0x0a, 0xe1, 0xe2, 0x0a])

    assert.equal((await upload('one', 'a.csv', file)).encoding, 'windows-1252')
    assert.equal((await upload('two', 'a.csv', 'name\nKöln\n')).encoding, 'utf-8')
    await upload('three', 'a.csv', greek, { encoding: 'windows-1253' })
    await refuses([422, 'tables.bad_import'], 'four', 'a.csv', file, { encoding: 'klingon' })
    await refuses(
      [422, 'tables.rows_refused'],
      'four',
      'a.csv',
      Buffer.concat([Buffer.from('é\n'), file]),
    )

    assert.deepEqual(await rows('one'), [
      { id: 1, name: 'Köln' },
      { id: 2, name: 'Ärger' },
    ])
    assert.deepEqual(await rows('three'), [{ id: 1, n: 'αβ' }])
  })

  it('may have its names further down, or none', async () => {
    const { upload, refuses, rows } = await importApi()
    const sheet = [
      `<row r="1">${text('Report')}</row>`,
      `<row r="3">${text('name')}${text('year')}</row>`,
      `<row r="4">${text('Alien')}<c><v>1979</v></c></row>`,
    ].join('')

    await upload('one', 'a.csv', 'Report;;\n\nname;year;x\nAlien;1979;1\n', { headerRow: '3' })
    await upload('two', 'a.csv', 'Alien;1979\nHeat;1995\n', { headerRow: '0' })
    await upload('three', 'a.xlsx', await bookOf({ sheet }), { headerRow: '3' })
    await upload(
      'four',
      'a.xlsx',
      await bookOf({ sheet: sheet.slice(sheet.indexOf('<row r="4">')) }),
      {
        headerRow: '0',
      },
    )
    await refuses([422, 'tables.bad_import'], 'five', 'a.csv', 'name\n1\n', { headerRow: '9' })

    assert.deepEqual(await rows('one'), [{ id: 1, name: 'Alien', year: 1979, x: 1 }])
    assert.deepEqual(await rows('two'), [
      { id: 1, 'Column 1': 'Alien', 'Column 2': 1979 },
      { id: 2, 'Column 1': 'Heat', 'Column 2': 1995 },
    ])
    assert.deepEqual(await rows('three'), [{ id: 1, name: 'Alien', year: 1979 }])
    assert.deepEqual(await rows('four'), [{ id: 1, 'Column 1': 'Alien', 'Column 2': 1979 }])
  })

  it('may have columns without a name, or two with one', async () => {
    const { upload, rows } = await importApi()

    await upload('one', 'a.csv', 'name,,name,\nAlien,1979,Ridley,\n')
    await upload('two', 'a.csv', 'name,\nAlien,1979\n', {
      columns: '[{"source":2,"name":"year"}]',
    })
    const many = Array.from({ length: 1000 }, () => 'Alien,').join('\n')
    const { added, failures } = await upload('three', 'a.csv', `name,\n${many}\nHeat,1995\n`, {
      skipBad: 'true',
    })

    assert.deepEqual(await rows('one'), [
      { id: 1, name: 'Alien', 'Column 2': 1979, 'name (2)': 'Ridley' },
    ])
    assert.deepEqual(await rows('two'), [{ id: 1, name: 'Alien', year: 1979 }])
    assert.deepEqual([added, failures.map(({ line }) => line)], [1000, [1002]])
  })

  it('is shown by some of its values before anything is taken', async () => {
    const { upload } = await importApi()

    const { columns } = await upload(
      'one',
      'a.csv',
      `name,n\n${'ab'.repeat(40)},1\nb,\nb,2\nc,3\n`,
      {
        dryRun: 'true',
      },
    )

    assert.deepEqual(
      columns.map(({ samples }) => samples),
      [
        [`${'ab'.repeat(30)}…`, 'b', 'c'],
        ['1', '2', '3'],
      ],
    )
  })
})
