import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { describe, it } from 'node:test'
import { maxUploadedWorkbook } from '@triptych/contract/table-import'
import { cellsOf, importAddress, importApi } from '../../../test/fixtures/import-api.ts'
import { diskFilesApi, filesApi } from '../../../test/fixtures/files-api.ts'
import { bookOf, sheetXml } from '../../../test/fixtures/xlsx-samples.ts'

const refused = [422, 'tables.bad_import'] as const
const tooLarge = [413, 'tables.import_too_large'] as const

const header = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`).join(',')
/** CSV of so many bytes. */
const file = (bytes: number) => `name\n${'x'.repeat(bytes - 6)}\n`

describe('CSV as programs write it', () => {
  const plain = 'name,year\nAlien,1979\nÉtoile,1995\n'
  const utf16 = Buffer.from(`\uFEFF${plain}`, 'utf16le')

  for (const [what, data] of Object.entries({
    'a byte order mark': `\uFEFF${plain}`,
    'CRLF, LF and CR': 'name,year\r\nAlien,1979\nÉtoile,1995\r',
    'quotes around all': plain.replaceAll(/[^,\n]+/g, '"$&"'),
    semicolons: plain.replaceAll(',', ';'),
    'a line that says what separates': `sep=|\n${plain.replaceAll(',', '|')}`,
    'UTF-16, low byte first': utf16,
    'UTF-16, high byte first': Buffer.from(utf16).swap16(),
    'no line end at the end': plain.trimEnd(),
    'empty lines between': plain.replaceAll('\n', '\n\n'),
  })) {
    it(`is read: ${what}`, async () => {
      const { upload, rows } = await importApi()

      await upload('films', 'a.csv', data)

      assert.deepEqual(await rows('films'), [
        { id: 1, name: 'Alien', year: 1979 },
        { id: 2, name: 'Étoile', year: 1995 },
      ])
    })
  }

  it('may have line ends in quotes, which count as lines', async () => {
    const { upload, rows, refuses } = await importApi()
    const text = 'name,year\n"a\r\nb\n""c""",1\nx,2\n'

    await upload('films', 'a.csv', text)

    assert.deepEqual(cellsOf(await rows('films')), [
      ['a\r\nb\n"c"', 1],
      ['x', 2],
    ])
    const { failures } = await refuses(
      [422, 'tables.rows_refused'],
      'films',
      'a.csv',
      `${text}y,z\n`,
    )
    assert.equal((failures as { line: number }[])[0]?.line, 6)
  })
})

describe('CSV that cannot be read', () => {
  it('is refused as a whole, with the line', async () => {
    const { refuses } = await importApi()
    const rows = 'a,1\n'.repeat(5000)

    const open = await refuses(refused, 'films', 'a.csv', `name,year\n${rows}"b,1\n${rows}`)
    assert.equal(open['line'], 5002)
    for (const text of ['', '\n\n', 'name,"year"s\na,b\n', '"name']) {
      await refuses(refused, 'films', 'a.csv', text)
    }
  })

  it('is refused in part where its bytes are no text', async () => {
    const { upload } = await importApi()
    const bytes = Buffer.concat([Buffer.from('name\né\n'), Buffer.from([0xff, 0xfe, 0x0a])])

    const { added, failures } = await upload('films', 'a.csv', bytes, { skipBad: 'true' })

    assert.deepEqual([added, failures.map(({ line }) => line)], [1, [3]])
  })

  it('is refused with more columns than a table can have, or a cell without end', async () => {
    const { refuses, upload } = await importApi()

    assert.equal((await upload('wide', 'a.csv', `${header(400)}\n`)).columns.length, 400)
    await refuses(tooLarge, 'films', 'a.csv', `${header(401)}\n`)
    await refuses(refused, 'films', 'a.csv', `${header(1000)}\n`)
    await refuses(tooLarge, 'films', 'a.csv', `${header(1_000_000)}\n`)
    await refuses(tooLarge, 'films', 'a.csv', `name\n"${'x'.repeat(17 * 1024 * 1024)}"\n`)
  })

  it('pollutes nothing with the names of its columns', async () => {
    const { upload, rows } = await importApi()

    await upload('odd', 'a.csv', '__proto__,constructor,toString\n1,2,3\n')

    const [row] = await rows('odd')
    assert.deepEqual(Object.entries(row!).slice(1), [
      ['__proto___2', 1],
      ['constructor', 2],
      ['toString', 3],
    ])
    assert.equal(({} as Record<string, unknown>)['1'], undefined)
  })
})

describe('JSON that cannot be read', () => {
  it('is refused as a whole where it is no list of records', async () => {
    const { refuses } = await importApi()

    for (const text of ['', '{}', '[{"a":1}', '[{"a":1} {"a":2}]', '[{"a":1}]x', 'null']) {
      await refuses(refused, 'films', 'a.json', text)
    }
    await refuses(refused, 'films', 'a.json', '[]')
    await refuses(refused, 'films', 'a.ndjson', '')
  })

  it('is refused record by record', async () => {
    const { upload } = await importApi()
    const deep = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`
    const bad = ['1', '{"a":1', '{"a":1,"a":2}', '{"__proto__":1}', '{"a":1e999}', deep]
    const text = ['{"a":"x"}', ...bad, '{"a":"y"}'].join('\n')

    const { added, failures } = await upload('films', 'a.ndjson', text, { skipBad: 'true' })

    assert.equal(added, 2)
    assert.deepEqual(
      failures.map(({ line }) => line),
      [2, 3, 4, 5, 6, 7],
    )
  })
})

describe('a workbook', () => {
  const row = '<row><c t="str"><v>a</v></c></row>'

  it('that would unpack to very much is refused', async () => {
    const { refuses } = await importApi()
    const bomb = await bookOf({ sheet: row + ' '.repeat(20_000_000) })

    await refuses(tooLarge, 'films', 'a.xlsx', bomb)
  })

  it('with 16,385 columns is refused', async () => {
    const { refuses } = await importApi()
    const cells = Array.from({ length: 16_385 }, (_, n) => `<c t="str"><v>c${n}</v></c>`)

    const wide = await bookOf({ sheet: `<row>${cells.join('')}</row>` })
    await refuses(tooLarge, 'films', 'a.xlsx', wide)
  })

  it('with entities of its own is refused', async () => {
    const { refuses } = await importApi()
    const type = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    const sheet = `<?xml version="1.0"?>${type}${sheetXml('<row><c t="str"><v>&e;</v></c></row>')}`

    await refuses(refused, 'films', 'a.xlsx', await bookOf({ sheet }))
  })

  it('that is none is refused', async () => {
    const { refuses } = await importApi()

    for (const data of ['', 'name,year\n', Buffer.alloc(10_000), 'PK\u0003\u0004']) {
      await refuses(refused, 'films', 'a.xlsx', data)
    }
    await refuses(refused, 'films', 'a.csv', await bookOf({ sheet: row }))
  })

  it('is uploaded up to 64 MiB; a larger one may lie in the drive', async () => {
    const book = await bookOf({ sheet: `${row}<row><c><v>1</v></c></row>` })
    const largest = padded(book, maxUploadedWorkbook)
    const larger = padded(book, maxUploadedWorkbook + 1)
    const { refuses, fromDrive, upload } = await importApi({ 'larger.xlsx': larger })

    await refuses(tooLarge, 'films', 'a.xlsx', larger)
    assert.equal((await upload('sent', 'a.xlsx', largest)).added, 1)
    assert.equal((await fromDrive('lay', '/larger.xlsx')).added, 1)
  })
})

/** The same archive with so many bytes, by a gap before its list of files. */
function padded(archive: Buffer, size: number): Buffer {
  const gap = size - archive.length
  const listAt = archive.readUInt32LE(archive.length - 6)
  const end = Buffer.from(archive.subarray(listAt))
  end.writeUInt32LE(listAt + gap, end.length - 6)
  return Buffer.concat([archive.subarray(0, listAt), Buffer.alloc(gap), end])
}

describe('a file in the drive', () => {
  it('is refused where there is none, or something else', async () => {
    const content = { 'a.csv': 'x\n1\n', 'docs/b.csv': 'x\n', 'folder.csv/': '' }
    const { refused: refuses, ask } = await importApi(content)
    const from = (file: string) => () => ask('POST', importAddress('films', { file }))

    for (const path of ['/nosuch.csv', '/a.csv/b.csv', '/docs/a.csv']) {
      await refuses([404, 'files.not_found'], from(path))
    }
    for (const path of ['/folder.csv', '/docs', '/']) {
      await refuses([409, 'files.not_a_file'], from(path))
    }
    for (const path of ['../outside/secret', '/docs/../a.csv', '/..', 'a.csv\0']) {
      await refuses([400, 'files.bad_path'], from(path))
    }
  })

  it('is refused where a link leads to it', async () => {
    const { refuses } = await diskFilesApi({ 'a.csv': 'x\n1\n' }, {}, (root) =>
      symlinkSync('a.csv', `${root}/link.csv`),
    )

    const path = importAddress('films', { file: '/link.csv' })
    await refuses([403, 'files.link'], 'POST', path)
  })
})

describe('an upload', () => {
  it('is refused beyond the limit', async () => {
    const limits = { body: 1000, depth: 10, changes: 100, upload: 1000, batch: 10 }
    const { refuses, upload } = await importApi({}, { limits })

    assert.equal((await upload('films', 'a.csv', file(1000))).added, 1)
    await refuses([413, 'files.too_large'], 'films', 'a.csv', file(1001))
    await refuses([413, 'files.too_large'], 'films', 'a.csv', 'name\n'.repeat(100_000))
  })

  it('is refused where it is no form', async () => {
    const { refuses } = await filesApi()

    await refuses([400, 'bad_request'], 'POST', '/films/import', 'name\na\n')
    await refuses([400, 'bad_request'], 'POST', '/films/import')
  })
})
