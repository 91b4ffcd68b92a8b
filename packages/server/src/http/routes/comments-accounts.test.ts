import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import type { Comment } from '@triptych/contract/comments'
import type { Access, Thing } from '@triptych/contract/rules'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import type { Somebody } from '../../../test/fixtures/accounts-api.ts'
import { assertProblem } from '../../../test/fixtures/api.ts'

async function done<T>(asked: ReturnType<Somebody['ask']>): Promise<T> {
  const { status, json } = await asked
  assert.equal(status, 200, JSON.stringify(json))
  return json as T
}

/** One of each that can be commented on. */
const things = ['tasks/1', 'films/1', 'files/docs/plan.txt']

const say = (who: Somebody, of: string, text: string) =>
  done<Comment>(who.ask('POST', '/comments', { of, text }))

async function site() {
  const people = await accountsServer()
  const { owner } = people
  const does = <T>(method: string, path: string, body?: unknown) =>
    done<T>(owner.ask(method, path, body))
  await does('POST', '/tables', { name: 'films', columns: [{ name: 'name', type: 'text' }] })
  await does('POST', '/films', { name: 'Alien' })
  await does('POST', '/tasks', { text: 'Dig' })
  await does('POST', '/files/%2F', { name: 'docs', type: 'folder' })
  await does('POST', '/files/%2Fdocs', { name: 'plan.txt', type: 'file' })
  const rule = (thing: Thing, access: Access | null) =>
    does('PUT', '/auth/rules', { thing, subject: { kind: 'everyone' }, access })
  return { ...people, does, rule }
}

describe('a comment, with accounts', () => {
  it('is read by readers, and written by commenters, who change nothing else', async () => {
    const { invite } = await site()
    const [rita, cora] = [await invite('Rita', 'reader'), await invite('Cora', 'commenter')]
    for (const of of things) {
      const { id, author, authorId } = await say(cora, of, 'x')
      assert.deepEqual([author, authorId], ['Cora', cora.id])
      const listed = await done<Comment[]>(rita.ask('GET', `/comments?of=${of}`))
      assert.deepEqual(
        listed.map((one) => one.id),
        [id],
      )
      const refused = await rita.ask('POST', '/comments', { of, text: 'x' })
      assertProblem(refused, [403, 'forbidden'])
    }
    for (const [method, path, body] of [
      ['PUT', '/films/1', { name: 'Aliens' }],
      ['PUT', '/tasks/1', { text: 'Dig on' }],
      ['DELETE', '/files', { ids: ['/docs'] }],
    ] as const) {
      assertProblem(await cora.ask(method, path, body), [403, 'forbidden'])
    }
  })

  it('is changed by its author only, and deleted by its author or an owner', async () => {
    const { invite, owner } = await site()
    const [cora, edith] = [await invite('Cora', 'commenter'), await invite('Edith', 'editor')]
    const [one, two] = [await say(cora, 'films/1', 'one'), await say(cora, 'films/1', 'two')]
    for (const who of [edith, owner]) {
      const changed = await who.ask('PUT', `/comments/${one.id}`, { text: 'x' })
      assertProblem(changed, [403, 'forbidden'])
    }
    assertProblem(await edith.ask('DELETE', `/comments/${one.id}`), [403, 'forbidden'])

    const after = await done<Comment>(cora.ask('PUT', `/comments/${one.id}`, { text: 'other' }))
    assert.deepEqual([after.text, after.author], ['other', 'Cora'])
    assert.ok(after.editedAt)
    await done(cora.ask('DELETE', `/comments/${one.id}`))
    await done(owner.ask('DELETE', `/comments/${two.id}`))
    assert.deepEqual(await done(edith.ask('GET', '/comments?of=films/1')), [])
  })

  it('by undo is nobody’s to change but its author’s either', async () => {
    const { invite, owner } = await site()
    const [cora, edith] = [await invite('Cora', 'commenter'), await invite('Edith', 'editor')]
    await say(cora, 'films/1', 'one')
    const log = await done<Change[]>(owner.ask('GET', '/changes'))
    const { step } = log.at(-1)!
    assertProblem(await edith.ask('POST', '/undo', { step }), [403, 'forbidden'])
    await done(cora.ask('POST', '/undo', { step }))
    assert.deepEqual(await done(cora.ask('GET', '/comments?of=films/1')), [])
  })

  it('mentions those who are in the workspace, by the names they have', async () => {
    const { invite, owner, does } = await site()
    const [ann, mary] = [await invite('Ann', 'reader'), await invite('Ann Mary', 'editor')]
    await does('POST', '/workspaces', { name: 'elsewhere' })
    await invite('Ben', 'owner', 'elsewhere')
    const gus = await invite('Gus', 'reader', 'elsewhere')
    await does('POST', '/auth/groups', { name: 'team', members: [gus.id] })
    const [group] = await does<{ id: string }[]>('GET', '/auth/groups')
    const grant = { workspace: 'main', kind: 'group', id: group!.id, role: 'reader' }
    await does('PUT', '/auth/members', grant)

    const named = async (text: string) =>
      (await say(owner, 'tasks/1', text)).mentions.map(({ name }) => name)
    assert.deepEqual(await named('@ann mary, @ANN: @Olga and @Gus'), [
      'Ann Mary',
      'Ann',
      'Olga',
      'Gus',
    ])
    assert.deepEqual(await named('@Ben, ann@example.com, Ann, @Anna, @'), [])
    const { mentions, id } = await say(owner, 'tasks/1', '@Ann @Ann')
    assert.deepEqual(mentions, [{ id: ann.id, name: 'Ann' }])
    const put = owner.ask('PUT', `/comments/${id}`, { text: '@Ann Mary' })
    const changed = await done<Comment>(put)
    assert.deepEqual(changed.mentions, [{ id: mary.id, name: 'Ann Mary' }])
  })

  it('on something that is hidden is not there: not listed, not found, not in the log', async () => {
    const { invite, owner, rule } = await site()
    const cora = await invite('Cora', 'commenter')
    const ids: string[] = []
    for (const of of things) ids.push((await say(cora, of, 'hers')).id)
    await rule({ kind: 'folder', id: '/docs' }, 'none')
    await rule({ kind: 'table', table: 'films' }, 'none')
    await rule({ kind: 'branch', task: 1 }, 'none')
    const head = Number((await owner.ask('GET', '/changes?limit=1')).headers.get('x-revision'))
    for (const of of things) await say(owner, of, 'secret')

    for (const [index, of] of things.entries()) {
      const none = of.replace(/1$/, '99').replace('docs', 'none').replace('films', 'none')
      for (const [method, path, body] of [
        ['GET', (thing: string) => `/comments?of=${thing}`, () => undefined],
        ['POST', () => '/comments', (thing: string) => ({ of: thing, text: 'x' })],
      ] as const) {
        const hidden = await cora.ask(method, path(of), body(of))
        const missing = await cora.ask(method, path(none), body(none))
        assert.equal(hidden.status, 404)
        assert.deepEqual(hidden.json, missing.json)
      }
      const missing = await cora.ask('DELETE', '/comments/none')
      assert.deepEqual((await cora.ask('DELETE', `/comments/${ids[index]}`)).json, missing.json)
      const changed = await cora.ask('PUT', `/comments/${ids[index]}`, { text: 'x' })
      assertProblem(changed, [404, 'comments.not_found'])
    }
    const log = await done<Change[]>(cora.ask('GET', `/changes?since=${head}`))
    assert.deepEqual(
      log.map(({ operation }) => operation),
      ['withheld', 'withheld', 'withheld'],
    )
    assert.ok(!JSON.stringify(log).includes('secret'))
  })

  it('is for those, too, who may only read the thing', async () => {
    const { invite, rule, owner } = await site()
    const cora = await invite('Cora', 'commenter')
    await rule({ kind: 'folder', id: '/' }, 'read')
    await rule({ kind: 'table', table: '*' }, 'read')
    await rule({ kind: 'branch', task: 0 }, 'read')
    const head = Number((await owner.ask('GET', '/changes?limit=1')).headers.get('x-revision'))
    // The first entry behind a new rule is told to nobody whom rules bind.
    await say(owner, 'films/1', 'x')
    for (const of of things) await say(cora, of, 'x')
    const log = await done<Change[]>(cora.ask('GET', `/changes?since=${head + 1}`))
    assert.deepEqual(
      log.map(({ area, operation }) => [area, operation]),
      [
        ['gantt', 'comment-added'],
        ['tables', 'comment-added'],
        ['files', 'comment-added'],
      ],
    )
  })
})
