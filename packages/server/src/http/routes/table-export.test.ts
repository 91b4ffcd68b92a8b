import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Column, Row, Table } from '@triptych/contract/tables'
import {
  api,
  assertProblem,
  filmColumns,
  requestOf,
  someFilms,
} from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'
import { isSnapshotHeld } from '../../../test/fixtures/engine.ts'
import { connectRaw } from '../../../test/fixtures/raw-exchange.ts'
import { done, filterBy, upTo } from '../../../test/fixtures/rows-api.ts'
import { cellConverter } from '../../domain/tables/import/cell-converter.ts'
import { readCsv } from '../../codecs/csv/read-csv.ts'
import { readJson } from '../../codecs/json/read-json.ts'
import { readNdjson } from '../../codecs/json/read-ndjson.ts'
import type { SourceRecords } from '../../codecs/records.ts'
import { readXlsx } from '../../codecs/xlsx/read-xlsx.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-export-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const formats = ['csv', 'tsv', 'ndjson', 'json', 'xlsx'] as const
type Format = (typeof formats)[number]

const types: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

interface File {
  headers: Headers
  bytes: Uint8Array
}

async function download({ triptych }: Api, path: string): Promise<File> {
  const response = await triptych.fetch(requestOf(`http://localhost${path}`, 'GET'))
  const bytes = new Uint8Array(await response.arrayBuffer())
  assert.equal(response.status, 200, Buffer.from(bytes).toString().slice(0, 500))
  return { headers: response.headers, bytes }
}

const exported = (set: Api, query = '', table = 'films') =>
  download(set, `/${table}/export${query}`)

/** In pieces of odd lengths, as it may come from anywhere. */
async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 777) yield bytes.subarray(at, at + 777)
}

function records(format: Format, bytes: Uint8Array): Promise<SourceRecords> {
  if (format === 'json') return readJson(pieces(bytes))
  if (format === 'ndjson') return readNdjson(pieces(bytes))
  if (format === 'csv') return readCsv(pieces(bytes), { delimiter: ',' })
  if (format === 'tsv') return readCsv(pieces(bytes), { delimiter: '\t' })
  const read = async (offset: number, length: number) => bytes.subarray(offset, offset + length)
  return readXlsx({ size: bytes.length, read })
}

const idColumn = { name: 'id', type: 'integer', options: null } as Column

/** The rows of a file, read by the types of the table. */
async function readBack(format: Format, bytes: Uint8Array, { columns }: Table): Promise<Row[]> {
  const { names, stringsAre, batches } = await records(format, bytes)
  const known = names.map((name) => [idColumn, ...columns].find((column) => column.name === name)!)
  const converters = known.map((column) => cellConverter(column, stringsAre))
  const rows: Row[] = []
  for await (const { rows: batch, errors } of batches) {
    assert.deepEqual(errors, [])
    for (const cells of batch) {
      const values = known.map((column, at) => {
        const cell = cells[at] ?? null
        return [column.name, cell === null ? null : converters[at]!(cell)]
      })
      rows.push(Object.fromEntries(values) as Row)
    }
  }
  return rows
}

async function tableOf(set: Api, name = 'films'): Promise<Table> {
  return done<Table>(set, 'GET', `/tables/${name}`)
}

/** Rows with all that could go wrong on the way to a file and back. */
const strange = [
  ['=1+1', '+1', '-1', '@x', "'=1", "''=x", "'", "'plain", '\t=1', '\r', '=', '-'],
  ['a,b', 'a;b', 'a\tb', 'a"b', '"', '""', 'a\nb', 'a\r\nb', '\n', ' ', ' a ', 'a|b'],
  [';=1', ',;|-1', "';=1", '\n=1', '＝1', '＋1', '－1', '＠x', "'＝1", 'a;=1'],
  ['007', '1e5', 'true', 'null', '2026-01-01', '_x0041_', '<a>&amp;]]>', '\u0001\u001f\u007f'],
  ['é', '表', '😀', '\u2028', '\ufeffx', '\uffff', 'x'.repeat(3000), '{"a":1}', '[]', ''],
].flat()

async function withStrangeRows(): Promise<Api> {
  const set = await api()
  const values = [
    0,
    -0.5,
    5e-324,
    1.7976931348623157e308,
    0.1 + 0.2,
    123456789.12345679,
    1e21,
    -1e15,
  ]
  const rows = [
    ...strange.map((name) => ({ name, extra: { [`k${name}`]: [name, null] } })),
    ...values.map((rating) => ({ name: 'n', rating, extra: rating })),
    ...[2 ** 53 - 1, 1 - 2 ** 53, 0].map((votes) => ({ name: 'i', votes, year: votes })),
    ...['0001-01-01', '1900-02-28', '1970-01-01', '9999-12-31'].map((premiere) => ({
      name: 'd',
      premiere,
      aired: `${premiere}T23:59:59.999Z`,
    })),
    ...[[], ['a', 'b', 5]].map((tags) => ({ name: 't', tags, seen: true })),
    ...['=x', '', 'x', false, 7, []].map((extra) => ({ name: 'j', extra })),
  ]
  await done(set, 'POST', '/films/rows', { rows })
  return set
}

describe('GET /{table}/export', () => {
  it('is CSV unless told, with a type and a name for the file', async () => {
    const set = await api()

    for (const format of formats) {
      const { headers } = await exported(set, `?format=${format}`)
      assert.equal(headers.get('content-type'), types[format])
      assert.equal(headers.get('content-disposition'), `attachment; filename="films.${format}"`)
    }
    const { headers, bytes } = await exported(set)
    assert.equal(headers.get('content-type'), types.csv)
    assert.deepEqual(bytes, (await exported(set, '?format=csv')).bytes)
  })

  it('names the file after the table, whatever its letters', async () => {
    const set = await api()
    await done(set, 'POST', '/tables', { name: 'Größe-表', columns: [{ name: 'a', type: 'text' }] })

    const { headers } = await exported(set, '?format=tsv', encodeURIComponent('Größe-表'))

    assert.equal(
      headers.get('content-disposition'),
      `attachment; filename="Gr__e-_.tsv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe-%E8%A1%A8.tsv`,
    )
  })

  it('writes lines that end as RFC 4180 says, and JSON on lines', async () => {
    const set = await api({}, [
      { name: 'a', type: 'text' },
      { name: 'b', type: 'number' },
    ])
    await done(set, 'POST', '/films/rows', { rows: [{ a: 'x,"y"', b: 1.5 }, { a: '' }, { b: 2 }] })
    const text = async (format: Format) =>
      Buffer.from((await exported(set, `?format=${format}`)).bytes).toString()

    assert.equal(await text('csv'), 'id,a,b\r\n1,"x,""y""",1.5\r\n2,"",\r\n3,,2\r\n')
    assert.equal(await text('tsv'), 'id\ta\tb\r\n1\t"x,""y"""\t1.5\r\n2\t""\t\r\n3\t\t2\r\n')
    assert.equal(
      await text('ndjson'),
      '{"id":1,"a":"x,\\"y\\"","b":1.5}\n{"id":2,"a":"","b":null}\n{"id":3,"a":null,"b":2}\n',
    )
    assert.deepEqual(JSON.parse(await text('json')), await set.rows())
  })

  for (const format of formats) {
    it(`gives rows as ${format} that read back as what they were`, async () => {
      const set = await withStrangeRows()
      const rows = await set.rows()

      const { bytes } = await exported(set, `?format=${format}`)

      const found = await readBack(format, bytes, await tableOf(set))
      assert.deepEqual(found, rows)
    })

    it(`gives an empty table as ${format}`, async () => {
      const set = await api({}, [{ name: 'a', type: 'text' }])

      const { bytes } = await exported(set, `?format=${format}`)

      assert.deepEqual(await readBack(format, bytes, await tableOf(set)), [])
      if (format === 'csv' || format === 'tsv' || format === 'xlsx') {
        assert.deepEqual((await records(format, bytes)).names, ['id', 'a'])
      } else assert.equal(Buffer.from(bytes).toString(), format === 'json' ? '[]' : '')
    })

    it(`gives what a query finds as ${format}, in its order and with its columns`, async () => {
      const set = await api()
      await done(set, 'POST', '/tables/films/views', {
        name: 'old',
        filter: filterBy('year', 1990, 'less'),
        sort: [{ column: 'name', descending: true }],
        columns: ['votes', 'name'],
      })
      const filter = encodeURIComponent(JSON.stringify(filterBy('year', 1980, 'greater')))
      const queries: [query: string, names: string[], ids: number[]][] = [
        [`filter=${filter}`, filmColumns.map(({ name }) => name), [2, 3]],
        [`filter=${filter}&sort=-name&fields=year,name`, ['year', 'name'], [3, 2]],
        ['search=HEAT&fields=code', ['code'], [2]],
        ['sort=-id&fields=name,id,name', ['name'], [3, 2, 1]],
        ['view=old', ['votes', 'name'], [3, 1]],
        ['view=old&sort=id&fields=extra', ['extra'], [1, 3]],
        ['search=nothing&fields=name', ['name'], []],
      ]
      const table = await tableOf(set)

      for (const [query, names, ids] of queries) {
        const { bytes } = await exported(set, `?format=${format}&${query}`)
        const found = await readBack(format, bytes, table)
        const rows = await Promise.all(ids.map((id) => set.row(id)))
        assert.deepEqual(
          found,
          rows.map((row) => Object.fromEntries(['id', ...names].map((name) => [name, row[name]]))),
          query,
        )
        if (found.length > 0 || format === 'csv' || format === 'tsv' || format === 'xlsx') {
          assert.deepEqual((await records(format, bytes)).names, ['id', ...names], query)
        }
      }
    })
  }

  it('gives a spreadsheet no formula to run', async () => {
    const set = await api({}, [
      { name: '=cmd', type: 'text' },
      { name: 'j', type: 'json' },
    ])
    const formulas = strange.filter((text) => /^'*[;,|]*[=+\-@\t\r\n＝＋－＠]/.test(text))
    await done(set, 'POST', '/films/rows', {
      rows: formulas.map((text) => ({ '=cmd': text, j: text })),
    })

    for (const format of ['csv', 'tsv'] as const) {
      const { bytes } = await exported(set, `?format=${format}`)
      // As a program reads it that knows nothing of ours.
      const delimiter = format === 'csv' ? ',' : '\t'
      const { names, batches } = await readCsv(pieces(bytes), { delimiter, spreadsheet: false })
      assert.deepEqual(names, ['id', "'=cmd", 'j'])
      const cells = (await Array.fromAsync(batches)).flatMap(({ rows }) => rows.flat())
      assert.equal(cells.length, 3 * formulas.length)
      for (const cell of cells as string[])
        assert.doesNotMatch(cell, /^[;,|]*[=+\-@\t\r\n＝＋－＠]/)
    }
  })

  it('refuses what it cannot write, before it writes anything', async () => {
    const { refuses } = await api()

    for (const format of ['', 'CSV', 'xls', 'html', '__proto__']) {
      const problem = await refuses([422, 'query.invalid'], 'GET', `/films/export?format=${format}`)
      assert.equal(problem['parameter' as never], 'format')
    }
    await refuses([404, 'tables.not_found'], 'GET', '/nosuch/export')
    for (const format of formats) {
      const at = `/films/export?format=${format}`
      await refuses([400, 'tables.bad_query'], 'GET', `${at}&filter={`)
      await refuses([400, 'tables.bad_query'], 'GET', `${at}&sort=nosuch`)
      await refuses([400, 'tables.bad_query'], 'GET', `${at}&fields=nosuch`)
      await refuses([404, 'tables.view_not_found'], 'GET', `${at}&view=nosuch`)
    }
  })

  it('knows that a row is not called export', async () => {
    const set = await api()

    assert.equal((await set.call('PUT', '/films/export', { name: 'x' })).status, 405)
    assert.equal((await set.rows()).length, someFilms.length)
  })
})

let long: Api

/** A server on files, with rows so long that not all of them are on their way at once. */
async function makeLongRows(): Promise<void> {
  const columns = ['text', 'mark'].map((name) => ({ name, type: 'text' }))
  long = await api({ data: folder }, columns)
  for (let group = 0; group < 20; group++) {
    const rows = upTo(250).map(() => ({ text: randomBytes(3000).toString('base64') }))
    await done(long, 'POST', '/films/rows', { rows })
  }
}

before(makeLongRows)

async function released(): Promise<void> {
  for (let tries = 0; await isSnapshotHeld(folder); tries++) {
    assert.ok(tries < 3000, 'the snapshot is not given back')
    await wait(20)
  }
}

describe('an export while rows are changed', () => {
  for (const format of formats) {
    it(`shows them as they were when it began: ${format}`, async () => {
      const set = long
      const rows = await set.rows()
      const url = `http://localhost/films/export?format=${format}`
      const response = await set.triptych.fetch(requestOf(url, 'GET'))
      const reader = response.body!.getReader()
      const chunks = [(await reader.read()).value!]

      const last = rows.at(-1)!.id
      await done(set, 'PATCH', '/films/rows', { filter: {}, set: { mark: format } })
      await done(set, 'PUT', `/films/${last}`, { operation: 'move', target: rows[0]!.id })
      await done(set, 'DELETE', `/films/${rows[1000]!.id}`)
      assert.ok(await isSnapshotHeld(folder))
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        chunks.push(next.value)
      }

      const found = await readBack(format, Buffer.concat(chunks), await tableOf(set))
      assert.deepEqual(found, rows)
      await released()
    })
  }
})

describe('clients that take an export slowly', () => {
  it('get every byte as it was, whatever is exported beside them', async () => {
    const { port } = await long.triptych.listen()
    const paths = ['csv', 'ndjson', 'json', 'json&sort=-text'].map(
      (format) => `/films/export?format=${format}`,
    )
    const expected = await Promise.all(paths.map((path) => download(long, path)))

    const taken = await Promise.all(paths.map((path) => takeSlowly(port, path)))

    for (const [index, { bytes }] of expected.entries()) {
      assert.ok(Buffer.from(bytes).equals(taken[index]!), paths[index])
    }
  })
})

/** Rests now and then, so that the server has to wait in the midst of a piece. */
async function takeSlowly(port: number, path: string): Promise<Buffer> {
  const [answer] = (await once(get({ port, path }), 'response')) as [IncomingMessage]
  // On a busy machine all places may be taken for long.
  if (answer.statusCode === 503) {
    answer.resume()
    await wait(1000)
    return takeSlowly(port, path)
  }
  assert.equal(answer.statusCode, 200)
  const chunks: Buffer[] = []
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    if (chunks.length % 20 === 0) await wait(5)
  }
  return Buffer.concat(chunks)
}

describe('a client that goes away in the middle of an export', () => {
  for (const query of ['format=csv', 'format=xlsx', 'format=json&sort=-text']) {
    it(`leaves no snapshot behind: ${query}`, async () => {
      const set = long
      const { url } = await set.triptych.listen()
      const { socket, until } = await connectRaw(Number(new URL(url).port))
      socket.write(`GET /films/export?${query} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      await until('\r\n\r\n')
      socket.pause()
      await done(set, 'POST', '/films', { mark: query })
      assert.ok(await isSnapshotHeld(folder))

      socket.destroy()

      await released()
    })
  }

  it('leaves no snapshot behind where there is no socket', async () => {
    const set = long
    const response = await set.triptych.fetch(requestOf('http://localhost/films/export', 'GET'))
    const reader = response.body!.getReader()
    await reader.read()
    await done(set, 'POST', '/films', { mark: 'x' })
    assert.ok(await isSnapshotHeld(folder))

    await reader.cancel()

    await released()
  })
})

describe('a workbook', () => {
  it('is refused before its first byte where a cell is longer than a sheet can hold', async () => {
    const { call } = await api({}, [{ name: 'text', type: 'text' }])
    const path = '/films/export?format=xlsx'
    await call('POST', '/films', { text: 'x'.repeat(32_767) })
    assert.equal((await call('GET', path)).status, 200)
    await call('POST', '/films', { text: 'x'.repeat(32_768) })

    assertProblem(await call('GET', path), [422, 'tables.export_too_large'])
    const short = { field: 'id', type: 'number', filter: 'equal', value: 1 }
    const filtered = `${path}&filter=${encodeURIComponent(JSON.stringify(short))}`
    assert.equal((await call('GET', filtered)).status, 200)
    assert.equal((await call('GET', '/films/export?format=csv')).status, 200)
  })
})
