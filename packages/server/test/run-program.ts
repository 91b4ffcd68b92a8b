import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ChildProcess } from 'node:child_process'

const program = fileURLToPath(new URL('../bin/triptych.js', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'triptych-cli-'))
const children = new Set<ChildProcess>()
after(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(scratch, { recursive: true, force: true })
})

export interface Run {
  child: ChildProcess
  cwd: string
  out: () => string
  err: () => string
  /** The exit code, once the process has ended and all it wrote has been read. */
  ended: Promise<number | null>
}

export interface RunOptions {
  env?: Record<string, string>
  cwd?: string
  node?: string[]
}

/** Starts the real program in a folder and an environment of its own. */
export function run(
  argv: string[],
  { env = {}, cwd = newFolder(), node = [] }: RunOptions = {},
): Run {
  const child = spawn(process.execPath, [...node, program, ...argv], { cwd, env, stdio: 'pipe' })
  children.add(child)
  const text = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text.out += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.err += chunk))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, cwd, out: () => text.out, err: () => text.err, ended }
}

export async function serving(
  argv: string[] = [],
  options: RunOptions = {},
): Promise<Run & { url: string }> {
  const started = run(['serve', '--port', '0', ...argv], options)
  await until(() => started.out().endsWith('\n') || started.child.exitCode !== null)
  const url = /^Triptych is ready at (\S+)\n$/.exec(started.out())?.[1]
  assert.ok(url, `did not start: ${started.out()}${started.err()}`)
  return { ...started, url }
}

export function newFolder(): string {
  return mkdtempSync(join(scratch, 'run-'))
}

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!isTrue()) {
    assert.ok(Date.now() < deadline, 'waited too long')
    await pause(5)
  }
}

export function isOneLine(text: string): boolean {
  return /^[^\n]+\n$/.test(text)
}
