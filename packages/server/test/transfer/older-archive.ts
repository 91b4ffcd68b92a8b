import { end, headerOf, padding } from '../../src/codecs/tar/tar-header.ts'
import type { TarEntry } from '../../src/codecs/tar/tar-header.ts'
import { readTar } from '../../src/codecs/tar/tar-read.ts'
import { archiveSum, tableSums } from '../../src/domain/archive/checksums.ts'
import type { DumpPage } from '../../src/ports/dump.ts'

/** Columns that came with later versions. */
const later: Record<string, string[]> = {
  _changes: ['thing'],
  _plan: ['next_calendar', 'schedule'],
}

/** An archive as it was written before files had numbers in it; rules and quotas are those that are given. */
export async function* asFirstFormat(
  archive: AsyncIterable<Uint8Array>,
  rules: object,
): AsyncGenerator<Uint8Array> {
  const sums = { archive: archiveSum(), tables: tableSums() }
  for await (const { bytes, ...entry } of readTar(archive)) {
    let content: Buffer = Buffer.concat(await Array.fromAsync(bytes))
    if (entry.path.startsWith('index/')) continue
    if (entry.path === 'rules.json') content = json(rules)
    if (entry.path === 'workspace.json') content = json({ format: 'triptych-1', name: 'main' })
    if (entry.path.startsWith('data/')) {
      const page = withoutLater(JSON.parse(content.toString()) as DumpPage)
      sums.tables.add(page)
      content = json(page)
    }
    if (entry.path === 'end.json') {
      const { kept: _kept, ...closing } = JSON.parse(content.toString()) as Record<string, unknown>
      content = json({ ...closing, tables: sums.tables.all(), checksum: sums.archive.end() })
    }
    const part = { ...entry, size: content.length }
    if (entry.path !== 'end.json') {
      sums.archive.begin(part)
      sums.archive.add(content)
    }
    yield* piecesOf(part, content)
  }
  yield end
}

/** The same archive that says of itself that it is another. */
export async function* withFormat(
  archive: AsyncIterable<Uint8Array>,
  format: string,
): AsyncGenerator<Uint8Array> {
  for await (const { bytes, ...entry } of readTar(archive)) {
    const read = Buffer.concat(await Array.fromAsync(bytes))
    const content = entry.path === 'workspace.json' ? json({ format, name: 'main' }) : read
    yield* piecesOf({ ...entry, size: content.length }, content)
  }
  yield end
}

function* piecesOf(entry: TarEntry, content: Uint8Array): Generator<Uint8Array> {
  yield headerOf(entry)
  yield content
  yield padding(content.length)
}

function withoutLater({ table, columns, rows }: DumpPage): DumpPage {
  const isKept = (_: unknown, at: number): boolean => !later[table]?.includes(columns[at]!)
  return { table, columns: columns.filter(isKept), rows: rows.map((row) => row.filter(isKept)) }
}

function json(content: object): Buffer {
  return Buffer.from(JSON.stringify(content))
}
