import { loadConfig } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import { ConfigError, quote } from '../config/config-error.ts'
import type { Environment } from '../config/environment.ts'
import { driveRoot } from '../ports/file-index.ts'
import type { Verified } from '../drives/disk/verify-drive.ts'
import type { Workspace } from '../ports/workspaces.ts'
import { complain, say } from './offline.ts'
import { progressBar } from './progress-bar.ts'
import type { ProgressBar } from './progress-bar.ts'

const works = { verify, rebuild, claim }

/** More than this nobody reads; the count tells the rest. */
const mostShown = 20

/** `triptych files verify`, `rebuild` and `claim`, for every workspace. Answers the exit code. */
export async function files(argv: string[], env: Environment): Promise<number> {
  const [name = '', ...rest] = argv
  if (!isWork(name)) {
    const allowed = Object.keys(works).join(', ')
    return complain(`${quote(name)} is nothing files can do; allowed are ${allowed}`, 2)
  }
  let config: Config
  try {
    config = loadConfig({ argv: rest, env, cwd: process.cwd() })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return complain(error.message, 2)
  }
  try {
    return await onEveryWorkspace(config, works[name])
  } catch (error) {
    return complain(error instanceof Error ? error.message : String(error), 1)
  }
}

type Work = (workspace: Workspace, bar: ProgressBar) => Promise<boolean>

async function onEveryWorkspace(config: Config, work: Work): Promise<number> {
  // Loaded late, as by `serve`.
  const { openData } = await import('../open-data.ts')
  const { shared, closeData } = openData(config, () => {})
  try {
    let isGood = true
    for (const name of await shared.workspaces.names()) {
      const workspace = await shared.workspaces.open(name)
      if (!workspace) continue
      const bar = progressBar(process.stderr, await knownEntries(workspace))
      isGood = (await work(workspace, bar)) && isGood
    }
    return isGood ? 0 : 1
  } finally {
    await closeData()
  }
}

async function knownEntries({ database }: Workspace): Promise<number> {
  const root = await database.read(({ files: index }) => index.node(driveRoot))
  return root ? root.totals.files + root.totals.folders : 0
}

async function check(
  { database, storage }: Workspace,
  progress: (entries: number) => void,
): Promise<Verified> {
  if (storage.kind === 'objects') {
    const { verifyObjects } = await import('../drives/objects/verify-objects.ts')
    return verifyObjects({ database, store: storage }, progress)
  }
  const { verifyDrive } = await import('../drives/disk/verify-drive.ts')
  return verifyDrive({ database, storage }, progress)
}

async function verify(workspace: Workspace, bar: ProgressBar): Promise<boolean> {
  const { entries, problems } = await check(workspace, bar.show)
  bar.end()
  for (const problem of problems.slice(0, mostShown)) say(`${workspace.name}${problem}`)
  if (problems.length > mostShown) say(`and ${problems.length - mostShown} more`)
  const verdict = problems.length === 0 ? 'as the index says' : `${problems.length} differences`
  say(`${workspace.name}: ${entries} entries, ${verdict}`)
  return problems.length === 0
}

async function rebuild({ name, database, storage }: Workspace, bar: ProgressBar): Promise<boolean> {
  if (storage.kind === 'objects') {
    complain(`${name}: its files lie in a bucket, and only the index has their names`, 1)
    return false
  }
  const { rebuildDrive } = await import('../drives/disk/rebuild-drive.ts')
  const failures: unknown[] = []
  const parts = { database, storage, rules: { portableNames: false }, now: () => new Date() }
  const failed = (error: unknown): void => void failures.push(error)
  const made = await rebuildDrive({ ...parts, failed }, bar.show)
  bar.end()
  for (const error of failures.slice(0, mostShown)) complain(String(error), 1)
  say(`${name}: ${made.files} files in ${made.folders} folders, ${made.bytes} bytes`)
  return failures.length === 0
}

async function claim({ name, database, storage }: Workspace): Promise<boolean> {
  if (storage.kind !== 'objects') {
    complain(`${name}: its files lie in a folder, which no other database can have`, 1)
    return false
  }
  const { takeOwnership: takeOver } = await import('../drives/objects/bucket-lease.ts')
  await takeOver({ database, store: storage, now: () => new Date() })
  say(`${name}: its bytes in the bucket are those of this database alone`)
  return true
}

function isWork(name: string): name is keyof typeof works {
  return Object.hasOwn(works, name)
}
