import type { ArchiveExtra } from '@triptych/contract/archive'
import { loadConfig, shapeConfig } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import { text } from '../config/options.ts'
import type { Option } from '../config/options.ts'
import { Path } from '../config/values.ts'
import { keepAccounts, loadAccounts } from '../domain/archive/carry-accounts.ts'
import { AppError } from '../errors.ts'
import type { SharedContext, StoredAccounts } from '../open-data.ts'
import { command } from './command.ts'
import { say } from './terminal.ts'
import {
  described,
  describedAccounts,
  exportWorkspace,
  importWorkspace,
  withoutOption,
} from './transfer.ts'
import { withData, withStoredData } from './with-data.ts'

export const migrate = command({
  name: 'migrate',
  summary: 'Move every workspace to another place: to PostgreSQL, to S3, or back.',
  about: `Accounts come along. Nothing is changed in the first place. Each workspace is compared with its original
by checksums, and appears when it is complete; after an interruption start again, and those are left alone.`,
  options: {
    from: place('--from', 'Where the workspaces are.'),
    to: place('--to', 'Where they go.'),
    without: withoutOption,
  },
  settings: 'none',
  exits: ['done', 'it failed'],
  async run({ without, ...places }) {
    const [one, other] = [placeAt('--from', places.from), placeAt('--to', places.to)]
    await withStoredData(one, (from, accounts) =>
      withData(other, async (to, others) => {
        await moveAccounts(accounts, others)
        await moveAll(from, to, without)
      }),
    )
    return 0
  },
})

function place(flag: Option<string>['flag'], help: string): Option<string> {
  const allowed = 'a data folder, or a config file (.json) with data, database, files or storage'
  return text(flag, 'PLACE', { schema: Path, allowed, help })
}

/** Of neither place do the variables of the process speak, nor a config file that was not named. */
function placeAt(as: string, value: string): Config {
  if (!value.endsWith('.json')) return shapeConfig({ data: value })
  const flags = [{ key: 'config', as, value }]
  return loadConfig({ flags, env: {}, cwd: process.cwd() })
}

async function moveAccounts(from: StoredAccounts, to: StoredAccounts): Promise<void> {
  const source = await from.find()
  if (!source) return
  const kept = await keepAccounts(source)
  const target = await to.make()
  if (await loadAccounts(target, kept)) return say(`accounts: ${describedAccounts(kept)}`)
  if (JSON.stringify(await keepAccounts(target)) === JSON.stringify(kept)) {
    return say('accounts: are there already')
  }
  throw new AppError(
    'bad_request',
    'There are other accounts where they should go, or they were changed since.',
  )
}

async function moveAll(
  from: SharedContext,
  to: SharedContext,
  without: readonly ArchiveExtra[],
): Promise<void> {
  for (const name of await from.workspaces.names()) {
    const present = await to.workspaces.open(name)
    if (present) {
      await refuseOther(from, to, name)
      continue
    }
    const archive = exportWorkspace(from, name, without)
    say(`${name}: ${described(await importWorkspace(to, name, archive))}`)
  }
}

/** A workspace appears only when it is complete: if it has the same log, it is the same. */
async function refuseOther(from: SharedContext, to: SharedContext, name: string): Promise<void> {
  // What somebody has changed on the disk since is in the log once it was looked at.
  const source = await from.workspaces.open(name)
  if (source) await (await from.drives.of(source)).known()
  const [one, other] = await Promise.all([lastChange(from, name), lastChange(to, name)])
  if (one !== other) {
    throw new AppError(
      'workspaces.name_taken',
      `There is another workspace named ${name} where it should go, or it was changed since.`,
    )
  }
  say(`${name}: is there already`)
}

/** What the log ends with, also where all else of it was left behind. */
async function lastChange(
  { workspaces }: SharedContext,
  name: string,
): Promise<string | undefined> {
  const workspace = await workspaces.open(name)
  return workspace?.database.read(async ({ changes, history }) => {
    const head = await changes.head()
    const cut = await history.cut()
    const [last] = await changes.keptSince(head - 1, 1)
    return `${head} ${cut.revision === head ? cut.hash : (last?.hash ?? JSON.stringify(last))}`
  })
}
