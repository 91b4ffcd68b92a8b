import assert from 'node:assert/strict'
import {
  closeSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { newFolder } from '../fixtures/run-program.ts'
import { startServer, tryServer } from '../fixtures/server-process.ts'
import type { ServerProcess } from '../fixtures/server-process.ts'

const columns = [{ name: 'n', type: 'text' }]

async function served() {
  const data = join(newFolder(), 'data')
  const server = await startServer(data)
  await server.ask('POST', 'tables', { name: 't', columns })
  return { data, server }
}

const databaseOf = (data: string) => join(data, 'workspaces', 'main', 'triptych.sqlite')

async function answerTo(
  { url }: ServerProcess,
  path: string,
  body?: object,
): Promise<{ status: number; code: unknown }> {
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const answer = await fetch(new URL(path, url), sent)
  const { code } = (await answer.json()) as { code?: string }
  return { status: answer.status, code }
}

const lost = { status: 503, code: 'storage_lost' }

describe('a data folder', () => {
  it('that was removed under a running server takes no more changes', async () => {
    const { data, server } = await served()
    rmSync(data, { recursive: true })

    assert.deepEqual(await answerTo(server, 't', { n: 'a' }), lost)
    assert.deepEqual(await answerTo(server, 'tasks', { text: 'a' }), lost)
    assert.equal((await answerTo(server, 'health')).status, 503)
    assert.equal((await answerTo(server, 'health/live')).status, 200)
    await server.kill()
  })

  it('that was moved away is not written to, and is again when it is back', async () => {
    const { data, server } = await served()
    renameSync(data, `${data}-away`)
    assert.deepEqual(await answerTo(server, 't', { n: 'a' }), lost)
    assert.equal((await answerTo(server, 'health')).status, 503)

    renameSync(`${data}-away`, data)

    assert.equal((await answerTo(server, 't', { n: 'b' })).status, 200)
    assert.equal((await answerTo(server, 'health')).status, 200)
    const rows = await server.ask<{ n: string }[]>('GET', 't')
    assert.deepEqual(
      rows.map(({ n }) => n),
      ['b'],
    )
    await server.stop()
  })
})

describe('a database', () => {
  it('of no bytes is refused at the start, and stays as it is', async () => {
    const { data, server } = await served()
    await server.stop()
    const folder = join(data, 'workspaces', 'main')
    for (const name of readdirSync(folder)) {
      if (name.startsWith('triptych.sqlite-')) rmSync(join(folder, name))
    }
    truncateSync(databaseOf(data))

    const { ended, err } = tryServer(data)

    assert.equal(await ended, 1)
    assert.match(err(), /The database of main, triptych.sqlite, is empty: bring it back/)
    assert.equal(statSync(databaseOf(data)).size, 0)
  })

  it('that is missing is told at the start', async () => {
    const { data, server } = await served()
    await server.stop()
    rmSync(databaseOf(data))

    const { ended, err } = tryServer(data)

    assert.equal(await ended, 1)
    assert.match(err(), /The folder of main has no database, triptych.sqlite: bring it back/)
  })

  it('that is damaged while the server runs is told, and not ready', async () => {
    const { data, server } = await served()
    const rows = Array.from({ length: 2000 }, (_, n) => ({ n: `${n} ${'x'.repeat(400)}` }))
    await server.ask('POST', 't/rows', { rows })
    await server.stop()
    const again = await startServer(data)
    const { size } = statSync(databaseOf(data))
    const file = openSync(databaseOf(data), 'r+')
    // All but the first pages, which were read at the start.
    for (let at = 400_000; at < size; at += 4096)
      writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, at)
    closeSync(file)

    const answers = await Promise.all([answerTo(again, 't/1500'), answerTo(again, 't/1999')])
    assert.ok(
      answers.some((answer) => answer.code === 'storage_lost'),
      JSON.stringify(answers),
    )
    assert.deepEqual(await answerTo(again, 't', { n: 'a' }), lost)
    assert.equal((await answerTo(again, 'health')).status, 503)
    await again.kill()
  })
})
