import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTriptych } from '../main.ts'
import type { Triptych } from '../main.ts'

interface Task {
  id: number
  parent: number
  text: string
  start: string
  end?: string
  lazy?: boolean
  manual?: boolean
  deadline?: string
}

describe('the demo plan', () => {
  let triptych: Triptych
  before(async () => {
    triptych = await createTriptych({ data: ':memory:' })
  })
  after(() => triptych.close())

  async function got<T>(path: string): Promise<T> {
    const answer = await triptych.fetch(new Request(`http://localhost${path}`))
    assert.equal(answer.status, 200, path)
    return (await answer.json()) as T
  }

  it('has about forty tasks, links, people, and a branch that is loaded on demand', async () => {
    const tasks = await got<Task[]>('/tasks')
    const lazy = tasks.filter((task) => task.lazy)
    const below = await got<Task[]>(`/tasks/${lazy[0]?.id}`)

    assert.deepEqual(
      lazy.map(({ text }) => text),
      ['Rooms'],
    )
    assert.ok(tasks.length + below.length >= 36 && tasks.length + below.length <= 45)
    assert.equal((await got<object[]>('/links')).length, 22)
    assert.equal((await got<object[]>('/resources')).length, 7)
    assert.ok((await got<object[]>('/assignments')).length > 10)
  })

  it('schedules itself by office hours with holidays, and everything fits', async () => {
    const { mode, calendar } = await got<{ mode: string; calendar: number }>('/schedule')
    const calendars = await got<{ id: number; name: string; exceptions: object[] }[]>('/calendars')
    const { conflicts, tasks: found } = await got<{
      conflicts: object[]
      tasks: Record<string, { finish: string; drivenBy: { by: string } }>
    }>('/schedule/analysis')
    const tasks = await got<Task[]>('/tasks')
    const named = (name: string) => tasks.find(({ text }) => text === name)!
    const driver = (name: string) => found[named(name).id]!.drivenBy.by

    assert.equal(mode, 'auto')
    assert.deepEqual(
      calendars.map(({ id, name, exceptions }) => [id, name, exceptions.length]),
      [[calendar, 'Office hours', 3]],
    )
    assert.deepEqual(conflicts, [])
    const some = ['Find a plot', 'Permit', 'Permit granted', 'Ask the neighbours', 'Pack']
    assert.deepEqual(some.map(driver), ['actual', 'actual', 'link', 'manual', 'late'])
    const { id, deadline } = named('House-warming')
    assert.ok(deadline && deadline > found[id]!.finish)
  })

  it('has lags in working days and by the clock', async () => {
    const links = await got<{ lag?: number; lagUnit?: string }[]>('/links')
    const lags = links.flatMap(({ lag, lagUnit }) =>
      lag === undefined ? [] : [`${lag}${lagUnit}`],
    )

    assert.deepEqual(lags, ['1d', '-1d', '7ed', '2d'])
  })

  it('began on a Monday three weeks ago, and is in the middle of the permit', async () => {
    const tasks = await got<Task[]>('/tasks')
    const { start } = tasks.find(({ text }) => text === 'Find a plot')!
    const permit = tasks.find(({ text }) => text === 'Permit')!
    const now = new Date().toISOString()

    assert.equal(new Date(`${start}Z`).getUTCDay(), 1)
    assert.ok(permit.start < now && now < permit.end!, `${permit.start} to ${permit.end}`)
  })
})
