import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileFormulas, tryFormula, workedOut } from './formula-columns.ts'
import type { AnyColumn } from './formula-columns.ts'
import { functionNames } from './formula-functions.ts'
import { problemText } from './formula-problem.ts'
import { renamedInFormula } from './read-formula.ts'

const columns: AnyColumn[] = [
  { name: 'price', type: 'number' },
  { name: 'amount', type: 'integer' },
  { name: 'name', type: 'text' },
  { name: 'unit price', type: 'number' },
  { name: 'and', type: 'boolean' },
  { name: 'due', type: 'date' },
  { name: 'made', type: 'datetime' },
  { name: 'tags', type: 'json' },
]
const row = {
  price: 19.99,
  amount: 3,
  name: 'Äpfel 🍎',
  'unit price': 0.1,
  and: true,
  due: '2026-03-01',
  made: '2024-02-29T23:30:00.000Z',
  none: null,
}

function answer(formula: string, cells: Record<string, unknown> = row): [string, unknown] {
  const tried = tryFormula(columns, 'total', formula)
  if ('problem' in tried) throw new Error(problemText(tried.problem))
  return [tried.formula.type, workedOut([tried.formula], cells)['total']]
}

function problem(formula: string): unknown[] {
  const tried = tryFormula(columns, 'total', formula)
  assert.ok('problem' in tried, `${formula} is no problem`)
  const { reason, at, length, name } = tried.problem
  return [reason, at, length, name]
}

const cases: [string, string, unknown][] = [
  ['price * amount', 'number', 59.97],
  ['amount * 2', 'integer', 6],
  ['amount / 2', 'number', 1.5],
  ['amount / 0', 'number', null],
  ['amount % 0', 'integer', null],
  ['-7 % 3', 'integer', -1],
  ['1 + 2 * 3 - 4 / 2', 'number', 5],
  ['(1 + 2) * 3', 'integer', 9],
  ['2 - 1 - 1', 'integer', 0],
  ['-amount + +2', 'integer', -1],
  ['0.1 + 0.2', 'number', 0.3],
  ['0.1 + 0.2 = 0.3', 'boolean', true],
  ['1.1 * 3', 'number', 3.3],
  ['9007199254740991 + 1', 'integer', null],
  ['9007199254740993', 'number', 9007199254740992],
  ['1e308 * 10', 'number', null],
  ['0 * -1', 'integer', 0],
  ['1e400', 'number', null],

  ['round(2.5)', 'integer', 3],
  ['round(-2.5)', 'integer', -3],
  ['round(1.005, 2)', 'number', 1.01],
  ['round(price, 1)', 'number', 20],
  ['round(1234, -2)', 'integer', 1200],
  ['round(1e300)', 'integer', null],
  ['floor(-1.5)', 'integer', -2],
  ['floor((0.1 + 0.2) * 10)', 'integer', 3],
  ['ceil(1.2)', 'integer', 2],
  ['abs(-1.5)', 'number', 1.5],
  ['min(amount, 2)', 'integer', 2],
  ['max(amount, 2.5)', 'number', 3],
  ['number(" 12.5 ")', 'number', 12.5],
  ['number("a")', 'number', null],

  ['name = "Äpfel 🍎"', 'boolean', true],
  ["name <> 'it''s'", 'boolean', true],
  ['"say ""so"""', 'text', 'say "so"'],
  ['"😀" > "\uff5e"', 'boolean', true],
  ['"a" < "b" and not "a" >= "b"', 'boolean', true],
  ['amount = 3.0 or price < 1', 'boolean', true],
  ['amount != 3', 'boolean', false],
  ['amount == 3', 'boolean', true],
  ['{and} and true', 'boolean', true],
  ['not not {and}', 'boolean', true],
  ['and(amount > 1, {and}, true)', 'boolean', true],
  ['or(false, false)', 'boolean', false],

  ['if(amount > 2, "many", "few")', 'text', 'many'],
  ['if(amount > 5; 1; 2.5)', 'number', 2.5],
  ['if(amount > 5, 1)', 'integer', null],
  ['concat(name, ": ", amount, true)', 'text', 'Äpfel 🍎: 3true'],
  ['name & " " & price', 'text', 'Äpfel 🍎 19.99'],
  ['1 + 2 & 3', 'text', '33'],
  ['lower(name)', 'text', 'äpfel 🍎'],
  ['upper("straße")', 'text', 'STRASSE'],
  ['trim("  a ")', 'text', 'a'],
  ['length(name)', 'integer', 7],
  ['left(name, 2)', 'text', 'Äp'],
  ['right(name, 1)', 'text', '🍎'],
  ['right(name, 99)', 'text', 'Äpfel 🍎'],
  ['left(name, -1)', 'text', ''],
  ['mid(name, 2, 3)', 'text', 'pfe'],
  ['mid(name, 0, 2)', 'text', 'Ä'],
  ['contains(name, "pf")', 'boolean', true],
  ['replace(name, "pf", "$&")', 'text', 'Ä$&el 🍎'],
  ['text(amount)', 'text', '3'],

  ['year(due)', 'integer', 2026],
  ['month(made)', 'integer', 2],
  ['day(made)', 'integer', 29],
  ['weekday(due)', 'integer', 7],
  ['daysBetween(made, due)', 'integer', 731],
  ['addDays(due, -1)', 'date', '2026-02-28'],
  ['addDays(made, 1)', 'datetime', '2024-03-01T23:30:00.000Z'],
  ['addDays(due, 1e9)', 'date', null],
  ['date(2026, 14, 1)', 'date', '2027-02-01'],
  ['date(9999, 12, 32)', 'date', null],
  ['due < "2026-03-02"', 'boolean', true],
  ['daysBetween("2026-02-01", due)', 'integer', 28],
  ['max(due, "2026-06-01")', 'date', '2026-06-01'],

  ['[unit price] + `unit price` + {unit price}', 'number', 0.3],
  ['PRICE * Amount', 'number', 59.97],
  ['IF(TRUE, 1, 2)', 'integer', 1],
]

const empties: [string, unknown][] = [
  ['price * amount', null],
  ['price = amount', null],
  ['price > 1 and true', null],
  ['price > 1 and false', false],
  ['price > 1 or true', true],
  ['not {and}', null],
  ['if(price > 1, "a", "b")', 'b'],
  ['ifEmpty(price, 0)', 0],
  ['coalesce(price, {unit price}, 7)', 7],
  ['isEmpty(price)', true],
  ['concat("a", name, "b")', 'ab'],
  ['name & "b"', 'b'],
  ['lower(name)', null],
  ['min(price, 2, amount)', 2],
  ['max(price, amount)', null],
  ['year(due)', null],
]

describe('formulas', () => {
  for (const [formula, kind, value] of cases) {
    it(`${formula} is ${String(value)}`, () => assert.deepEqual(answer(formula), [kind, value]))
  }

  for (const [formula, value] of empties) {
    it(`${formula} of an empty row is ${String(value)}`, () =>
      assert.equal(answer(formula, {})[1], value))
  }

  it('every function has a case here', () => {
    const texts = [...cases, ...empties].map(([formula]) => formula.toLowerCase()).join(' ')
    const missing = functionNames.filter((name) => !texts.includes(`${name.toLowerCase()}(`))
    assert.deepEqual(missing.toSorted(), ['not'])
  })

  it('a text that grows beyond all measure is empty', () => {
    const long = `concat(${Array.from({ length: 20 }, () => 'name').join(', ')})`
    assert.equal(answer(long, { name: 'x'.repeat(500) })[1], 'x'.repeat(10_000))
    assert.equal(answer(long, { name: 'x'.repeat(501) })[1], null)
    assert.equal(answer('name & name', { name: 'x'.repeat(5001) })[1], null)
  })

  it('a text that could be no text any more is empty, and takes no memory', () => {
    const long = { name: 'a'.repeat(8000) }
    assert.equal(answer('replace(name, "a", name)', long)[1], null)
    assert.equal(answer('if(false, replace(name, "a", name), "b")', long)[1], 'b')
    const half = 'replace(name, "aa", "b")'
    assert.equal(answer(half, { name: 'a'.repeat(20_002) })[1], null)
    assert.equal(answer(half, { name: 'a'.repeat(20_000) })[1], 'b'.repeat(10_000))
    const many = `concat(${Array.from({ length: 390 }, () => 'name').join(',')})`
    assert.equal(answer(many, { name: 'a'.repeat(1_000_000) })[1], null)
  })

  it('a long part is found and replaced as a short one, however often it is nearly there', () => {
    const part = 'ab'.repeat(30)
    const texts = [part, `${part}a${part}${part}`, `a${part.slice(1)}`, part.slice(1), `b${part}b`]
    const cells = texts.map((name) => ({ name: `${name}${name}` }))
    assert.deepEqual(
      cells.map((each) => answer(`contains(name, "${part}")`, each)[1]),
      cells.map(({ name }) => name.includes(part)),
    )
    assert.deepEqual(
      cells.map((each) => answer(`replace(name, "${part}", "-")`, each)[1]),
      cells.map(({ name }) => name.replaceAll(part, '-')),
    )
    const half = 'a'.repeat(8000)
    const columns = ['one', 'other'].map((name): AnyColumn => ({ name, type: 'text' }))
    const row = { one: 'a'.repeat(32_000), other: `${half}b${half}` }
    const found = tryFormula(columns, 'x', 'contains(one, other) or replace(one, other, "") = ""')
    assert.ok('formula' in found)
    assert.equal(found.formula.work(row), null)
    const there = { one: `${half}${row.other}`, other: row.other }
    assert.equal(found.formula.work(there), true)
  })

  it('what is called like something of every object is a name as any other', () => {
    const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__']
    for (const name of names) {
      assert.deepEqual(problem(name), ['unknown-column', 0, name.length, name])
      assert.deepEqual(problem(`${name}(1)`), [
        'unknown-function',
        0,
        name.length,
        name.toLowerCase(),
      ])
      const made = compileFormulas([
        { name, type: 'integer' },
        { name: 'x', type: 'text', formula: `${name} + 1` },
      ])
      assert.ok('formulas' in made)
      assert.deepEqual(workedOut(made.formulas, JSON.parse(`{"${name}":1}`)), { x: 2 })
      assert.deepEqual(workedOut(made.formulas, {}), { x: null })
      assert.equal(
        renamedInFormula('price + 1', () => name),
        `${name} + 1`,
      )
      assert.equal(
        renamedInFormula(`${name} + 1`, () => 'price'),
        'price + 1',
      )
    }
  })

  const problems: [string, ...unknown[]][] = [
    ['', 'unfinished', 0, 0, ''],
    ['price *', 'unfinished', 7, 0, ''],
    ['price * * 2', 'unexpected', 8, 1, '*'],
    ['(price', 'unfinished', 6, 0, ''],
    ['price)', 'unexpected', 5, 1, ')'],
    ['"price', 'unfinished', 0, 6, '"price'],
    ['price 2', 'unexpected', 6, 1, '2'],
    ['price ? 2', 'unexpected', 6, 1, '?'],
    ['1,5', 'unexpected', 1, 1, ','],
    ['and + 1', 'unexpected', 0, 3, 'and'],
    ['prise * 2', 'unknown-column', 0, 5, 'prise'],
    ['2 * sum(price)', 'unknown-function', 4, 3, 'sum'],
    ['round()', 'arguments', 0, 7, 'round'],
    ['if(true)', 'arguments', 0, 8, 'if'],
    ['2 * name', 'wrong-kind', 4, 4, 'name'],
    ['name + 1', 'wrong-kind', 0, 4, 'name'],
    ['if(price, 1, 2)', 'wrong-kind', 3, 5, 'price'],
    ['year("soon")', 'wrong-kind', 5, 6, 'soon'],
    ['year("2026-02-30")', 'wrong-kind', 5, 12, '2026-02-30'],
    ['name = 1', 'different-kinds', 7, 1, '1'],
    ['due = made', 'different-kinds', 6, 4, 'made'],
    ['if(true, "a", 1)', 'different-kinds', 9, 3, 'a'],
    ['tags', 'unusable-column', 0, 4, 'tags'],
    ['1 + total', 'circle', 4, 5, 'total'],
    ['x'.repeat(2001), 'too-long', 2000, 1, ''],
    [`${'('.repeat(60)}1${')'.repeat(60)}`, 'too-deep', 51, 1, ''],
  ]
  for (const [formula, ...expected] of problems) {
    it(`${formula.slice(0, 40)} is refused: ${expected.join(' ')}`, () =>
      assert.deepEqual(problem(formula), expected))
  }

  it('what no cell can hold is refused', () => {
    assert.deepEqual(problem('concat(name, "\0")'), ['unexpected', 14, 1, 'U+0000'])
    assert.deepEqual(problem('"🍎" & "\ud83d"'), ['unexpected', 8, 1, 'U+D83D'])
    assert.deepEqual(problem('price + \udc00'), ['unexpected', 8, 1, 'U+DC00'])
  })

  it('a problem is told in words, with its place', () => {
    const tried = tryFormula(columns, 'total', '2 * name')
    assert.ok('problem' in tried)
    assert.equal(problemText(tried.problem), 'name must be integer or number, not text (at 5)')
  })
})

describe('formulas of a table', () => {
  it('one may name another, wherever that stands, and is worked out behind it', () => {
    const made = compileFormulas([
      { name: 'gross', type: 'text', formula: 'net * 1.19' },
      { name: 'net', type: 'text', formula: 'price * amount' },
      ...columns,
    ])
    assert.ok('formulas' in made)
    assert.deepEqual(
      made.formulas.map(({ name, type, reads }) => [name, type, [...reads]]),
      [
        ['net', 'number', ['price', 'amount']],
        ['gross', 'number', ['net', 'price', 'amount']],
      ],
    )
    assert.deepEqual(workedOut(made.formulas, { price: 10, amount: 2 }), { net: 20, gross: 23.8 })
  })

  it('a chain of any length is worked out, whatever stands first', () => {
    const chain = Array.from({ length: 100 }, (_, at): AnyColumn => {
      return { name: `c${at}`, type: 'text', formula: `c${at + 1}${' + 1'.repeat(400)}` }
    })
    const made = compileFormulas([...chain, { name: 'c100', type: 'integer' }])
    assert.ok('formulas' in made)
    assert.equal(workedOut(made.formulas, { c100: 2 })['c0'], 40_002)
  })

  it('a circle is refused, with the column', () => {
    const made = compileFormulas([
      { name: 'a', type: 'text', formula: 'b + 1' },
      { name: 'b', type: 'text', formula: 'a + 1' },
    ])
    assert.ok('problem' in made)
    const { reason, column, name } = made.problem
    assert.deepEqual([reason, column, name], ['circle', 'b', 'a'])

    const behind = compileFormulas([
      { name: 'top', type: 'text', formula: 'price + A' },
      { name: 'a', type: 'text', formula: '1 + b' },
      { name: 'b', type: 'text', formula: 'price + A' },
      { name: 'price', type: 'integer' },
    ])
    assert.ok('problem' in behind)
    assert.deepEqual(behind.problem, {
      reason: 'circle',
      column: 'b',
      name: 'A',
      at: 8,
      length: 1,
    })
  })
})

function ofLong(formula: string, length: number): unknown {
  return answer(formula, { ...row, name: 'a'.repeat(length) })[1]
}

/** Each is one character, and two units of UTF-16. */
const apples = (count: number): string => '🍎'.repeat(count)

describe('a limit of formulas', () => {
  it('holds to the character, whatever that is', () => {
    for (const text of ['a'.repeat(1998), apples(1998)]) {
      assert.deepEqual(answer(`"${text}"`), ['text', text])
    }
    const found = tryFormula(columns, 'x', `"${apples(1999)}"`)
    assert.ok('problem' in found)
    const { reason, at, length } = found.problem
    assert.deepEqual([reason, at, length], ['too-long', 1 + 2 * 1999, 1])

    for (const formula of ['name & "🍎"', 'concat(name, "🍎")', 'replace(name & ".", ".", "🍎")']) {
      assert.equal(answer(formula, { name: apples(9999) })[1], apples(10_000), formula)
      assert.equal(answer(formula, { name: apples(10_000) })[1], null, formula)
    }
    const looking = 'contains(name, "b")'
    for (const one of ['a', '🍎']) {
      assert.equal(answer(looking, { name: one.repeat(99_999) })[1], false, one)
      assert.equal(answer(looking, { name: one.repeat(100_000) })[1], null, one)
    }
  })
})

describe('a formula that looks at much text', () => {
  it('comes to nothing behind 100,000 characters, whatever is made of it', () => {
    assert.equal(ofLong('contains(name, "b")', 99_999), false)
    for (const formula of [
      'contains(name, "b")',
      'ifEmpty(contains(name, "b"), true)',
      'if(isEmpty(length(name)), 1, 2)',
      'amount = 3 or contains(name, "b")',
    ]) {
      assert.equal(ofLong(formula, 100_001), null, formula)
    }
  })

  it('has them for all that it asks of one cell', () => {
    for (const formula of [
      'contains(name, "b") or contains(name, "c")',
      'left(name, 1) & right(name, 1)',
      'upper(left(name, 5)) < name',
      'length(min(name, "b"))',
    ]) {
      assert.notEqual(ofLong(formula, 5000), null, formula)
      assert.equal(ofLong(formula, 60_000), null, formula)
    }
  })

  it('hands texts on, and asks whether there are any, for nothing', () => {
    assert.equal(ofLong('isEmpty(name)', 5_000_000), false)
    assert.equal(ofLong('if(isEmpty(name), 0, amount)', 5_000_000), 3)
    assert.equal(ofLong('if(amount > 5, name, "short")', 5_000_000), 'short')
  })
})

describe('a formula whose columns get other names', () => {
  const to: Record<string, string> = { price: 'cost', amount: 'how many', x: 'not', y: 'a}b' }
  const renamed = (formula: string) => renamedInFormula(formula, (name) => to[name] ?? null)

  it('has them where the old ones stood, and all else as it was', () => {
    assert.equal(renamed(' price*  {price} + "price" '), ' cost*  cost + "price" ')
    assert.equal(renamed('round(amount, 2)'), 'round({how many}, 2)')
    assert.equal(renamed('x or y'), '{not} or {a}}b}')
    assert.equal(renamed('name'), 'name')
  })
})
