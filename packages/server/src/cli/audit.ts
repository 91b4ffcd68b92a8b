import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { localPrincipal } from '../auth/principal.ts'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { text } from '../config/options.ts'
import { textAs } from '../config/values.ts'
import { exportLog } from '../domain/changes/export-log.ts'
import type { LogContext } from '../domain/changes/read-log.ts'
import { verifyLog } from '../domain/changes/verify-log.ts'
import type { Flaw, LogState } from '../domain/changes/verify-log.ts'
import { AppError } from '../errors.ts'
import type { SharedContext } from '../open-data.ts'
import type { LogEnd } from '../ports/log-chain.ts'
import { command } from './command.ts'
import { complain, say } from './terminal.ts'
import { withStoredData } from './with-data.ts'

const beside = `A server that has the data must not run, unless it has it on PostgreSQL and S3; one that runs
answers the same entries at GET /changes/audit.`

export const auditVerify = command({
  name: 'audit verify',
  summary: 'Look whether the log of a workspace, or of each, is what was written.',
  about: `Every entry is bound to the one before it by a hash: one that was changed, removed or put elsewhere is
found. Note what is printed where nobody who can write to the database can: given again by --noted, it also
shows whether the end was cut off, or all was written anew. ${beside}`,
  arguments: { workspace: '[WORKSPACE]' },
  options: {
    noted: text('--noted', 'REVISION:HASH', {
      schema: textAs(endOf).nullable(),
      allowed: 'a revision and its hash, as this command prints them',
      default: null,
      help: 'What was printed for this workspace before: the log must still have it.',
    }),
  },
  settings: 'taken',
  exits: ['all entries fit', 'an entry does not fit, or it failed'],
  run({ workspace, noted }, { config }) {
    if (noted && workspace === undefined) {
      throw new ConfigError('--noted is of one workspace; name it.')
    }
    return verifyAll(config, workspace, noted)
  },
})

export const auditExport = command({
  name: 'audit export',
  summary:
    'Write the log of a workspace to the standard output, with everything that is kept of it.',
  about: `Each entry is a line of JSON, the oldest first, with the address it came from and its hash. ${beside}`,
  arguments: { workspace: 'WORKSPACE' },
  settings: 'taken',
  exits: ['done', 'it failed'],
  async run({ workspace }, { config }) {
    await withStoredData(config, async (shared) => {
      const lines = exportLog(await logOf(shared, workspace))
      await pipeline(Readable.from(lines), process.stdout, { end: false })
    })
    return 0
  },
})

function endOf(written: string): LogEnd | null {
  const [, revision, hash = null] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(written) ?? []
  return hash === null ? null : { revision: Number(revision), hash }
}

function verifyAll(
  config: Config,
  workspace: string | undefined,
  noted: LogEnd | null,
): Promise<number> {
  return withStoredData(config, async (shared) => {
    let code = 0
    for (const name of workspace === undefined ? await shared.workspaces.names() : [workspace]) {
      const state = await verifyLog(await logOf(shared, name), noted)
      if (state.isWhole) say(`${name}: ${whole(state)}`)
      else code = complain(`${name}: entry ${state.revision} ${flaws[state.why]}`, 1)
    }
    return code
  })
}

async function logOf({ workspaces }: SharedContext, name: string): Promise<LogContext> {
  const workspace = await workspaces.open(name)
  if (!workspace) throw new AppError('workspaces.not_found', `There is no workspace ${name}.`)
  return { workspace, principal: localPrincipal, asker: null }
}

function whole({ end, unhashed, cut = 0 }: LogState & { isWhole: true }): string {
  const { revision, hash } = end
  const old = unhashed > 0 ? `; ${counted(unhashed)} from an older version have no hash` : ''
  const last = hash === null ? '' : `; the last is ${revision}:${hash}`
  const earlier = cut > 0 ? `; those up to ${cut} are not kept any more` : ''
  return `${counted(revision - cut)} fit${old}${earlier}${last}`
}

function counted(entries: number): string {
  return entries === 1 ? '1 entry' : `${entries.toLocaleString('en')} entries`
}

const flaws: Record<Flaw, string> = {
  missing: 'is missing.',
  unhashed: 'has no hash, though one before it has.',
  changed: 'was changed, or the one before it is another.',
  replaced: 'is not the one that was noted: the log was written anew.',
}
