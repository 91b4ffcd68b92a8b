import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Problem } from '@triptych/contract/errors'
import type { HistoryPage, TakenBack } from '@triptych/contract/history'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import type { Body } from '../../../test/fixtures/api.ts'
import { create, ok, remove, rename, transfer, upload } from '../../../test/fixtures/ruled-files.ts'

/** They say nothing of what is hidden. */
const refusals = ['409 history.gone', '404 tables.not_found', '403 forbidden']

/** An owner, and somebody who knows the ids of steps and may be bound by rules. */
async function world() {
  const { owner, invite } = await accountsServer()
  const ed = await invite('Ed', 'editor')
  const good = <T = { id: number }>(method: string, path: string, body?: Body): Promise<T> =>
    ok<T>(owner.ask(method, path, body))
  const rule = (thing: object, access: 'none' | null) =>
    good('PUT', '/auth/rules', { thing, subject: { kind: 'account', id: ed.id }, access })
  const lastStep = async (): Promise<string> =>
    (await good<HistoryPage>('GET', '/history?limit=1')).steps[0]?.step ?? assert.fail('no step')
  const undo = (step: string) => ed.ask('POST', '/undo', { step })

  /** That Ed is not told `secret` while a rule hides it, and nothing is changed; and is told it when he sees it. */
  async function assertHidden(step: string, thing: object, secret: string): Promise<void> {
    await rule(thing, 'none')
    const before = (await good<HistoryPage>('GET', '/history?limit=1')).steps[0]?.revision
    const { status, json } = await undo(step)
    const refusal = `${status} ${(json as Problem).code}`
    assert.ok(refusals.includes(refusal), JSON.stringify(json))
    assert.ok(!JSON.stringify(json).includes(secret), JSON.stringify(json))
    assert.equal((json as { step: string }).step, step)
    const after = (await good<HistoryPage>('GET', '/history?limit=1')).steps[0]?.revision
    assert.equal(after, before)
    await rule(thing, null)
    const seen = await undo(step)
    assert.ok(JSON.stringify(seen.json).includes(secret), JSON.stringify(seen.json))
  }

  return { owner, ed, good, rule, lastStep, undo, assertHidden }
}

describe('to take back what is hidden tells nothing', () => {
  it('of files', async () => {
    const { owner, lastStep, assertHidden } = await world()
    const thing = { kind: 'folder', id: '/docs' }
    await ok(upload(owner, '/', 'docs/plan.txt', 'one'))
    await ok(create(owner, '/', 'other'))

    await ok(upload(owner, '/docs', 'plan.txt', 'second', 'replace'))
    const replaced = await lastStep()
    await ok(upload(owner, '/docs', 'plan.txt', 'the third', 'replace'))
    await assertHidden(replaced, thing, '/docs/plan.txt')

    await ok(create(owner, '/docs', 'made'))
    const made = await lastStep()
    await ok(create(owner, '/docs/made', 'in it'))
    await assertHidden(made, thing, '/docs/made')

    await ok(rename(owner, '/docs/made', 'renamed'))
    const renamed = await lastStep()
    await ok(rename(owner, '/docs/renamed', 'again'))
    await assertHidden(renamed, thing, '/docs/renamed')

    await ok(transfer(owner, 'move', ['/docs/again'], '/other'))
    const moved = await lastStep()
    await ok(create(owner, '/docs', 'again'))
    await assertHidden(moved, { kind: 'folder', id: '/other' }, '/other/again')

    await ok(remove(owner, '/docs/plan.txt'))
    const removed = await lastStep()
    await ok(owner.ask('DELETE', '/trash', {}))
    const ended = await lastStep()
    await assertHidden(removed, thing, '/docs/plan.txt')
    await assertHidden(ended, thing, '/docs/plan.txt')
  })

  it('of tables', async () => {
    const { good, lastStep, assertHidden } = await world()
    const thing = { kind: 'table', table: 'pay' }
    const columns = [{ name: 'who', type: 'text' }]
    await good('POST', '/tables', { name: 'pay', columns })
    const created = await lastStep()
    const { id } = await good('POST', '/pay', { who: 'Ann' })
    const added = await lastStep()
    await good('PUT', `/pay/${id}`, { who: 'Ben' })
    const changed = await lastStep()
    await assertHidden(created, thing, 'pay')
    await assertHidden(added, thing, `pay/${id}`)
    await good('PUT', `/pay/${id}`, { who: 'Cem' })
    await assertHidden(changed, thing, `pay/${id}`)
    await good('POST', '/comments', { of: `pay/${id}`, text: 'secret' })
    const said = await lastStep()
    const { entries } = (await good<HistoryPage>('GET', '/history?limit=1')).steps[0]!
    await good('PUT', `/${entries[0]!.entity}`, { text: 'more' })
    await assertHidden(said, thing, entries[0]!.entity)
  })

  it('of columns', async () => {
    const { good, rule, lastStep, undo } = await world()
    const columns = ['who', 'sum'].map((name) => ({ name, type: 'text' }))
    await good('POST', '/tables', { name: 'pay', columns })
    const { id } = await good('POST', '/pay', { who: 'Ann', sum: '1' })
    await good('PUT', `/pay/${id}`, { sum: '2' })
    const hidden = await lastStep()
    await good('PUT', `/pay/${id}`, { who: 'Ben', sum: '3' })
    const both = await lastStep()
    await good('DELETE', `/pay/${id}`)
    const thing = { kind: 'column', table: 'pay', column: 'sum' }
    await rule(thing, 'none')

    const refused = await undo(hidden)
    assert.deepEqual([refused.status, (refused.json as Problem).code], [409, 'history.gone'])
    assert.ok(!JSON.stringify(refused.json).includes('sum'))
    const { kept } = await ok<TakenBack>(undo(both))
    assert.deepEqual(kept, [{ entity: `pay/${id}`, field: 'who' }])
  })

  it('of who may do what', async () => {
    const { rule, lastStep, undo } = await world()
    await rule({ kind: 'branch', task: 0 }, 'none')
    const ruled = await lastStep()
    await rule({ kind: 'branch', task: 0 }, null)

    const { status, json } = await undo(ruled)
    assert.deepEqual([status, (json as Problem).code], [409, 'history.gone'])
    assert.equal((json as { entity?: string }).entity, undefined)
  })

  it('of branches', async () => {
    const { good, lastStep, assertHidden } = await world()
    const { id } = await good('POST', '/tasks', { text: 'Hidden', duration: 1 })
    const { id: below } = await good('POST', '/tasks', { text: 'Below', duration: 1, parent: id })
    const thing = { kind: 'branch', task: id }
    const name = `tasks/${below}`
    const added = await lastStep()
    await good('PUT', `/tasks/${below}`, { text: 'Other' })
    const changed = await lastStep()
    await assertHidden(added, thing, name)
    await good('PUT', `/tasks/${below}`, { text: 'Another' })
    await assertHidden(changed, thing, name)
    const { id: open } = await good('POST', '/tasks', { text: 'Open', duration: 1 })
    const { id: link } = await good('POST', '/links', { source: open, target: below, type: 'e2s' })
    const linked = await lastStep()
    await good('PUT', `/links/${link}`, { type: 's2s' })
    await assertHidden(linked, thing, `links/${link}`)
  })
})
