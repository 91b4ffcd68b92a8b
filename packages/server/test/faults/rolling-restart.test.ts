import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startBalancer } from './balancer.ts'
import type { Balancer } from './balancer.ts'
import { eventFollower } from '../fixtures/event-follower.ts'
import { newPostgresDatabase } from '../fixtures/postgres-server.ts'
import { newFolder } from '../fixtures/run-program.ts'
import { newBucket, noS3 } from '../fixtures/s3-server.ts'
import { startServer } from '../fixtures/server-process.ts'
import type { ServerProcess } from '../fixtures/server-process.ts'

interface Work {
  /** Requests that were not answered as they should. */
  failures: string[]
  answered: number
  /** What was added, each with a name of its own. */
  rows: string[]
  tasks: string[]
  files: string[]
}

/** Adds, changes and reads without a pause until it is told to stop. */
async function work(url: string, name: string, isOver: () => boolean): Promise<Work> {
  const done: Work = { failures: [], answered: 0, rows: [], tasks: [], files: [] }

  async function ask(method: string, path: string, body?: object): Promise<{ id?: number }> {
    try {
      const sent = body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}
      const answer = await fetch(new URL(path, url), { method, ...sent })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${answer.status} ${text}`)
      done.answered++
      return JSON.parse(text) as { id?: number }
    } catch (error) {
      done.failures.push(`${method} ${path}: ${String(error)} ${String((error as Error).cause)}`)
      return {}
    }
  }

  for (let n = 0; !isOver(); n++) {
    const text = `${name}/${n}`
    const row = await ask('POST', 'notes', { text })
    done.rows.push(text)
    await ask('PATCH', `notes/${row.id}`, { key: 'seen', value: n })
    await ask('GET', `notes/${row.id}`)
    const task = await ask('POST', 'tasks', { text, parent: 0 })
    done.tasks.push(text)
    await ask('PUT', `tasks/${task.id}`, { progress: n % 100 })
    await ask('POST', 'upload?id=%2F', fileOf(`${name}-${n}.txt`, text))
    done.files.push(`${name}-${n}.txt`)
    await ask('GET', `files?text=${name}-${n}.txt`)
  }
  return done
}

function fileOf(name: string, text: string): FormData {
  const form = new FormData()
  form.set('file', new Blob([text]), name)
  return form
}

/** Follows all events, and comes back whenever a stream has ended; they may not break. */
async function follow(balancer: Balancer, isOver: () => boolean, head: () => number) {
  const follower = eventFollower()
  const { events } = follower
  let streams = 0
  let broken = 0
  while (!isOver() || events.length < head()) {
    streams++
    const { over } = follower.follow(balancer.url)
    const outcome = await Promise.race([over, untilComplete()])
    if (outcome === 'broken') broken++
  }
  return { revisions: events.map(({ revision }) => revision), streams, broken }

  async function untilComplete(): Promise<'complete'> {
    while (!isOver() || events.length < head()) await pause(20)
    return 'complete'
  }
}

function texts(rows: readonly { text: string }[]): string[] {
  return rows.map(({ text }) => text).toSorted()
}

const options = { timeout: 300_000, skip: noS3 }

it('a rolling restart drops no request and no event', options, async (t) => {
  const database = await newPostgresDatabase()
  const { url: storage, keys } = await newBucket()
  const credentials = {
    AWS_ACCESS_KEY_ID: keys.accessKey,
    AWS_SECRET_ACCESS_KEY: keys.secretKey,
  }
  const flags = ['--empty', '--database', database, '--storage', storage, '--drain', '1']
  const start = (data: string): Promise<ServerProcess> => startServer(data, flags, credentials)
  const folders = [newFolder(), newFolder()]
  const servers: ServerProcess[] = []
  for (const folder of folders) servers.push(await start(folder))
  const balancer = await startBalancer()
  t.after(() => balancer.close())
  for (const { url } of servers) await balancer.add(url)
  const columns = [
    { name: 'text', type: 'text' },
    { name: 'seen', type: 'integer' },
  ]
  await servers[0]!.ask('POST', 'tables', { name: 'notes', columns })

  let isOver = false
  let head = Infinity
  t.after(() => {
    isOver = true
    head = 0
  })
  const working = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
    work(balancer.url, name, () => isOver),
  )
  const following = [1, 2, 3, 4].map(() =>
    follow(
      balancer,
      () => isOver,
      () => head,
    ),
  )
  for (let round = 0; round < 2; round++) {
    for (const [index, folder] of folders.entries()) {
      const before = servers[index]!
      while (balancer.given(before.url) < 20) await pause(10)
      assert.equal(await before.stop(), 0, before.err())
      servers[index] = await start(folder)
      await balancer.add(servers[index].url)
    }
  }
  isOver = true
  const done = await Promise.all(working)
  const log = await fetch(new URL('changes?limit=0', balancer.url))
  head = Number(log.headers.get('x-revision'))
  const followed = await Promise.all(following)
  const notes = await servers[0]!.ask<{ text: string }[]>('GET', 'notes')
  const tasks = await servers[1]!.ask<{ text: string }[]>('GET', 'tasks')

  assert.deepEqual(balancer.failures, [])
  assert.deepEqual(
    done.flatMap(({ failures }) => failures),
    [],
  )
  assert.deepEqual(texts(notes), done.flatMap(({ rows }) => rows).toSorted())
  assert.deepEqual(texts(tasks), done.flatMap(({ tasks: added }) => added).toSorted())
  const files = await servers[0]!.ask<{ value: string }[]>('GET', 'files')
  assert.deepEqual(
    files.map(({ value }) => value).toSorted(),
    done.flatMap(({ files: added }) => added).toSorted(),
  )
  const all = Array.from({ length: head }, (_, n) => n + 1)
  for (const { revisions, streams, broken } of followed) {
    assert.deepEqual(revisions, all)
    assert.equal(broken, 0)
    assert.ok(streams > 1, 'no stream was ended by a restart')
  }
  const answered = done.reduce((sum, one) => sum + one.answered, 0)
  const streams = followed.reduce((sum, one) => sum + one.streams, 0)
  t.diagnostic(`${answered} requests, ${head} events, ${streams} streams`)
  for (const server of servers) await server.kill()
})
