import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { patient } from '../../server/test/fixtures/patient.ts'
import { ganttServer } from '../../server/test/svar/gantt-server.ts'
import { openPage } from './gantt-page.ts'

// 2026-04-01 is a Wednesday.
const april = (day: number) => new Date(2026, 3, day)
const dates = { start: '2026-04-01 00:00:00', end: '2026-04-02 00:00:00', duration: 1 }

describe('a connected Gantt of a plan that schedules itself', () => {
  it('shows at once what followed from what was done here, and to others', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed({ Walls: dates, Roof: dates }, [['Walls', 'Roof']])
    const [ours, theirs] = [await openPage(server.url), await openPage(server.url)]
    t.after(() => [ours, theirs].forEach((page) => page.close()))
    await ours.server.send({ method: 'PUT', path: 'schedule', body: { mode: 'auto' } })
    for (const page of [ours, theirs]) {
      await t.waitFor(() => assert.deepEqual(page.task('Roof').start, april(2)), patient)
    }

    await ours.act('update-task', {
      id: ids['Walls'],
      task: { start: april(1), end: april(4), duration: 3 },
    })

    // Over the weekend.
    for (const page of [ours, theirs]) {
      await t.waitFor(() => assert.deepEqual(page.task('Roof').start, april(6)), patient)
      assert.deepEqual(page.task('Roof').end, april(7))
      assert.deepEqual(page.task('Walls').end, april(4))
      assert.deepEqual(page.failures, [])
    }

    // Nothing waits for a Saturday: it goes back to where it can be.
    await ours.act('update-task', {
      id: ids['Roof'],
      task: { start: april(2), end: april(3), duration: 1 },
    })
    await t.waitFor(() => assert.deepEqual(ours.task('Roof').start, april(6)), patient)
    const held = { type: 'snet', date: '2026-04-02T00:00:00' }
    for (const page of [ours, theirs]) {
      await t.waitFor(() => assert.deepEqual(page.task('Roof')['constraint'], held), patient)
    }
  })

  it('no longer shows what has gone from a task', async (t) => {
    const server = await ganttServer(t)
    const later = { ...dates, start: '2026-04-08 00:00:00', end: '2026-04-09 00:00:00' }
    const ids = await server.seed({ Walls: dates, Roof: later })
    const page = await openPage(server.url)
    t.after(() => page.close())
    const held = () => page.task('Roof')['constraint']
    await page.server.send({ method: 'PUT', path: 'schedule', body: { mode: 'auto' } })
    await t.waitFor(() => assert.ok(held()), patient)

    const link = { source: ids['Walls'], target: ids['Roof'], type: 'e2s' }
    await page.server.send({ method: 'POST', path: 'links', body: link })

    await t.waitFor(() => assert.deepEqual(page.task('Roof').start, april(2)), patient)
    assert.equal(held(), undefined)
    await page.server.send({ method: 'POST', path: 'undo', body: {} })
    await t.waitFor(() => assert.ok(held()), patient)
  })

  it('draws what one change moves in one go, however many tasks that are', async (t) => {
    const server = await ganttServer(t)
    const names = Array.from({ length: 60 }, (_, n) => `Task ${n}`)
    const links = names.slice(1).map((name, n) => [names[n]!, name] as [string, string])
    const ids = await server.seed(Object.fromEntries(names.map((name) => [name, dates])), links)
    const page = await openPage(server.url)
    t.after(() => page.close())
    await page.server.send({ method: 'PUT', path: 'schedule', body: { mode: 'auto' } })
    await t.waitFor(() => assert.notDeepEqual(page.task('Task 59').start, april(1)), patient)
    const before = Number(page.task('Task 59').start)
    let drawn = 0
    page.api.on('update-task', (event: { eventSource?: string }) => {
      // What comes from the server and is only noted is of another source.
      if (event.eventSource === 'schedule-tasks') drawn++
    })

    const longer = { start: '2026-04-01 00:00:00', end: '2026-04-08 00:00:00', duration: 7 }
    await page.server.send({ method: 'PUT', path: `tasks/${ids['Task 0']}`, body: longer })

    await t.waitFor(() => assert.ok(Number(page.task('Task 59').start) > before), patient)
    await t.waitFor(() => assert.ok(drawn > 0), patient)
    assert.ok(drawn < 20, `drawn ${drawn} times`)
  })
})
