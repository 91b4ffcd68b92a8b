import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PostponeProposal } from '@triptych/contract/schedule'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'

const at = (day: string) => `2026-03-${day}T00:00:00`

/** From Monday 2 March 2026 on: `a` half done, then `b`; `done`, `hand` and `fixed` stay; `later` stands behind it. */
async function plan() {
  const api = await ganttApi()
  const ids = await api.seed({
    a: { start: at('02'), duration: 4 },
    b: { start: at('06'), duration: 1 },
    done: { start: at('02'), duration: 1, progress: 100 },
    hand: { start: at('02'), duration: 1, manual: true },
    fixed: { start: at('02'), duration: 1 },
    later: { start: at('20'), duration: 1 },
  })
  await api.link(ids.a, ids.b)
  await api.done('PUT', '/schedule', { mode: 'auto' })
  await api.done('PUT', `/tasks/${ids.a}`, { progress: 50 })
  await api.done('PUT', `/tasks/${ids.fixed}`, { constraint: { type: 'mso', date: at('02') } })
  return { api, ids }
}

describe('POST /schedule/postpone', () => {
  it('proposes that what was begun goes on at the date and what was not begins there, and stores nothing', async () => {
    const { api, ids } = await plan()
    const before = await api.planState()
    const proposal = await api.done<PostponeProposal>('POST', '/schedule/postpone', {
      date: at('11'),
    })

    assert.deepEqual(await api.planState(), before)
    assert.deepEqual(proposal.changes, [
      {
        url: `tasks/${ids.a}`,
        method: 'PUT',
        data: { stop: '2026-03-03T17:00:00', resume: at('11') },
      },
      {
        url: `tasks/${ids.b}`,
        method: 'PUT',
        data: { constraint: { type: 'snet', date: at('11') } },
      },
    ])
    assert.equal(proposal.moved, 2)
    await api.done('POST', '/batch', proposal.changes)
    const [a, b] = [await api.task(ids.a), await api.task(ids.b)]
    assert.deepEqual([a.start, a.end, b.start], [at('02'), at('13'), at('13')])
    for (const [name, start] of Object.entries({
      done: '02',
      hand: '02',
      fixed: '02',
      later: '20',
    })) {
      assert.equal((await api.task(ids[name as 'done'])).start, at(start), name)
    }
    await api.done('POST', '/undo', {})
    assert.equal((await api.task(ids.b)).start, at('06'))
  })

  it('goes by the status date of the plan where no date is said', async () => {
    const { api } = await plan()
    await api.refuses([422, 'gantt.bad_date'], 'POST', '/schedule/postpone', {})
    await api.done('PUT', '/schedule', { statusDate: at('11') })
    const { changes } = await api.done<PostponeProposal>('POST', '/schedule/postpone', {})
    assert.equal(changes.length, 2)
  })

  it('leaves alone what was not chosen, and proposes nothing where all is in time', async () => {
    const { api, ids } = await plan()
    const one = await api.done<PostponeProposal>('POST', '/schedule/postpone', {
      date: at('11'),
      tasks: [ids.b],
    })
    assert.deepEqual(
      one.changes.map(({ url }) => url),
      [`tasks/${ids.b}`],
    )
    const { changes, moved } = await api.done<PostponeProposal>('POST', '/schedule/postpone', {
      date: at('02'),
    })
    assert.deepEqual([changes, moved], [[], 0])
  })

  it('is refused for a plan that does not schedule itself, for no date and for tasks that are not there', async () => {
    const { api } = await plan()
    const date = at('11')
    await api.refuses([404, 'gantt.task_not_found'], 'POST', '/schedule/postpone', {
      date,
      tasks: [99],
    })
    await api.refuses([422, 'gantt.bad_date'], 'POST', '/schedule/postpone', {
      date: '2026-02-31T00:00',
    })
    await api.done('PUT', '/schedule', { mode: 'off' })
    await api.refuses([409, 'gantt.not_scheduled'], 'POST', '/schedule/postpone', { date })
  })
})
