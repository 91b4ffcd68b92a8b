import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isAsked } from './compare.ts'
import type { Options } from './compare.ts'
import { printPart, scaled } from './files-measure.ts'
import type { Bench, Part } from './files-measure.ts'
import type { Server } from './server.ts'
import { benchDepth } from './tables-depth.ts'
import { benchEdits } from './tables-edits.ts'
import { benchExport } from './tables-export.ts'
import { benchFilter } from './tables-filter.ts'
import { startFloor } from './tables-floor.ts'
import { benchImport, importFile } from './tables-import.ts'
import type { CsvFile } from './tables-import.ts'
import { indexed, writeCsv } from './tables-rows.ts'
import { databaseIn, startTriptych } from './tables-server.ts'
import type { LongTable } from './long-table.ts'

/** On one table, so those that change it come last. */
const groups: Record<string, (bench: Bench, table: LongTable) => AsyncGenerator<Part>> = {
  export: benchExport,
  filter: benchFilter,
  depth: benchDepth,
  edits: benchEdits,
}

/** A table of a million rows: into Triptych, out of it, and what it is to work with. */
export async function benchMillion(folder: string, options: Options): Promise<Part[]> {
  const asked = Object.entries(groups).filter(([name]) => isAsked(options, name))
  const asksForImport = isAsked(options, 'import')
  if (asked.length === 0 && !asksForImport) return []

  const parts: Part[] = []
  async function take(coming: AsyncGenerator<Part>): Promise<void> {
    for await (const part of coming) {
      printPart(part)
      parts.push(part)
    }
  }
  const bench = { folder, cache: dirname(folder), options }
  const file: CsvFile = { path: join(folder, 'films.csv'), rows: scaled(bench, 1_000_000) }
  await writeCsv(file.path, file.rows)
  if (asksForImport) await take(benchImport(bench, file))
  if (asked.length === 0) return parts

  const data = join(folder, 'million')
  await importFile(file, data)
  rmSync(file.path)
  const servers: Server[] = []
  try {
    const server = await startTriptych(options, data)
    servers.push(server)
    await addIndexes(server)
    const floor = await startFloor(databaseIn(data))
    servers.push(floor)
    for (const [, run] of asked) await take(run({ ...bench, floor }, { server, rows: file.rows }))
  } finally {
    await Promise.all(servers.map((each) => each.stop()))
  }
  return parts
}

async function addIndexes({ port }: Server): Promise<void> {
  const changes = indexed.map((name) => ({ addIndex: { columns: [name] } }))
  const answer = await fetch(`http://127.0.0.1:${port}/tables/films`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ changes }),
  })
  if (!answer.ok) throw new Error(`The indexes were answered: ${await answer.text()}`)
  await answer.arrayBuffer()
}
