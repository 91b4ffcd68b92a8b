import assert from 'node:assert/strict'
import { newFolder, run, serving } from './run-program.ts'
import type { Run } from './run-program.ts'

/** A real server in a process of its own, on a data folder. */
export interface ServerProcess {
  url: string
  /** Sends a request with a JSON body, and takes the answer for granted unless it is an error. */
  ask<T>(method: string, path: string, body?: unknown): Promise<T>
  /** Kill -9. Resolves when the process is gone. */
  kill(): Promise<void>
  /** Asks it to stop. Resolves to the exit code. */
  stop(): Promise<number | null>
  /** What it wrote to stderr. */
  err(): string
}

// Most of a start is loading the source; every server of a test run may use what the first compiled.
const env = { NODE_COMPILE_CACHE: newFolder() }

export async function startServer(
  data: string,
  flags: readonly string[] = ['--empty'],
  more: Record<string, string> = {},
): Promise<ServerProcess> {
  const { url, child, ended, err } = await serving(argvFor(data, flags), {
    env: { ...env, ...more },
  })

  return {
    url,
    err,
    async ask<T>(method: string, path: string, body?: unknown) {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const answer = await fetch(new URL(path, url), { method, ...sent })
      const text = await answer.text()
      assert.ok(answer.ok, `${method} ${path} was answered ${answer.status}: ${text}`)
      return JSON.parse(text) as T
    },
    async kill() {
      assert.ok(child.kill('SIGKILL'), `the server was gone before it was killed: ${err()}`)
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** A start of which nobody knows yet how it ends. */
export function tryServer(data: string, flags: readonly string[] = ['--empty']): Run {
  return run(['serve', '--port', '0', ...argvFor(data, flags)], { env })
}

/** Every start after this one is quick: the compiled source is kept when a process ends in peace. */
export async function warmUp(): Promise<void> {
  const server = await startServer(':memory:')
  assert.equal(await server.stop(), 0)
}

function argvFor(data: string, flags: readonly string[]): string[] {
  return ['--data', data, '--log-level', 'error', '--no-page', ...flags]
}
