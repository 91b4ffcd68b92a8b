import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { patient } from '../../server/test/fixtures/patient.ts'
import { ganttServer } from '../../server/test/svar/gantt-server.ts'
import { undoWrite } from '../src/history.ts'
import { openPage } from './gantt-page.ts'

const april = (day: number) => new Date(2026, 3, day)
const first = { start: '2026-04-01 00:00:00', end: '2026-04-02 00:00:00', duration: 1 }
const later = { start: '2026-04-08 00:00:00', end: '2026-04-10 00:00:00', duration: 2 }

async function twoPages(t: TestContext, options = { autoConvert: true }) {
  const server = await ganttServer(t)
  const ids = await server.seed({ Dig: first, Pipes: later, Party: { type: 'milestone' } })
  const open = () => openPage(server.url, undefined, options)
  const [ours, theirs] = [await open(), await open()]
  t.after(() => [ours, theirs].forEach((page) => page.close()))
  return { ids, ours, theirs }
}

describe('a connected Gantt that converts', () => {
  it('makes a summary of a task that gets its first one below it, as one step', async (t) => {
    const { ids, ours, theirs } = await twoPages(t)

    await ours.act('indent-task', { id: ids['Pipes'], mode: true })

    assert.equal(new Set(ours.saved.map(({ write }) => write)).size, 1)
    for (const page of [ours, theirs]) {
      await t.waitFor(() => {
        const { type, start, end } = page.task('Dig')
        assert.deepEqual({ type, start, end }, { type: 'summary', start: april(8), end: april(10) })
      }, patient)
    }

    await undoWrite(ours.server, ours.saved[0]!.write)

    for (const page of [ours, theirs]) {
      await t.waitFor(() => {
        assert.equal(page.outline(), '- Dig\n- Pipes\n- Party')
        const { type, start } = page.task('Dig')
        assert.deepEqual({ type, start }, { type: 'task', start: april(1) })
      }, patient)
      assert.deepEqual(page.failures, [])
    }
  })

  it('does so with what is added below it, and with a milestone', async (t) => {
    const { ids, ours, theirs } = await twoPages(t)

    const task = { text: 'Cake', type: 'task', start: april(20), duration: 1 }
    await ours.act('add-task', { task, target: ids['Party'], mode: 'child' })

    for (const page of [ours, theirs]) {
      await t.waitFor(() => assert.equal(page.task('Party').type, 'summary'), patient)
      assert.deepEqual(page.task('Party').start, april(20))
    }
  })

  it('makes a task again of a summary that loses its last one', async (t) => {
    const { ids, ours, theirs } = await twoPages(t)
    await ours.act('indent-task', { id: ids['Pipes'], mode: true })

    await ours.act('indent-task', { id: ids['Pipes'], mode: false })
    assert.equal(ours.task('Dig').type, 'task')
    await ours.act('move-task', { id: ids['Pipes'], target: ids['Dig'], mode: 'child' })
    assert.equal(ours.task('Dig').type, 'summary')
    await ours.act('delete-task', { id: ids['Pipes'] })

    for (const page of [ours, theirs]) {
      await t.waitFor(() => assert.equal(page.task('Dig').type, 'task'), patient)
      assert.deepEqual(page.failures, [])
    }
  })

  it('leaves types alone that are of your own, and all of them unless it is asked for', async (t) => {
    const { ids, ours } = await twoPages(t)
    await ours.act('update-task', { id: ids['Dig'], task: { type: 'phase' } })
    await ours.act('indent-task', { id: ids['Pipes'], mode: true })
    assert.equal(ours.task('Dig').type, 'phase')

    const other = await twoPages(t, { autoConvert: false })
    await other.ours.act('indent-task', { id: other.ids['Pipes'], mode: true })
    assert.equal(other.ours.task('Dig').type, 'task')
  })

  it('says nothing of dates where the plan schedules itself', async (t) => {
    const { ids, ours, theirs } = await twoPages(t)
    await ours.server.send({ method: 'PUT', path: 'schedule', body: { mode: 'auto' } })
    await ours.connection.reload()

    await ours.act('indent-task', { id: ids['Pipes'], mode: true })

    for (const page of [ours, theirs]) {
      await t.waitFor(() => {
        const [dig, pipes] = [page.task('Dig'), page.task('Pipes')]
        assert.equal(dig.type, 'summary')
        assert.deepEqual([dig.start, dig.end], [pipes.start, pipes.end])
        // What held it where it was drawn has gone, too: it stands where its tasks do.
        assert.equal(dig['constraint'], undefined)
      }, patient)
    }
  })
})
