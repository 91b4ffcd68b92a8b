import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { newFolder } from '../fixtures/run-program.ts'

/** Why nobody can be watched here, or `false`. */
export const cannotTrace =
  spawnSync('sh', ['-c', 'sleep 0.2 & exec strace -qq -o /dev/null -p $!']).status === 0
    ? false
    : 'strace is not here, or not allowed to watch others'

/** Those that give names and take them, on any processor. */
export const namingCalls =
  'rename renameat renameat2 link linkat symlinkat unlink unlinkat rmdir mkdir mkdirat'.split(' ')

export const syncingCalls = ['fsync', 'fdatasync']

const writingCalls =
  'write writev pwrite64 pwritev ftruncate fallocate copy_file_range sendfile fchmod utimensat'

/** Every call that changes a disk; also the answers to clients. */
const changingCalls = [...namingCalls, ...syncingCalls, ...writingCalls.split(' ')]

export interface Watch {
  /** The calls made so far, in their order. */
  calls(): Call[]
  /** Answers whether it was killed. */
  end(): Promise<boolean>
}

/** The how manyth of its name, counted from 1 and in each thread by itself. */
export interface Call {
  name: string
  at: number
}

export interface WatchOptions {
  calls?: readonly string[]
  /** Kill -9 in place of this one. */
  kill?: Call | undefined
  /** Also the threads that this one's process has, and will have. */
  everyThread?: boolean
}

/** Watches what one thread of a process asks the kernel to do, from now on. */
export async function watchCalls(
  thread: number,
  { calls = changingCalls, kill, everyThread = false }: WatchOptions = {},
): Promise<Watch> {
  const file = join(newFolder(), 'calls')
  const set = calls.map((name) => `?${name}`).join(',')
  const inject = kill ? ['-e', `inject=${kill.name}:signal=KILL:when=${kill.at}`] : []
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

  const written = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

  return {
    calls: () => counted(written().split('\n')),
    async end() {
      tracer.kill('SIGTERM')
      await ended
      return written().includes('killed by SIGKILL')
    },
  }
}

/** A line begins with the number of its thread where there are several. */
function counted(lines: readonly string[]): Call[] {
  const seen = new Map<string, number>()
  return lines.flatMap((line) => {
    const [whole, name] = /^(?:\d+ +)?(\w+)\(/.exec(line) ?? []
    if (whole === undefined || name === undefined) return []
    const at = (seen.get(whole) ?? 0) + 1
    seen.set(whole, at)
    return [{ name, at }]
  })
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
