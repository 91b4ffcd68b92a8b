import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NewColumn } from '@triptych/contract/tables'
import type { ColumnType } from '@triptych/contract/tables'
import { chosenSeed, seededRandom } from '../../../../test/fixtures/seeded-random.ts'
import { AppError } from '../../../errors.ts'
import { cellConverter } from './cell-converter.ts'
import { guessColumns } from './guess-types.ts'
import type { ColumnGuess } from './guess-types.ts'
import type { SourceCell } from '../../../codecs/records.ts'

type Strings = 'text' | 'values'

function typeOf(cells: SourceCell[], stringsAre: Strings = 'text'): ColumnType {
  const [guess] = guessColumns(
    { names: ['c'], stringsAre },
    cells.map((cell) => [cell]),
  )
  return guess!.type
}

function namesFor(names: string[], rows: SourceCell[][] = []): string[] {
  return guessColumns({ names, stringsAre: 'text' }, rows).map(({ name }) => name)
}

function guess(name: string, cells: SourceCell[]): ColumnGuess {
  const rows = cells.map((cell) => [cell, 'x'])
  return guessColumns({ names: [name, 'b'], stringsAre: 'text' }, rows)[0]!
}

describe('the type of a column of text', () => {
  const cases: [ColumnType, string[][]][] = [
    [
      'integer',
      [
        ['5', '-12', '0'],
        ['1', '0'],
        ['9007199254740991', '-9007199254740991'],
      ],
    ],
    ['number', [['1.5', '2'], ['-0.25'], ['1.50', '0.10'], ['1e+21'], ['0.30000000000000004']]],
    ['boolean', [['true', 'false']]],
    ['date', [['2024-02-29', '0001-01-01']]],
    [
      'datetime',
      [
        ['2024-02-29T08:30:00Z', '2024-02-29T08:30:00.123Z', '2024-02-29T10:30+02:00'],
        ['2024-02-29 08:30:00'],
        ['2024-02-29T08:30:00.120000Z'],
      ],
    ],
    ['json', [['{"a":1}', '[1,2]', '{}']]],
  ]
  for (const [type, columns] of cases) {
    it(`is ${type} when every cell is one`, () => {
      for (const cells of columns) {
        assert.equal(typeOf(cells), type, cells.join(' '))
        assert.equal(typeOf([null, ...cells, '', undefined]), type)
        assert.equal(typeOf([...cells, 'x']), 'text')
      }
    })
  }

  it('is text where a number would not be written so', () => {
    const cells = [
      '007',
      '+5',
      '-0',
      '-0.0',
      '1,5',
      '1.',
      '.5',
      '1e5',
      '1E5',
      '12e3',
      '0x10',
      'NaN',
    ]
    const long = [
      '9007199254740992',
      '9007199254740993',
      '100000000000000000000',
      '0.12345678901234567891',
    ]
    for (const cell of [...cells, ...long, 'Infinity', '1e+400', ' 5', '5 ', '٣', '1 000', '5%']) {
      assert.equal(typeOf([cell]), 'text', cell)
      assert.equal(typeOf(['5', cell]), 'text', cell)
    }
  })

  it('is text where a date has two meanings or is none', () => {
    const cells = ['31.12.2024', '12/31/2024', '2024-02-30', '2024-13-01', '2024-1-1']
    for (const cell of [...cells, '08:30', '2024-02-29T25:00:00Z', '2024-02-29T08:30:00.123456Z']) {
      assert.equal(typeOf([cell]), 'text', cell)
    }
    assert.equal(typeOf(['2024-02-29', '2024-02-29T08:30:00Z']), 'text')
  })

  it('is text where a boolean or JSON is not sure', () => {
    for (const cell of ['TRUE', 'yes', '{a}', '[', '{"a":9007199254740993}', '"x"', 'null']) {
      assert.equal(typeOf([cell]), 'text', cell)
    }
    assert.equal(typeOf(['true', '1']), 'text')
  })

  it('is text when nothing is there', () => {
    assert.equal(typeOf([]), 'text')
    assert.equal(typeOf([null, '', undefined]), 'text')
  })
})

describe('the type of a column of JSON values', () => {
  it('is that of its values', () => {
    assert.equal(typeOf([1, 2, null], 'values'), 'integer')
    assert.equal(typeOf([1, 2.5], 'values'), 'number')
    assert.equal(typeOf([1e21], 'values'), 'number')
    assert.equal(typeOf([true, false], 'values'), 'boolean')
    assert.equal(typeOf([[1], { a: 1 }], 'values'), 'json')
    assert.equal(typeOf(['2024-02-29'], 'values'), 'date')
    assert.equal(typeOf(['2024-02-29T08:30:00Z'], 'values'), 'datetime')
  })

  it('is text for strings, whatever they look like', () => {
    for (const cell of ['5', 'true', '[1]', '']) assert.equal(typeOf([cell], 'values'), 'text')
    assert.equal(typeOf(['a', 5], 'values'), 'text')
  })

  it('is JSON for a mixture that text does not take', () => {
    assert.equal(typeOf(['a', true], 'values'), 'json')
    assert.equal(typeOf([5, [1]], 'values'), 'json')
    assert.equal(typeOf([5, true], 'text'), 'text')
  })
})

describe('a guessed column', () => {
  it('takes every cell it was guessed from', () => {
    const seed = chosenSeed()
    const random = seededRandom(seed)
    const texts = [
      '5',
      '-1',
      '0',
      '1.5',
      '1e+21',
      'true',
      '2024-01-31',
      '2024-01-01T00:00Z',
      '[1]',
      'x',
      '',
    ]
    const values = [...texts, 5, 0.5, true, null, ['a'], { a: 1 }]
    for (let round = 0; round < 5000; round++) {
      const stringsAre: Strings = random.pick(['text', 'values'])
      const pool = random.next() < 0.5 ? values : texts
      const cells = Array.from({ length: random.between(1, 4) }, () =>
        random.pick<SourceCell>(stringsAre === 'text' ? texts : pool),
      )
      const type = typeOf(cells, stringsAre)
      const column = { ...NewColumn.parse({ name: 'c', type }), type }
      for (const cell of cells) {
        assert.doesNotThrow(
          () => cellConverter(column, stringsAre)(cell ?? null),
          `seed ${seed}: ${type} ${JSON.stringify(cells)}`,
        )
      }
    }
  })

  it('is nullable even where every row has a value, unless these are ids', () => {
    assert.equal(guess('a', ['1', '2']).nullable, true)
    assert.equal(guess('a', ['1', null]).nullable, true)
    assert.equal(guess('id', ['1', '2']).nullable, false)
  })
})

describe('a column named id', () => {
  it('is the id of the rows when its values can be that', () => {
    for (const name of ['id', 'ID', ' Id ']) {
      const { source, isRowId, name: proposed } = guess(name, ['1', '15', 281474976710656])
      assert.deepEqual([source, isRowId, proposed], [name, true, 'id'])
    }
  })

  it('is another column, of another name, when they cannot', () => {
    for (const cells of [
      ['0'],
      ['-1'],
      ['a'],
      ['1', null],
      ['1', '1'],
      ['1.5'],
      ['01'],
      ['281474976710657'],
    ]) {
      const { isRowId, name } = guess('id', cells)
      assert.deepEqual([isRowId, name], [false, 'id_2'], cells.join(' '))
    }
  })

  it('does not count among the columns of the table', () => {
    const names = ['id', ...Array.from({ length: 400 }, (_, i) => `c${i}`)]
    assert.equal(namesFor(names, [['1']]).length, 401)
    assert.throws(
      () => namesFor(names, [['x']]),
      (error) => error instanceof AppError && error.code === 'tables.import_too_large',
    )
  })
})

describe('the proposed names', () => {
  it('are those of the file where a table can have them', () => {
    const names = ['Name', 'größe', 'a b', '1', 'constructor', '"; drop', '🎬']
    assert.deepEqual(namesFor(names), names)
  })

  it('are others where it cannot', () => {
    assert.deepEqual(namesFor([' a ', 'row', '__proto__', '$b', 'c\nd', 'x\ud800', '$', '\0']), [
      'a',
      'row_2',
      '__proto___2',
      'b',
      'c d',
      'x\ufffd',
      'column',
      'column_2',
    ])
  })

  it('are different ones, whatever the letter case', () => {
    assert.deepEqual(namesFor(['A ', 'b', 'a', 'B', 'b_2']), ['A', 'b', 'a_2', 'B_3', 'b_2'])
  })

  it('are cut to what a name may have, between characters', () => {
    assert.deepEqual(namesFor(['x'.repeat(63), 'x'.repeat(64), 'x'.repeat(1e6)]), [
      'x'.repeat(63),
      `${'x'.repeat(61)}_2`,
      `${'x'.repeat(61)}_3`,
    ])
    assert.deepEqual(namesFor([`x${'🎬'.repeat(100)}`]), [`x${'🎬'.repeat(15)}`])
  })

  it('are accepted by the contract, whatever the file says', () => {
    const seed = chosenSeed()
    const random = seededRandom(seed)
    const parts = [
      'id',
      'row',
      '__proto__',
      '$',
      ' ',
      '\n',
      '\0',
      '\ud800',
      '🎬',
      'a',
      'A',
      '_2',
      'é'.repeat(30),
    ]
    for (let round = 0; round < 500; round++) {
      const names = Array.from({ length: 12 }, () =>
        Array.from({ length: random.between(1, 4) }, () => random.pick(parts)).join(''),
      )
      const proposed = namesFor(names, [['x']])
      for (const name of proposed) {
        assert.ok(NewColumn.safeParse({ name, type: 'text' }).success, `seed ${seed} ${name}`)
      }
      assert.equal(new Set(proposed.map((name) => name.toLowerCase())).size, 12, `seed ${seed}`)
    }
  })
})
