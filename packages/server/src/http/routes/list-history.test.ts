import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HistoryPage, HistoryStep } from '@triptych/contract/history'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import { api } from '../../../test/fixtures/api.ts'
import type { Api, Body } from '../../../test/fixtures/api.ts'

type Ask = (method: string, path: string, body?: Body) => Promise<{ status: number; json: unknown }>

/** What a person does and looks back at. */
function person(ask: Ask) {
  async function good(method: string, path: string, body?: Body): Promise<unknown> {
    const { status, json } = await ask(method, path, body)
    assert.equal(status, 200, `${method} ${path} ${JSON.stringify(json)}`)
    return json
  }

  async function page(query: Record<string, string | number> = {}): Promise<HistoryPage> {
    const text = Object.entries(query).map(
      ([name, value]) => `${name}=${encodeURIComponent(value)}`,
    )
    return (await good('GET', `/history?${text.join('&')}`)) as HistoryPage
  }

  /** All pages, which are small, so that there are many. */
  async function history(query: Record<string, string | number> = {}): Promise<HistoryStep[]> {
    const steps: HistoryStep[] = []
    for (let before: number | null = 1e9; before !== null;) {
      const { steps: some, next }: HistoryPage = await page({ limit: 2, ...query, before })
      assert.ok(next === null || next < before)
      steps.push(...some)
      before = next
    }
    const revisions = steps.map(({ revision }) => revision)
    assert.deepEqual(
      revisions,
      revisions.toSorted((a, b) => b - a),
    )
    const atOnce = await page({ limit: 500, ...query })
    assert.deepEqual(steps, atOnce.steps)
    assert.equal(atOnce.next, null)
    return steps
  }

  return {
    good,
    page,
    history,
    texts: async (of?: string) =>
      (await history(of === undefined ? {} : { of })).map(({ text }) => text),
    folder: (at: string, name: string) =>
      good('POST', `/files/${encodeURIComponent(at)}`, { name, type: 'folder' }),
    rename: (at: string, name: string) =>
      good('PUT', `/files/${encodeURIComponent(at)}`, { operation: 'rename', name }),
    move: (id: string, target: string) =>
      good('PUT', '/files', { operation: 'move', ids: [id], target }),
    drop: (...ids: string[]) => good('DELETE', '/files', { ids }),
    task: async (text: string, parent = 0, more: object = {}) =>
      ((await good('POST', '/tasks', { text, parent, ...more })) as { id: number }).id,
  }
}

async function begin() {
  const world: Api = await api()
  return { ...world, ...person((method, path, body) => world.call(method, path, body)) }
}

const rename = (from: string, to: string) => ({ renameColumn: { from, to } })

describe('the history', () => {
  it('calls columns as they are called now, where the table still has them', async () => {
    const { good, history } = await begin()
    await good('PUT', '/films/1', { year: 1980 })
    const change = (...changes: Body[]) => good('PATCH', '/tables/films', { changes })
    await change(rename('year', 'released'), rename('name', 'year'))
    await good('PUT', '/films/1', { released: 1981 })
    await change(rename('year', 'title'))
    await good('PUT', '/films/1', { votes: 12 })
    await change({ dropColumn: 'votes' })
    const steps = (await history({ of: 'films/1' })).slice(0, 3)
    assert.deepEqual(
      steps.map(({ text, entries }) => [text, entries[0]?.columns]),
      [
        ['changed votes from 10 to 12 of Alien', undefined],
        ['changed released from 1980 to 1981 of Alien', undefined],
        ['changed released from 1979 to 1980 of Alien', { year: 'released' }],
      ],
    )
    // What was logged stays as it was.
    assert.deepEqual(steps[2]?.entries[0]?.after, { year: 1980 })
  })

  it('tells what was done, the newest first, with one step for each request', async () => {
    const { good, history } = await begin()
    await good('PUT', '/films/1', { year: 1980, votes: 11 })
    await good('POST', '/batch', [
      { url: 'films/1', method: 'PUT', data: { name: 'Aliens' } },
      { url: 'films/2', method: 'DELETE' },
    ])
    const [batch, update, ...first] = await history()
    assert.deepEqual(
      [batch, update].map((step) => [step?.text, step?.entries.length, step?.more]),
      [
        ['changed name from Alien to Aliens of Aliens and 1 more change', 2, 0],
        ['changed year from 1979 to 1980 and 1 more of Aliens', 1, 0],
      ],
    )
    assert.deepEqual(
      first.map(({ text }) => text),
      ['added Ran to films', 'added Heat to films', 'added Alien to films', 'made the table films'],
    )
    const [one, two] = batch!.entries
    assert.deepEqual(
      [one?.operation, one?.before, one?.after, two?.text],
      ['row-updated', { name: 'Alien' }, { name: 'Aliens' }, 'deleted Heat from films'],
    )
    assert.ok(batch?.step && batch.canUndo && !batch.undone && batch.at && batch.actor)
  })

  it('leaves out long values where an entry has more than 16 KB of bytes in all', async () => {
    const { good, history } = await begin()
    const names = [
      'a'.repeat(9000),
      'b'.repeat(9000),
      'ü'.repeat(5000),
      'ö'.repeat(5000),
      'ä'.repeat(9000),
    ]
    for (const name of ['Short', ...names, 'Last']) await good('PUT', '/films/3', { name })
    const lengths = (await history({ of: 'films/3' }))
      .slice(0, 7)
      .map(({ entries: [entry] }) =>
        [entry?.before, entry?.after].map(
          (values) => (values?.['name'] as string | undefined)?.length ?? 0,
        ),
      )
    assert.deepEqual(lengths, [
      [0, 4],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [5, 9000],
      [3, 5],
    ])
  })

  it('is of one row, or one table, also by a name that it had before', async () => {
    const { good, texts } = await begin()
    await good('POST', '/tables', { name: 'others', columns: [{ name: 'name', type: 'text' }] })
    await good('PUT', '/films/1', { year: 1980 })
    await good('PATCH', '/tables/films', { changes: [{ rename: 'movies' }] })
    await good('PUT', '/movies/1', { year: 1981 })
    assert.deepEqual(await texts('movies/1'), [
      'changed year from 1980 to 1981 of Alien',
      'changed year from 1979 to 1980 of row 1 of films',
      'added row 1 to films',
    ])
    assert.equal((await texts('movies')).length, 7)
    assert.deepEqual(await texts('others'), ['made the table others'])
    assert.deepEqual(await texts('films/99'), [])
  })

  it('is of a file by whatever name, also of one that is gone', async () => {
    const { folder, rename, move, drop, texts } = await begin()
    await folder('/', 'docs')
    await folder('/docs', 'plan')
    await rename('/docs/plan', 'plan-2')
    await folder('/docs', 'plan')
    await folder('/', 'old')
    await move('/docs/plan-2', '/old')
    const all = ['moved plan-2 from /docs to /old', 'renamed plan to plan-2', 'added plan to /docs']
    assert.deepEqual(await texts('files/old/plan-2'), all)
    assert.deepEqual(await texts('files/docs/plan'), ['added plan to /docs'])
    await drop('/old/plan-2')
    assert.deepEqual(await texts('files/old/plan-2'), ['deleted plan-2 from /old', ...all])
  })

  it('is of a folder with what was below it, wherever it was', async () => {
    const { folder, rename, move, texts } = await begin()
    await folder('/', 'a')
    await folder('/a', 'b')
    await folder('/a/b', 'in b')
    await rename('/a', 'c')
    await folder('/', 'a')
    await folder('/a', 'b')
    await folder('/a/b', 'in another')
    await rename('/c/b', 'kept')
    await folder('/c/kept', 'too')
    await move('/c/kept', '/a')
    assert.deepEqual(await texts('files/c'), [
      'moved kept from /c to /a',
      'added too to /c/kept',
      'renamed b to kept',
      'renamed a to c',
      'added in b to /a/b',
      'added b to /a',
      'added a',
    ])
    assert.deepEqual(await texts('files/a/kept'), [
      'moved kept from /c to /a',
      'added too to /c/kept',
      'renamed b to kept',
      'added in b to /a/b',
      'added b to /a',
    ])
  })

  it('is of a folder with what was moved out of it, from however deep below', async () => {
    const { folder, rename, move, texts } = await begin()
    const deep = 'a "name"'
    for (const name of ['a', 'b', 'out']) await folder('/', name)
    await folder('/a', deep)
    await folder(`/a/${deep}`, 'x')
    await folder(`/a/${deep}`, 'y')
    await rename('/a', 'c')
    await move(`/c/${deep}/x`, '/out')
    await rename('/out/x', 'x2')
    // What others do with the name that the folder had is not its own.
    await rename('/b', 'a')
    await folder('/a', deep)
    await folder(`/a/${deep}`, 'z')
    await move(`/a/${deep}/z`, '/out')
    await move('/out/x2', '/c')
    await move('/c/x2', '/')
    const moved = `moved x from /c/${deep} to /out`
    const within = ['added y to', 'added x to'].map((text) => `${text} /a/${deep}`)
    assert.deepEqual(await texts(`files/c/${deep}`), [moved, ...within, `added ${deep} to /a`])
    assert.deepEqual(await texts('files/c'), [
      'moved x2 from /c to /',
      'moved x2 from /out to /c',
      moved,
      'renamed a to c',
      ...within,
      `added ${deep} to /a`,
      'added a',
    ])
    assert.deepEqual(await texts('files/out'), [
      'moved x2 from /out to /c',
      `moved z from /a/${deep} to /out`,
      'renamed x to x2',
      moved,
      'added out',
    ])
  })

  it('is of a folder with a long name, too, with what was moved out of it', async () => {
    const { folder, move, history } = await begin()
    const long = '"\\" 😀'.repeat(28)
    for (const name of [long, `${long}!`, 'out']) await folder('/', name)
    for (const name of ['a', 'b']) await folder(`/${long}`, name)
    await move(`/${long}/a`, '/out')
    await folder(`/${long}!`, 'c')
    await move(`/${long}!/c`, '/out')
    const entities = async (of: string) =>
      (await history({ of, kind: 'moved' })).flatMap(({ entries }) =>
        entries.map((one) => one.entity),
      )
    assert.deepEqual(await entities(`files/${long}`), ['/out/a'])
    assert.deepEqual(await entities(`files/${long}!`), ['/out/c'])
  })

  it('is of a task with all that is and was below it', async () => {
    const { good, task, texts } = await begin()
    const dig = await task('Dig')
    const foundation = await task('Foundation')
    const deep = await task('Dig deep', dig)
    await task('Deeper', deep)
    await task('Apart')
    await good('PUT', `/tasks/${dig}`, { operation: 'move', mode: 'child', target: foundation })
    await good('PUT', `/tasks/${deep}`, { text: 'Dig deeper' })
    await good('DELETE', `/tasks/${deep}`)
    assert.deepEqual(await texts(`tasks/${foundation}`), [
      'deleted Dig deeper with 1 task below it',
      'renamed Dig deep to Dig deeper',
      'moved Dig below Foundation',
      'added Deeper below task 3',
      'added Dig deep below Dig',
      'added Foundation',
      'added Dig',
    ])
    assert.equal((await texts('tasks')).length, 8)
  })

  it('says what was taken back, and done again', async () => {
    const { good, history } = await begin()
    await good('PUT', '/films/1', { year: 1980 })
    await good('POST', '/undo', {})
    const said = async () =>
      (await history({ of: 'films/1' })).map(({ text, undone, canUndo }) => [text, undone, canUndo])
    const text = 'changed year from 1979 to 1980 of Alien'
    const added = ['added Alien to films', false, true]
    assert.deepEqual(await said(), [
      [`took back: ${text}`, false, true],
      [text, true, false],
      added,
    ])
    await good('POST', '/redo')
    assert.deepEqual(await said(), [
      [`did again: ${text}`, false, true],
      [`took back: ${text}`, true, false],
      [text, false, true],
      added,
    ])
  })

  it('is narrowed by person, area, kind and time', async () => {
    const { good, history, task, folder } = await begin()
    await task('Dig')
    await folder('/', 'docs')
    await good('DELETE', '/films/1')
    const [last] = await history()
    const texts = async (query: Record<string, string>) =>
      (await history(query)).map(({ text }) => text)
    assert.deepEqual(await texts({ area: 'gantt' }), ['added Dig'])
    assert.deepEqual(await texts({ area: 'files' }), ['added docs'])
    assert.deepEqual(await texts({ kind: 'deleted' }), ['deleted Alien from films'])
    assert.deepEqual(await texts({ of: 'films', kind: 'deleted' }), ['deleted Alien from films'])
    const since = (await history()).filter(({ at }) => at >= last!.at)
    assert.deepEqual(await history({ from: last!.at }), since)
    assert.deepEqual(await texts({ to: '2000-01-01T00:00:00Z' }), [])
    assert.equal((await texts({ person: last!.actor })).length, 7)
    assert.deepEqual(await texts({ person: 'nobody' }), [])
  })

  it('tells of large steps in few words', async () => {
    const { good, page } = await begin()
    const films = Array.from({ length: 30 }, (_, n) => ({
      url: 'films',
      method: 'POST',
      data: { name: `F${n}` },
    }))
    await good('POST', '/batch', films)
    const { steps } = await page({ limit: 1 })
    assert.deepEqual(
      [steps[0]?.text, steps[0]?.entries.length, steps[0]?.more],
      ['added 30 rows to films', 20, 10],
    )
    assert.equal(steps[0]?.entries[0]?.text, 'added F0 to films')
  })

  it('does not have what somebody may not see', async () => {
    const people = await accountsServer()
    const edith = person((await people.invite('Edith', 'editor')).ask)
    const owner = person(people.owner.ask)
    const rule = (thing: object, access: string) =>
      owner.good('PUT', '/auth/rules', { thing, subject: { kind: 'everyone' }, access })
    await owner.folder('/', 'secret')
    await owner.folder('/', 'open')
    const hidden = await owner.task('Hidden')
    await rule({ kind: 'folder', id: '/secret' }, 'none')
    await rule({ kind: 'branch', task: hidden }, 'none')
    await owner.task('Below', hidden)
    await owner.task('Seen')
    for (let n = 0; n < 5; n++) await owner.folder('/secret', `n${n}`)
    await owner.folder('/open', 'x')
    await owner.folder('/secret', 'mine')
    await owner.move('/secret/mine', '/open')
    await owner.folder('/open', 'yours')
    await owner.move('/open/yours', '/secret')
    const seen = ['added yours to /open', 'added x to /open']
    assert.deepEqual(await edith.texts(), [...seen, 'added Seen'])
    assert.deepEqual(await edith.texts('files'), seen)
    // Where it came to, or from, is not for her.
    assert.deepEqual(await edith.texts('files/open'), seen)
    assert.deepEqual(await edith.texts('files/secret'), [])
    assert.deepEqual(await edith.texts(`tasks/${hidden}`), [])
    assert.equal((await owner.texts('files/secret')).length, 9)
    assert.deepEqual(await edith.history({ area: 'access' }), [])
    assert.ok((await owner.history({ area: 'access' })).length > 1)
  })
})
