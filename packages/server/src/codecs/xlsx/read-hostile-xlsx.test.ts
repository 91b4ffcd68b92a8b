import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { seededRandom, type SeededRandom } from '../../../test/fixtures/seeded-random.ts'
import {
  bookOf,
  partsOf,
  readSheet,
  sheetXml,
  sourceOf,
  zipOf,
} from '../../../test/fixtures/xlsx-samples.ts'
import { AppError } from '../../errors.ts'
import { unpacked } from '../zip/packed-file.ts'
import { readZipDirectory } from '../zip/zip-directory.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-hostile-'))
after(() => rmSync(folder, { recursive: true }))

const withoutPython = { skip: spawnSync('python3', ['-V']).error && 'python3 is not here' }
const sheet = '<row><c t="str"><v>a</v></c></row><row><c t="s"><v>0</v></c></row>'
const strings = '<si><t>text</t></si>'
const tooLarge = { code: 'tables.import_too_large' }
const comment = '<!-- -->'

describe('a workbook that is too large is refused', () => {
  it('when it would unpack to more than the limit, before it is unpacked', async () => {
    const large = await bookOf({ sheet: sheet + comment.repeat(250_000), strings })
    await assert.rejects(readSheet(large, { limits: { bytes: 2_000_000 } }), tooLarge)
    assert.equal((await readSheet(large, { limits: { bytes: 2_100_000 } })).rows.length, 1)
  })

  it('when it packs better than any real one', async () => {
    const bomb = await bookOf({ sheet: sheet + ' '.repeat(20_000_000), strings })
    await assert.rejects(readSheet(bomb, { limits: { ratio: 200 } }), {
      ...tooLarge,
      message: /unpacks/,
    })
  })

  it('when its shared strings would', async () => {
    const many = await bookOf({ sheet, strings: strings.repeat(1000) })
    await assert.rejects(readSheet(many, { limits: { sharedStringBytes: 20_000 } }), tooLarge)
  })

  it('when a few shared strings would become many texts', async () => {
    const row = `<row><c t="s"><v>1</v></c></row>`
    const book = {
      sheet: sheet + row.repeat(1000),
      strings: `${strings}<si><t>${'x'.repeat(30_000)}</t></si>`,
    }
    await assert.rejects(readSheet(await bookOf(book), { limits: { bytes: 10_000_000 } }), tooLarge)
  })

  it('when it has more cells than the limit', async () => {
    const cells = await bookOf({ sheet: `${sheet}<row>${'<c/>'.repeat(98)}</row>`, strings })
    assert.ok(await readSheet(cells, { limits: { cells: 100 } }))
    await assert.rejects(readSheet(cells, { limits: { cells: 99 } }), tooLarge)
  })

  it('when it has more columns than a table can have', async () => {
    assert.equal((await readSheet(await bookOf({ sheet: wide(401) }))).names.length, 401)
    await assert.rejects(readSheet(await bookOf({ sheet: wide(402) })), tooLarge)
    await assert.rejects(readSheet(await bookOf({ sheet: wide(16_385) })), tooLarge)
  })

  it('when a text has no end', async () => {
    const text = 'x'.repeat(600_000)
    const runs = `<row><c t="inlineStr"><is><r><t>${text}</t></r><r><t>${text}</t></r></is></c></row>`
    await assert.rejects(readSheet(await bookOf({ sheet: runs })), tooLarge)
  })
})

describe('what is no workbook is refused', () => {
  for (const [what, file, message] of [
    ['nothing', Buffer.alloc(0), /no XLSX/],
    ['text', Buffer.from('title;year\nAlien;1979\nAliens;1986'), /no XLSX/],
    [
      'a workbook with a password, or an old one',
      Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex'),
      /password.*XLS/,
    ],
    [
      'a ZIP archive without an end',
      Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100)]),
      /damaged/,
    ],
  ] as const) {
    it(what, async () => {
      await assert.rejects(readSheet(file), { code: 'tables.bad_import', message })
    })
  }

  for (const [what, parts, message] of [
    ['another archive', { mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }, /no XLSX/],
    [
      'a binary workbook',
      {
        '_rels/.rels':
          '<Relationships><Relationship Id="a" Type="/officeDocument" Target="xl/workbook.bin"/></Relationships>',
        'xl/workbook.bin': 'x',
      },
      /XLSB/,
    ],
    [
      'one that leads nowhere',
      Object.fromEntries(partsOf({ sheet, parts: { 'xl/worksheets/sheet1.xml': null } })),
      /no XLSX/,
    ],
    ['one without sheets', Object.fromEntries(partsOf({ sheet, book: '<sheets/>' })), /no sheet/],
    [
      'one with a document type',
      Object.fromEntries(
        partsOf({ sheet: `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]>${sheetXml(sheet)}` }),
      ),
      /document type/,
    ],
    [
      'one with a part twice, in another case',
      Object.fromEntries(partsOf({ sheet, parts: { 'XL/workbook.xml': '<a/>' } })),
      /same name/,
    ],
  ] as const) {
    it(what, async () => {
      const file = await zipOf(new Map(Object.entries(parts)))
      await assert.rejects(readSheet(file), { code: 'tables.bad_import', message })
    })
  }
})

describe('an archive that lies is refused', () => {
  const directoryMark = Buffer.from('PK\x01\x02')

  for (const [what, change, message] of [
    [
      'about the size of a part',
      (file, at) => file.writeUInt32LE(file.readUInt32LE(at + 24) - 1, at + 24),
      /damaged/,
    ],
    [
      'about its packed size',
      (file, at) => file.writeUInt32LE(file.readUInt32LE(at + 20) - 1, at + 20),
      /damaged/,
    ],
    ['about what is in it', (file, at) => file.writeUInt32LE(1, at + 16), /damaged/],
    [
      'about where it is',
      (file, at) => file.writeUInt32LE(file.readUInt32LE(at + 42) + 1, at + 42),
      /damaged/,
    ],
    [
      'with parts over one another',
      (file, at) => file.writeUInt32LE(1_000_000, at + 20),
      /damaged/,
    ],
    [
      'with a part at the place of another',
      (file, at) => file.writeUInt32LE(0, at + 42),
      /damaged/,
    ],
    ['about its method', (file, at) => file.writeUInt16LE(0, at + 10), /damaged/],
    ['with a method of its own', (file, at) => file.writeUInt16LE(93, at + 10), /compressed/],
    ['with a password', (file, at) => file.writeUInt16LE(1, at + 8), /password/],
    ['with numbers beyond all', (file, at) => file.writeUInt32LE(0xffffffff, at + 24), /damaged/],
  ] satisfies [string, (file: Buffer, at: number) => void, RegExp][]) {
    it(what, async () => {
      const file = await bookOf({ sheet, strings })
      // The sheet comes fourth.
      let at = -1
      for (let number = 0; number < 4; number++) at = file.indexOf(directoryMark, at + 1)
      assert.equal(file.toString('latin1', at + 46, at + 59), 'xl/worksheets')
      change(file, at)
      await assert.rejects(readSheet(file), { code: 'tables.bad_import', message })
    })
  }

  it('with one part under two names', async () => {
    const file = await bookOf({ sheet, strings, parts: { 'xl/unused.xml': '<a/>' } })
    const first = file.indexOf(directoryMark)
    const unused = file.indexOf('xl/unused.xml', first) - 46
    // From its checksum to its sizes, and where it is.
    file.copy(file, unused + 16, first + 16, first + 28)
    file.copy(file, unused + 42, first + 42, first + 46)
    await assert.rejects(readSheet(file), { code: 'tables.bad_import', message: /damaged/ })
  })

  it('about where its directory ends', async () => {
    const file = await bookOf({ sheet, strings })
    const end = file.length - 22
    const longer = Buffer.concat([file.subarray(0, end), Buffer.from('x'), file.subarray(end)])
    await assert.rejects(readSheet(longer), { code: 'tables.bad_import', message: /damaged/ })
  })

  it('as soon as a part unpacks to more than it says', async () => {
    const file = await bookOf({ sheet: ' '.repeat(5_000_000) })
    const parts = await readZipDirectory(sourceOf(file))
    const lying = { ...parts.get('xl/worksheets/sheet1.xml')!, size: 1000 }
    let unpackedBytes = 0
    await assert.rejects(
      async () => {
        for await (const piece of unpacked(sourceOf(file), lying)) unpackedBytes += piece.length
      },
      { code: 'tables.bad_import' },
    )
    assert.equal(unpackedBytes, 0)
  })

  it('by ending early or late', async () => {
    const file = await bookOf({ sheet, strings })
    for (let cut = 1; cut < file.length; cut += 7) {
      await assert.rejects(readSheet(file.subarray(0, -cut)), { code: 'tables.bad_import' })
    }
    const longer = Buffer.concat([file, Buffer.from('x')])
    await assert.rejects(readSheet(longer), { code: 'tables.bad_import' })
  })
})

describe('archives of other programs are read', () => {
  it('with stored parts, 64 bits and a comment', withoutPython, async () => {
    const path = join(folder, 'python.xlsx')
    const python = `
import sys, json, zipfile
z = zipfile.ZipFile(sys.argv[1], 'w')
z.comment = b'by Python' * 100
for name, text in json.load(sys.stdin).items():
    info = zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_DEFLATED if 'sheet' in name else zipfile.ZIP_STORED
    with z.open(info, 'w', force_zip64=True) as part: part.write(text.encode())
z.close()
`
    const input = JSON.stringify(Object.fromEntries(partsOf({ sheet, strings })))
    assert.equal(spawnSync('python3', ['-c', python, path], { input }).status, 0)
    assert.deepEqual((await readSheet(readFileSync(path))).rows, [['text']])
  })

  it('with a directory in 64 bits', async () => {
    const file = await bookOf({ sheet, strings })
    const end = file.length - 22
    const [count, length, offset] = [
      file.readUInt16LE(end + 10),
      file.readUInt32LE(end + 12),
      file.readUInt32LE(end + 16),
    ]
    const large = Buffer.alloc(76)
    large.writeUInt32LE(0x06064b50, 0)
    large.writeBigUInt64LE(BigInt(count), 32)
    large.writeBigUInt64LE(BigInt(length), 40)
    large.writeBigUInt64LE(BigInt(offset), 48)
    large.writeUInt32LE(0x07064b50, 56)
    large.writeBigUInt64LE(BigInt(end), 64)
    file.fill(0xff, end + 8, end + 20)
    const whole = Buffer.concat([file.subarray(0, end), large, file.subarray(end)])
    assert.deepEqual((await readSheet(whole)).rows, [['text']])
  })
})

describe('a workbook with random damage', () => {
  const limits = { bytes: 1_000_000 }
  const seed = 20_260_405

  it('is read, or refused with a reason, when bytes of the archive are others', async () => {
    const random = seededRandom(seed)
    const file = await bookOf({ sheet: sheet.repeat(20), strings })
    for (let round = 0; round < 500; round++) {
      await readOrRefused(damagedBytes(random, file), `seed ${seed}, round ${round}`)
    }
  })

  it('is read, or refused with a reason, when its XML is other', async () => {
    const random = seededRandom(seed + 1)
    const parts = partsOf({
      sheet: `${sheet}<row r="9"><c r="B9" s="1"><v>46117.5</v></c></row>`.repeat(3),
      strings: `${strings}<si><r><t xml:space="preserve">&lt;_x0041_</t></r><rPh><t>x</t></rPh></si>`,
      styles:
        '<numFmts><numFmt numFmtId="170" formatCode="d/m"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>',
    })
    for (let round = 0; round < 500; round++) {
      const name = random.pick([...parts.keys()])
      const bytes = damagedBytes(random, Buffer.from(parts.get(name)!))
      const changed = new Map(parts).set(name, bytes.toString('latin1'))
      await readOrRefused(await zipOf(changed), `seed ${seed + 1}, round ${round}`)
    }
  })

  async function readOrRefused(file: Buffer, what: string): Promise<void> {
    try {
      await readSheet(file, { limits })
    } catch (error) {
      assert.ok(error instanceof AppError, `${what}: ${String(error)}`)
      assert.match(error.code, /^tables\.(bad_import|import_too_large)$/, what)
    }
  }
})

const marks = [
  '<',
  '>',
  '/',
  '"',
  '&',
  '&#x0;',
  '<!--',
  '<![CDATA[',
  '<row r="3">',
  '</c>',
  'PK\x01\x02',
  '\xff\xff\xff\xff',
  '\0',
  '9'.repeat(20),
]

/** Some bytes changed, put in, taken out, or copied elsewhere. */
function damagedBytes(random: SeededRandom, original: Buffer): Buffer {
  let bytes = Buffer.from(original)
  for (let change = random.between(1, 3); change > 0; change--) {
    const at = random.between(0, bytes.length - 1)
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
    const kind = random.between(0, 3)
    if (kind === 0) bytes[at] = random.between(0, 255)
    else if (kind === 1) {
      bytes = Buffer.concat([before, Buffer.from(random.pick(marks), 'latin1'), after])
    } else if (kind === 2) {
      bytes = Buffer.concat([before, after.subarray(random.between(1, 20))])
    } else {
      const from = random.between(0, bytes.length - 1)
      bytes.copy(bytes, at, from, from + random.between(1, 40))
    }
  }
  return bytes
}

function wide(count: number): string {
  const cells = Array.from({ length: count }, (_, i) => `<c t="str"><v>c${i}</v></c>`)
  return `<row>${cells.join('')}</row>`
}
