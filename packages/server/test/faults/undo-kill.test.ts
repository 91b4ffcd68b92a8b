import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Change } from '@triptych/contract/changes'
import { readFolder } from '../fixtures/files-on-disk.ts'
import { eventually } from '../fixtures/files-api.ts'
import { newFolder } from '../fixtures/run-program.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'
import { startServer, warmUp } from '../fixtures/server-process.ts'
import type { ServerProcess } from '../fixtures/server-process.ts'

const kills = 3 * depth
const rows = 200
const files = ['a', 'b', 'c', 'd', 'e']

describe('kill -9 while steps are taken back and tables are restored', () => {
  before(warmUp)

  it(`leaves all of a step or nothing, and the sums of the disk, ${kills} times`, async () => {
    const random = seededRandom(chosenSeed())
    const [data, root] = [join(newFolder(), 'data'), join(newFolder(), 'root')]
    mkdirSync(root)
    const flags = ['--empty', '--files', root]
    let server = await startServer(data, flags)
    const start = await furnish(server)
    for (let killed = 0; killed < kills; killed++) {
      const working = Promise.allSettled([
        goOn(server, 'rows', start),
        goOn(server, 'files', start),
      ])
      await pause(random.between(100, 600))
      await server.kill()
      await working
      server = await startServer(data, flags)
      await check(server, root)
    }
    assert.equal(await server.stop(), 0)
  })
})

/** Answers the revision at which there are all rows. */
async function furnish(server: ServerProcess): Promise<number> {
  const columns = [{ name: 'title', type: 'text' }]
  await server.ask('POST', 'tables', { name: 'films', columns })
  const batch = Array.from({ length: rows }, (_, n) => ({
    url: 'films',
    method: 'POST',
    data: { title: `t${n}` },
  }))
  await server.ask('POST', 'batch', batch)
  await server.ask('POST', 'files/%2F', { name: 'in', type: 'folder' })
  for (const name of files) await server.ask('POST', 'files/%2F', { name })
  const log = await server.ask<Change[]>('GET', 'changes?limit=10000')
  return log.at(-1)!.revision
}

/** Until the server is gone. */
async function goOn(server: ServerProcess, which: 'rows' | 'files', at: number): Promise<void> {
  const headers = { 'x-origin': which }
  const ask = async (method: string, path: string, body: unknown): Promise<void> => {
    await fetch(new URL(path, server.url), { method, body: JSON.stringify(body), headers })
  }
  const ids = Array.from({ length: rows }, (_, n) => n + 1)
  const change = ids.map((id) => ({
    url: `films/${id}`,
    method: id % 2 ? 'PUT' : 'DELETE',
    data: { title: 'x' },
  }))
  const paths = files.map((name) => `/${name}`)
  for (;;) {
    if (which === 'rows') {
      await ask('POST', 'batch', change)
      await ask('POST', 'undo', {})
      await ask('POST', 'redo', undefined)
      await ask('POST', 'history/restore', { of: 'films', at })
    } else {
      await ask('PUT', 'files', { operation: 'move', ids: paths, target: '/in' })
      await ask('POST', 'undo', {})
      await ask('DELETE', 'files', { ids: paths })
      await ask('POST', 'undo', {})
    }
  }
}

async function check(server: ServerProcess, root: string): Promise<void> {
  const titles = (await server.ask<{ title: string }[]>('GET', 'films')).map(({ title }) => title)
  const changed = titles.filter((title) => title === 'x').length
  const isWhole = titles.length === rows && changed === 0
  assert.ok(isWhole || (titles.length === rows / 2 && changed === rows / 2), `${titles.length}`)
  await eventually(async () => {
    const found = readFolder(root, ['.triptych']).map(({ path }) => path)
    const there = found.filter((path) => path !== 'in')
    const isOne = [files, files.map((name) => `in/${name}`), []].some(
      (state) => state.join() === there.join(),
    )
    assert.ok(isOne, `half of a step is left: ${there.join()}`)
    const info = await server.ask<{ files: number; folders: number }>('GET', 'info')
    assert.deepEqual([info.files, info.folders], [there.length, 1])
  })
  const log = await server.ask<Change[]>('GET', 'changes?limit=10000')
  const marks = log.filter(({ area }) => area === 'history')
  for (const { step, revision } of marks) {
    const last = log.findLast((one) => one.step === step)
    assert.equal(last?.revision, revision, 'a step goes on behind its mark')
  }
}
