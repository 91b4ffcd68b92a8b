import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import { api, assertProblem } from '../../../test/fixtures/api.ts'

describe('a workspace with a title', () => {
  it('is made with it, listed by it, and keeps its name when it gets another', async () => {
    const { call } = await api()
    const plan = { name: 'big-plan-2027', title: 'Big plan 2027' }
    assert.deepEqual((await call('POST', '/workspaces', plan)).json, plan)
    const main = { name: 'main', title: 'main' }
    assert.deepEqual((await call('GET', '/workspaces')).json, [plan, main])

    const renamed = { ...plan, title: 'Größer & später' }
    const path = '/workspaces/big-plan-2027'
    const answer = await call('PATCH', path, { title: '  Größer & später ' })
    assert.deepEqual(answer.json, renamed)
    assert.deepEqual((await call('GET', '/workspaces')).json, [renamed, main])
    const [entry] = (await call('GET', '/w/big-plan-2027/changes')).json as object[]
    const { operation, before, after } = entry as Record<string, unknown>
    assert.deepEqual(
      { operation, before, after },
      {
        operation: 'title-changed',
        before: { title: 'Big plan 2027' },
        after: { title: 'Größer & später' },
      },
    )

    // The same once more is no change.
    await call('PATCH', path, { title: 'Größer & später' })
    assert.equal(((await call('GET', '/w/big-plan-2027/changes')).json as object[]).length, 1)
    await call('PATCH', path, { title: 'big-plan-2027' })
    assert.deepEqual((await call('GET', '/workspaces')).json, [
      { name: 'big-plan-2027', title: 'big-plan-2027' },
      main,
    ])
  })

  it('has one line of at most 100 signs, and nothing is changed by another', async () => {
    const { call, refuses } = await api()
    for (const title of ['', '  ', 'a\nb', 'x'.repeat(101), 7, null]) {
      await refuses([422, 'body.invalid'], 'PATCH', '/workspaces/main', { title })
    }
    for (const title of ['', 'a\nb']) {
      await refuses([422, 'body.invalid'], 'POST', '/workspaces', { name: 'a', title })
    }
    await refuses([404, 'workspaces.not_found'], 'PATCH', '/workspaces/none', { title: 'None' })
    assert.deepEqual((await call('GET', '/workspaces')).json, [{ name: 'main', title: 'main' }])
  })

  it('gets another one from its owners only', async () => {
    const { owner, invite } = await accountsServer()
    const editor = await invite('Edith', 'editor')
    const title = { title: 'Ours' }

    assertProblem(await editor.ask('PATCH', '/workspaces/main', title), [403, 'forbidden'])
    assert.equal((await owner.ask('PATCH', '/workspaces/main', title)).status, 200)
    // All who are in it are told, for a page that shows it.
    const changes = (await editor.ask('GET', '/changes')).json as Record<string, unknown>[]
    const told = changes.at(-1)
    assert.deepEqual([told?.['operation'], told?.['after']], ['title-changed', { title: 'Ours' }])
    assert.deepEqual((await editor.ask('GET', '/workspaces')).json, [
      { name: 'main', title: 'Ours' },
    ])
    await owner.ask('POST', '/workspaces', { name: 'other' })
    assertProblem(await editor.ask('PATCH', '/workspaces/other', title), [
      404,
      'workspaces.not_found',
    ])
  })
})
