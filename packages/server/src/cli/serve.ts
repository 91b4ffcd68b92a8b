import { resolve } from 'node:path'
import { openLogger } from '../observe/logger.ts'
import { command } from './command.ts'
import { codeOf } from '../errors.ts'
import { reasonOf } from './terminal.ts'
import { openPage } from './open-page.ts'
import type { Config } from '../config/config.ts'
import type { Environment } from '../config/environment.ts'
import type { Triptych } from '../main.ts'
import type { Observe } from '../observe/observation.ts'
import type { PageState } from '../http/routes/page-state.ts'

interface Hooks {
  observe: Observe
  pageNow?: () => PageState
}

type StopSignal = NodeJS.Signals | 'the end of npm'

/** On Windows nobody can send the first, but a window that is closed, and Ctrl-Break, say the same. */
const stopSignals: NodeJS.Signals[] =
  process.platform === 'win32' ? ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK'] : ['SIGTERM', 'SIGINT']

/** A terminal sends Ctrl-C to npm and to us, and npm passes its own on: one key press comes twice. */
const echoMs = 300

export const serve = command({
  name: 'serve',
  summary: 'Start the server.',
  about: `It prints its address when it is ready to answer. FOLDER is the folder that the file manager
serves. Flags win over variables, variables over the config file, where --log-level is called logLevel.`,
  arguments: { files: '[FOLDER]' },
  settings: 'shown',
  exits: ['stopped', 'could not start or was stopped at once'],
  run: (_, { config, env }) => untilStopped(config, env),
})

/** Serves until a signal says stop. Logs go to stderr, so that stdout has what a person waits for and nothing else. */
async function untilStopped(config: Config, env: Environment): Promise<number> {
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

async function start(config: Config, hooks: Hooks): Promise<Triptych | null> {
  const { observe } = hooks
  let triptych: Triptych | null = null
  try {
    // Loaded late, so that a wrong setting is told before a database driver is even looked for.
    const { createTriptych } = await import('../main.ts')
    triptych = await createTriptych(config, hooks)
    const { url } = await triptych.listen()
    observe({ kind: 'started', address: url })
    process.stdout.write(`Triptych is ready at ${url}\n${placesOf(config)}\n`)
    // Not by the logger: who reads logs is not who may own the server.
    const link = await triptych.firstOwnerLink()
    if (link !== null) process.stdout.write(`Its first owner comes in by ${link}\n`)
    return triptych
  } catch (error) {
    process.stderr.write(`${startFailure(error, config)}\n`)
    if (config.logLevel === 'debug')
      observe({ kind: 'failure', requestId: null, where: 'start', error })
    await triptych?.close()
    return null
  }
}

/** Which data it has: of two servers on a machine, or of two folders, one may be the wrong one. */
function placesOf({ data, database, files, storage }: Config): string {
  const folder = data === ':memory:' ? 'memory' : resolve(data)
  const tables = database === null ? folder : `PostgreSQL at ${withoutSecrets(database)}`
  const bytes = files ? resolve(files) : storage === null ? folder : withoutSecrets(storage)
  const isOne = tables === bytes
  if (data === ':memory:' && isOne) return 'Its data is in memory, and gone when it stops'
  return isOne ? `Its data is in ${folder}` : `Its data is in ${tables}, its files in ${bytes}`
}

/** As far as it says where that is. */
function withoutSecrets(address: string): string {
  const { host, pathname } = new URL(address)
  return `${host}${pathname}`
}

/** Whoever reads the log may go away; the server stays. */
function ignoreClosedPipes(): void {
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
}

/** One line that says why the server did not start and, where we know, what helps. */
function startFailure(error: unknown, { host, port }: Config): string {
  return `Triptych cannot start: ${whyNot(error, host, port)}`.replaceAll(/[\s\p{Cc}]+/gu, ' ')
}

function whyNot(error: unknown, host: string, port: number): string {
  const code = codeOf(error)
  if (code === 'EADDRINUSE') return `port ${port} on ${host} is in use; choose another with --port`
  if (code === 'EADDRNOTAVAIL')
    return `this machine has no address ${host}; choose another with --host`
  if (code === 'EACCES' && String(error).includes('listen')) {
    return `listening on port ${port} is not permitted; choose another with --port`
  }
  return reasonOf(error)
}

/** Answers the first signal to stop. A second one ends the process at once, with exit code 1. */
function nextStopSignal(env: Environment): Promise<StopSignal> {
  const isUnderNpm = env['npm_lifecycle_event'] !== undefined
  let first: { signal: StopSignal; at: number } | null = null

  return new Promise((resolve) => {
    function onSignal(signal: StopSignal): void {
      const at = performance.now()
      if (first === null) {
        first = { signal, at }
        resolve(signal)
        return
      }
      const isEcho = isUnderNpm && signal === first.signal && at - first.at < echoMs
      if (!isEcho) process.exit(1)
    }
    for (const signal of stopSignals) process.on(signal, onSignal)
    if (isUnderNpm) whenOrphaned(() => first ?? onSignal('the end of npm'))
  })
}

/** npm passes a signal on to the shell between us, which dies of it and tells nobody. */
function whenOrphaned(stop: () => void): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 200).unref()
}
