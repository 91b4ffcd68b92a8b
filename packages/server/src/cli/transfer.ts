import { readFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ArchiveExtras } from '@triptych/contract/archive'
import type { ArchiveClosing, ArchiveExtra, KeptAccounts } from '@triptych/contract/archive'
import type { Moment } from '@triptych/contract/moment'
import type { Option } from '../config/options.ts'
import { accountsText, readAccountsText } from '../domain/archive/carry-accounts.ts'
import { checkArchive } from '../domain/archive/check-archive.ts'
import { AppError } from '../errors.ts'
import type { SharedContext } from '../open-data.ts'
import { driveRoot } from '../ports/file-index.ts'
import type { Database } from '../ports/database.ts'
import { progressBar } from './terminal.ts'
import type { ProgressBar } from './terminal.ts'

/** What an archive is to leave out. */
export const withoutOption: Option<ArchiveExtra[]> = {
  flag: '--without',
  placeholder: 'PARTS',
  kind: 'list',
  schema: ArchiveExtras,
  allowed: 'one or more of history, trash and versions, with commas between them',
  default: [],
  help: 'Leaves the log, what is in the trash, or former states of files out of the archive.',
}

type Pieces = AsyncGenerator<Uint8Array>

const mebi = 1024 * 1024

/** What a workspace is made of, as an archive, with a bar that shows how far it is. */
export async function* exportWorkspace(
  shared: SharedContext,
  name: string,
  without: readonly ArchiveExtra[] = [],
  at: Moment | null = null,
): Pieces {
  const { makeArchive } = await import('../domain/archive/make-archive.ts')
  const workspace = await shared.workspaces.open(name)
  if (!workspace) throw new AppError('workspaces.not_found', `There is no workspace ${name}.`)
  const drive = await shared.drives.of(workspace)
  await drive.known()
  const bar = stepsBar(await stepsIn(workspace.database))
  try {
    const parts = { name, drive, now: shared.now(), at, without: new Set(without) }
    yield* makeArchive({ ...parts, progress: bar.step })
  } finally {
    bar.end()
  }
}

/** Makes a workspace out of an archive; all of it, or nothing. */
export async function importWorkspace(
  shared: SharedContext,
  name: string,
  archive: AsyncIterable<Uint8Array>,
): Promise<ArchiveClosing> {
  const { loadArchive } = await import('../domain/archive/load-archive.ts')
  let closing: ArchiveClosing | null = null
  const made = await shared.workspaces.create(name, async (draft) => {
    closing = await loadArchive(draft, archive)
  })
  if (!made || !closing) {
    throw new AppError('workspaces.name_taken', `There is a workspace named ${name} already.`)
  }
  return closing
}

/** Writes an archive under its name only when it is complete, on the disk, and read back as it was. */
export function writeArchive(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<ArchiveClosing> {
  return writeWhole(path, pieces, (draft) => checkArchive(readArchive(draft)))
}

const ownersAlone = 0o600

/** The same for accounts, which nobody else may see. */
export async function writeAccounts(path: string, kept: KeptAccounts): Promise<void> {
  const pieces = [Buffer.from(accountsText(kept))]
  await writeWhole(path, pieces, async (draft) => readAccounts(draft), ownersAlone)
}

export function readAccounts(path: string): KeptAccounts {
  return readAccountsText(readFileSync(path, 'utf8'))
}

async function writeWhole<T>(
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  check: (draft: string) => Promise<T>,
  mode?: number,
): Promise<T> {
  const draft = `${path}.part`
  // One that was left has the rights that it was made with.
  await rm(draft, { force: true })
  const file = await open(draft, 'w', mode)
  try {
    for await (const piece of pieces) await file.writeFile(piece)
    await file.sync()
    await file.close()
    const checked = await check(draft)
    await rename(draft, path)
    await syncFolder(dirname(path))
    return checked
  } catch (error) {
    await file.close().catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}

/** Windows lets nobody wait for the names in a folder. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync()
  await folder.close()
}

/** Shows how much of it was read, where a person is looking. */
export async function* readArchive(path: string): Pieces {
  const file = await open(path)
  const { size } = await file.stat()
  const bar = progressBar(process.stderr, size, (done) => `${Math.floor(done / mebi)} MiB`)
  let done = 0
  try {
    for await (const piece of file.createReadStream({ highWaterMark: mebi })) {
      yield piece as Uint8Array
      bar.show((done += (piece as Uint8Array).length))
    }
  } finally {
    bar.end()
  }
}

export function described(closing: ArchiveClosing): string {
  const { files, bytes, tables, kept, links, missing } = closing
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const linked = links > 0 ? `; ${count(links)} links were left out` : ''
  const lost = missing.length > 0 ? `; ${count(missing.length)} files are not there any more` : ''
  const hidden =
    kept.files > 0
      ? `, ${count(kept.files)} of ${count(kept.bytes)} bytes in trash and versions`
      : ''
  const seen = `${count(files)} files of ${count(bytes)} bytes`
  return `${seen}${hidden}, ${count(rows)} rows${linked}${lost}`
}

export function describedAccounts({ accounts, groups, tokens }: KeptAccounts): string {
  const counts = [accounts.length, groups.length, tokens.length].map(count)
  return `${counts[0]} accounts, ${counts[1]} groups, ${counts[2]} tokens`
}

function count(number: number): string {
  return number.toLocaleString('en')
}

function stepsBar(total: number): { step: (steps: number) => void; end: ProgressBar['end'] } {
  const bar = progressBar(process.stderr, total, (done) => `${count(Math.round(done))} steps`)
  let done = 0
  return { step: (steps) => bar.show((done += steps)), end: () => bar.end() }
}

/** What `makeArchive` will tell of, more or less. */
async function stepsIn(database: Database): Promise<number> {
  return database.read(async ({ files, changes }) => {
    const root = await files.node(driveRoot)
    const entries = root ? root.totals.files + root.totals.folders : 0
    return entries + (await changes.head()) / 1000
  })
}
