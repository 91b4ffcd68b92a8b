import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Options } from './compare.ts'
import { cpuSeconds, residentMb, startServer, withoutSettings } from './server.ts'
import { openLoad, rawRequest } from './load.ts'
import type { Timing } from './files-measure.ts'
import type { Server } from './server.ts'

export const cli = join(import.meta.dirname, '../packages/server/bin/triptych.js')

/** As it is delivered, with nothing in it but what is in the folder. */
export function startTriptych({ profile }: Options, data: string, program = cli): Promise<Server> {
  const profiler = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const args = [...profiler, program, 'serve', '--port', '0', '--data', data, '--empty']
  return startServer({ name: 'Triptych', args, stderr: 'ignore' })
}

/** Where the tables of a folder with data are. */
export function databaseIn(data: string): string {
  return join(data, 'workspaces/main/triptych.sqlite')
}

export interface Ended extends Timing {
  /** The most memory it had, in megabytes. */
  most: number
}

/** Runs a program in a process of its own, from its start to its end. */
export async function runProgram(args: string[]): Promise<Ended> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: withoutSettings(process.env),
  })
  const kill = () => child.kill('SIGKILL')
  process.on('exit', kill)
  let [cpu, most] = [0, 0]
  // Nothing can be asked about a process that has ended.
  const timer = setInterval(() => {
    try {
      cpu = cpuSeconds(child.pid as number)
      most = Math.max(most, residentMb({ pid: child.pid as number }) || 0)
    } catch {
      clearInterval(timer)
    }
  }, 20)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(timer)
  process.off('exit', kill)
  if (code !== 0) throw new Error(`It failed: node ${args.join(' ')}`)
  return { ms: performance.now() - began, cpu: cpu * 1000, most }
}

/** One request over one connection: the median of its time, and its CPU on average. */
export async function timedRequest(
  { seconds }: Options,
  server: Server,
  path: string,
): Promise<Timing> {
  const load = await openLoad(server.port, 1)
  const step = () => [rawRequest('GET', path)]
  try {
    await load.run({ seconds: seconds / 4, step })
    const before = server.cpuSeconds()
    const { steps, p50 } = await load.run({ seconds, step })
    return { ms: p50, cpu: ((server.cpuSeconds() - before) * 1000) / steps }
  } finally {
    load.close()
  }
}
