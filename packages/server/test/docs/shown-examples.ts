import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const isCurlMissing = spawnSync('curl', ['--version']).status !== 0 && 'curl is not here'

export interface Example {
  commands: string
  /** The JSON shown below the commands, if any. */
  answer: string | undefined
}

/** The shell blocks of a page that ask the server something. */
export function examplesIn(page: string): Example[] {
  const blocks = page.matchAll(/```sh\n(curl[^]*?)```(?:\n\n```json\n([^]*?)```)?/g)
  return [...blocks].map(([, commands = '', answer]) => ({ commands, answer }))
}

export interface Place {
  address: string
  /** The folder it runs in, and what the shell knows. */
  cwd?: string
  env?: Record<string, string>
}

/** Runs an example against the server at `address` in place of the one it names. */
export async function checkExample(
  { commands, answer }: Example,
  { address, cwd = process.cwd(), env = {} }: Place,
): Promise<void> {
  const script = commands.replaceAll('localhost:3200', address)
  const { stdout } = await run('bash', ['-c', script], { cwd, env: { ...process.env, ...env } })
  assert.notEqual(stdout.trim(), '')
  assert.doesNotMatch(stdout, /"urn:triptych:error:(auth|unauth)/)
  if (!answer) return
  assert.deepEqual(JSON.parse(stdout.slice(lastValueStart(stdout))), JSON.parse(answer))
}

/** curl writes the answers of several commands one after the other. */
function lastValueStart(text: string): number {
  for (let start = 0; ;) {
    try {
      JSON.parse(text.slice(start))
      return start
    } catch {
      const next = text.slice(start + 1).search(/[[{]/)
      if (next < 0) throw new Error(`no JSON in ${text}`)
      start += 1 + next
    }
  }
}
