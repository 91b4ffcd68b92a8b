import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ErrorCode } from '@triptych/contract/errors'
import type { CellValue, Column, ColumnType } from '@triptych/contract/tables'
import { columnTypes } from '@triptych/contract/choices'
import { AppError } from '../../errors.ts'
import { checkColumn, sameValue, valueFromJson, valueFromText, editedCell } from './cell-value.ts'

const half = '\ud800'

describe('a value that is missing', () => {
  it('is null where the column allows it', () => {
    for (const type of columnTypes) {
      assert.equal(valueFromJson(column(type), null), null)
      if (type === 'text') continue
      assert.equal(valueFromJson(column(type), ''), null)
      assert.equal(valueFromText(column(type), ''), null)
    }
  })

  it('is refused where the column must have one', () => {
    for (const type of columnTypes) {
      const required = column(type, { nullable: false })
      assertRefused('tables.value_required', () => valueFromJson(required, null))
      if (type === 'text') continue
      assertRefused('tables.value_required', () => valueFromJson(required, ''))
      assertRefused('tables.value_required', () => valueFromText(required, ''))
    }
  })

  it('is not what an empty text is', () => {
    for (const nullable of [true, false]) {
      assert.equal(valueFromJson(column('text', { nullable }), ''), '')
      assert.equal(valueFromText(column('text', { nullable }), ''), '')
    }
  })
})

describe('text', () => {
  it('is kept as it is', () => {
    for (const text of [' a ', 'null', '5', '[object Object]', 'Ünïcödé 🎬', '\n\u0001', "'; --"]) {
      assert.equal(valueFromJson(column('text'), text), text)
      assert.equal(valueFromText(column('text'), text), text)
    }
  })

  it('takes a number in its shortest form', () => {
    assert.equal(valueFromJson(column('text'), 5), '5')
    assert.equal(valueFromJson(column('text'), 1e21), '1e+21')
    assert.equal(valueFromJson(column('text'), -0), '0')
  })

  it('refuses other types, half characters and U+0000', () => {
    refuses('text', [true, [], {}, ['a'], undefined, NaN, `a${half}`, '\udc00b', 'a\0b'])
  })
})

describe('integer', () => {
  it('takes whole numbers up to 2^53 - 1', () => {
    accepts('integer', [
      [5, 5],
      [-0, 0],
      ['5', 5],
      [' +12\n', 12],
      ['-007', -7],
      ['-0', 0],
      ['9007199254740991', 2 ** 53 - 1],
      ['-9007199254740991', 1 - 2 ** 53],
      [2 ** 53 - 1, 2 ** 53 - 1],
    ])
  })

  it('refuses everything else', () => {
    refuses('integer', [5.5, 2 ** 53, -(2 ** 53), 1e21, NaN, true, [], [5], {}, { $gt: '' }])
    refuses('integer', ['12abc', '1e3', '0x1', '1e+21', '5.0', '1 2', '--1', '+', '٣', 'NaN', ' '])
    refuses('integer', ['9007199254740992', '9007199254740993', '-9007199254740993'])
  })
})

describe('number', () => {
  it('takes decimals and exponents', () => {
    accepts('number', [
      [5.5, 5.5],
      ['5.5', 5.5],
      [' -1e3 ', -1000],
      ['1e+21', 1e21],
      ['.5', 0.5],
      ['5.', 5],
      ['+0.1E-2', 0.001],
      ['1e-999', 0],
    ])
  })

  it('has no minus zero', () => {
    for (const zero of [-0, '-0', '-0.0', '-1e-999']) {
      assert.ok(Object.is(valueFromJson(column('number'), zero), 0))
    }
  })

  it('refuses what is not finite or not a number', () => {
    refuses('number', [NaN, Infinity, true, [], [1], {}])
    refuses('number', [
      'NaN',
      'Infinity',
      '1e999',
      '-1e999',
      '0x1',
      '1,5',
      '1_0',
      '.',
      'e5',
      '1e',
      ' ',
    ])
  })
})

describe('boolean', () => {
  it('takes true and false, 1 and 0', () => {
    for (const yes of [true, 'true', '1', 1])
      assert.equal(editedCell(column('boolean'), null, yes), true)
    for (const no of [false, 'false', '0', 0])
      assert.equal(editedCell(column('boolean'), null, no), false)
  })

  it('refuses everything else', () => {
    refuses('boolean', ['yes', 'TRUE', 'on', '01', 2, -1, 0.5, [], [true], {}])
  })
})

describe('date and datetime', () => {
  it('are stored in one form each', () => {
    const written = 'Fri Apr 05 2024 10:30:00 GMT+0200 (Central European Summer Time)'

    assert.equal(editedCell(column('date'), null, written), '2024-04-05')
    assert.equal(editedCell(column('datetime'), null, written), '2024-04-05T08:30:00.000Z')
    assert.equal(valueFromJson(column('date'), '2026-04-02T22:00:00.000Z'), '2026-04-03')
    assert.equal(valueFromJson(column('datetime'), ' 2026-04-02 '), '2026-04-02T00:00:00.000Z')
  })

  it('refuse what is no date', () => {
    for (const type of ['date', 'datetime'] as const) {
      refuses(type, ['Invalid Date', '2026-02-30', '5', 0, 1.7e12, true, [], {}, 'today'])
    }
  })
})

describe('json', () => {
  it('takes any JSON as it is', () => {
    for (const value of ['a', 5, true, [], {}, [[null, 'x']], { a: { constructor: [1] } }]) {
      assert.deepEqual(valueFromJson(column('json'), value), value)
      assert.deepEqual(valueFromText(column('json'), JSON.stringify(value)), value)
    }
  })

  it('reads a text as JSON in a cell, and takes it as a string in a row', () => {
    assert.deepEqual(editedCell(column('json'), null, '[1]'), [1])
    assert.deepEqual(valueFromJson(column('json'), '[1]'), '[1]')
  })

  it('refuses a text that is not JSON', () => {
    for (const text of [
      '[object Object]',
      'a,b',
      '{',
      'undefined',
      "{'a':1}",
      ' ',
      '1e999',
      '[1e999]',
    ]) {
      assertRefused('tables.wrong_type', () => valueFromText(column('json'), text))
    }
  })

  it('refuses half characters, U+0000 and __proto__ at any depth', () => {
    for (const bad of [half, 'a\0']) {
      for (const value of [bad, [bad], { a: { b: [bad] } }, { [bad]: 1 }, [{ [bad]: 1 }]]) {
        assertRefused('tables.wrong_type', () => valueFromJson(column('json'), value))
        assertRefused('tables.wrong_type', () =>
          valueFromText(column('json'), JSON.stringify(value)),
        )
      }
    }
    for (const text of ['{"__proto__":1}', '[{"a":{"__proto__":{}}}]', '{"\\u005f_proto__":1}']) {
      assertRefused('tables.wrong_type', () => valueFromText(column('json'), text))
      assertRefused('tables.wrong_type', () => valueFromJson(column('json'), JSON.parse(text)))
    }
  })

  it('takes 100 levels and refuses more, however many', () => {
    assert.ok(valueFromText(column('json'), nested(100)))
    assertRefused('tables.wrong_type', () => valueFromText(column('json'), nested(101)))
    assertRefused('tables.wrong_type', () => valueFromText(column('json'), nested(100_000)))
  })
})

describe('options', () => {
  const color = column('text', { options: ['red', 'green', 'blue, dark'] })
  const size = column('integer', { options: [1, 2] })
  const tags = column('json', { options: ['a', 'b', 7] })

  it('are the only values of a column', () => {
    assert.equal(editedCell(color, null, 'red'), 'red')
    assert.equal(editedCell(color, null, 'blue, dark'), 'blue, dark')
    assert.equal(editedCell(size, null, '2'), 2)
    assert.equal(editedCell(column('number', { options: [0.5] }), null, '.5'), 0.5)
    assert.equal(editedCell(size, null, null), null)
    assert.equal(valueFromText(color, ''), null)
    for (const other of ['Red', ' red']) {
      assertRefused('tables.not_an_option', () => editedCell(color, null, other))
    }
    for (const other of [3, '3']) {
      assertRefused('tables.not_an_option', () => editedCell(size, null, other))
    }
    assertRefused('tables.wrong_type', () => editedCell(size, null, 'x'))
  })

  it('are the only elements of a list', () => {
    assert.deepEqual(valueFromJson(tags, ['b', 7]), ['b', 7])
    assert.deepEqual(valueFromJson(tags, []), [])
    assert.deepEqual(valueFromText(tags, '["b",7]'), ['b', 7])
    for (const other of [['c'], ['a', 'c'], ['7'], ['a', null], [['a']], [{}]]) {
      assertRefused('tables.not_an_option', () => valueFromJson(tags, other))
    }
    for (const other of [5, 'a', { a: 1 }, true]) {
      assertRefused('tables.wrong_type', () => valueFromJson(tags, other))
    }
  })

  it('are found in what SVAR makes of a list', () => {
    for (const list of [['a'], ['a', 'b'], [7], [7, 'a'], ['b', 7]]) {
      assert.deepEqual(editedCell(tags, null, String(list)), list)
    }
    assert.equal(editedCell(tags, null, String([])), null)
    for (const text of ['a,c', 'a, b', 'a,', '[object Object]', '"a"', '{"a":1}']) {
      assertRefused('tables.not_an_option', () => editedCell(tags, null, text))
    }
  })

  it('cost no more than the length of list and options together', () => {
    const names = Array.from({ length: 1000 }, (_, i) => `option ${i}`)
    const text = Array(100_000).fill('option 999').join(',')
    const start = process.cpuUsage()

    const value = editedCell(column('json', { options: names }), null, text)

    assert.equal((value as CellValue[]).length, 100_000)
    assert.ok(process.cpuUsage(start).user < 1_000_000)
  })
})

describe('a refusal', () => {
  it('names the column and what is expected', () => {
    const votes = column('integer', { name: 'votes' })

    assert.throws(() => editedCell(votes, null, '12abc'), {
      name: 'AppError',
      code: 'tables.wrong_type',
      message: 'votes takes a whole number, at most 9007199254740991, not "12abc".',
      details: { column: 'votes' },
    })
    assert.throws(() => editedCell(column('text', { options: ['a', 'b'] }), null, 'c'), {
      message: 'c takes one of a, b, not "c".',
      details: { column: 'c' },
    })
    assert.throws(() => valueFromText(column('date', { nullable: false }), ''), {
      message: 'c must have a value.',
      details: { column: 'c' },
    })
  })

  it('repeats at most 60 characters of the value', () => {
    const long = 'x🎬\0"'.repeat(1000)
    const values = [long, `x${long}`, [long], { [long]: long }]

    for (const type of columnTypes) {
      const options = ['text', 'integer', 'number', 'json'].includes(type) ? ['a', 1] : null
      for (const value of values) {
        const message = messageOf(() => editedCell(column(type, { options }), null, value))
        assert.ok(message.isWellFormed())
        assert.ok(message.length < 'c takes , not .'.length + 70 + 60, message)
      }
    }
  })

  it('lists ten options at most', () => {
    const options = Array.from({ length: 1000 }, (_, i) => i)

    const message = messageOf(() => editedCell(column('integer', { options }), null, -1))

    assert.equal(message, 'c takes one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 …, not -1.')
  })
})

describe('sameValue', () => {
  it('compares by content', () => {
    const same: [CellValue, CellValue][] = [
      [null, null],
      ['a', 'a'],
      [0, -0],
      [
        [1, [2]],
        [1, [2]],
      ],
      [
        { a: 1, b: { c: [null] } },
        { b: { c: [null] }, a: 1 },
      ],
    ]
    for (const [a, b] of same) assert.ok(sameValue(a, b))
  })

  it('tells apart what differs', () => {
    const all: CellValue[] = JSON.parse(
      `[null, "", "0", 0, 1, true, false, "true", [], {}, [null], [0], [0, 0], [[]], ["a", "b"],
        ["b", "a"], {"a": 1}, {"a": 2}, {"b": 1}, {"a": 1, "b": 1}, {"a": null}, {"constructor": 1},
        {"length": 0}, {"toString": null}, {"0": 0}, {"__proto__": {}}]`,
    )
    for (const [i, a] of all.entries()) {
      for (const [j, b] of all.entries()) {
        assert.equal(sameValue(a, b), i === j, `${JSON.stringify(a)} and ${JSON.stringify(b)}`)
      }
    }
  })
})

describe('checkColumn', () => {
  it('answers the column with its default in stored form', () => {
    assert.equal(checkColumn(column('integer', { default: '5' })).default, 5)
    assert.equal(checkColumn(column('text', { default: 5 })).default, '5')
    assert.equal(checkColumn(column('text', { default: '' })).default, '')
    assert.equal(checkColumn(column('boolean', { default: 1 })).default, true)
    assert.equal(checkColumn(column('date', { default: '2024-04-05 10:00' })).default, '2024-04-05')
    assert.deepEqual(checkColumn(column('json', { default: ['a'], options: ['a'] })).default, ['a'])
  })

  it('takes null for no default, also where a value is needed', () => {
    const required = column('integer', { nullable: false, unique: true })

    assert.deepEqual(checkColumn(required), required)
  })

  it('refuses a default that does not fit', () => {
    const wrong: [ColumnType, Partial<Column>][] = [
      ['integer', { default: 'x' }],
      ['integer', { default: 3, options: [1, 2] }],
      ['integer', { default: '', nullable: false }],
      ['date', { default: '2026-02-30' }],
      ['json', { default: ['c'], options: ['a'] }],
    ]
    for (const [type, rest] of wrong) {
      assertRefused('body.invalid', () => checkColumn(column(type, rest)))
    }
  })

  it('refuses options that do not fit the type', () => {
    const wrong: [ColumnType, (string | number)[]][] = [
      ['text', ['a', 5]],
      ['text', [half]],
      ['text', ['a\0']],
      ['integer', [1, 1.5]],
      ['integer', ['1']],
      ['integer', [2 ** 53]],
      ['number', ['x']],
      ['number', [Infinity]],
      ['json', ['a', half]],
      ['boolean', [1]],
      ['date', ['2024-04-05']],
      ['datetime', ['2024-04-05']],
    ]
    for (const [type, options] of wrong) {
      assertRefused('body.invalid', () => checkColumn(column(type, { options })))
    }
  })

  it('takes options for text, integer, number and json', () => {
    const right: [ColumnType, (string | number)[]][] = [
      ['text', ['a', '']],
      ['integer', [1, -2]],
      ['number', [1.5, 1e21]],
      ['json', ['a', 7]],
    ]
    for (const [type, options] of right) {
      assert.deepEqual(checkColumn(column(type, { options })), column(type, { options }))
    }
  })

  it('refuses unique JSON', () => {
    assertRefused('body.invalid', () => checkColumn(column('json', { unique: true })))
    assert.ok(checkColumn(column('text', { unique: true })))
  })
})

function column(type: ColumnType, rest: Partial<Column> = {}): Column {
  const plain = { nullable: true, unique: false, default: null, options: null, reference: null }
  return { name: 'c', type, ...plain, ...rest }
}

function accepts(type: ColumnType, cases: [unknown, CellValue][]): void {
  for (const [given, stored] of cases) {
    assert.ok(Object.is(valueFromJson(column(type), given), stored), `${String(given)} as JSON`)
    assert.ok(
      Object.is(editedCell(column(type), null, given), stored),
      `${String(given)} in a cell`,
    )
  }
}

function refuses(type: ColumnType, values: unknown[]): void {
  for (const value of values) {
    assertRefused('tables.wrong_type', () => valueFromJson(column(type), value))
    assertRefused('tables.wrong_type', () => editedCell(column(type), null, value))
  }
}

function assertRefused(code: ErrorCode, work: () => unknown): void {
  assert.throws(work, (error) => {
    assert.ok(error instanceof AppError, String(error))
    assert.equal(error.code, code, error.message)
    assert.deepEqual(error.details, { column: 'c' })
    return true
  })
}

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels)
}

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
  return ''
}

describe('a list of choices with many commas', () => {
  it('is read in no more time than its length asks for', () => {
    const names = [`${','.repeat(150)}x`, 'a']
    const text = Array.from({ length: 100_000 }, () => 'a').join(',')

    const choices = editedCell(column('json', { options: names }), null, text)

    assert.equal((choices as string[]).length, 100_000)
  })
})

describe('an editor that was closed without a change', () => {
  const shownAs: [ColumnType, CellValue, string][] = [
    ['text', null, ''],
    ['json', [], ''],
    ['json', [[null]], ''],
    ['json', [5], '5'],
    ['json', '5', '5'],
    ['json', 'true', 'true'],
    ['json', { a: 1, toString: 2 }, '[object Object]'],
    ['datetime', '2024-04-05T08:30:15.123Z', 'Fri Apr 05 2024 10:30:15 GMT+0200 (CEST)'],
    // Read with `new Date('2024-04-05')` in New York, and sent back as it is shown there.
    ['date', '2024-04-05', 'Thu Apr 04 2024 20:00:00 GMT-0400 (EDT)'],
  ]
  for (const [type, old, text] of shownAs) {
    it(`keeps ${JSON.stringify(old)} when ${JSON.stringify(text)} comes back`, () => {
      assert.deepEqual(editedCell(column(type), old, text), old)
    })
  }

  it('is told from one that was closed with a change', () => {
    assert.equal(editedCell(column('text'), 'a', ''), '')
    assert.equal(editedCell(column('json'), [5], '6'), 6)
    assert.equal(
      editedCell(
        column('datetime'),
        '2024-04-05T08:30:15.123Z',
        'Fri Apr 05 2024 10:30:16 GMT+0200',
      ),
      '2024-04-05T08:30:16.000Z',
    )
  })
})
