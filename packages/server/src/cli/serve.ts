import { loadConfig } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { openLogger } from '../observe/logger.ts'
import { openPage } from './open-page.ts'
import { startFailure } from './start-failure.ts'
import { nextStopSignal } from './stop-signal.ts'
import type { Config } from '../config/config.ts'
import type { Environment } from '../config/read-environment.ts'
import type { Triptych } from '../main.ts'
import type { Observe } from '../observe/observation.ts'
import type { PageState } from '../http/routes/page-state.ts'

interface Hooks {
  observe: Observe
  pageNow?: () => PageState
}

/** Serves until a signal says stop. Logs go to stderr, so that stdout has the ready line and nothing else. */
export async function serve(argv: string[], env: Environment): Promise<number> {
  const config = configOrComplaint(argv, env)
  if (config === null) return 2

  ignoreClosedPipes()
  const { observe, flush } = openLogger({
    level: config.logLevel,
    pretty: process.stderr.isTTY,
    write: (lines) => process.stderr.write(lines),
  })
  process.on('exit', flush)
  const stop = nextStopSignal(env)

  const page = config.noPage ? null : await openPage(observe)
  const triptych = await start(config, { observe, ...(page && { pageNow: page.now }) })
  if (triptych === null) {
    page?.close()
    return 1
  }

  observe({ kind: 'stopping', signal: await stop })
  page?.close()
  try {
    await triptych.close()
    return 0
  } catch (error) {
    observe({ kind: 'failure', requestId: null, where: 'stop', error })
    return 1
  }
}

function configOrComplaint(argv: string[], env: Environment): Config | null {
  try {
    return loadConfig({ argv, env, cwd: process.cwd() })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return null
  }
}

async function start(config: Config, hooks: Hooks): Promise<Triptych | null> {
  const { observe } = hooks
  let triptych: Triptych | null = null
  try {
    // Loaded late, so that a wrong setting is told before a database driver is even looked for.
    const { createTriptych } = await import('../main.ts')
    triptych = await createTriptych(config, hooks)
    const { url } = await triptych.listen()
    observe({ kind: 'started', address: url })
    process.stdout.write(`Triptych is ready at ${url}\n`)
    return triptych
  } catch (error) {
    process.stderr.write(`${startFailure(error, config)}\n`)
    if (config.logLevel === 'debug')
      observe({ kind: 'failure', requestId: null, where: 'start', error })
    await triptych?.close()
    return null
  }
}

/** Whoever reads the log may go away; the server stays. */
function ignoreClosedPipes(): void {
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
}
