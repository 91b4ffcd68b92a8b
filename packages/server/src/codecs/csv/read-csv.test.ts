import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom, chosenSeed } from '../../../test/fixtures/seeded-random.ts'
import { AppError } from '../../errors.ts'
import type { CsvOptions } from './read-csv.ts'
import { readCsv } from './read-csv.ts'
import { maxNames, maxRecordLength } from '../records.ts'
import type { RowError, SourceCell } from '../records.ts'

interface Read {
  names: string[]
  rows: SourceCell[][]
  lines: number[]
  errors: RowError[]
}

async function read(
  source: string | Uint8Array | AsyncIterable<Uint8Array>,
  options?: CsvOptions,
): Promise<Read> {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source
  const { names, batches } = await readCsv(
    bytes instanceof Uint8Array ? blocksOf(bytes, 50_000) : bytes,
    options,
  )
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

async function rowsOf(text: string, options?: CsvOptions): Promise<SourceCell[][]> {
  const { rows, errors } = await read(text, options)
  assert.deepEqual(errors, [])
  return rows
}

async function namesOf(text: string): Promise<string[]> {
  return (await read(text)).names
}

async function refused(
  source: Parameters<typeof read>[0],
  code: string,
  line: number | undefined,
  words: RegExp,
  options?: CsvOptions,
): Promise<void> {
  await assert.rejects(read(source, options), (error) => {
    assert.ok(error instanceof AppError)
    assert.equal(error.code, code)
    assert.equal(error.details['line'], line)
    assert.match(error.message, words)
    return true
  })
}

/** One piece of decoding is this long. */
const piece = 64 * 1024

/** The same records, where the border between two pieces lies `at` bytes before the end. */
function withBorder(header: string, body: Buffer, at: number): Buffer {
  const start = `${header}\nfiller`
  const length = piece - (body.length - at) - start.length - 1
  return Buffer.concat([Buffer.from(`${start}${'x'.repeat(length)}\n`), body])
}

async function* endless(start: string, counted: { blocks: number }): AsyncGenerator<Uint8Array> {
  yield Buffer.from(start)
  const block = Buffer.alloc(piece, 'x')
  for (; counted.blocks < 16_384; counted.blocks++) yield block
}

function writtenCell(cell: string | null, delimiter: string, isQuoted: boolean): string {
  if (cell === null) return ''
  const isPlain =
    cell !== '' && !isQuoted && !['"', '\n', '\r', delimiter].some((c) => cell.includes(c))
  return isPlain ? cell : `"${cell.split('"').join('""')}"`
}

/** The filler is in line 2, so the records begin in line 3. */
function linesOf(records: string[]): number[] {
  let line = 3
  return records.map((record) => {
    const first = line
    line += record.split(/\r\n|\r|\n/).length - 1
    return first
  })
}

describe('the records of a CSV file', () => {
  it('are lists of cells with the lines where they begin', async () => {
    const { names, rows, lines } = await read('a,b\n1,2\n3,4\n')

    assert.deepEqual(names, ['a', 'b'])
    assert.deepEqual(rows, [
      ['1', '2'],
      ['3', '4'],
    ])
    assert.deepEqual(lines, [2, 3])
  })

  it('need no line end after the last one', async () => {
    assert.deepEqual(await rowsOf('a,b\n1,2'), [['1', '2']])
    assert.deepEqual(await rowsOf('a,b\n1,'), [['1', null]])
    assert.deepEqual(await rowsOf('a,b\n1,"2"'), [['1', '2']])
    assert.deepEqual(await rowsOf('a,b'), [])
  })

  it('may end in LF, CRLF, CR or any mixture', async () => {
    const { rows, lines } = await read('a,b\r\n1,2\r3,4\n\r\n\r\r5,6\n\r7,8\r\n')

    assert.deepEqual(rows, [
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
      ['7', '8'],
    ])
    assert.deepEqual(lines, [2, 3, 7, 9])
  })

  it('are found behind empty lines', async () => {
    const { rows, lines } = await read('\n\na,b\n\n\n1,2\n\n')

    assert.deepEqual(rows, [['1', '2']])
    assert.deepEqual(lines, [6])
  })

  it('tell nothing at all from an empty text', async () => {
    assert.deepEqual(await rowsOf('a,b,c\n,"",\n""\n'), [[null, '', null], ['']])
  })

  it('keep spaces', async () => {
    assert.deepEqual(await rowsOf('a,b\n 1 , \n'), [[' 1 ', ' ']])
  })

  it('say nothing about the columns they are too short for', async () => {
    const rows = await rowsOf('a,b,c\n1\n1,2\n')

    assert.deepEqual(rows, [['1'], ['1', '2']])
  })

  it('are refused one by one when they are too long', async () => {
    const { rows, errors } = await read('a,b\n1,2,3\n4,5\n6,7,\n')

    assert.deepEqual(rows, [['4', '5']])
    assert.deepEqual(errors, [
      { line: 2, reason: 'It has more than 2 cells.' },
      { line: 4, reason: 'It has more than 2 cells.' },
    ])
  })

  it('come in batches of at most a thousand', async () => {
    const text = `a\n${'1\n'.repeat(2500)}`
    const { batches } = await readCsv(blocksOf(Buffer.from(text), 999))
    const sizes = []
    for await (const { rows } of batches) sizes.push(rows.length)

    assert.deepEqual(sizes, [1000, 1000, 500])
  })

  it('come in smaller batches when they are long', async () => {
    const text = `a\n${`${'x'.repeat(200_000)}\n`.repeat(20)}`
    const { batches } = await readCsv(blocksOf(Buffer.from(text), piece))
    for await (const { rows } of batches) assert.ok(rows.length <= 10)
  })
})

describe('a quoted cell', () => {
  it('may have delimiters, doubled quotes and line ends in it', async () => {
    const { rows, lines } = await read('a,b\n"x,y","say ""hi"""\n"1\n2\r\n3\r4",""""\nlast,\n')

    assert.deepEqual(rows, [
      ['x,y', 'say "hi"'],
      ['1\n2\r\n3\r4', '"'],
      ['last', null],
    ])
    assert.deepEqual(lines, [2, 3, 7])
  })

  it('is only one when the quote comes first', async () => {
    assert.deepEqual(await rowsOf('a,b\n5" nail,x"y"z\n "q",r"\n'), [
      ['5" nail', 'x"y"z'],
      [' "q"', 'r"'],
    ])
  })

  it('makes its record wrong when it goes on after the closing quote', async () => {
    const { rows, errors } = await read('a,b\n"x"y,1\n"x" ,2\n"x",3\n')

    assert.deepEqual(rows, [['x', '3']])
    assert.deepEqual(errors, [
      { line: 2, reason: 'A cell goes on after its closing quote.' },
      { line: 3, reason: 'A cell goes on after its closing quote.' },
    ])
  })

  it('is refused with its own line when it is never closed', async () => {
    await refused('a,b\n1,2\n"3\n4","5\n6\n7', 'tables.bad_import', 4, /never closed/)
    await refused('a,"b\n1,2\n', 'tables.bad_import', 1, /never closed/)
    await refused('a\n"', 'tables.bad_import', 2, /never closed/)
    await refused('a\n"""', 'tables.bad_import', 2, /never closed/)
  })
})

describe('the header', () => {
  it('names every column once', async () => {
    assert.deepEqual(await namesOf('a,b,a\n'), ['a', 'b', 'a (2)'])
    assert.deepEqual(await namesOf('a,a,a,a (2)\n'), ['a', 'a (3)', 'a (4)', 'a (2)'])
    assert.deepEqual(await namesOf('\na,,c\n'), ['a', 'Column 2', 'c'])
    assert.deepEqual(await namesOf('Column 2," ",\n'), ['Column 2', 'Column 2 (2)', 'Column 3'])
    await refused('a,"b"c\n', 'tables.bad_import', 1, /closing quote/)
  })

  it('must name every column once where it is told to', async () => {
    const strict = { strictNames: true }

    await refused('a,b,a\n', 'tables.bad_import', 1, /Columns 1 and 3 .* "a"/, strict)
    await refused('\na,,c\n', 'tables.bad_import', 2, /Column 2 has no name/, strict)
    await refused('a," "\n', 'tables.bad_import', 1, /Column 2 has no name/, strict)
    await refused('a,b,\n', 'tables.bad_import', 1, /Column 3 has no name/, strict)
  })

  it('may have __proto__ and other names of object members', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
    const result = await read(`${names.join(',')}\n1,2,3,4\n`)

    assert.deepEqual(result.names, names)
    assert.deepEqual(result.rows, [['1', '2', '3', '4']])
    assert.equal(Object.getPrototypeOf({}), Object.prototype)
  })

  it('is needed', async () => {
    for (const empty of ['', '\n', '\r\n\r\n', '\ufeff']) {
      await refused(empty, 'tables.bad_import', undefined, /empty/)
    }
  })

  it('has at most as many names as a table has columns, and the id', async () => {
    const header = Array.from({ length: maxNames }, (_, i) => `c${i}`)
    assert.equal((await read(`${header.join(',')}\n`)).names.length, maxNames)
    await refused(`${header.join(',')},x\n`, 'tables.bad_import', 1, /at most 401 names/)
  })

  it('of a million columns is refused before it is read', async () => {
    let blocks = 0
    async function* columns(): AsyncGenerator<Uint8Array> {
      for (; blocks < 10_000; blocks++) yield Buffer.from('name,'.repeat(1000))
    }
    await refused(columns(), 'tables.import_too_large', 1, /header is longer/)
    assert.ok(blocks < 200)
  })
})

describe('the delimiter', () => {
  it('is guessed', async () => {
    const cases: [string, string[]][] = [
      ['a;b;c\n1,5;2,5;3\n', ['a', 'b', 'c']],
      ['a\tb\n1,2\t3,4\n', ['a', 'b']],
      ['a|b\n1|2\n', ['a', 'b']],
      ['a,b\n1;2;3,4\n', ['a', 'b']],
      ['"a;b;c;d",e\n1,2\n', ['a;b;c;d', 'e']],
      ['first;last, first\nA;B, C\nD;E\n', ['first', 'last, first']],
      ['a,b;c;d\n1,2;3;4\n', ['a,b', 'c', 'd']],
      ['a,b;c;d\n1,2\n3,4\n', ['a', 'b;c;d']],
      ['alone\n1\n', ['alone']],
      ['a,b', ['a', 'b']],
    ]
    for (const [text, names] of cases) assert.deepEqual((await read(text)).names, names)
  })

  it('can be given', async () => {
    const { names, rows } = await read('a,b;c\n1,2;3\n', { delimiter: ';' })

    assert.deepEqual(names, ['a,b', 'c'])
    assert.deepEqual(rows, [['1,2', '3']])
  })

  it('can be announced by the first line, as Excel does', async () => {
    const { names, rows, lines } = await read('\ufeffsep=;\r\na,b;c\r\n1;2\r\n')

    assert.deepEqual(names, ['a,b', 'c'])
    assert.deepEqual(rows, [['1', '2']])
    assert.deepEqual(lines, [3])
    assert.deepEqual((await read('sep=|\na|b\n')).names, ['a', 'b'])
    assert.deepEqual((await read('sep=,x\n1,2\n')).names, ['sep=', 'x'])
  })
})

describe('the encoding', () => {
  const text = 'näme,b\r\nÜñï €,"🎬\n"\r\n'
  const expected = [['Üñï €', '🎬\n']]

  it('is UTF-8 with or without a byte order mark', async () => {
    for (const mark of ['', '\ufeff']) {
      const { names, rows } = await read(mark + text)
      assert.deepEqual(names, ['näme', 'b'])
      assert.deepEqual(rows, expected)
    }
  })

  it('is UTF-16 of either order when the byte order mark says so', async () => {
    const little = Buffer.from(`\ufeff${text}`, 'utf16le')
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      const { names, rows } = await read(blocksOf(bytes, 3))
      assert.deepEqual(names, ['näme', 'b'])
      assert.deepEqual(rows, expected)
    }
  })

  it('is right at every border between blocks', async () => {
    const bytes = Buffer.from(`\ufeff${text}`)
    for (let size = 1; size <= bytes.length; size++) {
      assert.deepEqual((await read(blocksOf(bytes, size))).rows, expected)
    }
  })

  it('is right at every border between pieces', async () => {
    const body = Buffer.from('ä€🎬,"é\n🎬"\n')
    for (let at = 0; at <= body.length; at++) {
      const { rows, lines } = await read(withBorder('a,b', body, at))
      assert.deepEqual(rows[1], ['ä€🎬', 'é\n🎬'])
      assert.deepEqual(lines, [2, 3])
    }
  })

  it('is right in UTF-16 at every border between pieces', async () => {
    const start = 'a,b\nfiller'
    const body = '🎬ä,"é\n🎬"\n'
    for (let at = 0; at <= body.length; at++) {
      const filler = 'x'.repeat(piece / 2 - 1 - start.length - 1 - at)
      const whole = Buffer.from(`\ufeff${start}${filler}\n${body}`, 'utf16le')
      const { rows, errors } = await read(whole)
      assert.deepEqual(errors, [])
      assert.deepEqual(rows[1], ['🎬ä', 'é\n🎬'])
    }
  })

  it('is refused record by record where it is wrong', async () => {
    const wrong = [[0xff], [0xc3], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf8]]
    for (const bytes of wrong) {
      const whole = Buffer.concat([
        Buffer.from('a,b\n1,2\n3,'),
        Buffer.from(bytes),
        Buffer.from('\n"\ufffd",5\n"6\n'),
        Buffer.from(bytes),
        Buffer.from('",7\r8,9'),
      ])
      const { rows, lines, errors } = await read(whole)
      assert.deepEqual(rows, [
        ['1', '2'],
        ['\ufffd', '5'],
        ['8', '9'],
      ])
      assert.deepEqual(lines, [2, 4, 7])
      assert.deepEqual(
        errors.map(({ line }) => line),
        [3, 5],
      )
      assert.match(errors[0]!.reason, /UTF-8/)
    }
  })

  it('is wrong in one line only, also where lines end in CR', async () => {
    const bytes = Buffer.concat([
      Buffer.from('a\r\ufffd\r'),
      Buffer.from([0xff]),
      Buffer.from('\r2'),
    ])
    const { rows, errors } = await read(bytes)

    assert.deepEqual(rows, [['\ufffd'], ['2']])
    assert.deepEqual(
      errors.map(({ line }) => line),
      [3],
    )
  })

  it('is refused where the file ends within a character', async () => {
    const utf8 = Buffer.concat([Buffer.from('a\n1\n2'), Buffer.from([0xe2, 0x82])])
    assert.deepEqual((await read(utf8)).rows, [['1']])
    assert.deepEqual((await read(utf8)).errors.length, 1)
    const utf16 = Buffer.from('\ufeffa\n1\n23', 'utf16le').subarray(0, -1)
    assert.deepEqual((await read(utf16)).rows, [['1']])
    assert.deepEqual((await read(utf16)).errors.length, 1)
  })

  it('is refused in the header', async () => {
    const bytes = Buffer.concat([Buffer.from('é,b'), Buffer.from([0xff]), Buffer.from('\n1,2\n')])
    await refused(bytes, 'tables.bad_import', 1, /column 2 is no text/)
  })

  it('finds half characters of UTF-16', async () => {
    const bytes = Buffer.from('\ufeffa\n1\n\ud800\n2', 'utf16le')
    const { rows, errors } = await read(bytes)

    assert.deepEqual(rows, [['1'], ['2']])
    assert.deepEqual(
      errors.map(({ line }) => line),
      [3],
    )
  })
})

describe('a record without an end', () => {
  it('is refused at the limit, and not read on', async () => {
    for (const start of ['a\n1\n', 'a\n1\n"', 'a\n1\n,']) {
      const counted = { blocks: 0 }
      await refused(endless(start, counted), 'tables.import_too_large', 3, /longer than/)
      assert.ok(counted.blocks < 600)
    }
  })

  it('is taken up to the limit', async () => {
    const cell = 'x'.repeat(maxRecordLength - 1)
    const { rows } = await read(blocksOf(Buffer.from(`a\n${cell}\n`), piece))
    assert.equal((rows[0]![0] as string).length, cell.length)
    await refused(`a\n${cell}x\n`, 'tables.import_too_large', 2, /longer than/)
  })
})

describe('text that was made safe for spreadsheets', () => {
  it('is as it was before', async () => {
    const text = `'=n,b\n'=1+1,"'-5, x"\n'plain,it's\n''=x,'@a\n`
    const { names, rows } = await read(text)

    assert.deepEqual(names, ['=n', 'b'])
    assert.deepEqual(rows, [
      ['=1+1', '-5, x'],
      ["'plain", "it's"],
      ["'=x", '@a'],
    ])
  })

  it('stays as it is when that was not asked for', async () => {
    assert.deepEqual(await rowsOf(`a,b\n'=1,'@\n`, { spreadsheet: false }), [["'=1", "'@"]])
  })
})

describe('any cells', () => {
  type Cells = (string | null)[]
  const parts = ['a', 'é', '🎬', ' ', ',', ';', '\t', '|', '"', '""', '\n', '\r', '\r\n', 'x1', "'"]

  it('come back as an independent writer wrote them, wherever a piece ends', async () => {
    const seed = chosenSeed()
    const random = seededRandom(seed)
    const cell = (): string | null => {
      if (random.next() < 0.15) return null
      return Array.from({ length: random.between(0, 6) }, () => random.pick(parts)).join('')
    }
    for (let round = 0; round < 30; round++) {
      const delimiter = random.pick([',', ';', '\t', '|'] as const)
      const width = random.between(2, 5)
      const lineEnd = random.pick(['\n', '\r\n', '\r'])
      const sent = Array.from({ length: random.between(1, 5) }, () =>
        Array.from({ length: width }, cell),
      )
      const isAllQuoted = random.next() < 0.3
      const written = (cells: Cells) =>
        cells.map((each) => writtenCell(each, delimiter, isAllQuoted)).join(delimiter) + lineEnd
      const header = written(Array.from({ length: width }, (_, i) => `c${i}`)).trimEnd()
      const body = Buffer.from(sent.map(written).join(''))
      const lines = linesOf(sent.map(written))

      for (let at = 0; at <= body.length; at++) {
        const bytes = withBorder(header, body, at)
        const result = await read(bytes, { delimiter, spreadsheet: false })
        assert.deepEqual(
          { rows: result.rows.slice(1), lines: result.lines.slice(1), errors: result.errors },
          { rows: sent, lines, errors: [] },
          `seed ${seed}, round ${round}, border ${at}`,
        )
      }
    }
  })
})
