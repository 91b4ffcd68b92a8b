import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { newFolder } from './run-program.ts'

/** Why nobody can be watched here, or `false`. */
export const cannotTrace =
  spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0
    ? false
    : 'strace is not here, or not allowed to trace'

/** Those that give names and take them, on any processor. */
export const namingCalls = [
  ...['rename', 'renameat', 'renameat2', 'link', 'linkat', 'symlinkat', 'unlink', 'unlinkat'],
  ...['rmdir', 'mkdir', 'mkdirat'],
]

/** Every call that changes a disk; also the answers to clients. */
export const changingCalls = [
  ...namingCalls,
  ...['write', 'writev', 'pwrite64', 'pwritev', 'ftruncate', 'fallocate', 'fsync', 'fdatasync'],
  ...['copy_file_range', 'sendfile', 'fchmod', 'utimensat'],
]

export interface Watch {
  /** The names of the calls made so far. */
  calls(): string[]
  end(): Promise<void>
}

export interface WatchOptions {
  calls?: readonly string[]
  /** Kill -9 in place of this one, counted from 1, in each thread by itself. */
  killAt?: number | undefined
  /** Also the threads that this one's process has, and will have. */
  everyThread?: boolean
}

/** Watches what one thread of a process asks the kernel to do, from now on. */
export async function watchCalls(
  thread: number,
  { calls = changingCalls, killAt, everyThread = false }: WatchOptions = {},
): Promise<Watch> {
  const file = join(newFolder(), 'calls')
  const set = calls.map((name) => `?${name}`).join(',')
  const inject = killAt === undefined ? [] : ['-e', `inject=${set}:signal=KILL:when=${killAt}`]
  const follow = everyThread ? ['-f'] : []
  const options = ['-o', file, '-e', `trace=${set}`, ...inject, ...follow]
  const tracer = spawn('strace', [...options, '-p', String(thread)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(tracer, 'close')
  let told = ''
  tracer.stderr.setEncoding('utf8').on('data', (text: string) => (told += text))
  while (!told.includes('attached')) {
    if (tracer.exitCode !== null) throw new Error(`strace: ${told}`)
    await pause(2)
  }

  return {
    calls() {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
      return lines.flatMap((line) => /^(?:\d+ +)?(\w+)\(/.exec(line)?.[1] ?? [])
    },
    async end() {
      tracer.kill('SIGTERM')
      await ended
    },
  }
}

/** The thread that runs our code, or the one that Node lets do what takes long. */
export type ThreadName = 'main' | 'pool'

export function threadOf(process: number, name: ThreadName): number {
  if (name === 'main') return process
  const threads = readdirSync(`/proc/${process}/task`)
  const found = threads.find(
    (id) => readFileSync(`/proc/${process}/task/${id}/comm`, 'utf8').trim() === 'libuv-worker',
  )
  if (found === undefined) throw new Error('There is no thread of the pool yet.')
  return Number(found)
}

export function isStopped(process: number): boolean {
  const stat = readFileSync(`/proc/${process}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T')
}
