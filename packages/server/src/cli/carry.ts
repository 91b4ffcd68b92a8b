import type { ArchiveClosing } from '@triptych/contract/archive'
import { AppError } from '../errors.ts'
import type { SharedContext } from '../open-data.ts'
import { driveRoot } from '../ports/file-index.ts'
import type { Database } from '../ports/database.ts'
import { progressBar } from './progress-bar.ts'
import type { ProgressBar } from './progress-bar.ts'

type Pieces = AsyncGenerator<Uint8Array>

/** What a workspace is made of, as an archive, with a bar that shows how far it is. */
export async function* takeOut(shared: SharedContext, name: string): Pieces {
  const { makeArchive } = await import('../domain/archive/make-archive.ts')
  const workspace = await shared.workspaces.open(name)
  if (!workspace) throw new AppError('workspaces.not_found', `There is no workspace ${name}.`)
  const drive = await shared.drives.of(workspace)
  await drive.known()
  const bar = stepsBar(await stepsIn(workspace.database))
  try {
    yield* makeArchive({ name, drive, now: shared.now(), progress: bar.step })
  } finally {
    bar.end()
  }
}

/** Makes a workspace out of an archive; all of it, or nothing. */
export async function putIn(
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

export function described({ files, bytes, tables, links, missing }: ArchiveClosing): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const linked = links > 0 ? `; ${count(links)} links were left out` : ''
  const lost =
    missing.length > 0 ? `; ${count(missing.length)} files were taken away meanwhile` : ''
  return `${count(files)} files of ${count(bytes)} bytes, ${count(rows)} rows${linked}${lost}`
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
