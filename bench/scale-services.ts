import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { startPostgres } from '../scripts/postgres.ts'
import { startS3 } from '../scripts/s3.ts'
import type { Options } from './compare.ts'
import type { Bench } from './files-measure.ts'
import { bareS3 } from './s3-bare.ts'
import type { BareS3 } from './s3-bare.ts'
import { startServer } from './server.ts'
import type { Server } from './server.ts'
import { cli } from './tables-server.ts'

/** What each group needs: an empty folder on the disk that is measured. */
export type ScaleBench = Pick<Bench, 'folder' | 'options'>

export interface Postgres {
  /** Makes a database; answers its address. */
  newDatabase(name: string): Promise<string>
  /** User and system time of all its processes so far; NaN where there is no /proc. */
  cpuSeconds(): number
  stop(): Promise<void>
}

/** A real PostgreSQL as it comes, with every commit synced to the disk of `folder`. */
export async function startPostgresIn(folder: string): Promise<Postgres> {
  // It does not run as root, and has to reach its own folder below.
  chmodSync(folder, 0o711)
  const server = await withTemporary(folder, startPostgres)
  // Before the folder is removed, in which it writes to the last.
  process.prependListener('exit', kill)
  function kill(): void {
    void server.kill()
    // A process that exits waits for no promise.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  }

  return {
    async newDatabase(name) {
      const client = new Client({ connectionString: server.url })
      await client.connect()
      try {
        await client.query(`create database "${name}"`)
      } finally {
        await client.end()
      }
      const url = new URL(server.url)
      url.pathname = name
      return url.href
    },
    cpuSeconds: () => familyCpuSeconds(join(server.folder, 'data/postmaster.pid')),
    async stop() {
      process.off('exit', kill)
      await server.stop()
    },
  }
}

/** `start` asks for the temporary folder before it waits for anything. */
function withTemporary<T>(folder: string, start: () => Promise<T>): Promise<T> {
  const { TMPDIR: before } = process.env
  process.env['TMPDIR'] = folder
  const started = start()
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  return started
}

// Linux counts these in ticks of 1/100 s, whatever its own clock does.
const ticksPerSecond = 100

/** Of a process, its children, and those that have ended. */
function familyCpuSeconds(pidFile: string): number {
  if (process.platform !== 'linux') return NaN
  const pid = readFileSync(pidFile, 'latin1').split('\n')[0] ?? ''
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ')
  const own = ticksOf(pid, 4)
  return children.reduce((sum, child) => sum + ticksOf(child, 2), own) / ticksPerSecond
}

/** The first two are a process's own time, the next two that of its children that have ended. */
function ticksOf(pid: string, count: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields.slice(11, 11 + count).reduce((sum, ticks) => sum + Number(ticks), 0)
  } catch {
    // It has just ended, and counts with its parent.
    return 0
  }
}

export interface Bucket {
  url: URL
  bare: BareS3
  /** For `--storage`; each name is a place of its own. */
  storage(name: string): string
  stop(): Promise<void>
}

/** A real S3 with one bucket; whoever is started after it finds its keys in the environment. */
export async function startBucket(): Promise<Bucket> {
  const server = await startS3()
  const url = new URL(server.url)
  const bare = bareS3(url, 'bench')
  process.env['AWS_ACCESS_KEY_ID'] = url.username
  process.env['AWS_SECRET_ACCESS_KEY'] = decodeURIComponent(url.password)
  ;(await bare.send({ method: 'PUT', key: '' })).resume()
  return {
    url,
    bare,
    storage: (name) => `s3://bench/${name}?endpoint=${encodeURIComponent(url.origin)}`,
    async stop() {
      bare.close()
      await server.stop()
    },
  }
}

/** As it is delivered, on the engines that the flags say. */
export function startOn(
  name: string,
  data: string,
  engines: string[],
  { profile }: Options,
): Promise<Server> {
  const profiler = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const serve = ['serve', '--port', '0', '--data', data, '--empty', '--no-page', ...engines]
  return startServer({ name, args: [...profiler, cli, ...serve], stderr: 'ignore' })
}
