import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom, chosenSeed } from '../../../test/fixtures/seeded-random.ts'
import { AppError } from '../../errors.ts'
import type { JsonOptions } from './json-records.ts'
import { readJson } from './read-json.ts'
import { readNdjson } from './read-ndjson.ts'
import { maxNames, maxRecordLength } from '../records.ts'
import type { RowError, SourceCell } from '../records.ts'

interface Read {
  names: string[]
  rows: SourceCell[][]
  lines: number[]
  errors: RowError[]
}

type Reader = typeof readJson

async function read(
  reader: Reader,
  source: string | Uint8Array | AsyncIterable<Uint8Array>,
  options?: JsonOptions,
): Promise<Read> {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source
  const { names, batches, stringsAre } = await reader(
    bytes instanceof Uint8Array ? blocksOf(bytes, 50_000) : bytes,
    options,
  )
  assert.equal(stringsAre, 'values')
  const all: Read = { names, rows: [], lines: [], errors: [] }
  for await (const { rows, lines, errors } of batches) {
    assert.equal(rows.length, lines.length)
    all.rows.push(...rows)
    all.lines.push(...lines)
    all.errors.push(...errors)
  }
  return all
}

async function* blocksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function refused(
  reader: Reader,
  source: Parameters<typeof read>[1],
  code: string,
  line: number | undefined,
  words: RegExp,
): Promise<void> {
  await assert.rejects(read(reader, source), (error) => {
    assert.ok(error instanceof AppError)
    assert.equal(error.code, code)
    assert.equal(error.details['line'], line)
    assert.match(error.message, words)
    return true
  })
}

function objectOf(count: number): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`c${i}`, i])))
}

function recordOf(length: number): string {
  return `{"a":"${'x'.repeat(length - 8)}"}`
}

/** One piece of decoding is this long. */
const piece = 64 * 1024

const formats: { name: string; reader: Reader; write: (records: string[]) => string }[] = [
  { name: 'NDJSON', reader: readNdjson, write: (records) => records.join('\n') },
  { name: 'JSON', reader: readJson, write: (records) => `[${records.join(',\n')}]` },
]

for (const { name, reader, write } of formats) {
  describe(`the records of ${name}`, () => {
    it('are lists of cells in the order in which the keys appear', async () => {
      const { names, rows, lines } = await read(
        reader,
        write(['{"a":1,"b":"x"}', '{"b":null,"c":[1]}', '{}', '{"c":{"d":1},"a":true}']),
      )

      assert.deepEqual(names, ['a', 'b', 'c'])
      assert.deepEqual(rows, [
        [1, 'x', undefined],
        [undefined, null, [1]],
        [undefined, undefined, undefined],
        [true, undefined, { d: 1 }],
      ])
      assert.deepEqual(lines, [1, 2, 3, 4])
    })

    it('may have keys that only their table knows', async () => {
      const records = [...Array.from({ length: 1000 }, () => '{"a":1}'), '{"b":2}', '{"c":3}']
      const { names, rows, errors } = await read(reader, write(records), { names: ['b', 'a'] })

      assert.deepEqual(names, ['a', 'b'])
      assert.deepEqual(rows.at(-1), [undefined, 2])
      assert.equal(errors.length, 1)
      assert.equal(errors[0]!.line, 1002)
      assert.match(errors[0]!.reason, /key "c"/)
    })

    it('are refused one by one', async () => {
      const cases: [string, RegExp][] = [
        ['5', /not an object/],
        ['"a,]"', /not an object/],
        ['null', /not an object/],
        ['[{"a":1}]', /not an object/],
        ['{"a":1,}', /not JSON/],
        ['{"a":1,"a":2}', /second time/],
        ['{"a":9007199254740993}', /cannot be kept exactly/],
        ['{"__proto__":1}', /__proto__/],
        ['{"a":{"__proto__":1}}', /__proto__/],
        [`{"a":${'['.repeat(200)}${']'.repeat(200)}}`, /deeper than/],
        ['{"a":tru}', /not JSON/],
        ["{'a':1}", /not JSON/],
      ]
      for (const [record, words] of cases) {
        const text = write(['{"a":1}', record, '{"a":2}'])
        const { rows, lines, errors } = await read(reader, text)
        assert.deepEqual(rows, [[1], [2]], record)
        assert.deepEqual(lines, [1, 3])
        assert.equal(errors.length, 1)
        assert.equal(errors[0]!.line, 2)
        assert.match(errors[0]!.reason, words)
        assert.doesNotMatch(errors[0]!.reason, /body/)
      }
    })

    it('are refused where they are not UTF-8', async () => {
      const bytes = Buffer.from(write(['{"a":"1"}', '{"a":"#"}', '{"a":"\ufffd"}']))
      bytes[bytes.indexOf('#')] = 0xff
      const { rows, lines, errors } = await read(reader, bytes)

      assert.deepEqual(rows, [['1'], ['\ufffd']])
      assert.deepEqual(lines, [1, 3])
      assert.deepEqual(
        errors.map(({ line }) => line),
        [2],
      )
    })

    it('may be UTF-8 with a byte order mark, or UTF-16', async () => {
      const text = `\ufeff${write(['{"ä":"🎬"}'])}`
      for (const bytes of [Buffer.from(text), Buffer.from(text, 'utf16le')]) {
        const { names, rows } = await read(reader, blocksOf(bytes, 1))
        assert.deepEqual(names, ['ä'])
        assert.deepEqual(rows, [['🎬']])
      }
    })

    it('have at most as many keys as a table has columns, and the id', async () => {
      assert.equal((await read(reader, write([objectOf(maxNames)]))).names.length, maxNames)
      const tooMany = write([objectOf(maxNames), '{"x":1}'])
      await refused(reader, tooMany, 'tables.import_too_large', undefined, /more than 401 keys/)
    })

    it('are refused at the limit when they have no end', async () => {
      const counted = { blocks: 0 }
      async function* endless(): AsyncGenerator<Uint8Array> {
        yield Buffer.from(write(['{"a":1}', '{"a":"']).replace(/\]$/, ''))
        const block = Buffer.alloc(piece, 'x')
        for (; counted.blocks < 16_384; counted.blocks++) yield block
      }
      await refused(reader, endless(), 'tables.import_too_large', 2, /longer than/)
      assert.ok(counted.blocks < 600)
    })

    it('are taken up to the limit', async () => {
      const { rows } = await read(reader, write([recordOf(maxRecordLength)]))
      assert.equal((rows[0]![0] as string).length, maxRecordLength - 8)
      const long = write([recordOf(maxRecordLength + 1)])
      await refused(reader, long, 'tables.import_too_large', 1, /longer than/)
    })

    it('come in batches', async () => {
      const records = Array.from({ length: 2500 }, (_, i) => `{"a":${i}}`)
      const { batches } = await reader(blocksOf(Buffer.from(write(records)), piece))
      const sizes = []
      for await (const { rows } of batches) sizes.push(rows.length)
      assert.deepEqual(sizes, [1000, 1000, 500])
    })

    it('come back as they were written, wherever a piece ends', async () => {
      const seed = chosenSeed()
      const random = seededRandom(seed)
      const parts = ['a', '"', '\\', '\\"', '{', '}', '[', ']', ',', ':', '\n', 'é', '🎬', '\u0001']
      const text = () =>
        Array.from({ length: random.between(0, 6) }, () => random.pick(parts)).join('')
      const value = () => random.pick([text, () => 5, () => null, () => [text(), { x: text() }]])()
      for (let round = 0; round < 10; round++) {
        const sent = Array.from({ length: random.between(1, 4) }, () => [value(), value()])
        const body = sent.map(([a, b]) => JSON.stringify({ a, b }))
        const length = Buffer.byteLength(write(body))
        for (let at = 0; at <= length; at++) {
          const filler = { a: 'x'.repeat(piece - length + at - 16), b: 0 }
          const bytes = Buffer.from(write([JSON.stringify(filler), ...body]))
          const { rows, lines, errors } = await read(reader, bytes)
          const note = `seed ${seed}, round ${round}, border ${at}`
          assert.deepEqual(errors, [], note)
          assert.deepEqual(rows.slice(1), sent, note)
          assert.deepEqual(
            lines,
            Array.from({ length: sent.length + 1 }, (_, i) => i + 1),
            note,
          )
        }
      }
    })
  })
}

describe('NDJSON', () => {
  it('may have empty lines, CRLF and a last line without an end', async () => {
    const { rows, lines } = await read(readNdjson, '\n{"a":1}\r\n\r\n \t\n{"a":2}')

    assert.deepEqual(rows, [[1], [2]])
    assert.deepEqual(lines, [2, 5])
  })

  it('without records has no names but those that are known', async () => {
    assert.deepEqual((await read(readNdjson, '')).names, [])
    assert.deepEqual((await read(readNdjson, '\n\n', { names: ['a'] })).names, ['a'])
  })

  it('has no record over two lines', async () => {
    const { rows, errors } = await read(readNdjson, '{"a":\n1}\n{"a":2}\n')

    assert.deepEqual(rows, [[2]])
    assert.deepEqual(
      errors.map(({ line }) => line),
      [1, 2],
    )
  })
})

describe('JSON', () => {
  it('may be written in any way', async () => {
    const { rows, lines } = await read(
      readJson,
      ' \r\n[\n  {\n    "a": 1\n  }\n ,\n\n {"a": 2}, {"a"\n: 3} ]\n\n',
    )

    assert.deepEqual(rows, [[1], [2], [3]])
    assert.deepEqual(lines, [3, 8, 8])
  })

  it('may be empty', async () => {
    assert.deepEqual(await read(readJson, ' [ ] '), { names: [], rows: [], lines: [], errors: [] })
  })

  it('is an array, and nothing else', async () => {
    for (const text of ['', ' \n', '{"data":[{"a":1}]}', '"[]"', 'null', '{"a":1}\n{"a":2}']) {
      await assert.rejects(read(readJson, text), /must be a JSON array of objects/, text)
    }
  })

  it('is refused where the array is broken', async () => {
    const cases: [string, number, RegExp][] = [
      ['[{"a":1}\n{"a":2}]', 2, /comma is missing/],
      ['[{"a":1},\n]', 2, /record is missing before \]/],
      ['[,{"a":1}]', 1, /record is missing before ,/],
      ['[{"a":1},\n\n,{"a":1}]', 3, /record is missing before ,/],
      ['[{"a":1}]\n[]', 2, /after the end/],
      ['[{"a":1}\n', 2, /not closed/],
      ['[{"a":1},', 1, /not closed/],
      ['[\n{"a":1},{"a', 2, /not closed/],
      ['[\n1', 2, /not closed/],
      ['[', 1, /not closed/],
    ]
    for (const [text, line, words] of cases) {
      await refused(readJson, text, 'tables.bad_import', line, words)
    }
  })
})
