import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server under measurement, in a process of its own. */
export interface Server {
  name: string
  port: number
  pid: number
  /** User and system time of all its threads so far; NaN where there is no /proc. */
  cpuSeconds(): number
  stop(): Promise<void>
}

export interface ServerCommand {
  name: string
  /** Arguments for this same Node. */
  args: string[]
  /** What the process logs is written either way; `ignore` sends it to the null device. */
  stderr: 'inherit' | 'ignore'
}

/** Resolves when the server has printed its address. */
export async function startServer({ name, args, stderr }: ServerCommand): Promise<Server> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', stderr],
    cwd: import.meta.dirname,
    env: withoutSettings(process.env),
  })
  process.on('exit', () => child.kill('SIGKILL'))
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    const kill = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await exit
    clearTimeout(kill)
  }

  const address = new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed = printed.slice(-1000) + text
      const match = /http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)
      if (match) resolve(match[1] as string)
    })
    child.on('error', reject)
    child.on('exit', () => reject(new Error(`${name} ended. See why: node ${args.join(' ')}`)))
    void sleep(30_000, undefined, { ref: false }).then(() => reject(new Error(`${name} is silent`)))
  })

  try {
    const port = Number(await address)
    const pid = child.pid as number
    return { name, port, pid, cpuSeconds: () => cpuSeconds(pid), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The developer's own settings must not get into the figures. */
export function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([key]) => !key.startsWith('TRIPTYCH_')))
}

// Linux counts these in ticks of 1/100 s, whatever its own clock does.
const ticksPerSecond = 100

export function cpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return NaN
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // The second field is the command in brackets, which may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
