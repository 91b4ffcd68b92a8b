import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import type { ErrorCode } from '@triptych/contract/errors'
import type { Group } from '@triptych/contract/accounts'
import type { Access, OwnRule, Rule, Subject, Thing } from '@triptych/contract/rules'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import type { Somebody } from '../../../test/fixtures/accounts-api.ts'
import { assertProblem, send, server } from '../../../test/fixtures/api.ts'

const everyone: Subject = { kind: 'everyone' }
const folder = (id: string): Thing => ({ kind: 'folder', id })
const branch = (task: number): Thing => ({ kind: 'branch', task })
const table = (name: string): Thing => ({ kind: 'table', table: name })
const column = (name: string): Thing => ({ kind: 'column', table: 'films', column: name })

const put = ({ ask }: Somebody, thing: Thing, subject: Subject, access: Access | null) =>
  ask('PUT', '/auth/rules', { thing, subject, access })

async function set(...rule: Parameters<typeof put>): Promise<void> {
  const { status, json } = await put(...rule)
  assert.equal(status, 200, JSON.stringify(json))
  assert.deepEqual(json, {})
}

async function rulesFor({ ask }: Somebody): Promise<Rule[]> {
  const { status, json } = await ask('GET', '/auth/rules')
  assert.equal(status, 200, JSON.stringify(json))
  return json as Rule[]
}

/** A workspace with a folder, a table and a task. */
async function site() {
  const people = await accountsServer()
  for (const [path, body] of [
    ['/files/%2F', { name: 'docs', type: 'folder' }],
    ['/files/%2Fdocs', { name: 'a.txt', type: 'file' }],
    ['/tables', { name: 'films', columns: [{ name: 'name', type: 'text' }] }],
    ['/tasks', { text: 'Dig' }],
  ] as const) {
    const { status, json } = await people.owner.ask('POST', path, body)
    assert.equal(status, 200, JSON.stringify(json))
  }
  return people
}

const inOrder = (rules: OwnRule[]) => rules.map((rule) => JSON.stringify(rule)).toSorted()

describe('the rules of a workspace', () => {
  it('are listed with what they are about and whom they bind', async () => {
    const { owner, invite } = await site()
    const rita = await invite('Rita', 'reader')
    const { json } = await owner.ask('POST', '/auth/groups', { name: 'staff' })
    const ritas: Subject = { kind: 'account', id: rita.id }
    const staff: Subject = { kind: 'group', id: (json as Group).id }

    await set(owner, folder('/docs'), everyone, 'none')
    await set(owner, folder('docs/a.txt'), ritas, 'write')
    await set(owner, folder('/'), staff, 'read')
    await set(owner, table('*'), everyone, 'read')
    await set(owner, table('films'), ritas, 'write')
    await set(owner, column('name'), staff, 'none')
    await set(owner, branch(0), everyone, 'read')
    await set(owner, branch(1), ritas, 'none')

    const told = (await rulesFor(owner)).map(({ thing, title, subject, name, access }) =>
      JSON.stringify([thing, title, subject.kind, name, access]),
    )
    assert.deepEqual(
      told.toSorted(),
      [
        [folder('/docs'), null, 'everyone', null, 'none'],
        [folder('/docs/a.txt'), null, 'account', 'Rita', 'write'],
        [folder('/'), null, 'group', 'staff', 'read'],
        [table('*'), null, 'everyone', null, 'read'],
        [table('films'), null, 'account', 'Rita', 'write'],
        [column('name'), null, 'group', 'staff', 'none'],
        [branch(0), null, 'everyone', null, 'read'],
        [branch(1), 'Dig', 'account', 'Rita', 'none'],
      ]
        .map((rule) => JSON.stringify(rule))
        .toSorted(),
    )
  })

  it('are replaced, and taken away, also from somebody who is gone', async () => {
    const { owner, invite } = await site()
    const rita = await invite('Rita', 'reader')
    const ritas: Subject = { kind: 'account', id: rita.id }
    await set(owner, folder('/docs'), ritas, 'none')
    await set(owner, folder('/docs'), ritas, 'read')
    assert.deepEqual(
      (await rulesFor(owner)).map(({ access }) => access),
      ['read'],
    )

    await owner.ask('DELETE', `/auth/accounts/${rita.id}`)
    assert.equal((await rulesFor(owner))[0]?.name, null)
    assertProblem(await put(owner, folder('/docs'), ritas, 'none'), [404, 'auth.not_found'])
    await set(owner, folder('/docs'), ritas, null)
    await set(owner, folder('/docs'), ritas, null)
    assert.deepEqual(await rulesFor(owner), [])
  })

  it('are about what is there, for whom there is', async () => {
    const { owner } = await site()
    const refused = async (
      thing: Thing,
      status: number,
      code: ErrorCode,
      subject: Subject = everyone,
    ) => assertProblem(await put(owner, thing, subject, 'read'), [status, code])

    await refused(folder('/none'), 404, 'files.not_found')
    await refused(folder('/docs/a.txt/b'), 404, 'files.not_found')
    await refused(folder('/..'), 400, 'files.bad_path')
    await refused(table('none'), 404, 'tables.not_found')
    await refused(table('a\0b'), 404, 'tables.not_found')
    await refused(column('none'), 422, 'tables.unknown_column')
    await refused(column('id'), 422, 'tables.unknown_column')
    await refused({ kind: 'column', table: '*', column: 'name' }, 404, 'tables.not_found')
    await refused(branch(2), 404, 'gantt.task_not_found')
    await refused(branch(-1), 422, 'body.invalid')
    for (const kind of ['account', 'group'] as const) {
      await refused(folder('/'), 404, 'auth.not_found', { kind, id: 'none' })
      await refused(folder('/'), 404, 'auth.not_found', { kind, id: '\0' })
    }
    assert.deepEqual(await rulesFor(owner), [])
  })

  it('are each of their own workspace, and for its owners', async () => {
    const { owner, invite } = await site()
    await owner.ask('POST', '/workspaces', { name: 'other' })
    const theo = await invite('Theo', 'owner', 'other')
    const edith = await invite('Edith', 'editor', 'main')
    await set(owner, folder('/docs'), everyone, 'none')

    assert.deepEqual((await theo.ask('GET', '/w/other/auth/rules')).json, [])
    const rule = { thing: folder('/'), subject: everyone, access: 'read' }
    assert.equal((await theo.ask('PUT', '/w/other/auth/rules', rule)).status, 200)
    assertProblem(await theo.ask('GET', '/auth/rules'), [404, 'workspaces.not_found'])
    assertProblem(await edith.ask('GET', '/auth/rules'), [403, 'forbidden'])
    assertProblem(await edith.ask('PUT', '/auth/rules', rule), [403, 'forbidden'])
    assert.equal((await rulesFor(owner)).length, 1)
  })

  it('tell those whom they bind what is left of what they see, and nothing of the others', async () => {
    const { owner, invite } = await site()
    const [edith, rita] = [await invite('Edith', 'editor'), await invite('Rita', 'reader')]
    const ediths: Subject = { kind: 'account', id: edith.id }
    await owner.ask('POST', '/files/%2F', { name: 'closed', type: 'folder' })
    await owner.ask('POST', '/files/%2Fclosed', { name: 'b.txt', type: 'file' })
    await owner.ask('POST', '/tasks', { text: 'closed' })
    await owner.ask('POST', '/tasks', { text: 'below', parent: 2 })
    for (const [thing, access] of [
      [folder('/'), 'read'],
      [folder('/docs'), 'write'],
      [folder('/closed'), 'none'],
      [folder('/closed/b.txt'), 'write'],
      [table('*'), 'read'],
      [table('films'), 'write'],
      [column('name'), 'read'],
      [branch(1), 'read'],
      [branch(2), 'none'],
      [branch(3), 'write'],
    ] as const) {
      await set(owner, thing, ediths, access)
    }

    const { status, json } = await edith.ask('GET', '/auth/rules/mine')

    assert.equal(status, 200, JSON.stringify(json))
    assert.deepEqual(
      inOrder(json as OwnRule[]),
      inOrder([
        { thing: folder('/'), access: 'read' },
        { thing: folder('/docs'), access: 'write' },
        { thing: table('*'), access: 'read' },
        { thing: table('films'), access: 'write' },
        { thing: column('name'), access: 'read' },
        { thing: branch(1), access: 'read' },
      ]),
    )
    for (const { ask } of [rita, owner]) {
      assert.deepEqual((await ask('GET', '/auth/rules/mine')).json, [])
    }
  })

  it('leave an entry in the log where they change', async () => {
    const { owner } = await site()
    const [thing, subject] = [folder('/docs'), everyone]
    await set(owner, thing, subject, 'none')
    await set(owner, thing, subject, 'none')
    await set(owner, thing, subject, null)

    const { json } = await owner.ask('GET', '/changes')
    const entries = (json as Change[]).filter(({ area }) => area === 'access')
    assert.deepEqual(
      entries.map(({ operation, entity, before, after }) => [operation, entity, before, after]),
      [
        ['rule-changed', 'rules', null, { thing, subject, access: 'none' }],
        ['rule-changed', 'rules', { thing, subject, access: 'none' }, null],
      ],
    )
  })

  it('are none where there are no accounts', async () => {
    const triptych = await server()
    const rule = { thing: folder('/'), subject: everyone, access: 'read' }
    for (const answer of [
      await send(triptych, 'GET', '/auth/rules'),
      await send(triptych, 'GET', '/auth/rules/mine'),
      await send(triptych, 'PUT', '/auth/rules', rule),
    ]) {
      assertProblem(answer, [404, 'auth.no_accounts'])
    }
  })
})
