import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { HistoryPage, HistoryStep, Restored } from '@triptych/contract/history'
import type { FileEntry } from '@triptych/contract/files'
import { layOutOldData, oldPassword, oldShare } from '../fixtures/old-data.ts'
import { run, serving } from '../fixtures/run-program.ts'

interface Answer {
  status: number
  json: unknown
}
type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>

async function start(data: string) {
  const argv = ['--data', data, '--auth', 'accounts', '--no-page', '--log-level', 'error']
  const { url, child, ended, err } = await serving(argv)

  async function send(method: string, path: string, body: unknown, cookie = ''): Promise<Response> {
    const headers = { cookie, 'sec-fetch-site': 'same-origin', 'x-origin': 'tab' }
    const sent = body instanceof FormData ? body : body === undefined ? null : JSON.stringify(body)
    return fetch(new URL(path, url), { method, headers, body: sent })
  }

  return {
    async logIn(name: string): Promise<Ask> {
      const entered = await send('POST', 'auth/login', { name, password: oldPassword })
      assert.equal(entered.status, 200, await entered.text())
      const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
      return async (method, path, body) => {
        const answer = await send(method, path, body, cookie)
        const text = await answer.text()
        const isJson = answer.headers.get('content-type')?.includes('json')
        return { status: answer.status, json: isJson ? JSON.parse(text) : text }
      }
    },
    /** Without an account. */
    read: async (path: string) => (await send('GET', path, undefined)).text(),
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      assert.equal(await ended, 0)
      assert.equal(err(), '')
    },
  }
}

async function ok<T>(asking: Promise<Answer>): Promise<T> {
  const { status, json } = await asking
  assert.equal(status, 200, JSON.stringify(json))
  return json as T
}

async function refused(asking: Promise<Answer>): Promise<[number, string]> {
  const { status, json } = await asking
  return [status, (json as { code: string }).code]
}

const fileAt = (id: string) => `direct?id=${encodeURIComponent(id)}`

function upload(ask: Ask, name: string, text: string): Promise<Answer> {
  const form = new FormData()
  form.set('name', name)
  form.set('file', new Blob([text]), name)
  return ask('POST', 'upload?id=/docs&conflict=replace', form)
}

/** What people see of it all, but for what has come with later versions. */
async function stateOf(ask: Ask) {
  const list = async (id: string) =>
    (await ok<FileEntry[]>(ask('GET', `files/${encodeURIComponent(id)}`))).map((one) => one.id)
  const tasks = await ok<{ id: number; text: string; parent: number }[]>(ask('GET', 'tasks'))
  return {
    people: await ok(ask('GET', 'people')),
    films: await ok(ask('GET', 'films')),
    tasks: tasks.toSorted((a, b) => a.id - b.id).map(({ id, text, parent }) => [id, text, parent]),
    files: [await list('/'), await list('/docs'), await list('/docs/deep')],
    plan: await ok(ask('GET', fileAt('/docs/plan.txt'))),
  }
}

const then = {
  people: [
    { id: 1, name: 'Lang' },
    { id: 2, name: 'Varda' },
  ],
  films: [
    { id: 1, title: 'M', year: 1931, by: 1 },
    { id: 2, title: 'Cleo', year: 1962, by: 2 },
    { id: 4, title: 'By Ed', year: 1999, by: null },
  ],
  tasks: [
    [1, 'Build', 0],
    [2, 'Walls', 1],
    [3, 'The roof', 1],
  ],
  files: [['/docs', '/secret', '/y.txt'], ['/docs/deep', '/docs/plan.txt'], ['/docs/deep/a.txt']],
  plan: 'the plan',
}

async function opened(t: TestContext): Promise<{ olga: Ask }> {
  const server = await start(layOutOldData())
  t.after(() => server.stop())
  return { olga: await server.logIn('Olga') }
}

describe('a data folder of a version without a way back', () => {
  it('is all there, for everybody who was there', async () => {
    const data = layOutOldData()
    const server = await start(data)
    const [olga, ed] = [await server.logIn('Olga'), await server.logIn('Ed')]

    assert.deepEqual(await stateOf(olga), then)
    const [link] = await ok<{ source: number; target: number }[]>(olga('GET', 'links'))
    assert.deepEqual([link?.source, link?.target], [2, 3])
    const [assignment] = await ok<{ task: number; units: number }[]>(olga('GET', 'assignments'))
    assert.deepEqual([assignment?.task, assignment?.units], [3, 50])
    const [view] = await ok<{ name: string }[]>(olga('GET', 'tables/films/views'))
    assert.equal(view?.name, 'late')
    const { bytes, files, folders } = await ok<Record<string, number>>(olga('GET', 'info'))
    assert.deepEqual([bytes, files, folders], [17, 4, 3])
    assert.match(await server.read(oldShare), /plan\.txt/)
    assert.deepEqual((await stateOf(ed)).files[0], ['/docs', '/y.txt'])

    await server.stop()
    const verified = run(['audit', 'verify', '--data', data])
    assert.equal(await verified.ended, 0, verified.out() + verified.err())
    assert.match(verified.out(), /32/)
    const compared = run(['files', 'verify', '--data', data])
    assert.equal(await compared.ended, 0, compared.out() + compared.err())
  })

  it('lists what was done, and takes back of it what was kept', async (t) => {
    const { olga } = await opened(t)
    const { steps, next } = await ok<HistoryPage>(olga('GET', 'history?limit=100'))
    const step = (text: string): HistoryStep =>
      steps.find((one) => one.text === text) ?? assert.fail(text)
    const undo = (text: string) => olga('POST', 'undo', { step: step(text).step })
    const textsOf = async (of: string) =>
      (await ok<HistoryPage>(olga('GET', `history?of=${of}`))).steps.map(({ text }) => text)

    assert.deepEqual([steps.length, next], [29, null])
    assert.equal(step('added By Ed to films').actor, 'Ed')
    assert.deepEqual(await textsOf('films/1'), [
      'changed year from 1930 to 1931 of M',
      'added M to films',
    ])
    assert.deepEqual(await textsOf('files/y.txt'), ['renamed x.txt to y.txt', 'added x.txt'])
    assert.deepEqual(await textsOf('tasks/4'), ['deleted Shed', 'added Shed'])
    // Nobody has done anything in this client yet.
    assert.deepEqual(await refused(olga('POST', 'undo', {})), [409, 'history.nothing_to_undo'])
    for (const text of ['deleted z.txt', 'renamed x.txt to y.txt', 'added z.txt']) {
      assert.deepEqual(await refused(undo(text)), [409, 'history.not_kept'], text)
      assert.equal(step(text).canUndo, false, text)
    }
    assert.deepEqual(await stateOf(olga), then)

    assert.ok(step('changed year from 1930 to 1931 of M').canUndo)
    await ok(undo('changed year from 1930 to 1931 of M'))
    await ok(undo('deleted Gone from films'))
    await ok(undo('deleted Shed'))
    await ok(undo('renamed Roof to The roof'))
    assert.deepEqual(await stateOf(olga), {
      ...then,
      films: [
        { ...then.films[0], year: 1930 },
        then.films[1],
        { id: 3, title: 'Gone', year: 2000, by: null },
        then.films[2],
      ],
      tasks: [...then.tasks.slice(0, 2), [3, 'Roof', 1], [4, 'Shed', 0]],
    })
    const at = step('added By Ed to films').revision
    await ok(olga('POST', 'history/restore', { of: 'films', at }))
    await ok(olga('POST', 'history/restore', { of: 'tasks', at }))
    assert.deepEqual(await stateOf(olga), then)
  })

  it('keeps from now on what is deleted and replaced, and takes back what is done', async (t) => {
    const { olga } = await opened(t)
    const undo = () => ok(olga('POST', 'undo', {}))
    const now = await ok<HistoryPage>(olga('GET', 'history?limit=1'))

    const changes: [string, string, unknown][] = [
      ['PUT', 'films/1', { year: 1 }],
      ['DELETE', 'films/2', undefined],
      ['PUT', 'tasks/2', { text: 'x' }],
      ['DELETE', 'tasks/1', undefined],
      ['PUT', 'files', { operation: 'move', ids: ['/y.txt', '/docs/plan.txt'], target: '/secret' }],
      ['DELETE', 'files', { ids: ['/docs', '/y.txt'] }],
      ['DELETE', 'tables/films', undefined],
    ]
    for (const [method, path, body] of changes) {
      await ok(olga(method, path, body))
      assert.notDeepEqual(await stateOf(olga).catch(() => null), then, path)
      await undo()
      assert.deepEqual(await stateOf(olga), then, `${method} ${path}`)
    }

    await ok(upload(olga, 'plan.txt', 'another plan'))
    const [version] = await ok<{ version: string }[]>(olga('GET', 'versions?id=/docs/plan.txt'))
    assert.equal(await ok(olga('GET', `versions/${version?.version}`)), 'the plan')
    await ok(olga('DELETE', 'files', { ids: ['/docs/deep'] }))
    const { entries } = await ok<{ entries: { path: string }[] }>(olga('GET', 'trash'))
    assert.deepEqual(
      entries.map(({ path }) => path),
      ['/docs/deep'],
    )
    const at = now.steps[0]!.revision
    const { kept } = await ok<Restored>(olga('POST', 'history/restore', { of: 'files', at }))
    assert.deepEqual(kept, [])
    assert.deepEqual(await stateOf(olga), then)
  })
})
