import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ErrorCode } from '@triptych/contract/errors'
import { AppError } from '../../errors.ts'
import { parseJson } from './strict-json.ts'

const limits = { depth: 8 }

const valid = [
  '{"key":"name","value":"X"}',
  ' \t\r\n{ "a" : [ 1 , -2.5e-3 , true , false , null , "" , { } , [ ] ] } \n',
  '{"a":{"a":{"a":1}},"b":{"a":1},"constructor":1,"toString":[],"":0,"A":2,"á":3,"a ":4}',
  '"a\\"b\\\\\\"c\\\\"',
  '["\\\\","\\\\\\"",{"\\\\":"\\\\","\\"":1,"\\\\\\"":2}]',
  '"\\u0000\\ud800\\n\\/ Ģ ሴ 🎬 \u2028 }{][:,"',
  '{"[":"{","]":"}","\\u007b":1,"b":"\\u0022"}',
  '[0,-0,0.0,0e0,1E+2,1e-999,123456789012345,9007199254740991,-9007199254740991]',
  '[1e21,1.7976931348623157e308,9007199254740993.5,0.12345678901234567890123]',
  '0',
  '"x"',
  'null',
  '[[[[[[[[]]]]]]]]',
]

const invalid =
  texts(`{ | [ | } | ] | , | : | {} {} | [1,] | [,1] | [1 2] | {"a"} | {"a":} | {"a":1,}
  {,"a":1} | {"a" 1} | {a:1} | {'a':1} | {1:2} | {"a":1 "b":2} | [1} | {"a":1] | [[] | {"a":{} | []]
  {}} | [1,2,3 | {"a":[1,{"b":2} | {}// | /**/1
  01 | -01 | 00 | +1 | .5 | 1. | 1.e5 | 1e | 1e+ | - | -x | 0x1 | 1_0 | 1.2.3 | 1e5.5 | NaN | Infinity
  tru | truex | True | nul | nulls | falsey | undefined | true false | "a" "b" | a
  " | "a | "a\\ | "a\\" | {"a | {"a\\ | {"a":"b | ["\\x"] | ["\\u12"] | ["\\u12G4"] | {"\\x":1}
  "a\0b" | "\u001f" | {"a\tb":1} | {"\\u0061\u0001":1} | {}\0 | [\0`).concat([
    '"a\nb"',
    '\ufeff{}',
    '\u00a0',
    '[1,\u00a02]',
    '\v1',
  ])

describe('parseJson', () => {
  it('answers what JSON.parse answers', () => {
    for (const text of valid) assert.deepEqual(parseJson(text, limits), JSON.parse(text), text)
  })

  it('takes a key in different objects, and one that is a name in Object.prototype', () => {
    const text = '[{"constructor":1},{"constructor":2,"valueOf":{"constructor":3}}]'

    assert.deepEqual(parseJson(text, limits), JSON.parse(text))
  })

  it('refuses an empty body', () => {
    for (const text of ['', ' ', '\r\n\t ']) assertRefused('body.empty', text)
  })

  it('refuses what is not JSON', () => {
    for (const text of invalid) {
      assert.throws(() => JSON.parse(text), SyntaxError, text)
      assertRefused('body.malformed', text)
    }
  })

  it('says where a body stops being JSON, and repeats no more than a glimpse of it', () => {
    const secret = 'swordfish '.repeat(10)
    const places: [string, number][] = [
      ['{"a":1,}', 7],
      ['[1,2', 4],
      ['[1 2]', 3],
      ['[1}', 2],
      ['[1,01]', 4],
      ['[1,\v1]', 3],
      ['{"a" 1}', 5],
      ['{"a":tru}', 5],
      [`{"a":"b","c":x"${secret}"}`, 13],
      ['["ab\ncd"]', 4],
      ['["ab\\qcd"]', 5],
      ['[1,{"ab\\u00zz":1}]', 11],
      [`["${secret}`, 102],
      ['\ufeff{}', 0],
    ]
    for (const [text, position] of places) {
      const error = refusal(text)
      assert.deepEqual([error.code, error.details], ['body.malformed', { position }], text)
      assert.match(error.message, new RegExp(`at position ${position}\\.$`))
      assert.ok(!error.message.includes('swordfish swordfish'))
    }
  })

  it('takes as many levels as the limit and no more', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const inner = open === '[' ? '' : '1'
      assert.ok(parseJson(open.repeat(8) + inner + close.repeat(8), limits))
      assertRefused('body.too_deep', open.repeat(9) + inner + close.repeat(9))
    }
    assert.ok(parseJson(`[${Array(100).fill('[[[[[[[]]]]]]]').join()}]`, limits))
  })

  it('refuses a body that is all depth before anything parses it', (t) => {
    const parse = t.mock.method(JSON, 'parse')

    for (const text of [
      '['.repeat(100_000),
      '['.repeat(100_000) + ']'.repeat(100_000),
      '{"a":'.repeat(9),
    ]) {
      assertRefused('body.too_deep', text)
    }

    assert.equal(parse.mock.callCount(), 0)
    assert.ok(parseJson('['.repeat(100_000) + ']'.repeat(100_000), { depth: 100_000 }))
  })

  it('refuses the key __proto__, however it is written', () => {
    assertRefused('body.unsafe_key', '{"__proto__":{}}')
    assertRefused('body.unsafe_key', '[1,{"a":{"b":[{ "__proto__" : 1}]}}]')
    assertRefused('body.unsafe_key', '{"__proto\\u005f_":1}')
    assertRefused('body.unsafe_key', '{"\\u005f\\u005F\\u0070roto__":1}')
    assert.deepEqual(parseJson('{"key":"__proto__","__proto":1,"__proto___":2}', limits), {
      key: '__proto__',
      __proto: 1,
      __proto___: 2,
    })
  })

  it('refuses the same key twice in one object', () => {
    assertRefused('body.duplicate_key', '{"key":"name","key":"is_admin"}')
    assertRefused('body.duplicate_key', '{"a":1,"\\u0061":2}')
    assertRefused('body.duplicate_key', '{"\\n":1,"\\u000a":2}')
    assertRefused('body.duplicate_key', '{"":1,"":2}')
    assertRefused('body.duplicate_key', '{"a":{"b":1,"c":[{"d":1}]},"e":{},"a":2}')
    assertRefused('body.duplicate_key', '[{"a":1},{"b":[{"c":1,"c":2}]}]')
  })

  it('finds the same key at any distance', () => {
    for (const count of [2, 15, 16, 17, 18, 40, 1000]) {
      const names = Array.from({ length: count }, (_, i) => `"k${i}":{"k":[{"k":1}]}`)
      assert.ok(parseJson(`{${names.join()}}`, limits))
      for (const again of [0, 1, Math.floor(count / 2), count - 1]) {
        assertRefused('body.duplicate_key', `{${names.join()},"k${again}":2}`)
      }
    }
  })

  it('names the key that is there twice, but not at any length', () => {
    const long = 'k🎬'.repeat(500)

    const error = refusal(`{"${long}":1,"${long}":2}`)

    assert.equal(error.details['key'], long.slice(0, 60))
    assert.ok(error.message.length < 150)
  })

  it('refuses numbers that would not be kept', () => {
    for (const text of texts(`9007199254740993 | -9007199254740993 | 1e999 | -1e999
      1.0E+309 | 12345678901234567890 | 0.1e400`)) {
      for (const body of [text, `[1,${text}]`, `{"a":{"b": ${text} }}`]) {
        assertRefused('body.number_lost', body)
      }
    }
    assertRefused('body.number_lost', '1'.repeat(400))
    assertRefused('body.number_lost', `${'1'.repeat(400)}.5`)
    assert.deepEqual(parseJson('["9007199254740993","1e999"]', limits), [
      '9007199254740993',
      '1e999',
    ])
  })

  it('agrees with JSON.parse, or refuses, over 20,000 random mutations', () => {
    const random = seeded(5)
    const pieces = Array.from('{}[]:,"\\0123456789.-+eEutrfalsn_é🎬')
    pieces.push(' ', '\n', '\0', '\ud800', '"a":', '__proto__')
    const seen = new Map<string, number>()

    for (let i = 0; i < 20_000; i++) {
      const text = mutate(valid[i % valid.length]!, pieces, random)
      const outcome = compareWithJsonParse(text)
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
    }

    assert.ok(seen.get('same')! > 1000, 'enough of them are still JSON')
    assert.ok(seen.get('body.malformed')! > 1000)
    assert.ok(seen.get('body.duplicate_key')! > 10)
  })

  it('takes time in proportion to the length, whatever the body', () => {
    const half = 2 ** 19
    const bodies = [
      `["${'\\\\'.repeat(half / 2)}"]`,
      `["${'\\"'.repeat(half / 2)}"]`,
      `["${'\\'.repeat(half)}`,
      `${' '.repeat(half)}x`,
      `{${Array.from({ length: 50_000 }, (_, i) => `"k${i}":1`).join()}}`,
      `{"${'k'.repeat(half)}":1,"${'k'.repeat(half)}2":1}`,
      '1'.repeat(half),
      `0.${'1'.repeat(half)}`,
      `1e${'1'.repeat(half)}`,
      `[${'1,'.repeat(half / 2)}1]`,
    ]
    for (const body of bodies) {
      const start = process.cpuUsage()
      compareWithJsonParse(body)
      const ms = process.cpuUsage(start).user / 1000
      assert.ok(ms < 1000, `${body.slice(0, 20)} took ${ms} ms`)
    }
  })
})

function texts(list: string): string[] {
  return list.split(/[|\n]/).map((text) => text.trim())
}

function refusal(text: string): AppError {
  try {
    parseJson(text, limits)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  return assert.fail(`taken: ${text.slice(0, 100)}`)
}

function assertRefused(code: ErrorCode, text: string): void {
  assert.equal(refusal(text).code, code, text.slice(0, 100))
}

/** The code of the refusal, or `same`; anything else fails. */
function compareWithJsonParse(text: string): string {
  let actual: unknown
  try {
    actual = parseJson(text, limits)
  } catch (error) {
    if (!(error instanceof AppError)) assert.fail(`${JSON.stringify(text)}: ${String(error)}`)
    if (error.code === 'body.malformed') assert.throws(() => JSON.parse(text), SyntaxError, text)
    return error.code
  }
  assert.deepEqual(actual, JSON.parse(text), JSON.stringify(text))
  return 'same'
}

function mutate(text: string, pieces: string[], random: () => number): string {
  const upTo = (n: number) => Math.floor(random() * n)
  let mutated = text
  for (let edits = 1 + upTo(3); edits > 0; edits--) {
    const at = upTo(mutated.length + 1)
    const from = upTo(mutated.length)
    const part =
      random() < 0.5 ? pieces[upTo(pieces.length)]! : mutated.slice(from, from + upTo(12))
    mutated = mutated.slice(0, at) + (random() < 0.8 ? part : '') + mutated.slice(at + upTo(3))
  }
  return mutated
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
