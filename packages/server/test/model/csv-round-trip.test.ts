import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CellValue, Table } from '@triptych/contract/tables'
import { cellConverter } from '../../src/domain/tables/import/cell-converter.ts'
import { readCsv } from '../../src/codecs/csv/read-csv.ts'
import { openSqliteDatabase } from '../../src/engines/sqlite/database.ts'
import { everyRow } from '../../src/ports/table-query.ts'
import { queryColumn } from '../fixtures/query-table.ts'
import { someCell } from './query-values.ts'
import { chosenSeed, seededRandom } from '../fixtures/seeded-random.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'

type Cells = Record<string, CellValue>
type Form = 'csv' | 'tsv'

const delimiters = { csv: ',', tsv: '\t' } as const

/** The file that the database makes of these rows. */
async function written(columns: Table['columns'], rows: Cells[], form: Form): Promise<string> {
  const table: Table = { name: 'films', columns, indexes: [] }
  const database = openSqliteDatabase(':memory:')
  await database.transact(async ({ tables }) => {
    await tables.create(table, 1)
    for (const [index, values] of rows.entries()) {
      const order = `a${String(index).padStart(6, '0')}`
      await tables.insert(table, { id: index + 1, version: 1, order, values })
    }
  })
  const stream = database.stream(({ tables }) => tables.rows(table, everyRow, form))
  const text = Buffer.concat(await Array.fromAsync(stream)).toString()
  await database.close()
  return text
}

/** What the file says, in the types of the columns. */
async function readBack(columns: Table['columns'], text: string, form: Form): Promise<Cells[]> {
  const bytes = (async function* () {
    yield Buffer.from(text)
  })()
  const { names, batches } = await readCsv(bytes, { delimiter: delimiters[form] })
  const all = [queryColumn('id', 'integer'), ...columns]
  assert.deepEqual(
    names,
    all.map(({ name }) => name),
  )
  const converters = all.map((column) => cellConverter(column, 'text'))
  const rows: Cells[] = []
  for await (const batch of batches) {
    assert.deepEqual(batch.errors, [])
    for (const cells of batch.rows) {
      assert.equal(cells.length, all.length)
      const values = cells.map((cell, index) => {
        assert.notEqual(cell, undefined)
        // Nothing between two delimiters is no value, whatever the type.
        return cell === null ? null : converters[index]!(cell!)
      })
      rows.push(Object.fromEntries(names.map((name, index) => [name, values[index]!])))
    }
  }
  return rows
}

const pieces = [
  '=', '+', '-', '@', '\t', '\r', '\n', '\r\n', "'", "''", '"', '""', ',', ';', '|', ' ', 'a', '1', '5.5',
  'é', '日本', '😀', '\\', '=cmd|calc', 'sep=;', '\ufeff', 'null', 'true', '[', '{',
] // prettier-ignore

function someText(random: SeededRandom): string {
  return Array.from({ length: random.between(0, 5) }, () => random.pick(pieces)).join('')
}

const everyType = (
  ['text', 'integer', 'number', 'boolean', 'date', 'datetime', 'json'] as const
).map((type) => queryColumn(type, type))

describe('CSV and TSV of the database', () => {
  it('quote what must be quoted, make formulas harmless, and leave numbers as they are', async () => {
    const columns = [
      queryColumn('=name', 'text'),
      queryColumn('a,"b"', 'number'),
      queryColumn('j', 'json'),
    ]
    const rows: Cells[] = [
      { '=name': 'plain', 'a,"b"': -5, j: -5 },
      { '=name': '', 'a,"b"': null, j: null },
      { '=name': null, 'a,"b"': 0.5, j: '' },
      { '=name': '=1+1', 'a,"b"': 1e21, j: { a: '=1' } },
      { '=name': "'=1", 'a,"b"': 5, j: true },
      { '=name': "it's\n", 'a,"b"': 5, j: [1, 2] },
      { '=name': 'a\tb', 'a,"b"': 5, j: 'x' },
    ]

    const text = await written(columns, rows, 'csv')

    const lines = [
      `id,"'=name","a,""b""",j`,
      `1,plain,-5,"'-5"`,
      `2,"",,`,
      `3,,0.5,""""""`,
      `4,"'=1+1",1e+21,"{""a"":""=1""}"`,
      `5,"''=1",5,true`,
      `6,"it's\n",5,"[1,2]"`,
      `7,a\tb,5,"""x"""`,
    ]
    assert.equal(text, `${lines.join('\r\n')}\r\n`)
    const tsv = await written(columns, rows.slice(5), 'tsv')
    assert.equal(
      tsv,
      `id\t"'=name"\t"a,""b"""\tj\r\n1\t"it's\n"\t5\t[1,2]\r\n2\t"a\tb"\t5\t"""x"""\r\n`,
    )
  })

  for (const form of ['csv', 'tsv'] as const) {
    const seed = chosenSeed()
    it(`are read back as what they were made of: ${form} (seed ${seed})`, async () => {
      const random = seededRandom(seed)
      const rows = Array.from({ length: 400 }, (_, number): Cells => {
        const cells = everyType.map((column) => [column.name, someCell(random, column)])
        const text = random.between(0, 9) === 0 ? null : someText(random)
        const json = random.pick([
          null,
          someText(random),
          [someText(random)],
          { [someText(random)]: -1 },
        ])
        return { ...Object.fromEntries(cells), text, ...(number % 2 === 0 && { json }) }
      })

      const text = await written(everyType, rows, form)

      const expected = rows.map((row, index) => ({ id: index + 1, ...row }))
      assert.deepEqual(await readBack(everyType, text, form), expected)
    })
  }

  it('have names of columns that are read back as they are', async () => {
    const names = [
      '=a',
      '+b',
      '-c',
      '@d',
      "'e",
      "'=f",
      '"g"',
      'h,i',
      ' j ',
      'k;l',
      "''",
      '日本',
      '😀',
    ]
    const columns = names.map((name) => queryColumn(name, 'integer'))
    const rows = [Object.fromEntries(names.map((name, index) => [name, index]))]

    for (const form of ['csv', 'tsv'] as const) {
      const text = await written(columns, rows, form)
      assert.deepEqual(await readBack(columns, text, form), [{ id: 1, ...rows[0] }])
    }
  })

  it('have every double as one that reads back the same', async () => {
    const doubles = [
      0,
      -0.5,
      1 / 3,
      0.1 + 0.2,
      5e-324,
      Number.MAX_VALUE,
      -1e15,
      1e15 + 0.5,
      2 ** 53,
      1e22,
    ]
    const columns = [queryColumn('n', 'number')]

    const text = await written(
      columns,
      doubles.map((n) => ({ n })),
      'csv',
    )

    const rows = await readBack(columns, text, 'csv')
    assert.deepEqual(
      rows.map(({ n }) => n),
      doubles,
    )
  })
})
