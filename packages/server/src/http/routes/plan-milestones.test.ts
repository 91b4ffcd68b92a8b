import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DueTasks } from '@triptych/contract/due'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'
import type { GanttApi } from '../../../test/fixtures/gantt-api.ts'

/** 2026-03-02 is a Monday. A milestone behind what ends on Friday, one behind that, and one that was put on Monday. */
async function plan(mode: 'auto' | 'off'): Promise<GanttApi> {
  const api = await ganttApi()
  const put = { type: 'snet', date: '2026-03-09T00:00:00' }
  const { a, granted, told } = await api.seed({
    a: { start: '2026-03-02', end: '2026-03-07' },
    granted: { type: 'milestone', start: '2026-03-07' },
    told: { type: 'milestone', start: '2026-03-07' },
    kickoff: {
      type: 'milestone',
      start: '2026-03-09',
      ...(mode === 'auto' && { constraint: put }),
    },
  })
  await api.link(a, granted)
  await api.link(granted, told)
  await api.done('PUT', '/schedule', { mode, start: '2026-03-02T00:00:00' })
  return api
}

async function exported(api: GanttApi, query: string): Promise<string> {
  const answer = await api.triptych.fetch(
    new Request(`http://t/schedule/export${query && `?${query}`}`),
  )
  assert.equal(answer.status, 200)
  return answer.text()
}

const startsIn = (text: string, names: string[], found: RegExp) =>
  names.map((name) => found.exec(text.slice(text.indexOf(name)))?.[1])

const names = ['granted', 'told', 'kickoff']

for (const mode of ['auto', 'off'] as const) {
  describe(`a milestone at midnight, in a plan of mode ${mode}`, () => {
    it('is on the day that ends there, where that is what it waits for, in all that goes out', async () => {
      const api = await plan(mode)

      const csv = await exported(api, 'format=csv')
      const rows = names.map((name) =>
        csv.split('\r\n').find((line) => line.includes(`,${name},`))!,
      )
      assert.deepEqual(
        rows.map((line) => line.split(',').slice(4, 6)),
        [
          ['2026-03-06', '2026-03-06'],
          ['2026-03-06', '2026-03-06'],
          ['2026-03-09', '2026-03-09'],
        ],
      )
      const xml = await exported(api, '')
      assert.deepEqual(startsIn(xml, names, /<Finish>(.*?)<\/Finish>/), [
        '2026-03-06T17:00:00',
        '2026-03-06T17:00:00',
        '2026-03-09T08:00:00',
      ])
      const svg = await exported(api, 'format=svg&columns=text,start')
      assert.deepEqual(
        [...svg.matchAll(/>(2026-\d\d-\d\d)</g)].map(([, day]) => day),
        ['2026-03-02', '2026-03-06', '2026-03-06', '2026-03-09'],
      )
      const events = (await exported(api, 'format=ical')).split('BEGIN:VEVENT')
      assert.deepEqual(
        names.map((name) => {
          const event = events.find((one) => one.includes(`SUMMARY:${name}`))!
          return event.match(/^DT(?:START|END).*$/gm)
        }),
        ['20260306', '20260306', '20260309'].map((day) => [`DTSTART;VALUE=DATE:${day}`]),
      )
    })

    it('is due until then, and one that was put on a day until that is over', async () => {
      const api = await plan(mode)
      const { tasks } = await api.done<DueTasks>('GET', '/schedule/due?now=2026-03-02')
      const points = tasks.filter(({ type }) => type === 'milestone')
      assert.deepEqual(
        points.map(({ text, end }) => [text, end]),
        [
          ['granted', '2026-03-07T00:00:00'],
          ['told', '2026-03-07T00:00:00'],
          ['kickoff', '2026-03-10T00:00:00'],
        ],
      )
    })

    it('is where it was when the plan comes back as a table', async () => {
      const api = await plan(mode)
      const before = (await api.tasks()).map(({ text, start }) => [text, start])
      const csv = await exported(api, 'format=csv')
      await api.done('POST', '/schedule/import?mode=replace', csv, {
        'content-type': 'text/csv',
      })
      assert.deepEqual(
        (await api.tasks()).map(({ text, start }) => [text, start]),
        before,
      )
    })
  })
}
