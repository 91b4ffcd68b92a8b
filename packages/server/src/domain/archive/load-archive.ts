import {
  ArchiveClosing,
  ArchiveOpening,
  ArchivePage,
  ArchiveRules,
} from '@triptych/contract/archive'
import { Table } from '@triptych/contract/tables'
import { AppError } from '../../errors.ts'
import type { Database } from '../../ports/database.ts'
import type { DumpPage } from '../../ports/dump.ts'
import type { FilesRestore } from '../../ports/volume.ts'
import type { Workspace } from '../../ports/workspaces.ts'
import { pathOf } from '../files/path.ts'
import { damaged, tooShort } from '../../codecs/tar/tar-header.ts'
import { loadRules } from './carry-rules.ts'
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
    const { closing, rules } = await fill(workspace.database, files, archive, progress)
    await loadRules(workspace, rules ?? { rules: [], quotas: [], commented: [] })
    return closing
  } catch (error) {
    await files.undo().catch(() => {})
    throw error
  }
}

async function fill(
  database: Database,
  files: FilesRestore,
  archive: AsyncIterable<Uint8Array>,
  progress: (steps: number) => void,
): Promise<{ closing: ArchiveClosing; rules: ArchiveRules | null }> {
  const sums = { archive: archiveSum(), tables: tableSums() }
  let closing: ArchiveClosing | null = null
  let rules: ArchiveRules | null = null
  let isOpened = false
  for await (const read of readTar(archive)) {
    if (closing) throw damaged()
    if (read.path === 'end.json') {
      closing = closingIn(await readJson(read))
      continue
    }
    const entry = watched(read, sums.archive)
    if (read.path === 'workspace.json') {
      if (!ArchiveOpening.safeParse(await readJson(entry)).success) throw foreign()
      isOpened = true
    } else if (!isOpened) {
      throw foreign()
    } else if (read.path.startsWith('data/')) {
      const page = pageIn(await readJson(entry))
      if (page.table === '_tables') checkDefinitions(page)
      sums.tables.add(page)
      await database.transact(({ dump }) => dump.load(page))
      progress(page.rows.length / 1000)
    } else if (read.path === 'rules.json') {
      rules = rulesIn(await readJson(entry))
    } else if (read.path.startsWith('files/')) {
      await naming(read.path, () => files.add(pathOf(read.path.slice('files'.length)), entry))
      progress(1)
    } else {
      throw damaged()
    }
  }
  if (!closing) throw tooShort()
  if (closing.checksum !== sums.archive.end()) throw damaged()
  await finish(database, files, closing)
  return { closing, rules }
}

/** A table is made as its definition says, so that must be one that could have been made here. */
function checkDefinitions({ columns, rows }: DumpPage): void {
  for (const row of rows) {
    const cell = (name: string): unknown => row[columns.indexOf(name)]
    const { data } = Table.safeParse(parseJson(String(cell('definition'))))
    if (!data || data.name !== cell('name')) throw damaged()
  }
}

async function finish(
  database: Database,
  files: FilesRestore,
  closing: ArchiveClosing,
): Promise<void> {
  await database.transact(({ dump }) => dump.finish())
  const made = await files.finish()
  const written = tableSums()
  for await (const page of database.stream(({ dump }) => dump.pages())) written.add(page)
  const isSame =
    made.files === closing.files &&
    made.folders === closing.folders &&
    made.bytes === closing.bytes &&
    sorted(written.all()) === sorted(closing.tables)
  if (!isSame) {
    throw new AppError('unavailable', 'What was written is not what was read; try again.')
  }
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

function closingIn(read: unknown): ArchiveClosing {
  const { data } = ArchiveClosing.safeParse(read)
  if (!data) throw damaged()
  return data
}

function rulesIn(read: unknown): ArchiveRules {
  const { data } = ArchiveRules.safeParse(read)
  if (!data) throw damaged()
  return data
}

function pageIn(read: unknown): DumpPage {
  const { data } = ArchivePage.safeParse(read)
  if (!data) throw damaged()
  return data
}

function foreign(): AppError {
  return new AppError(
    'bad_request',
    'This is no archive of a workspace that this version can read.',
  )
}
