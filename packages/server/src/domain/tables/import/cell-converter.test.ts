import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnTypes } from '@triptych/contract/choices'
import type { CellValue, Column, ColumnType } from '@triptych/contract/tables'
import { chosenSeed, seededRandom } from '../../../../test/fixtures/seeded-random.ts'
import { AppError } from '../../../errors.ts'
import { valueFromJson, valueFromText } from '../cell-value.ts'
import { cellConverter } from './cell-converter.ts'

function column(type: ColumnType, rest: Partial<Column> = {}): Column {
  const plain = { nullable: true, unique: false, default: null, options: null, reference: null }
  return { name: 'c', type, ...plain, ...rest }
}

const columns = columnTypes.flatMap((type) => [column(type), column(type, { nullable: false })])
const choices = [
  column('text', { options: ['a', '5', ''] }),
  column('integer', { options: [5, 12, 0] }),
  column('number', { options: [5, 0.5] }),
  column('json', { options: ['a', 5, 'a,b'] }),
]

function outcome(read: () => CellValue): unknown {
  try {
    return { value: read() }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { code: error.code, message: error.message }
  }
}

function assertSame(each: Column, text: string, note: string): void {
  const expected = outcome(() => valueFromText(each, text))
  const actual = outcome(() => cellConverter(each, 'text')(text))
  assert.deepEqual(actual, expected, `${each.type} ${JSON.stringify(text)} ${note}`)
}

describe('the text of a cell', () => {
  it('becomes what an edit of the cell would make of it', () => {
    const texts =
      `0 -0 00 007 +5 5 -5 5. .5 . - -. 1.2.3 1e3 1E+400 123456789012345 1234567890123456
      -999999999999999 9007199254740991 9007199254740992 9007199254740993 0.1 0.10 -0.0 0.000 5- 5a
      true false TRUE 1 0 2024-02-28 2024-02-29 2023-02-29 2024-13-01 2024-00-10 2024-01-00 2024-01-32
      0000-01-01 0001-01-01 9999-12-31 2024-1-01 2024/01/01 20240101 +024-01-01 2024-01-0a
      2024-01-01T00:00:00.000Z 2024-01-01T23:59:59.999Z 2024-01-01T24:00:00.000Z 0000-12-28T23:00:00.000Z
      2024-01-01T23:60:00.000Z 2024-01-01T23:00:60.000Z 2024-01-01t23:00:00.000Z 2024-01-01T23:00:00,000Z
      2024-01-01T23:00:00.00aZ 2024-01-01T23:00:00.000z 2024-01-01T08:00:00Z 2024-01-01T08:00:00+02:00
      2024-01-01T23:00:00.+00Z 2024-02-30T08:00:00.000Z 2024-02-29T08:00:00.000Z
      {} [] [1,2] {"a":1} null "x" a,b a a,b,5 ٣ １２ \ud800 a\0b`.split(/\s+/)
    for (const each of [...columns, ...choices]) {
      for (const text of [...texts, '', ' ', ' 5 ', '\t5', '5\n', 'a b']) assertSame(each, text, '')
    }
  })

  it('becomes the same for random texts of all types', () => {
    const seed = chosenSeed()
    const random = seededRandom(seed)
    const parts = [
      '0',
      '1',
      '9',
      '2024',
      '-',
      '+',
      '.',
      'e',
      ' ',
      'T',
      ':',
      'Z',
      'true',
      '"',
      '{',
      '}',
    ]
    const digits = (count: number) =>
      String(random.between(0, 10 ** count - 1)).padStart(count, '0')
    const day = () =>
      `${digits(4)}-${random.pick(['0', '1'])}${digits(1)}-${random.pick(['0', '1', '2', '3'])}${digits(1)}`
    const time = () => `${random.pick(['0', '1', '2'])}${digits(1)}:${digits(2)}:${digits(2)}`
    const makers = [
      () => Array.from({ length: random.between(0, 8) }, () => random.pick(parts)).join(''),
      () => `${random.pick(['', '-', '+'])}${digits(random.between(1, 18))}`,
      () =>
        `${random.pick(['', '-'])}${digits(random.between(1, 9))}.${digits(random.between(1, 9))}`,
      () => String((random.next() - 0.5) * 10 ** random.between(-8, 22)),
      day,
      () => `${day()}T${time()}.${digits(3)}Z`,
      () => `${day()}T${time()}${random.pick(['', 'Z', '+02:00', '.5Z'])}`,
    ]
    for (let round = 0; round < 8000; round++) {
      const text = random.pick(makers)()
      assertSame(random.pick(columns), text, `seed ${seed}`)
      assertSame(random.pick(choices), text, `seed ${seed}`)
    }
  })
})

describe('a cell that is not text', () => {
  it('is taken as the value it is', () => {
    for (const each of columns) {
      for (const cell of [null, 5, 0.5, true, false, ['a'], { a: 1 }] as CellValue[]) {
        const expected = outcome(() => valueFromJson(each, cell))
        assert.deepEqual(
          outcome(() => cellConverter(each, 'values')(cell)),
          expected,
        )
        if (typeof cell === 'boolean' && each.type === 'text') continue
        assert.deepEqual(
          outcome(() => cellConverter(each, 'text')(cell)),
          expected,
        )
      }
    }
  })

  it('is text in a column of text, also when it is a boolean of a sheet', () => {
    assert.equal(cellConverter(column('text'), 'text')(true), 'true')
    assert.throws(() => cellConverter(column('text'), 'values')(true), AppError)
  })
})

describe('a string of JSON', () => {
  it('is itself in a column of JSON, and the text of a value elsewhere', () => {
    assert.equal(cellConverter(column('json'), 'values')('[1]'), '[1]')
    assert.deepEqual(cellConverter(column('json'), 'text')('[1]'), [1])
    assert.equal(cellConverter(column('integer'), 'values')('5'), 5)
  })
})
