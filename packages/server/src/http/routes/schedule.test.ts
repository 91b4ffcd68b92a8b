import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Calendar, Schedule } from '@triptych/contract/schedule'
import { ganttApi, temporary } from '../../../test/fixtures/gantt-api.ts'
import type { GanttApi } from '../../../test/fixtures/gantt-api.ts'

const office = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]

function list(api: GanttApi): Promise<Calendar[]> {
  return api.done('GET', '/calendars')
}

describe('the settings of the schedule', () => {
  it('are those of a plan that nobody schedules, until somebody says otherwise', async () => {
    const api = await ganttApi()

    const first = await api.done<Schedule>('GET', '/schedule')
    assert.equal(first.mode, 'off')
    assert.deepEqual([first.minutesPerDay, first.calendar, first.start], [480, null, null])

    const said = await api.done<Schedule>('PUT', '/schedule', {
      mode: 'validate',
      start: '2026-03-02T08:00',
    })
    assert.deepEqual(said, { ...first, mode: 'validate', start: '2026-03-02T08:00:00' })
    assert.deepEqual(await api.done('GET', '/schedule'), said)
  })

  it('are told in the log with what became different, and can be taken back', async () => {
    const api = await ganttApi()
    await api.done('PUT', '/schedule', { mode: 'validate', minutesPerDay: 480 })

    const [change] = await api.changes()
    assert.deepEqual(
      [change?.area, change?.operation, change?.entity, change?.before, change?.after],
      ['gantt', 'schedule-changed', 'schedule', { mode: 'off' }, { mode: 'validate' }],
    )
    await api.keeps('PUT', '/schedule', { mode: 'validate' })

    await api.done('POST', '/undo', {})
    assert.equal((await api.done<Schedule>('GET', '/schedule')).mode, 'off')
    await api.done('POST', '/redo', {})
    assert.equal((await api.done<Schedule>('GET', '/schedule')).mode, 'validate')
  })

  it('that cannot be are refused', async () => {
    const api = await ganttApi()
    await api.refuses([404, 'gantt.calendar_not_found'], 'PUT', '/schedule', { calendar: 3 })
    await api.refuses([422, 'gantt.bad_schedule'], 'PUT', '/schedule', { from: 'finish' })
    await api.refuses([422, 'gantt.bad_date'], 'PUT', '/schedule', { start: '2026-02-30T08:00' })
    await api.refuses([422, 'body.invalid'], 'PUT', '/schedule', { mode: 'sometimes' })
    await api.refuses([422, 'body.invalid'], 'PUT', '/schedule', { speed: 2 })
  })
})

describe('calendars', () => {
  it('are added, changed and deleted, each with an entry of the log', async () => {
    const api = await ganttApi()

    const { id, change } = await api.writes('POST', '/calendars', {
      id: temporary(1),
      name: 'Office',
      week: { mon: office, sun: [] },
    })
    assert.deepEqual([change.operation, change.entity], ['calendar-added', `calendars/${id}`])
    const made = {
      id,
      name: 'Office',
      parent: null,
      week: { mon: office, sun: [] },
      weeks: [],
      exceptions: [],
    }
    assert.deepEqual(await list(api), [made])

    const exceptions = [
      { from: '2026-12-24', to: '2026-12-26', hours: [], name: 'Christmas' },
      { from: '2026-01-01', to: '2030-12-31', hours: [], repeat: { every: 1, unit: 'year' } },
    ]
    await api.writes('PUT', `/calendars/${id}`, { exceptions })
    assert.deepEqual(await list(api), [{ ...made, exceptions }])

    await api.writes('DELETE', `/calendars/${id}`)
    assert.deepEqual(await list(api), [])
    await api.done('POST', '/undo', {})
    assert.deepEqual(await list(api), [{ ...made, exceptions }])
  })

  it('take the hours of a week as the SVAR Gantt has them', async () => {
    const api = await ganttApi()
    await api.done('POST', '/calendars', { weekHours: { monday: 8, friday: 4.5, sunday: 0 } })
    assert.deepEqual((await list(api))[0]?.week, {
      mon: [['08:00', '16:00']],
      fri: [['08:00', '12:30']],
      sun: [],
    })
  })

  it('that nobody could work by are refused', async () => {
    const api = await ganttApi()
    const refuses = (code: Parameters<typeof api.refuses>[0], body: object) =>
      api.refuses(code, 'POST', '/calendars', body)
    await refuses([404, 'gantt.calendar_not_found'], { parent: 7 })
    await refuses([422, 'gantt.bad_date'], { exceptions: [{ from: '2026-02-30', hours: [] }] })
    await refuses([422, 'gantt.bad_value'], {
      weeks: [{ from: '2026-02-03', to: '2026-02-01', week: {} }],
    })
    await refuses([422, 'body.invalid'], { week: { mon: [['08:00', '25:00']] } })

    const one = await api.done('POST', '/calendars', { name: 'one' })
    const other = await api.done('POST', '/calendars', { name: 'other', parent: one.id })
    const circle = { parent: other.id }
    await api.refuses([409, 'gantt.into_itself'], 'PUT', `/calendars/${one.id}`, circle)
  })

  it('can be made in a batch, and used by what follows there', async () => {
    const api = await ganttApi()
    const answers = await api.done<unknown[]>('POST', '/batch', [
      { url: 'calendars', method: 'POST', data: { name: 'Office', week: { mon: office } } },
      { url: 'schedule', method: 'PUT', data: { calendar: 1 } },
    ])
    assert.deepEqual(answers[0], { id: 1 })
    assert.equal((await api.done<Schedule>('GET', '/schedule')).calendar, 1)
  })
})
