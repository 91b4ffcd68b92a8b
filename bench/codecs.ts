import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { makeZip } from 'client-zip'
import { parse } from 'csv-parse'
import { streamXlsxRows, writeXlsxStream } from 'hucre/xlsx'
import Papa from 'papaparse'
import yazl from 'yazl'
import { readCsv } from '../packages/server/src/codecs/csv/read-csv.ts'
import { readXlsx } from '../packages/server/src/codecs/xlsx/read-xlsx.ts'
import { rowXml } from '../packages/server/src/codecs/xlsx/row-xml.ts'
import { writeXlsx } from '../packages/server/src/codecs/xlsx/write-xlsx.ts'
import { layOutZip } from '../packages/server/src/codecs/zip/zip-layout.ts'
import { zipStream } from '../packages/server/src/codecs/zip/zip-stream.ts'
import { readMultipart } from '../packages/server/src/http/wire/multipart.ts'
import { isAsked } from './compare.ts'
import type { Options } from './compare.ts'
import { finding, pairedRatio, printPart, rowOf, scaled } from './files-measure.ts'
import type { Part, Timing } from './files-measure.ts'
import { printGoals } from './report.ts'
import type { Finding } from './report.ts'

/** Does the whole work once, and answers how many rows, bytes or entries it has seen. */
type Work = () => Promise<number>

interface Contest {
  name: string
  title: string
  ours: Work
  /** The best of npm for the same job. */
  peers: Record<string, Work>
  /** What ours may cost at most of the best peer that streams too, in CPU. */
  goal: number
  /** Peers that do less: they have the whole input in memory at once. */
  notStreaming?: readonly string[]
}

/**
 * What we wrote ourselves against what npm has. It is here so that the reason for each
 * (docs/explanation/dependencies.md) can be looked at again, and not only believed.
 */
export async function benchCodecs(
  _folder: string,
  options: Options,
): Promise<{ samples: Part[]; findings: Finding[] }> {
  const parts: Part[] = []
  for (const make of [csv, zipMany, zipLarge, xlsxWrite, xlsxRead, multipart]) {
    if (!isAsked(options, make.name.toLowerCase())) continue
    const part = await judged(await make(options), options)
    printPart(part)
    parts.push(part)
  }
  const findings = parts.flatMap((part) => part.findings)
  printGoals(findings)
  return { samples: parts, findings }
}

async function judged(contest: Contest, { repeats }: Options): Promise<Part> {
  const { title, ours, peers, goal, notStreaming = [] } = contest
  const all: Record<string, Work> = { ours: ours, ...peers }
  const taken: Record<string, Timing[]> = {}
  const seen = new Set<number>()
  // One round to warm up, which does not count.
  for (let round = 0; round <= repeats; round++) {
    for (const [name, work] of Object.entries(all)) {
      const timing = await timed(work, seen)
      if (round > 0) (taken[name] ??= []).push(timing)
    }
  }
  if (seen.size !== 1) throw new Error(`${title}: not all saw the same: ${[...seen].join(', ')}`)
  const our = taken['ours'] ?? []
  return {
    title,
    rows: Object.entries(taken).map(([name, timings]) => rowOf(name, timings)),
    findings: Object.keys(peers).map((name) =>
      finding(
        `${title}, CPU, ours / ${name}`,
        pairedRatio(our, taken[name] ?? [], 'cpu'),
        notStreaming.includes(name) ? undefined : { atMost: goal },
      ),
    ),
  }
}

async function timed(work: Work, seen: Set<number>): Promise<Timing> {
  const cpu = process.cpuUsage()
  const began = performance.now()
  seen.add(await work())
  const ms = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  return { ms, cpu: (user + system) / 1000 }
}

async function* inPieces(bytes: Buffer, size = 64 * 1024): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function csv(options: Options): Promise<Contest> {
  const rows = scaled({ options }, 150_000)
  const lines = ['id,name,year,votes,note']
  for (let n = 0; n < rows; n++) {
    lines.push(
      `${n},"Film, ""the ${n}th""",${1900 + (n % 120)},${n * 7},some words that nobody reads ${n}`,
    )
  }
  const file = Buffer.from(lines.join('\n'))
  return {
    name: 'csv',
    title: `CSV, ${rows.toLocaleString('en')} rows read`,
    goal: 0.5,
    notStreaming: ['papaparse, all of it in memory'],
    async ours() {
      let count = 0
      const { batches } = await readCsv(inPieces(file), {})
      for await (const batch of batches) count += batch.rows.length
      return count
    },
    peers: {
      'csv-parse': async () => {
        let count = -1
        const records = Readable.from(inPieces(file)).pipe(parse())
        for await (const _ of records) count++
        return count
      },
      'papaparse, all of it in memory': async () => {
        return Papa.parse<string[]>(file.toString('utf8')).data.length - 1
      },
    },
  }
}

function zipMany(options: Options): Promise<Contest> {
  const count = scaled({ options }, 10_000)
  return zip(`ZIP, ${count.toLocaleString('en')} stored files of 1 KiB`, 'zipmany', count, 1024)
}

function zipLarge(options: Options): Promise<Contest> {
  return zip('ZIP, one stored file of 64 MiB', 'ziplarge', 1, scaled({ options }, 64 * 1024 * 1024))
}

async function zip(title: string, name: string, count: number, size: number): Promise<Contest> {
  const bytes = Buffer.alloc(size, 'x')
  const modified = new Date('2026-04-05T06:07:08Z')
  const paths = Array.from({ length: count }, (_, n) => `folder/file-${n}.txt`)
  return {
    name,
    title,
    goal: 0.5,
    async ours() {
      const layout = await layOutZip(
        paths.map((path) => ({ path, kind: 'file' as const, size, modified })),
      )
      for await (const _ of zipStream(layout, () => inPieces(bytes)));
      return count
    },
    peers: {
      yazl: async () => {
        const archive = new yazl.ZipFile()
        for (const path of paths) {
          archive.addReadStream(Readable.from(inPieces(bytes)), path, {
            mtime: modified,
            compress: false,
            size,
          })
        }
        archive.end()
        for await (const _ of archive.outputStream);
        return count
      },
      'client-zip': async () => {
        const files = paths.map((path) => ({
          name: path,
          input: inPieces(bytes),
          size,
          lastModified: modified,
        }))
        for await (const _ of makeZip(files));
        return count
      },
    },
  }
}

const sheetColumns = [
  { name: 'id', type: 'integer' },
  { name: 'name', type: 'text' },
  { name: 'year', type: 'integer' },
  { name: 'price', type: 'number' },
  { name: 'seen', type: 'boolean' },
] as const

function sheetRow(n: number): [number, string, number, number, boolean] {
  return [n, `Film <${n}> & more`, 1900 + (n % 120), n / 8, n % 2 === 0]
}

async function xlsxWrite(options: Options): Promise<Contest> {
  const rows = scaled({ options }, 60_000)
  async function ours(): Promise<number> {
    let count = 0
    for await (const piece of ourWorkbook(rows)) count += Number(piece.length > 0)
    return count > 0 ? rows : 0
  }
  return {
    name: 'xlsxwrite',
    title: `XLSX, ${rows.toLocaleString('en')} rows of 5 written`,
    goal: 0.8,
    ours,
    peers: {
      hucre: async () => {
        const columns = sheetColumns.map(({ name }) => ({ key: name, header: name }))
        const stream = writeXlsxStream(objects(rows), { name: 'films', columns })
        for await (const _ of stream);
        return rows
      },
    },
  }
}

async function* objects(rows: number): AsyncGenerator<Record<string, string | number | boolean>> {
  for (let n = 0; n < rows; n++) {
    const [id, name, year, price, seen] = sheetRow(n)
    yield { id, name, year, price, seen }
  }
}

function ourWorkbook(rows: number): AsyncGenerator<Uint8Array> {
  async function* xml(): AsyncGenerator<Uint8Array> {
    for (let n = 0; n < rows; n += 500) {
      let text = ''
      for (let at = n; at < Math.min(rows, n + 500); at++)
        text += rowXml(at + 2, sheetColumns, sheetRow(at))
      yield Buffer.from(text)
    }
  }
  const modified = new Date('2026-04-05T06:07:08Z')
  return writeXlsx({ name: 'films', columns: sheetColumns, rows: xml(), modified })
}

async function xlsxRead(options: Options): Promise<Contest> {
  const rows = scaled({ options }, 60_000)
  const file = Buffer.concat(await Array.fromAsync(ourWorkbook(rows)))
  const source = {
    size: file.length,
    read: async (offset: number, length: number) => file.subarray(offset, offset + length),
  }
  return {
    name: 'xlsxread',
    title: `XLSX, ${rows.toLocaleString('en')} rows of 5 read`,
    goal: 1,
    async ours() {
      let count = 0
      const { batches } = await readXlsx(source)
      for await (const batch of batches) count += batch.rows.length
      return count
    },
    peers: {
      hucre: async () => {
        let count = -1
        for await (const _ of streamXlsxRows(new Uint8Array(file))) count++
        return count
      },
    },
  }
}

async function multipart(options: Options): Promise<Contest> {
  const size = scaled({ options }, 128 * 1024 * 1024)
  const boundary = '----triptych'
  const type = `multipart/form-data; boundary=${boundary}`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(head),
    Buffer.alloc(size, 'abcdefgh\r\n--'),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return {
    name: 'multipart',
    title: `multipart, a file of ${Math.round(size / 1024 / 1024)} MiB`,
    goal: 1.2,
    async ours() {
      let bytes = 0
      const limits = { parts: 10, headerBytes: 16_384, fieldBytes: 1024 * 1024 }
      for await (const part of readMultipart(inPieces(body), type, limits)) {
        for await (const piece of part.bytes()) bytes += piece.length
      }
      return bytes
    },
    peers: {
      '@fastify/busboy': async () => {
        let bytes = 0
        const reader = new Busboy({ headers: { 'content-type': type } })
        reader.on('file', (_field, stream) => {
          stream.on('data', (piece: Buffer) => (bytes += piece.length))
        })
        await finished(Readable.from(inPieces(body)).pipe(reader))
        return bytes
      },
    },
  }
}
