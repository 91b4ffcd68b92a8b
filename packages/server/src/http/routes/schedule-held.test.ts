import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Schedule } from '@triptych/contract/schedule'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'
import type { GanttApi } from '../../../test/fixtures/gantt-api.ts'

// 2026-03-02 is a Monday.
const at = (day: string) => `2026-03-${day}T00:00:00`

async function scheduled(): Promise<GanttApi> {
  const api = await ganttApi()
  await api.done('PUT', '/schedule', { mode: 'auto', start: at('02') })
  return api
}

describe('a new task of a plan that schedules itself', () => {
  it('stays where it was drawn until it waits for another, and follows that from then on', async () => {
    const api = await scheduled()
    const { a, b } = await api.seed({
      a: { start: at('02'), duration: 2 },
      b: { start: at('12'), duration: 1 },
    })
    const drawn = await api.task(b)
    assert.deepEqual(drawn['constraint'], { type: 'snet', date: at('12'), implied: true })

    await api.link(a, b)
    assert.equal((await api.task(b)).start, at('04'))
    assert.equal((await api.task(b))['constraint'], undefined)
    await api.done('PUT', `/tasks/${a}`, { duration: 1, end: at('03') })
    assert.equal((await api.task(b)).start, at('03'))

    await api.done('POST', '/undo', {})
    await api.done('POST', '/undo', {})
    const { start, constraint } = await api.task(b)
    assert.deepEqual([start, constraint], [at('12'), drawn['constraint']])
  })

  it('is let go for good, also by a client that says again all it knew of it', async () => {
    const api = await scheduled()
    const { a, b, c, d } = await api.seed({
      a: { start: at('02'), duration: 2 },
      b: { start: at('12'), duration: 1 },
      c: { start: at('12'), duration: 1 },
      d: { start: at('20'), duration: 1 },
    })
    const [linked, above] = [await api.task(b), await api.task(c)]
    assert.deepEqual(above['constraint'], { type: 'snet', date: at('12'), implied: true })
    await api.link(a, b)
    await api.done('PUT', `/tasks/${d}`, { operation: 'move', target: c, mode: 'child' })
    await api.done('PUT', `/tasks/${b}`, {
      constraint: linked['constraint'],
      progress: 0,
      text: 'b2',
    })
    await api.done('PUT', `/tasks/${c}`, { constraint: above['constraint'], type: 'summary' })
    const [waits, summary] = [await api.task(b), await api.task(c)]
    assert.deepEqual([waits['text'], waits.start, waits['constraint']], ['b2', at('04'), undefined])
    assert.deepEqual([summary.type, summary['constraint']], ['summary', undefined])
  })

  it('stays where somebody put it, whatever it waits for', async () => {
    const api = await scheduled()
    const { a, b } = await api.seed({
      a: { start: at('02'), duration: 2 },
      b: { start: at('03'), duration: 1 },
    })
    await api.done('PUT', `/tasks/${b}`, { start: at('12'), end: at('13') })
    await api.link(a, b)
    const { start, constraint } = await api.task(b)
    assert.deepEqual([start, constraint], [at('12'), { type: 'snet', date: at('12') }])
  })

  it('begins with the plan where it was drawn at its beginning, also when that is earlier', async () => {
    const api = await scheduled()
    const { a } = await api.seed({ a: { start: at('02'), duration: 2 } })
    assert.equal((await api.task(a))['constraint'], undefined)
    await api.done('PUT', '/schedule', { start: '2026-02-23T00:00:00' })
    assert.equal((await api.task(a)).start, '2026-02-23T00:00:00')
  })

  it('goes with what it is below, when that waits and when it was added to it later', async () => {
    const api = await scheduled()
    const { a, top, b } = await api.seed({
      a: { start: at('02'), duration: 5 },
      top: { start: at('12'), duration: 1, type: 'summary' },
      b: { start: at('12'), duration: 1, parent: 'top' },
    })
    await api.link(a, top)
    assert.equal((await api.task(b)).start, at('09'))
    const { start } = await api.task(top)
    const more = { text: 'c', parent: top, start, duration: 1 }
    const { id: c } = await api.done<{ id: number }>('POST', '/tasks', more)
    await api.done('PUT', `/tasks/${a}`, { end: at('04'), duration: 2 })
    assert.deepEqual([(await api.task(b)).start, (await api.task(c)).start], [at('04'), at('04')])
  })

  it('is where what comes below it is, also a copy', async () => {
    const api = await scheduled()
    const { a, b, c, d } = await api.seed({
      a: { start: at('02'), duration: 2 },
      b: { start: at('12'), duration: 1 },
      c: { start: at('12'), duration: 1 },
      d: { start: at('12'), duration: 1 },
    })
    await api.done('POST', '/tasks', { text: 'new', parent: b, start: at('02'), duration: 1 })
    const into = { operation: 'copy', target: c, mode: 'child' }
    const { id } = await api.done<{ id: number }>('PUT', `/tasks/${a}`, into)
    await api.done('PUT', `/tasks/${a}`, { operation: 'move', target: d, mode: 'child' })
    for (const one of [a, b, c, d, id]) {
      const { start, constraint } = await api.task(one)
      assert.deepEqual([start, constraint], [at('02'), undefined])
    }
  })

  it('is let go as a summary, whether it is made one before or after something is below it', async () => {
    const api = await scheduled()
    const { a, b, c, d } = await api.seed({
      a: { start: at('12'), duration: 1 },
      b: { start: at('16'), duration: 2 },
      c: { start: at('12'), duration: 1 },
      d: { start: at('16'), duration: 2 },
    })
    const put = (task: number, body: object) => api.done('PUT', `/tasks/${task}`, body)
    const dates = { start: at('16'), end: at('18'), duration: 2 }
    const summary = { type: 'summary', ...dates }

    await put(a, summary)
    await put(b, { operation: 'move', target: a, mode: 'child' })
    await put(d, { operation: 'move', target: c, mode: 'child' })
    await put(c, summary)

    for (const one of [a, c]) {
      const { type, start, end, constraint, length } = await api.task(one)
      const plain = { type, start, end, constraint, length }
      const { start: from, end: to } = dates
      assert.deepEqual(plain, {
        type: 'summary',
        start: from,
        end: to,
        constraint: undefined,
        length: 480,
      })
    }
  })

  it('stays where it was drawn as a summary that has nothing below it yet', async () => {
    const api = await scheduled()
    const { a } = await api.seed({ a: { start: at('12'), duration: 1 } })
    await api.done('PUT', `/tasks/${a}`, { type: 'summary', start: at('16'), duration: 2 })
    const { start, constraint } = await api.task(a)
    assert.deepEqual(
      [start, constraint],
      [at('12'), { type: 'snet', date: at('12'), implied: true }],
    )
  })

  it('is not held by a link that moves nobody', async () => {
    const api = await scheduled()
    const { a, b } = await api.seed({
      a: { start: at('02'), duration: 2 },
      b: { start: at('12'), duration: 1 },
    })
    await api.done('POST', '/links', { source: a, target: b, active: false })
    assert.equal((await api.task(b)).start, at('12'))
  })
})

describe('a plan that is to schedule itself if it is new', () => {
  it('does so without a task and before anything was said, and only then', async () => {
    const ifNew = { mode: 'auto', start: at('02'), ifNew: true }
    const api = await ganttApi()
    assert.equal((await api.done<Schedule>('PUT', '/schedule', ifNew)).mode, 'auto')
    await api.done('PUT', '/schedule', { mode: 'off' })
    assert.equal((await api.done<Schedule>('PUT', '/schedule', ifNew)).mode, 'off')
  })

  it('is not new to somebody from whom its tasks are hidden', async () => {
    const { owner, invite } = await accountsServer({})
    const eve = await invite('Eve', 'editor')
    const { json } = await owner.ask('POST', '/tasks', {
      text: 'Dig',
      start: at('02'),
      duration: 1,
    })
    const subject = { kind: 'account', id: eve.id }
    const thing = { kind: 'branch', task: (json as { id: number }).id }
    await owner.ask('PUT', '/auth/rules', { thing, subject, access: 'none' })
    assert.deepEqual((await eve.ask('GET', '/tasks')).json, [])

    const ifNew = { mode: 'auto', start: at('02'), ifNew: true }
    const { status } = await eve.ask('PUT', '/schedule', ifNew)
    assert.equal(status, 200)
    assert.equal(((await owner.ask('GET', '/schedule')).json as Schedule).mode, 'off')
  })
})
