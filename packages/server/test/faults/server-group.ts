import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../../../../scripts/postgres.ts'
import type { PostgresServer } from '../../../../scripts/postgres.ts'
import { startS3 } from '../../../../scripts/s3.ts'
import type { S3Server } from '../../../../scripts/s3.ts'
import { parseS3Address } from '../../src/engines/s3/address.ts'
import { s3Client } from '../../src/engines/s3/client.ts'
import type { S3Client } from '../../src/engines/s3/client.ts'
import { startBalancer } from './balancer.ts'
import { cuttingProxy } from './cutting-proxy.ts'
import type { CuttingProxy } from './cutting-proxy.ts'
import { newFolder, run } from '../fixtures/run-program.ts'
import type { Run } from '../fixtures/run-program.ts'
import { fixedCredentials } from '../fixtures/s3-server.ts'

/** Several servers behind a balancer, on a PostgreSQL and an S3 of their own. */
export interface ServerGroup {
  /** By which clients come. */
  url: string
  postgres: PostgresServer
  s3: S3Server
  /** Past the line: whatever is cut, this is not. */
  bucket: S3Client
  keys: { accessKey: string; secretKey: string }
  lines: { clients: CuttingProxy; database: CuttingProxy; storage: CuttingProxy }
  /** Kill -9 for one of those that serve; resolves when it is up again. */
  killOne(which: (count: number) => number): Promise<void>
  /** The addresses of the servers, when all of them serve. */
  all(): Promise<string[]>
  /** What ended though nobody killed it. */
  deaths: string[]
  /** What the servers said on their stderr. */
  said(): string
  /** Another command of the program, with the same database and bucket. */
  command(...argv: string[]): Promise<{ code: number | null; text: string }>
  stop(): Promise<void>
}

interface Seat {
  /** `null` while it starts. */
  serving: { url: string; process: Run } | null
  isMeant: boolean
}

export async function startServerGroup(count: number): Promise<ServerGroup> {
  // What the system was given to write survives a process that is killed.
  const [postgres, s3] = await Promise.all([startPostgres({ fsync: 'off' }), startS3()])
  const store = new URL(s3.url)
  const balancer = await startBalancer(250)
  const lines = {
    clients: await cuttingProxy(portOf(balancer.url)),
    database: await cuttingProxy({ path: `${postgres.folder}/.s.PGSQL.5432` }),
    storage: await cuttingProxy(portOf(s3.url)),
  }
  const keys = { accessKey: store.username, secretKey: decodeURIComponent(store.password) }
  const patient = { idleMs: 30_000, retryForMs: 10_000 }
  const bucket = s3Client(parseS3Address(s3Url(store.origin)), fixedCredentials(keys), patient)
  await bucket.ask({ method: 'PUT', key: '' })

  const engines = [
    `--database=postgres://triptych@127.0.0.1:${lines.database.port}/postgres`,
    `--storage=${s3Url(`http://127.0.0.1:${lines.storage.port}`)}`,
  ]
  const env = {
    AWS_ACCESS_KEY_ID: keys.accessKey,
    AWS_SECRET_ACCESS_KEY: keys.secretKey,
  }
  const deaths: string[] = []
  const processes: Run[] = []
  let isOver = false

  const seats = Array.from({ length: count }, (): Seat => ({ serving: null, isMeant: false }))
  const keeping = seats.map(keep)

  /** As whoever runs a server does: what has ended is started again. */
  async function keep(seat: Seat): Promise<void> {
    const flags = ['--port', '0', '--data', newFolder(), '--empty', '--no-page']
    while (!isOver) {
      const started = run(['serve', ...flags, '--log-level', 'error', ...engines], { env })
      processes.push(started)
      const url = await addressOf(started)
      if (url !== null) {
        await balancer.add(url)
        seat.serving = { url, process: started }
        await started.ended
        seat.serving = null
        if (!seat.isMeant && !isOver) deaths.push(`${started.out()}${started.err()}`)
        seat.isMeant = false
      } else await pause(200)
    }
  }

  async function all(): Promise<string[]> {
    for (;;) {
      const serving = seats.flatMap((seat) => seat.serving?.url ?? [])
      const answers = await Promise.all(serving.map(isReady))
      if (serving.length === count && answers.every(Boolean)) return serving
      await pause(50)
    }
  }

  await all()
  return {
    url: `http://127.0.0.1:${lines.clients.port}/`,
    postgres,
    s3,
    bucket,
    keys,
    lines,
    deaths,
    all,
    async killOne(which) {
      const up = seats.filter(({ serving }) => serving)
      const seat = up[which(up.length)]
      if (!seat?.serving) return
      const { process } = seat.serving
      seat.isMeant = true
      process.child.kill('SIGKILL')
      await process.ended
      while (!seat.serving) await pause(20)
    },
    said: () => processes.map(({ err }) => err()).join(''),
    async command(...argv) {
      const { ended, out, err } = run([...argv, '--data', newFolder(), ...engines], { env })
      const code = await ended
      return { code, text: `${out()}${err()}` }
    },
    async stop() {
      isOver = true
      for (const { child } of processes) child.kill('SIGKILL')
      await Promise.all(keeping)
      await balancer.close()
      for (const line of Object.values(lines)) await line.close()
      bucket.close()
      await Promise.all([postgres.stop(), s3.stop()])
    },
  }
}

/** `null` when it ends before it serves. */
async function addressOf({ child, ended, out }: Run): Promise<string | null> {
  let isGone = false
  void ended.then(() => (isGone = true))
  while (!isGone && !out().endsWith('\n')) {
    await Promise.race([ended, once(child.stdout!, 'data').catch(() => {})])
  }
  return /^Triptych is ready at (\S+)\n/.exec(out())?.[1] ?? null
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(new URL('health', url)).catch(() => null)
  await answer?.body?.cancel()
  return answer?.status === 200
}

function s3Url(endpoint: string): string {
  return `s3://group/drive?endpoint=${encodeURIComponent(endpoint)}`
}

function portOf(url: string): { host: string; port: number } {
  return { host: '127.0.0.1', port: Number(new URL(url).port) }
}
