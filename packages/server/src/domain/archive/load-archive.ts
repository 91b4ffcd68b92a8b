import { compileFormulas } from '@triptych/contract/formula/formula-columns'
import {
  ArchiveClosing,
  ArchiveEntries,
  ArchiveKept,
  ArchiveOpening,
  ArchivePage,
  ArchiveRules,
} from '@triptych/contract/archive'
import { Table } from '@triptych/contract/tables'
import { AppError } from '../../errors.ts'
import type { Database } from '../../ports/database.ts'
import type { DumpPage } from '../../ports/dump.ts'
import type { Totals } from '../../ports/file-index.ts'
import type { FilesRestore } from '../../ports/volume.ts'
import type { Workspace } from '../../ports/workspaces.ts'
import { pathOf } from '../files/path.ts'
import { damaged, tooShort } from '../../codecs/tar/tar-header.ts'
import { loadRules, loadRulesByPath } from './carry-rules.ts'
import { naming } from './naming.ts'
import { parseJson, readJson } from './read-json.ts'
import { archiveSum, tableSums } from './checksums.ts'
import { readTar } from '../../codecs/tar/tar-read.ts'
import type { ReadEntry } from '../../codecs/tar/tar-read.ts'

/**
 * Fills a new workspace with what an archive holds, and holds both against each other. Where they
 * differ, it fails; whoever makes the workspace must then throw it away.
 */
export async function loadArchive(
  workspace: Workspace,
  archive: AsyncIterable<Uint8Array>,
  progress: (steps: number) => void = () => {},
): Promise<ArchiveClosing> {
  const files = await workspace.volume.restore()
  try {
    const { closing, rules, hasNumbers } = await fill(workspace.database, files, archive, progress)
    if (hasNumbers) await loadRules(workspace, rules)
    else await loadRulesByPath(workspace, rules)
    return closing
  } catch (error) {
    await files.undo().catch(() => {})
    throw error
  }
}

interface Filled {
  closing: ArchiveClosing
  rules: ArchiveRules
  /** Whether files are known by their numbers, and not by their paths alone. */
  hasNumbers: boolean
}

async function fill(
  database: Database,
  files: FilesRestore,
  archive: AsyncIterable<Uint8Array>,
  progress: (steps: number) => void,
): Promise<Filled> {
  const sums = { archive: archiveSum(), tables: tableSums() }
  const columns = new Map<string, readonly string[]>()
  const kept = new Map<number, ArchiveKept[number]>()
  let closing: ArchiveClosing | null = null
  let rules: ArchiveRules = { rules: [], quotas: [], commented: [] }
  let opening: ArchiveOpening | null = null
  for await (const read of readTar(archive)) {
    if (closing) throw damaged()
    if (read.path === 'end.json') {
      closing = as(ArchiveClosing, await readJson(read))
      continue
    }
    const entry = watched(read, sums.archive)
    if (read.path === 'workspace.json') {
      opening = ArchiveOpening.safeParse(await readJson(entry)).data ?? null
    }
    if (!opening) throw foreign()
    const [folder] = read.path.split('/', 1)
    if (read.path === 'workspace.json') continue
    if (read.path === 'rules.json') {
      rules = as(ArchiveRules, await readJson(entry))
    } else if (folder === 'data') {
      const page = as(ArchivePage, await readJson(entry))
      if (page.table === '_tables') checkDefinitions(page)
      sums.tables.add(page)
      columns.set(page.table, page.columns)
      await database.transact(({ dump }) => dump.load(page))
      progress(page.rows.length / 1000)
    } else if (folder === 'index') {
      const entries = as(ArchiveEntries, await readJson(entry))
      await database.transact((stores) => stores.files.addFormer(entries))
    } else if (folder === 'kept') {
      for (const one of as(ArchiveKept, await readJson(entry))) kept.set(one.node, one)
    } else if (folder === 'files') {
      await naming(read.path, () => files.add(pathOf(read.path.slice('files'.length)), entry))
      progress(1)
    } else if (folder === 'hidden') {
      const [, number = '', below = ''] = /^hidden\/(\d+)(\/.*)?$/.exec(read.path) ?? []
      const one = kept.get(Number(number))
      if (!one) throw damaged()
      await naming(read.path, () => files.keep(one, pathOf(below), entry))
      progress(1)
    } else {
      throw damaged()
    }
  }
  if (!closing) throw tooShort()
  if (closing.checksum !== sums.archive.end()) throw damaged()
  await finish(database, files, closing, columns)
  return { closing, rules, hasNumbers: opening?.format !== 'triptych-1' }
}

/** A table is made as its definition says, so that must be one that could have been made here. */
function checkDefinitions({ columns, rows }: DumpPage): void {
  for (const row of rows) {
    const cell = (name: string): unknown => row[columns.indexOf(name)]
    const { data } = Table.safeParse(parseJson(String(cell('definition'))))
    if (!data || data.name !== cell('name')) throw damaged()
    if ('problem' in compileFormulas(data.columns)) throw damaged()
  }
}

/** `columns` are those that the archive has: an older one may have fewer. */
async function finish(
  database: Database,
  files: FilesRestore,
  closing: ArchiveClosing,
  columns: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  await database.transact(({ dump }) => dump.finish())
  const made = await files.finish()
  const written = tableSums()
  for await (const page of database.stream(({ dump }) => dump.pages())) {
    written.add(withColumns(page, columns.get(page.table) ?? page.columns))
  }
  const isSame =
    isSameSum(made.seen, closing) &&
    isSameSum(made.kept, closing.kept) &&
    sorted(written.all()) === sorted(closing.tables)
  if (!isSame) {
    throw new AppError('unavailable', 'What was written is not what was read; try again.')
  }
}

function withColumns(page: DumpPage, columns: readonly string[]): DumpPage {
  const at = columns.map((column) => page.columns.indexOf(column))
  return {
    table: page.table,
    columns: [...columns],
    rows: page.rows.map((row) => at.map((index) => row[index] ?? null)),
  }
}

function isSameSum(one: Totals, other: Totals): boolean {
  return one.files === other.files && one.folders === other.folders && one.bytes === other.bytes
}

function sorted(tables: ArchiveClosing['tables']): string {
  return JSON.stringify(Object.entries(tables).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The same entry, of which every byte that is read is summed up. */
function watched(entry: ReadEntry, sum: ReturnType<typeof archiveSum>): ReadEntry {
  sum.begin(entry)
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const piece of entry.bytes) {
      sum.add(piece)
      yield piece
    }
  }
  return { ...entry, bytes: bytes() }
}

/** What a schema of the contract does. */
interface Schema<T> {
  safeParse(read: unknown): { data?: T | undefined }
}

function as<T>(schema: Schema<T>, read: unknown): T {
  const { data } = schema.safeParse(read)
  if (data === undefined) throw damaged()
  return data
}

function foreign(): AppError {
  return new AppError(
    'bad_request',
    'This is no archive of a workspace that this version can read.',
  )
}
