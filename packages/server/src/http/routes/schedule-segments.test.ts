import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'
import type { GanttApi } from '../../../test/fixtures/gantt-api.ts'

// 2026-03-02 is a Monday.
const at = (day: string) => `2026-03-${day}T00:00:00`
const days = (from: string, to: string, duration: number) => ({
  start: at(from),
  end: at(to),
  duration,
})

interface Piece {
  start: string
  end: string
  offset: number
  length: number
}

/** `a` of two days, `split` that waits for nobody, and `b` that waits for it. */
async function plan() {
  const api = await ganttApi()
  const ids = await api.seed({
    a: days('02', '04', 2),
    split: days('02', '06', 4),
    b: days('02', '03', 1),
  })
  await api.link(ids.split, ids.b)
  await api.done('PUT', '/schedule', { mode: 'auto' })
  return { api, ...ids }
}

async function piecesOf(api: GanttApi, id: number): Promise<(string | number)[][]> {
  const { segments } = await api.task(id)
  return (segments as Piece[]).map(({ start, end, offset, length }) => [
    start.slice(8, 10),
    end.slice(8, 10),
    offset,
    length,
  ])
}

async function datesOf(api: GanttApi, id: number): Promise<string[]> {
  const { start, end } = await api.task(id)
  return [start.slice(8, 10), String(end).slice(8, 10)]
}

describe('a task in pieces', () => {
  it('takes the time of its pieces and the pauses between them, as they are drawn', async () => {
    const { api, split, b } = await plan()
    const segments = [
      { ...days('02', '03', 1), text: 'first' },
      { ...days('05', '07', 2), text: 'then' },
    ]
    await api.done('PUT', `/tasks/${split}`, { ...days('02', '07', 5), segments })
    assert.equal((await api.task(split)).length, 3 * 480)
    assert.deepEqual(await piecesOf(api, split), [
      ['02', '03', 0, 480],
      ['05', '07', 1440, 960],
    ])
    assert.deepEqual(await datesOf(api, split), ['02', '07'])
    assert.deepEqual((await datesOf(api, b))[0], '09')
    assert.partialDeepStrictEqual((await api.task(split)).segments, segments)
  })

  it('is drawn with its pieces where the schedule puts it, and taken back with them', async () => {
    const { api, a, split } = await plan()
    const segments = [
      { offset: 0, length: 480 },
      { offset: 960, length: 480 },
    ]
    await api.done('PUT', `/tasks/${split}`, { segments })
    assert.deepEqual(await datesOf(api, split), ['02', '05'])
    const before = await api.task(split)
    await api.link(a, split)
    assert.deepEqual(await piecesOf(api, split), [
      ['04', '05', 0, 480],
      ['06', '07', 960, 480],
    ])
    await api.done('POST', '/undo', {})
    assert.deepEqual(await api.task(split), before)
  })

  it('keeps its pieces when a client moves it with all of them', async () => {
    const { api, split } = await plan()
    const segments = [days('02', '03', 1), days('04', '05', 1)]
    await api.done('PUT', `/tasks/${split}`, { ...days('02', '05', 3), segments })
    const sent = [days('06', '07', 1), days('08', '09', 1)]
    await api.done('PUT', `/tasks/${split}`, { ...days('06', '09', 3), segments: sent })
    assert.deepEqual(await piecesOf(api, split), [
      ['06', '07', 0, 480],
      ['10', '11', 960, 480],
    ])
  })

  it('is done with fewer where it becomes shorter, and in one where that is enough', async () => {
    const { api, split } = await plan()
    const segments = [0, 960, 1920].map((offset) => ({ offset, length: 480 }))
    await api.done('PUT', `/tasks/${split}`, { segments })
    await api.done('PUT', `/tasks/${split}`, { length: 720 })
    assert.deepEqual(await piecesOf(api, split), [
      ['02', '03', 0, 480],
      ['04', '04', 960, 240],
    ])
    await api.done('PUT', `/tasks/${split}`, { length: 480 })
    assert.equal((await api.task(split)).segments, null)
    assert.deepEqual(await datesOf(api, split), ['02', '03'])
  })

  it('stays where it is when the plan begins to schedule itself', async () => {
    const api = await ganttApi()
    const segments = [days('02', '03', 1), days('05', '06', 1)]
    const { one } = await api.seed({ one: { ...days('02', '06', 4), segments } })
    await api.done('PUT', '/schedule', { mode: 'auto' })
    assert.deepEqual(await datesOf(api, one), ['02', '06'])
    assert.deepEqual(await piecesOf(api, one), [
      ['02', '03', 0, 480],
      ['05', '06', 1440, 480],
    ])
  })

  it('is refused with pieces that are nowhere', async () => {
    const { api, split } = await plan()
    const ok = { offset: 0, length: 480 }
    for (const bad of [
      { offset: -1, length: 1 },
      { offset: 1, length: 'x' },
    ]) {
      const body = { segments: [ok, bad] }
      await api.refuses([422, 'gantt.bad_value'], 'PUT', `/tasks/${split}`, body)
    }
    const body = { segments: [ok, { start: '2026-02-30', duration: 1 }] }
    await api.refuses([422, 'gantt.bad_date'], 'PUT', `/tasks/${split}`, body)
  })
})
