import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect } from 'node:net'
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
  args: string[]
  /** The program; this same Node where none is named. */
  program?: string
  /** Where it will listen, of a program that does not print its address. */
  port?: number
  /** What the process logs is written either way; `ignore` sends it to the null device. */
  stderr: 'inherit' | 'ignore'
}

/** Resolves when the server has printed its address, or takes connections at the port it was given. */
export async function startServer(command: ServerCommand): Promise<Server> {
  const { name, args, stderr, program = process.execPath } = command
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', stderr],
    cwd: import.meta.dirname,
    env: withoutSettings(process.env),
  })
  const kill = () => void child.kill('SIGKILL')
  process.on('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    const late = setTimeout(kill, 10_000)
    await exit
    clearTimeout(late)
  }

  const address = new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed = printed.slice(-1000) + text
      const match = /http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)
      if (match && command.port === undefined) resolve(match[1] as string)
    })
    if (command.port !== undefined) void listens(command.port).then(resolve, reject)
    child.on('error', reject)
    child.on('exit', () =>
      reject(new Error(`${name} ended. See why: ${program} ${args.join(' ')}`)),
    )
    void sleep(240_000, undefined, { ref: false }).then(() =>
      reject(new Error(`${name} is silent`)),
    )
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

async function listens(port: number): Promise<string> {
  for (let n = 0; n < 10_000; n++) {
    const socket = connect(port, '127.0.0.1')
    const isThere = await new Promise<boolean>((resolve) => {
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    })
    socket.destroy()
    if (isThere) return String(port)
    await sleep(20)
  }
  throw new Error(`Nobody listens at ${port}.`)
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

/** Megabytes of memory of a process now; NaN where there is no /proc. */
export function residentMb({ pid }: Pick<Server, 'pid'>): number {
  if (process.platform !== 'linux') return NaN
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
