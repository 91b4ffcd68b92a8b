import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import type { Task } from '@triptych/contract/gantt'
import type { Analysis, Preview } from '@triptych/contract/schedule'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import type { Somebody } from '../../../test/fixtures/accounts-api.ts'
import { assertProblem } from '../../../test/fixtures/api.ts'
import type { Body } from '../../../test/fixtures/api.ts'
import { mspdiSample } from '../../../test/fixtures/mspdi-sample.ts'

// 2026-03-02 is a Monday.
const at = (day: string) => `2026-03-${day}T00:00:00`

async function done<T = { id: number }>(
  who: Somebody,
  method: string,
  path: string,
  body?: Body,
): Promise<T> {
  const { status, json } = await who.ask(method, path, body)
  assert.equal(status, 200, `${method} ${path}: ${JSON.stringify(json)}`)
  return json as T
}

/** Three in a row, of which Eve does not see the one in the middle and may only read the last. */
async function chain() {
  const { owner, invite } = await accountsServer({})
  const eve = await invite('Eve', 'editor')
  const ids: number[] = []
  for (const text of ['mine', 'hidden', 'read']) {
    const { id } = await done(owner, 'POST', '/tasks', { text, start: at('02'), duration: 1 })
    ids.push(id)
  }
  const [mine, hidden, read] = ids as [number, number, number]
  await done(owner, 'POST', '/links', { source: mine, target: hidden })
  await done(owner, 'POST', '/links', { source: hidden, target: read })
  await done(owner, 'PUT', '/schedule', { mode: 'auto' })
  for (const [task, access] of [
    [hidden, 'none'],
    [read, 'read'],
  ] as const) {
    const subject = { kind: 'account', id: eve.id }
    await done(owner, 'PUT', '/auth/rules', { thing: { kind: 'branch', task }, subject, access })
  }
  return { owner, eve, mine, hidden, read }
}

describe('where rules leave only part of a plan that schedules itself', () => {
  it('what follows is moved wherever it is, and told as far as it is seen', async () => {
    const { owner, eve, mine, hidden, read } = await chain()
    const { headers } = await eve.ask('GET', '/changes?limit=1')
    const head = Number(headers.get('x-revision'))

    await done(eve, 'PUT', `/tasks/${mine}`, { end: at('04'), duration: 2 })

    const tasks = await done<Task[]>(owner, 'GET', '/tasks')
    assert.deepEqual(
      tasks.map(({ start }) => start),
      [at('02'), at('04'), at('05')],
    )
    const told = await done<Change[]>(eve, 'GET', `/changes?since=${head}`)
    assert.deepEqual(
      told.map(({ entity }) => entity),
      [`tasks/${mine}`, `tasks/${mine}`, '', `tasks/${read}`],
    )
    assert.ok(!JSON.stringify(told).includes(`tasks/${hidden}`))
  })

  it('the analysis and a preview name nothing that is hidden', async () => {
    const { owner, eve, mine, hidden, read } = await chain()

    const { tasks } = await done<Analysis>(eve, 'GET', '/schedule/analysis')
    assert.deepEqual(Object.keys(tasks), [String(mine), String(read)])
    assert.deepEqual(tasks[read]?.drivenBy, { by: 'hidden' })
    const all = await done<Analysis>(owner, 'GET', '/schedule/analysis')
    assert.equal(all.tasks[read]?.drivenBy.by, 'link')

    const change = { method: 'PUT', data: { end: at('04'), duration: 2 } }
    const { changed } = await done<Preview>(eve, 'POST', '/schedule/preview', {
      changes: [{ ...change, url: `tasks/${mine}` }],
    })
    assert.deepEqual(
      changed.map(({ id }) => id),
      [mine, read],
    )
    const forbidden = { changes: [{ ...change, url: `tasks/${read}` }] }
    const answer = await eve.ask('POST', '/schedule/preview', forbidden)
    assertProblem(answer, [403, 'forbidden'], 'a preview of what may only be read')
    const missing = { changes: [{ ...change, url: `tasks/${hidden}` }] }
    const none = await eve.ask('POST', '/schedule/preview', missing)
    assertProblem(none, [404, 'gantt.task_not_found'], 'a preview of what is hidden')
  })

  it('settings and calendars are of the whole plan', async () => {
    const { owner, eve } = await chain()
    await done(eve, 'POST', '/calendars', { name: 'Office' })
    const subject = { kind: 'account', id: eve.id }
    const thing = { kind: 'branch', task: 0 }
    await done(owner, 'PUT', '/auth/rules', { thing, subject, access: 'read' })
    for (const [method, path] of [
      ['PUT', '/schedule'],
      ['POST', '/calendars'],
      ['PUT', '/calendars/1'],
      ['DELETE', '/calendars/1'],
    ] as const) {
      assertProblem(await eve.ask(method, path, {}), [403, 'forbidden'], `${method} ${path}`)
    }
    await done(eve, 'GET', '/calendars')

    await done(owner, 'PUT', '/auth/rules', { thing, subject, access: 'none' })
    assert.deepEqual(await done(eve, 'GET', '/calendars'), [])
    const { tasks, finish } = await done<Analysis>(eve, 'GET', '/schedule/analysis')
    assert.deepEqual([tasks, finish], [{}, null])
  })

  it('a file of the plan has nothing that is hidden, and does not replace it', async () => {
    const { owner, invite } = await accountsServer({})
    const eve = await invite('Eve', 'editor')
    const type = { 'content-type': 'application/xml' }
    const into = '/schedule/import?mode=replace'
    assert.equal((await owner.ask('POST', into, mspdiSample, type)).status, 200)
    const tasks = await done<Task[]>(owner, 'GET', '/tasks')
    const thing = { kind: 'branch', task: tasks.find(({ text }) => text === 'Scene <1>')!.id }
    const subject = { kind: 'account', id: eve.id }
    await done(owner, 'PUT', '/auth/rules', { thing, subject, access: 'none' })

    const all = await done<string>(owner, 'GET', '/schedule/export?format=xml')
    const seen = await done<string>(eve, 'GET', '/schedule/export?format=xml')
    for (const hidden of [
      'Scene &lt;1&gt;',
      '<PredecessorUID>4</PredecessorUID>',
      '<TaskUID>4</TaskUID>',
      '<Name>Film</Name>',
    ]) {
      assert.ok(all.includes(hidden), hidden)
      assert.ok(!seen.includes(hidden), hidden)
    }
    assert.ok(seen.includes('Scene 2'))

    const secret = thing.task
    await done(owner, 'PUT', `/tasks/${secret}`, { secretField: 'x' })
    const table = '/schedule/export?format=csv'
    const [whole, part] = [
      await done<string>(owner, 'GET', table),
      await done<string>(eve, 'GET', table),
    ]
    assert.match(whole, /^3,1\.2,Scene 2,.*,2FS\+4h,/m)
    assert.match(part, /^2,1\.1,Scene 2,/m)
    const calendar = '/schedule/export?format=ical'
    const events = await done<string>(eve, 'GET', calendar)
    assert.match(await done<string>(owner, 'GET', calendar), /^SUMMARY:Scene <1>/m)
    assert.match(events, /^SUMMARY:Scene 2/m)
    for (const hidden of ['Scene <1>', '2FS', 'Ann[50%]', 'secretField']) {
      assert.ok(whole.includes(hidden), hidden)
      assert.ok(!part.includes(hidden), hidden)
      assert.ok(!events.includes(hidden), hidden)
    }
    const before = await done<Task[]>(owner, 'GET', '/tasks')

    assertProblem(await eve.ask('POST', into, mspdiSample, type), [403, 'forbidden'], 'in place')
    const csv = { 'content-type': 'text/csv' }
    assertProblem(await eve.ask('POST', into, 'Name\nx\n', csv), [403, 'forbidden'], 'as a table')
    assert.deepEqual(await done<Task[]>(owner, 'GET', '/tasks'), before)
  })
})
