import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { nobody } from './postgres.ts'

/** A PgBouncer of our own in front of a PostgreSQL server, for tests. */
export interface Pgbouncer {
  /** Of the same database as the given one. */
  url: string
  stop(): Promise<void>
}

/** Why there is none here, or `false`; `npm test` brings it where it can. */
export const cannotPool =
  spawnSync('pgbouncer', ['--version']).status === 0 ? false : 'pgbouncer is not here'

const patienceMs = 20_000

/**
 * Answers when it takes connections. Each transaction gets any of a few connections to the server, so
 * that nothing which is kept in one of them is there for the next transaction.
 */
export async function startPgbouncer(postgresUrl: string): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'triptych-pgbouncer-'))
  const owner = process.getuid?.() === 0 ? nobody() : null
  const server = new URL(postgresUrl)
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
* = host=${server.searchParams.get('host')} user=${server.username}
[pgbouncer]
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
listen_addr =
unix_socket_dir = ${folder}
auth_type = any
`,
  )
  if (owner) for (const path of [folder, settings]) chownSync(path, owner.uid, owner.gid)

  const child = spawn('pgbouncer', [settings], { ...owner, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise((done) => child.once('exit', done))
  let said = ''
  child.stderr.on('data', (bytes) => (said += String(bytes)))
  const latest = performance.now() + patienceMs
  while (!said.includes('process up')) {
    if (child.exitCode !== null || performance.now() > latest) throw new Error(said)
    await sleep(20)
  }

  return {
    url: `postgres://${server.username}@localhost:6432${server.pathname}?host=${encodeURIComponent(folder)}`,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
