import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { ArchiveExtra } from '@triptych/contract/archive'
import type { HistoryPage } from '@triptych/contract/history'
import type { TrashPage } from '@triptych/contract/trash'
import type { FileVersion } from '@triptych/contract/versions'
import { exportWorkspace, importWorkspace } from '../../src/cli/transfer.ts'
import { shapeConfig } from '../../src/config/config.ts'
import type { Config } from '../../src/config/config.ts'
import { createTriptych } from '../../src/index.ts'
import { openData } from '../../src/open-data.ts'
import { person } from '../fixtures/person.ts'
import { newPostgresDatabase } from '../fixtures/postgres-server.ts'
import { newFolder } from '../fixtures/run-program.ts'
import { newBucketUrl, noS3 } from '../fixtures/s3-server.ts'
import { asFirstFormat, withFormat } from './older-archive.ts'

type Place = Pick<Partial<Config>, 'data' | 'database' | 'storage'>
type Data = Awaited<ReturnType<typeof openData>>['shared']

const places: Record<string, () => Promise<Place>> = {
  'SQLite and a folder': async () => ({ data: newFolder() }),
  'SQLite and S3': async () => ({ data: newFolder(), storage: await newBucketUrl() }),
  'PostgreSQL and a folder': async () => ({
    data: newFolder(),
    database: await newPostgresDatabase(),
  }),
  'PostgreSQL and S3': async () => ({
    data: newFolder(),
    database: await newPostgresDatabase(),
    storage: await newBucketUrl(),
  }),
}

function needs(engines: string): { skip: string | false } {
  return { skip: engines.includes('S3') && noS3 }
}

function problemIn(text: string): unknown {
  return (JSON.parse(text) as { code: unknown }).code
}

interface Answer {
  status: number
  text: string
}

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>

/** A server for the time of `work`. */
async function serving<T>(place: Place, work: (ask: Ask, url: string) => Promise<T>): Promise<T> {
  const triptych = await createTriptych({ ...place, empty: true, port: 0 })
  const { url } = await triptych.listen()
  const ask: Ask = async (method, path, body) => {
    const answer = await fetch(new URL(path, url), {
      method,
      headers: { 'x-origin': 'tab' },
      ...(body === undefined
        ? {}
        : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  try {
    return await work(ask, url)
  } finally {
    await triptych.close()
  }
}

async function told(ask: Ask, method: string, path: string, body?: unknown): Promise<string> {
  const { status, text } = await ask(method, path, body)
  assert.equal(status, 200, `${method} ${path}: ${text.slice(0, 300)}`)
  return text
}

async function get<T>(ask: Ask, path: string): Promise<T> {
  return JSON.parse(await told(ask, 'GET', path)) as T
}

function form(name: string, text: string): FormData {
  const data = new FormData()
  data.set('file', new Blob([text]), name)
  return data
}

/** A version, something in the trash with something in it, comments on both, and a task that was moved. */
async function fill(ask: Ask): Promise<void> {
  const make = (method: string, path: string, body?: unknown) => told(ask, method, path, body)
  await make('POST', 'upload?id=%2F', form('plan.txt', 'first'))
  await make('POST', 'upload?id=%2F&conflict=replace', form('plan.txt', 'second'))
  await make('POST', 'files/%2F', { name: 'docs', type: 'folder' })
  await make('POST', 'files/%2Fdocs', { name: 'inner', type: 'folder' })
  await make('POST', 'upload?id=%2Fdocs%2Finner', form('deep.txt', 'deep'))
  await make('POST', 'upload?id=%2Fdocs%2Finner&conflict=replace', form('deep.txt', 'deeper'))
  await make('POST', 'comments', { of: 'files/docs', text: 'of docs' })
  await make('POST', 'comments', { of: 'files/plan.txt', text: 'of the plan' })
  await make('PUT', 'quotas', { path: '/docs', bytes: 4711 })
  await make('DELETE', 'files', { ids: ['/docs'] })
  await make('PUT', 'files/%2Fplan.txt', { operation: 'rename', name: 'final.txt' })
  await make('POST', 'tasks', { text: 'Plan', start: '2026-04-05T00:00:00', duration: 3 })
  await make('PUT', 'tasks/1', { text: 'Plan B' })
}

async function kept(ask: Ask): Promise<unknown> {
  const versions = await get<FileVersion[]>(ask, 'versions?id=%2Ffinal.txt')
  return {
    versions,
    bytes: await Promise.all(
      versions.map(({ version }) => told(ask, 'GET', `versions/${version}`)),
    ),
    trash: await get(ask, 'trash'),
    history: await get(ask, 'history?limit=500'),
    ofFile: await get(ask, 'history?of=files/final.txt'),
    ofTrash: await get(ask, 'history?of=files/docs'),
    comments: await get(ask, 'comments?of=files/final.txt'),
  }
}

/** Everything comes back, and is taken back, as it would have been where it came from. */
async function assertGoesOn(ask: Ask): Promise<void> {
  await told(ask, 'POST', 'undo', {})
  assert.equal((await get<{ text: string }[]>(ask, 'tasks'))[0]?.text, 'Plan')
  const { steps } = await get<HistoryPage>(ask, 'history?of=files/final.txt')
  const renamed = steps.find(({ entries }) => entries[0]?.operation === 'file-moved')
  await told(ask, 'POST', 'undo', { step: renamed?.step })
  assert.equal(await told(ask, 'GET', 'direct?id=%2Fplan.txt'), 'second')

  const { entries } = await get<TrashPage>(ask, 'trash')
  assert.deepEqual(
    entries.map(({ path, size, actor }) => [path, size, actor]),
    [['/docs', 6, 'local']],
  )
  await told(ask, 'POST', 'trash/restore', { ids: entries.map(({ id }) => id) })
  assert.equal(await told(ask, 'GET', 'direct?id=%2Fdocs%2Finner%2Fdeep.txt'), 'deeper')
  const [version] = await get<FileVersion[]>(ask, 'versions?id=%2Fdocs%2Finner%2Fdeep.txt')
  await told(ask, 'POST', `versions/${version?.version}/restore`)
  assert.equal(await told(ask, 'GET', 'direct?id=%2Fdocs%2Finner%2Fdeep.txt'), 'deep')
  const comments = await get<{ text: string }[]>(ask, 'comments?of=files/docs')
  assert.deepEqual(
    comments.map(({ text }) => text),
    ['of docs'],
  )
  const quotas = await get<{ path: string; bytes: number }[]>(ask, 'quotas')
  assert.ok(quotas.some(({ path, bytes }) => path === '/docs' && bytes === 4711))

  await told(ask, 'POST', 'upload?id=%2F', form('new.txt', 'new'))
  const { steps: ofNew } = await get<HistoryPage>(ask, 'history?of=files/new.txt')
  assert.equal(ofNew.length, 1, 'its number was not that of anything before')
}

async function using<T>(place: Place, work: (data: Data) => Promise<T>): Promise<T> {
  const { shared, closeData } = await openData(shapeConfig(place), () => {})
  try {
    return await work(shared)
  } finally {
    await closeData()
  }
}

type Archive = AsyncIterable<Uint8Array>

function move(
  from: Place,
  to: Place,
  without: readonly ArchiveExtra[] = [],
  turned: (archive: Archive) => Archive = (archive) => archive,
): Promise<unknown> {
  return using(from, (source) =>
    using(to, (target) =>
      importWorkspace(target, 'main', turned(exportWorkspace(source, 'main', without))),
    ),
  )
}

describe('history, trash and versions', () => {
  const names = Object.keys(places)
  for (const [at, name] of names.entries()) {
    const next = names[(at + 1) % names.length]!
    it(`come along from ${name} to ${next}, and go on there`, needs(name + next), async () => {
      const [from, to] = [await places[name]!(), await places[next]!()]
      const before = await serving(from, async (ask) => {
        await fill(ask)
        return kept(ask)
      })

      await move(from, to)

      await serving(to, async (ask) => {
        assert.deepEqual(await kept(ask), before)
        await assertGoesOn(ask)
      })
    })
  }

  for (const name of names) {
    it(`stay behind when they are not wanted on ${name}`, needs(name), async () => {
      const [from, to] = [{ data: newFolder() }, await places[name]!()]
      const head = await serving(from, async (ask) => {
        await fill(ask)
        return Number((await get<HistoryPage>(ask, 'history')).steps[0]?.revision)
      })

      await move(from, to, ['history', 'trash', 'versions'])

      await serving(to, async (ask) => {
        assert.equal(await told(ask, 'GET', 'direct?id=%2Ffinal.txt'), 'second')
        assert.deepEqual(await get(ask, 'trash'), { entries: [], next: null })
        assert.deepEqual(await get(ask, 'versions?id=%2Ffinal.txt'), [])
        assert.deepEqual(await get(ask, 'history'), { steps: [], next: null })
        assert.equal((await ask('POST', 'undo', {})).status, 409)
        assert.equal((await get<unknown[]>(ask, 'comments?of=files/final.txt')).length, 1)
        await told(ask, 'PUT', 'tasks/1', { text: 'Plan C' })
        const { steps } = await get<HistoryPage>(ask, 'history')
        assert.deepEqual(
          steps.map(({ revision }) => revision),
          [head + 1],
        )
      })
      await using(to, async ({ workspaces }) => {
        const { database } = (await workspaces.open('main'))!
        const counts = await database.read(({ comments }) => comments.counts('file', ''))
        assert.equal(counts.size, 1, 'nothing is said of what stayed behind')
      })
    })
  }

  it('stay behind where a command or a request says so', async (t) => {
    const place = { data: newFolder() }
    const [folder, file] = [newFolder(), join(newFolder(), 'main.tar')]
    const all = '--without=history,trash,versions'
    await serving(place, async (ask, url) => {
      await fill(ask)
      const whole = await person(t, 'backup', folder, '--url', url)
      assert.match(whole.said, /1 files of 6 bytes, 3 of 15 bytes in trash and versions, /)
      const { said } = await person(t, 'backup', folder, '--url', url, all)
      assert.match(said, /1 files of 6 bytes, \d+ rows/)
      const refused = await ask('GET', 'workspaces/main/export?without=trash,files')
      assert.deepEqual([refused.status, problemIn(refused.text)], [422, 'query.invalid'])
    })

    const { said } = await person(t, 'workspace', 'export', 'main', file, all, '--data', place.data)
    assert.match(said, /1 files of 6 bytes, \d+ rows/)
    const wrong = await person(t, 'workspace', 'export', 'main', file, '--without', 'files')
    assert.equal(wrong.code, 2)
    assert.match(wrong.said, /one or more of history, trash and versions/)
  })

  it('stay behind one by one', async () => {
    const from = { data: newFolder() }
    await serving(from, fill)
    for (const [without, files] of [
      ['trash', 1],
      ['versions', 1],
      ['history', 3],
    ] as const) {
      const to = { data: newFolder() }
      const closing = (await move(from, to, [without])) as { kept: { files: number } }
      assert.equal(closing.kept.files, files, without)
    }
  })
})

describe('an archive of an earlier version', () => {
  it('is still read, and its files are known by their paths', async () => {
    const [from, to] = [{ data: newFolder() }, { data: newFolder() }]
    await serving(from, async (ask) => {
      await fill(ask)
      await told(ask, 'PUT', 'quotas', { path: '/', bytes: 5000 })
    })
    const [path, subject] = ['/final.txt', { kind: 'group', id: 'g' }]
    const rules = {
      rules: [{ thing: { kind: 'folder', id: path }, subject, access: 'read' }],
      quotas: [{ path: '/', bytes: 4711 }],
      // The number of what was uploaded first.
      commented: [{ path, entry: 3 }],
    }

    await move(from, to, ['trash', 'versions'], (archive) => asFirstFormat(archive, rules))

    await serving(to, async (ask) => {
      assert.equal(await told(ask, 'GET', 'direct?id=%2Ffinal.txt'), 'second')
      const { steps } = await get<HistoryPage>(ask, 'history?of=files/final.txt')
      assert.equal(steps.length, 4)
      assert.equal((await get<unknown[]>(ask, 'comments?of=files/final.txt')).length, 1)
      const [quota] = await get<{ bytes: number }[]>(ask, 'quotas')
      assert.equal(quota?.bytes, 4711)
      await told(ask, 'POST', 'upload?id=%2F', form('new.txt', 'new'))
    })
    await using(to, async ({ workspaces }) => {
      const { database } = (await workspaces.open('main'))!
      const found = await database.read(async (stores) => ({
        node: await stores.files.find(['final.txt']),
        rules: await stores.rules.all(),
      }))
      assert.deepEqual(
        found.rules.map(({ thing }) => thing.id),
        [String(found.node?.id)],
      )
    })
  })
})

describe('an archive of a later version', () => {
  it('is refused in words, and nothing is there then', async () => {
    const [from, to] = [{ data: newFolder() }, { data: newFolder() }]
    await serving(from, fill)

    await assert.rejects(
      move(from, to, [], (archive) => withFormat(archive, 'triptych-3')),
      /no archive of a workspace that this version can read/,
    )

    await using(to, async ({ workspaces }) => assert.deepEqual(await workspaces.names(), []))
  })
})
