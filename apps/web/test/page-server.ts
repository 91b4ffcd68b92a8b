import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { newFolder, run } from '../../../packages/server/test/fixtures/run-program.ts'
import type { Run } from '../../../packages/server/test/fixtures/run-program.ts'

/** Whoever answers at the page's address. */
export interface PageServer {
  url: string
  /** Ends it, lets that be seen, and starts it again at the same address with the same data. */
  restart(whileDown?: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** A real server in a process of its own, with the demo's content in a new folder. */
export async function startPageServer(
  flags: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<PageServer & { data: string; out: () => string }> {
  const data = newFolder()
  let running = await start('0')
  const { url } = running
  const { port } = new URL(url)

  async function start(portFlag: string): Promise<Run & { url: string }> {
    const argv = ['--port', portFlag, '--data', data, '--log-level', 'error', ...flags]
    const started = run(['serve', ...argv], { env })
    const address = await addressOf(started)
    await pageAt(address)
    return { ...started, url: address }
  }

  async function stop(): Promise<void> {
    running.child.kill('SIGTERM')
    assert.equal(await running.ended, 0, running.err())
  }

  return {
    url,
    data,
    stop,
    out: () => running.out(),
    async restart(whileDown) {
      await stop()
      await whileDown?.()
      running = await start(port)
    },
  }
}

async function addressOf(started: Run): Promise<string> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const url = /^Triptych is ready at (\S+)$/m.exec(started.out())?.[1]
    if (url) return url
    const isHopeless = started.child.exitCode !== null || Date.now() > deadline
    assert.ok(!isHopeless, `did not start: ${started.out()}${started.err()}`)
    await pause(10)
  }
}

/** A page that is missing or old is built first, and a notice stands in its place. */
async function pageAt(address: string): Promise<void> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const answer = await fetch(address)
    const text = await answer.text()
    if (answer.status !== 503) return
    assert.ok(Date.now() < deadline && !text.includes('<pre>'), `there is no page: ${text}`)
    await pause(200)
  }
}
