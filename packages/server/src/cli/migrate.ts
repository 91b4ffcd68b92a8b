import { loadConfig } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import { ConfigError, quote } from '../config/config-error.ts'
import type { Environment } from '../config/environment.ts'
import { AppError } from '../errors.ts'
import type { SharedContext } from '../open-data.ts'
import { complain, say, takeFlag, withData } from './offline.ts'
import { described, exportWorkspace, importWorkspace } from './transfer.ts'

/**
 * `triptych migrate --from … --to …`: every workspace from one place to another, of any engines. May
 * be started again: what is complete in the new place is left alone.
 */
export async function migrate(argv: string[], env: Environment): Promise<number> {
  let places: { from: Config; to: Config }
  try {
    const rest = argv.slice()
    places = { from: placeIn(rest, '--from', env), to: placeIn(rest, '--to', env) }
    if (rest.length > 0) throw new ConfigError(`${quote(rest[0] ?? '')} is nothing migrate takes`)
  } catch (error) {
    return complain(error instanceof Error ? error.message : String(error), 2)
  }
  try {
    await withData(places.from, (from) => withData(places.to, (to) => moveAll(from, to)))
    return 0
  } catch (error) {
    return complain(error instanceof Error ? error.message : String(error), 1)
  }
}

/** A data folder, or a config file. The variables of the process speak of neither. */
function placeIn(argv: string[], flag: string, env: Environment): Config {
  const place = takeFlag(argv, flag)
  if (place === null) throw new ConfigError(`migrate needs ${flag}: a data folder or a config file`)
  const own = Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('TRIPTYCH_')),
  )
  const setting = place.endsWith('.json') ? '--config' : '--data'
  return loadConfig({ argv: [setting, place], env: own, cwd: process.cwd() })
}

async function moveAll(from: SharedContext, to: SharedContext): Promise<void> {
  for (const name of await from.workspaces.names()) {
    const present = await to.workspaces.open(name)
    if (present) await refuseOther(from, to, name)
    else say(`${name}: ${described(await importWorkspace(to, name, exportWorkspace(from, name)))}`)
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

async function lastChange({ workspaces }: SharedContext, name: string): Promise<string> {
  const workspace = await workspaces.open(name)
  const changes = await workspace?.database.read(async ({ changes: log }) => {
    const head = await log.head()
    return log.since(head - 1, 1)
  })
  return JSON.stringify(changes)
}
