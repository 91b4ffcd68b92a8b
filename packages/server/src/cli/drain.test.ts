import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { connectRaw } from '../../test/fixtures/raw-exchange.ts'
import { inTime, serving } from '../../test/fixtures/run-program.ts'
import { patient } from '../../test/fixtures/patient.ts'

/** A server that was told to stop, and says already that it is not ready. */
async function draining(t: TestContext, url: string, stop: () => void): Promise<void> {
  stop()
  await t.waitFor(async () => assert.equal(await statusOf(url, 'health'), 503), {
    ...patient,
    interval: 10,
  })
}

async function statusOf(url: string, path: string): Promise<number> {
  const { status, body } = await fetch(new URL(path, url))
  await body?.cancel()
  return status
}

async function addTable(url: string, name: string): Promise<number> {
  const body = JSON.stringify({ name, columns: [{ name: 'text', type: 'text' }] })
  const { status } = await fetch(new URL('tables', url), { method: 'POST', body })
  return status
}

function question(path: string): string {
  return `GET /${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
}

const flags = ['--empty', '--no-page', '--log-level', 'silent']

describe('a server that drains', () => {
  it('is alive but not ready at once, and answers whoever comes', async (t) => {
    const { child, url, ended } = await serving([...flags, '--drain', '600'])

    await draining(t, url, () => child.kill('SIGTERM'))

    assert.equal(await statusOf(url, 'health/live'), 200)
    assert.equal(await addTable(url, 'notes'), 200)
    assert.equal(await statusOf(url, 'notes'), 200)
    child.kill('SIGTERM')
    assert.equal(await ended, 1)
  })

  it('ends a connection after its next answer, and tells so', async (t) => {
    const { child, url, ended } = await serving([...flags, '--drain', '600'])
    const kept = await connectRaw(Number(new URL(url).port))
    kept.socket.write(question('health/live'))
    // For longer than a balancer keeps a connection that it does not use.
    assert.match(await kept.until('\r\n\r\n{'), /^keep-alive: timeout=75\r$/im)

    await draining(t, url, () => child.kill('SIGTERM'))
    kept.socket.write(question('no-such-table'))

    const [, second = ''] = (await kept.ended).split(/(?=HTTP\/1\.1 404)/)
    assert.match(second, /^connection: close\r$/im)
    child.kill('SIGTERM')
    assert.equal(await ended, 1)
  })

  it('sends events to the end, and then asks their readers to come back soon', async (t) => {
    const { child, url, ended } = await serving([...flags, '--drain', '8'])
    const events = await fetch(new URL('events', url))

    await draining(t, url, () => child.kill('SIGTERM'))
    assert.equal(await addTable(url, 'notes'), 200)

    const text = await events.text()
    assert.match(text, /^retry: 1000\n\nid: 1\ndata: .*"entity":"notes".*\n\nretry: 100\n\n$/)
    assert.equal(await ended, 0)
  })
})

it('a server that stops answers whoever connected just before', async (t) => {
  await inTime(1000, async (begin) => {
    const { child, url, ended } = await serving(flags)
    begin()
    const made = await connectRaw(Number(new URL(url).port))

    child.kill('SIGTERM')
    await t.waitFor(() => assert.rejects(fetch(url)), { ...patient, interval: 10 })
    made.socket.write(question('health/live'))

    assert.match(await made.ended, /^HTTP\/1\.1 200 [^]*^connection: close\r$/im)
    assert.equal(await ended, 0)
  })
})
