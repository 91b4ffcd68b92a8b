import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { CellValue, Column } from '@triptych/contract/tables'
import { seededRandom, type SeededRandom } from '../../../test/fixtures/seeded-random.ts'
import { readSheet } from '../../../test/fixtures/xlsx-samples.ts'
import { valueFromJson, valueFromText } from '../../domain/tables/cell-value.ts'
import { rowXml } from './row-xml.ts'
import { checkSheetFits, sheetName, writeXlsx } from './write-xlsx.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-xlsx-'))
after(() => rmSync(folder, { recursive: true }))

const withoutPython = { skip: spawnSync('python3', ['-V']).error && 'python3 is not here' }
const modified = new Date('2026-04-05T08:30:00Z')

const columns = (
  [
    ['title', 'text'],
    ['year', 'integer'],
    ['rating', 'number'],
    ['seen', 'boolean'],
    ['released', 'date'],
    ['added', 'datetime'],
    ['cast', 'json'],
  ] as const
).map(([name, type]) => columnOf(name, type))

const alien: CellValue[] = [
  '=Alien & "co" <1979>',
  1979,
  8.5,
  true,
  '1979-05-25',
  '2026-04-05T08:30:15.250Z',
  ['Weaver', { as: 'Ripley' }],
]

describe('writeXlsx', () => {
  it('makes a workbook that another program reads', withoutPython, async () => {
    const nothing = columns.map(() => null)
    const file = await workbookOf('films/1', columns, [alien, nothing, [' _x0041_\r\n🎬', -7]])

    assert.deepEqual(pythonRows(file), {
      sheet: 'films_1',
      isFrozen: true,
      rows: [
        columns.map(({ name }, i) => [`${'ABCDEFG'[i]}1`, 'inlineStr', '1', name]),
        [
          ['A2', 'inlineStr', null, '=Alien & "co" <1979>'],
          ['B2', null, null, '1979'],
          ['C2', null, null, '8.5'],
          ['D2', 'b', null, '1'],
          ['E2', null, '2', '29000'],
          ['F2', null, '3', '46117.3543431713'],
          ['G2', 'inlineStr', null, '["Weaver",{"as":"Ripley"}]'],
        ],
        [],
        [
          ['A4', 'inlineStr', null, ' _x005F_x0041__x000D_\n🎬'],
          ['B4', null, null, '-7'],
        ],
      ],
    })
  })

  it('writes what readXlsx reads as the same values, of every type', async () => {
    const seed = 46_117
    const random = seededRandom(seed)
    const rows = Array.from({ length: 500 }, () => columns.map(({ type }) => value(random, type)))
    rows.push(alien)

    const { names, rows: read, errors } = await readSheet(await workbookOf('x', columns, rows))

    assert.deepEqual(
      names,
      columns.map(({ name }) => name),
    )
    assert.deepEqual(errors, [])
    const stored = read.map((cells) =>
      cells.map((cell, i) => {
        const column = columns[i]!
        if (cell === null) return null
        return typeof cell === 'string' ? valueFromText(column, cell) : valueFromJson(column, cell)
      }),
    )
    const expected = rows.filter((row) => row.some((cell) => cell !== null))
    assert.deepEqual(stored, expected, `seed ${seed}`)
  })

  it('makes a workbook of no rows', async () => {
    const { names, rows } = await readSheet(await workbookOf('x', columns.slice(0, 1), []))
    assert.deepEqual([names, rows], [['title'], []])
  })

  it('refuses more rows and columns than a sheet has', async () => {
    checkSheetFits(16_384, 1_048_576)
    const code = 'tables.export_too_large'
    assert.throws(() => checkSheetFits(16_385, 1), { code, details: { limit: 16_384 } })
    assert.throws(() => checkSheetFits(1, 1_048_577), { code, details: { limit: 1_048_576 } })
    assert.throws(() => writeXlsx({ ...empty, columns: Array(16_385).fill(columns[0]) }), { code })
  })

  it('stops at a row that a sheet cannot have, wherever its piece is cut', async () => {
    await writeRows(2, 1_048_576)
    await assert.rejects(writeRows(1_048_576, 1_048_577), { code: 'tables.export_too_large' })
  })
})

describe('sheetName', () => {
  for (const [name, sheet] of [
    ['films', 'films'],
    ['a[b]:*?/\\c', 'a_b______c'],
    ["'quoted'", '_quoted_'],
    ['x'.repeat(40), 'x'.repeat(31)],
    [`${'x'.repeat(30)}🎬`, 'x'.repeat(30)],
    ['History', 'History_'],
    ['a\nb', 'a_b'],
    [' ', 'Sheet1'],
    ['', 'Sheet1'],
  ] as const) {
    it(`makes ${JSON.stringify(sheet)} of ${JSON.stringify(name)}`, () => {
      assert.equal(sheetName(name), sheet)
    })
  }
})

const empty = { name: 'x', columns, rows: pieces(''), modified }

/** The last of them is cut off. */
function writeRows(...numbers: number[]): Promise<Uint8Array[]> {
  const text = numbers.map((number) => rowXml(number, columns, alien)).join('')
  return Array.fromAsync(writeXlsx({ ...empty, rows: pieces(text.slice(0, -20)) }))
}

async function workbookOf(
  name: string,
  columnsOfIt: Column[],
  rows: CellValue[][],
): Promise<Buffer> {
  const xml = rows.map((values, i) => rowXml(i + 2, columnsOfIt, values)).join('')
  const sheet = { name, columns: columnsOfIt, rows: pieces(xml), modified }
  return Buffer.concat(await Array.fromAsync(writeXlsx(sheet)))
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
}

function columnOf(name: string, type: Column['type']): Column {
  return { name, type, nullable: true, unique: false, default: null, options: null } as Column
}

const letters = [
  'a',
  '_x',
  '0041',
  '_',
  '\r',
  '\n',
  '\t',
  ' ',
  '\x01',
  '\x1f',
  '\x7f',
  '🎬',
  'é',
  '&',
  '<',
  '=',
  "'",
  '\uffff',
  '\u2028',
]

function value(random: SeededRandom, type: Column['type']): CellValue {
  if (random.next() < 0.2) return null
  const text = () =>
    Array.from({ length: random.between(0, 8) }, () => random.pick(letters)).join('')
  switch (type) {
    case 'text':
      return text()
    case 'integer':
      return random.pick([0, 1, -1, 1e15, Number.MAX_SAFE_INTEGER, random.between(-1e9, 1e9)])
    case 'number':
      return random.pick([0.1 + 0.2, 1e-300, -1.5e300, random.next(), random.next() * 1e17])
    case 'boolean':
      return random.next() < 0.5
    case 'json':
      return random.pick<CellValue>([[], {}, 5, text(), [text(), null], { [text()]: true }])
    default: {
      const ms = random.between(Date.UTC(1, 0, 1), Date.UTC(9999, 11, 31))
      const iso = new Date(ms).toISOString()
      return type === 'date' ? iso.slice(0, 10) : iso
    }
  }
}

/** What Python's own zip and XML readers find, by the names that the format has for it. */
function pythonRows(file: Buffer): unknown {
  const path = join(folder, 'book.xlsx')
  writeFileSync(path, file)
  const python = `
import sys, json, zipfile
import xml.etree.ElementTree as tree
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
m = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
for name in z.namelist(): tree.fromstring(z.read(name))
types = tree.fromstring(z.read('[Content_Types].xml'))
for part in types:
    if 'PartName' in part.attrib: z.getinfo(part.attrib['PartName'][1:])
book = tree.fromstring(z.read('xl/workbook.xml'))
sheet = tree.fromstring(z.read('xl/worksheets/sheet1.xml'))
rows = [[[c.get('r'), c.get('t'), c.get('s'), ''.join(c.itertext())] for c in r] for r in sheet.iter(m + 'row')]
print(json.dumps({
  'sheet': book.find(m + 'sheets')[0].get('name'),
  'isFrozen': next(sheet.iter(m + 'pane')).get('state') == 'frozen',
  'rows': rows}))
`
  const { stdout, stderr } = spawnSync('python3', ['-c', python, path], { encoding: 'utf8' })
  assert.equal(stderr, '')
  return JSON.parse(stdout)
}
