import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Moment, Report } from './gantt-dates.ts'
import { ganttServer } from './gantt-server.ts'

/** Pages in three time zones, each in a process of its own, on one server. */

const program = fileURLToPath(new URL('gantt-dates.ts', import.meta.url))
const run = promisify(execFile)

const zones = ['America/New_York', 'UTC', 'Pacific/Auckland']

const moments: Moment[] = [
  [2026, 1, 1],
  [2026, 12, 31, 23, 59],
  [2024, 2, 29, 12],
  [1969, 12, 31, 18, 30],
  // The clocks change in New York, and in Auckland.
  [2026, 3, 8],
  [2026, 3, 7, 12],
  [2026, 11, 1, 1, 30],
  [2026, 4, 5],
  [2026, 9, 26, 12],
]

describe('dates', () => {
  it('are the wall time that was picked, in every zone and for all pages', async (t) => {
    const server = await ganttServer(t)
    const reports: Report[] = []
    for (const zone of zones) {
      const env = { ...process.env, TZ: zone }
      const args = [program, server.url, JSON.stringify(moments)]
      const { stdout } = await run(process.execPath, args, { env })
      reports.push(...(JSON.parse(stdout) as Report[]))
    }

    assert.equal(reports.length, zones.length * moments.length * 2)
    for (const { zone, picked, how, seen, reloaded, stored } of reports) {
      const what = `${how} in ${zone}, ${picked}`
      const { start, base_start, owner, segments } = stored as Record<string, unknown>
      assert.deepEqual(reloaded, seen, what)
      assert.equal(start, picked.replace(' ', 'T'), what)
      assert.equal(base_start, picked.replace(' ', 'T'), what)
      assert.deepEqual(owner, { since: picked }, what)
      if (how === 'updated') assert.deepEqual(segments, [{ start: picked, duration: 1 }], what)
    }
  })

  it('stay as they are when pages in other zones load and save them', async (t) => {
    const server = await ganttServer(t)
    // Some come twice in one of the zones; none of them is left out in one.
    const starts = [
      '2026-11-01T01:30:00',
      '2026-04-05T02:30:00',
      '2026-04-05T00:00:00',
      '2026-10-25T00:00:00',
      '2025-12-31T23:59:59',
    ]
    for (const start of starts) {
      await server.plain('POST', 'tasks', { start, base_start: start, due: start })
    }

    for (const zone of zones) {
      const env = { ...process.env, TZ: zone }
      const args = [program, server.url, JSON.stringify([])]
      await run(process.execPath, args, { env })
    }

    const tasks = (await server.plain('GET', 'tasks')) as Record<string, unknown>[]
    assert.deepEqual(
      tasks.map(({ start, base_start, due, progress }) => [start, base_start, due, progress]),
      starts.map((start) => [start, start, start, zones.length]),
    )
  })
})
