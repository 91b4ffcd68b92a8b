import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import { maxCommentLength, maxComments } from '@triptych/contract/comments'
import type { Comment } from '@triptych/contract/comments'
import { api, assertProblem, send } from '../../../test/fixtures/api.ts'
import type { Api, Body } from '../../../test/fixtures/api.ts'
import { newFolder } from '../../../test/fixtures/run-program.ts'
import { shapeConfig } from '../../config/config.ts'
import { createTriptych } from '../../index.ts'
import { openData } from '../../open-data.ts'

/** A server with films, a task and a file. */
async function world() {
  const made: Api = await api()
  const { call } = made

  async function good<T>(method: string, path: string, body?: Body): Promise<T> {
    const { status, json } = await call(method, path, body)
    assert.equal(status, 200, `${method} ${path} ${JSON.stringify(json)}`)
    return json as T
  }

  const { id: task } = await good<{ id: number }>('POST', '/tasks', { text: 'Dig' })
  await good('POST', '/files/%2F', { name: 'docs', type: 'folder' })
  await good('POST', '/files/%2Fdocs', { name: 'plan.txt', type: 'file' })
  return {
    ...made,
    good,
    task: `tasks/${task}`,
    say: (of: string, text: string) => good<Comment>('POST', '/comments', { of, text }),
    said: async (of: string) =>
      (await good<Comment[]>('GET', `/comments?of=${encodeURIComponent(of)}`)).map(
        ({ text }) => text,
      ),
  }
}

describe('a comment', () => {
  it('is on a task, a row, a file or a folder, and listed with it, oldest first', async () => {
    const { task, say, said, good } = await world()
    for (const thing of [task, 'films/1', 'files/docs/plan.txt', 'files/docs']) {
      const one = await say(thing, `about ${thing}`)
      await say(thing, ' and more ')
      const [first] = await good<Comment[]>('GET', `/comments?of=${thing}`)
      assert.deepEqual(first, one)
      assert.deepEqual(
        [one.of, one.author, one.authorId, one.mentions, one.editedAt],
        [thing, 'local', null, [], null],
      )
      assert.deepEqual(await said(thing), [`about ${thing}`, 'and more'])
    }
    assert.deepEqual(await said('films/2'), [])
  })

  it('stands in the log, in the area of its thing, and so in events', async () => {
    const { task, say, good, call } = await world()
    const head = Number((await call('GET', '/changes?limit=1')).headers.get('x-revision'))
    const { id } = await say(task, 'one')
    await good('PUT', `/comments/${id}`, { text: 'two' })
    await good('DELETE', `/comments/${id}`)
    await say('films/1', 'x')
    await say('files/docs/plan.txt', 'x')

    const log = await good<Change[]>('GET', `/changes?since=${head}`)
    const told = log.map(({ area, operation, entity, before, after }) => [
      area,
      operation,
      entity.split('/')[0],
      before?.['text'] ?? null,
      after?.['text'] ?? null,
      (before ?? after)?.['of'],
    ])
    assert.deepEqual(told, [
      ['gantt', 'comment-added', 'comments', null, 'one', task],
      ['gantt', 'comment-updated', 'comments', 'one', 'two', task],
      ['gantt', 'comment-deleted', 'comments', 'two', null, task],
      ['tables', 'comment-added', 'comments', null, 'x', 'films/1'],
      ['files', 'comment-added', 'comments', null, 'x', 'files/docs/plan.txt'],
    ])
  })

  it('goes along when a table is renamed, and when a file is renamed and moved', async () => {
    const { say, said, good } = await world()
    await say('films/1', 'of a film')
    const { id } = await say('files/docs/plan.txt', 'of a file')
    await good('PATCH', '/tables/films', { changes: [{ rename: 'movies' }] })
    await good('PUT', '/files/%2Fdocs%2Fplan.txt', { operation: 'rename', name: 'new.txt' })
    await good('PUT', '/files', { operation: 'move', ids: ['/docs/new.txt'], target: '/' })

    assert.deepEqual(await said('movies/1'), ['of a film'])
    assert.deepEqual(await said('files/new.txt'), ['of a file'])
    const { of } = await good<Comment>('PUT', `/comments/${id}`, { text: 'still' })
    assert.equal(of, 'files/new.txt')
  })

  it('is gone with its thing, and back with it', async () => {
    const { task, say, said, good, call } = await world()
    const { id } = await say('films/1', 'kept')
    await say(task, 'kept, too')
    for (const path of ['/films/1', `/${task}`]) {
      await call('DELETE', path, undefined, { 'x-origin': 'me' })
    }
    assertProblem(await call('GET', '/comments?of=films/1'), [404, 'tables.row_not_found'])
    assertProblem(await call('GET', `/comments?of=${task}`), [404, 'gantt.task_not_found'])
    assertProblem(await call('PUT', `/comments/${id}`, { text: 'x' }), [404, 'comments.not_found'])
    assertProblem(await call('DELETE', `/comments/${id}`), [404, 'comments.not_found'])
    for (const _ of [1, 2]) await call('POST', '/undo', {}, { 'x-origin': 'me' })

    assert.deepEqual(await said('films/1'), ['kept'])
    assert.deepEqual(await said(task), ['kept, too'])
    await good('DELETE', '/tables/films')
    const columns = [{ name: 'name', type: 'text' }]
    await good('POST', '/tables', { name: 'films', columns })
    await good('POST', '/films', { name: 'Another' })
    assert.deepEqual(await said('films/1'), [], 'it is another table')
  })

  it('is taken back and done again like any step', async () => {
    const { say, said, call, good } = await world()
    const mine = { 'x-origin': 'me' }
    const back = async (what: 'undo' | 'redo') =>
      assert.equal((await call('POST', `/${what}`, {}, mine)).status, 200)
    const of = 'files/docs/plan.txt'
    const { json } = await call('POST', '/comments', { of, text: 'one' }, mine)
    const { id } = json as Comment
    await call('PUT', `/comments/${id}`, { text: 'two' }, mine)
    await call('DELETE', `/comments/${id}`, undefined, mine)

    await back('undo')
    assert.deepEqual(await said(of), ['two'])
    await back('undo')
    assert.deepEqual(await said(of), ['one'])
    const [comment] = await good<Comment[]>('GET', `/comments?of=${of}`)
    assert.deepEqual(comment, json)
    await back('undo')
    assert.deepEqual(await said(of), [])
    await back('redo')
    assert.deepEqual(await said(of), ['one'])
    await say(of, 'by another')
    assert.deepEqual(await said(of), ['one', 'by another'])
  })

  it('that is sent again under the same key is written once', async () => {
    const { call, said } = await world()
    for (const thing of ['films/1', 'files/docs/plan.txt']) {
      const headers = { 'idempotency-key': thing.replaceAll('/', '-') }
      const send = () => call('POST', '/comments', { of: thing, text: 'once' }, headers)
      const [one, other] = [await send(), await send()]

      assert.equal(one.status, 200, JSON.stringify(one.json))
      assert.deepEqual(one.json, other.json)
      assert.deepEqual(await said(thing), ['once'])
      const { id } = one.json as Comment
      const key = { 'idempotency-key': `${id}-changed` }
      const put = () => call('PUT', `/comments/${id}`, { text: 'twice' }, key)
      assert.deepEqual((await put()).json, (await put()).json)
    }
  })

  it('has some text, no more than there may be, on something that is there', async () => {
    const { call, say, task } = await world()
    const post = (of: unknown, text: unknown) => call('POST', '/comments', { of, text })
    await say(task, 'x'.repeat(maxCommentLength))
    for (const text of ['x'.repeat(maxCommentLength + 1), '', ' \n', null]) {
      assertProblem(await post(task, text), [422, 'body.invalid'])
    }
    for (const thing of ['films', 'tasks/', '/films/1', '', 5]) {
      assertProblem(await post(thing, 'x'), [422, 'body.invalid'])
    }
    for (const [of, code] of [
      ['tasks/99', 'gantt.task_not_found'],
      ['tasks/0', 'gantt.task_not_found'],
      ['films/99', 'tables.row_not_found'],
      ['films/x', 'tables.row_not_found'],
      ['links/1', 'tables.not_found'],
      ['files/none.txt', 'files.not_found'],
      ['files//', 'files.not_found'],
    ] as const) {
      assertProblem(await post(of, 'x'), [404, code])
      assertProblem(await call('GET', `/comments?of=${of}`), [404, code])
    }
    assertProblem(await post('files/../x', 'x'), [400, 'files.bad_path'])
  })

  it('is refused where there are as many as there may be', async () => {
    const { call, say, task } = await world()
    const some = Array.from({ length: 111 }, () => 'x')
    for (let made = 0; made < maxComments - 1; made += some.length) {
      await Promise.all(some.map((text) => say(task, text)))
    }
    await say(task, 'the last one')
    assertProblem(await call('POST', '/comments', { of: task, text: 'x' }), [
      422,
      'comments.too_many',
    ])
  })
})

describe('lists that are asked for it', () => {
  it('say of everything how many comments it has, and others say nothing of them', async () => {
    const { task, say, good } = await world()
    for (const thing of ['films/2', 'films/2', task, 'files/docs', 'files/docs/plan.txt']) {
      await say(thing, 'x')
    }
    type Entry = Record<string, unknown>
    const counts = async (path: string, name = 'id') => {
      const plain = await good<Entry[]>('GET', path)
      const list = await good<Entry[]>(
        'GET',
        `${path}${path.includes('?') ? '&' : '?'}comments=count`,
      )
      assert.deepEqual(
        plain.map((entry, at) => ({ ...entry, $comments: list[at]?.['$comments'] })),
        list,
      )
      assert.ok(plain.every((entry) => !('$comments' in entry)))
      return list.map((entry) => [entry[name], entry['$comments']])
    }
    const films = [
      [1, 0],
      [2, 2],
      [3, 0],
    ]
    assert.deepEqual(await counts('/films'), films)
    assert.deepEqual(await counts('/films?start=1&end=2'), films.slice(1, 2))
    assert.deepEqual(await counts('/films?sort=-id'), films.toReversed())
    assert.deepEqual(await counts('/tasks'), [[Number(task.slice(6)), 1]])
    assert.deepEqual(await counts('/files', 'value'), [['docs', 1]])
    assert.deepEqual(await counts('/files/docs', 'value'), [['plan.txt', 1]])
  })

  it('have a version that a comment changes', async () => {
    const { call, say } = await world()
    for (const path of ['/films', '/tasks', '/files']) {
      const at = `${path}?comments=count`
      const etag = (await call('GET', at)).headers.get('etag')!
      const again = () => call('GET', at, undefined, { 'if-none-match': etag })
      const plain = (await call('GET', path)).headers.get('etag')!
      assert.equal((await again()).status, 304)
      await say('films/1', 'x')
      assert.equal((await again()).status, 200)
      const other = await call('GET', path, undefined, { 'if-none-match': plain })
      assert.equal(other.status, 304, 'a list without them stays the same')
    }
  })

  it('of what is found in files are not there', async () => {
    const { call } = await world()
    assertProblem(await call('GET', '/files?text=plan&comments=count'), [422, 'query.invalid'])
    assertProblem(await call('GET', '/films?comments=all'), [422, 'query.invalid'])
  })
})

describe('a table that was called comments before there were any', () => {
  it('stays at its address until it is renamed', async () => {
    const data = newFolder()
    const { shared, closeData } = await openData(shapeConfig({ data }), () => {})
    const workspace = await shared.workspaces.create('main')
    const kind = { type: 'text', nullable: true, unique: false } as const
    const name = { ...kind, name: 'name', default: null, options: null, reference: null }
    const table = { name: 'comments', columns: [name], indexes: [] }
    await workspace!.database.transact(({ tables }) => tables.create(table, 1))
    await closeData()

    const triptych = await createTriptych({ data, auth: 'none', noPage: true })
    try {
      const ask = async (method: string, path: string, body?: object) => {
        const { status, json } = await send(triptych, method, path, body)
        return [status, json]
      }
      assert.deepEqual(await ask('POST', '/comments', { name: 'a' }), [200, { id: 1, name: 'a' }])
      assert.deepEqual(await ask('GET', '/comments'), [200, [{ id: 1, name: 'a' }]])
      assert.deepEqual(await ask('GET', '/comments/1'), [200, { id: 1, name: 'a' }])
      const cell = { key: 'name', value: 'b' }
      assert.deepEqual(await ask('PATCH', '/comments/1', cell), [200, { id: 1 }])
      const put = [{ url: 'comments/1', method: 'PUT', data: { name: 'c' } }]
      assert.equal((await ask('POST', '/batch?atomic=true', put))[0], 200)
      assert.equal((await ask('GET', '/comments/export?format=csv'))[0], 200)

      const rename = { changes: [{ rename: 'remarks' }] }
      assert.equal((await ask('PATCH', '/tables/comments', rename))[0], 200)
      assert.deepEqual(await ask('GET', '/remarks'), [200, [{ id: 1, name: 'c' }]])
      assert.equal((await ask('POST', '/comments', { of: 'remarks/1', text: 'x' }))[0], 200)
      assert.equal((await ask('GET', '/comments?of=remarks/1'))[0], 200)
      assert.equal((await ask('PATCH', '/comments/1', cell))[0], 405)
    } finally {
      await triptych.close()
    }
  })
})
