import type { Config } from '../config/config.ts'
import { driveRoot } from '../ports/file-index.ts'
import { AppError } from '../errors.ts'
import type { Workspace } from '../ports/workspaces.ts'
import { command } from './command.ts'
import { complain, progressBar, say } from './terminal.ts'
import type { ProgressBar } from './terminal.ts'
import { withStoredData } from './with-data.ts'

/** More than this nobody reads; the count tells the rest. */
const mostShown = 20

const exits = ['all is well', 'there are differences or it failed']

export const filesVerify = command({
  name: 'files verify',
  summary: 'Say where the index of the files and the disk differ.',
  about: `Changes nothing; a running server mends this by itself. FOLDER is the folder that the file manager
serves. The server must not run.`,
  arguments: { files: '[FOLDER]' },
  settings: 'taken',
  exits,
  run: (_, { config }) => onEveryWorkspace(config, verify),
})

export const filesRebuild = command({
  name: 'files rebuild',
  summary: 'Make the index of the files anew.',
  about: `From what is on disk, in every workspace; no file is touched. What is found again at its place is the
same as before, and the trash stays. FOLDER is the folder that the file manager serves. The server must not run.`,
  arguments: { files: '[FOLDER]' },
  settings: 'taken',
  exits,
  run: (_, { config }) => onEveryWorkspace(config, rebuild),
})

export const filesTakeOwnership = command({
  name: 'files take-ownership',
  summary: 'Say that no copy of the database uses the bucket any more.',
  about: `Servers that had stopped to remove bytes because they saw a copy go on. On PostgreSQL they may run.`,
  settings: 'taken',
  exits,
  run: (_, { config }) => onEveryWorkspace(config, takeOwnership),
})

type Work = (workspace: Workspace, bar: ProgressBar) => Promise<boolean>

async function onEveryWorkspace(config: Config, work: Work): Promise<number> {
  return withStoredData(config, async ({ workspaces }) => {
    let isGood = true
    for (const name of await workspaces.names()) {
      const workspace = await workspaces.open(name)
      if (!workspace) continue
      const bar = progressBar(process.stderr, await knownEntries(workspace))
      isGood = (await work(workspace, bar).catch(refusedFor(workspace))) && isGood
    }
    return isGood ? 0 : 1
  })
}

/** What this kind of volume cannot do; the others may be of another kind. */
function refusedFor({ name }: Workspace): (error: unknown) => boolean {
  return (error) => {
    if (!(error instanceof AppError) || error.code !== 'bad_request') throw error
    complain(`${name}: ${error.message}`, 1)
    return false
  }
}

async function knownEntries({ database }: Workspace): Promise<number> {
  const root = await database.read(({ files: index }) => index.node(driveRoot))
  return root ? root.totals.files + root.totals.folders : 0
}

async function verify(workspace: Workspace, bar: ProgressBar): Promise<boolean> {
  const { entries, problems } = await workspace.volume.verify(bar.show)
  bar.end()
  for (const problem of problems.slice(0, mostShown)) say(`${workspace.name}${problem}`)
  if (problems.length > mostShown) say(`and ${problems.length - mostShown} more`)
  const verdict = problems.length === 0 ? 'as the index says' : `${problems.length} differences`
  say(`${workspace.name}: ${entries} entries, ${verdict}`)
  return problems.length === 0
}

async function rebuild({ name, volume }: Workspace, bar: ProgressBar): Promise<boolean> {
  const failures: unknown[] = []
  const parts = {
    rules: {
      portableNames: false,
      quota: null,
      trashDays: Infinity,
      versions: { most: 0, days: Infinity, bytes: null },
    },
    now: () => new Date(),
  }
  const failed = (error: unknown): void => void failures.push(error)
  const made = await volume.rebuild({ ...parts, failed }, bar.show)
  bar.end()
  for (const error of failures.slice(0, mostShown)) complain(String(error), 1)
  say(`${name}: ${made.files} files in ${made.folders} folders, ${made.bytes} bytes`)
  return failures.length === 0
}

async function takeOwnership({ name, volume }: Workspace): Promise<boolean> {
  await volume.takeOwnership(() => new Date())
  say(`${name}: its bytes in the bucket are those of this database alone`)
  return true
}
