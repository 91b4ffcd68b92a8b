import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { dateColumns } from './grid-dates.ts'
import type { Moments, Report } from './grid-dates.ts'
import { serverIn } from './grid-server.ts'

/** Pages in three time zones, each in a process of its own, on one server. */

const program = fileURLToPath(new URL('grid-dates.ts', import.meta.url))
const run = promisify(execFile)

/** What "Today" gives has a time; at these hours it is the same day in UTC. */
const zones: Record<string, Moments['now']> = {
  'America/New_York': [2026, 4, 5, 10, 13],
  UTC: [2026, 4, 5, 15, 13],
  'Pacific/Auckland': [2026, 4, 5, 14, 13],
}

const days: Moments['days'] = [
  [2026, 1, 1],
  [2024, 2, 29],
  [1900, 1, 1],
  // The clocks change in New York, and in Auckland.
  [2026, 3, 8],
  [2026, 4, 5],
  [2026, 9, 27],
]

const instants: Moments['instants'] = [
  '1969-12-31T23:59:59.000Z',
  // Half past one comes twice in New York, half past two in Auckland.
  '2026-11-01T05:30:00.000Z',
  '2026-11-01T06:30:00.000Z',
  '2026-04-04T13:30:00.000Z',
  '2026-04-04T14:30:00.000Z',
]

describe('dates', { concurrency: 3 }, () => {
  const server = serverIn('memory', '2.7.3')

  for (const [zone, now] of Object.entries(zones)) {
    describe(`in ${zone}`, { concurrency: 1 }, () => {
      const reported = once(async () => {
        const table = await server.table(dateColumns)
        const moments = JSON.stringify({ days, instants, now })
        const env = { ...process.env, TZ: zone }
        const { stdout } = await run(process.execPath, [program, table.url, moments], { env })
        const reports = JSON.parse(stdout) as Report[]
        assert.ok(reports.every((report) => report.zone === zone))
        return reports
      })

      it('are the day that was picked, however the page sends it', async () => {
        const reports = (await reported()).filter(({ what }) => /^\d{4}-\d\d-\d\d /.test(what))

        assert.equal(reports.length, days.length * 7 * 2)
        assert.deepEqual(reports.filter(isWrong), [])
      })

      it('are the instant that was picked, however the page sends it', async () => {
        const reports = (await reported()).filter(({ what }) => /^\d{4}-\d\d-\d\dT/.test(what))

        assert.equal(reports.length, instants.length * 7 * 2)
        assert.deepEqual(reports.filter(isWrong), [])
      })

      it('are today when "Today" was pressed, which gives a time of the day too', async () => {
        const reports = (await reported()).filter(({ what }) => what.startsWith('today'))

        assert.equal(reports.length, 7 * 2)
        const wrong = reports.filter(
          ({ seen, reloaded, stored }) => seen !== reloaded || stored !== '2026-04-05',
        )
        assert.deepEqual(wrong, [])
      })
    })
  }
})

/** What was picked is at the beginning of `what`. */
function isWrong({ what, seen, reloaded, stored }: Report): boolean {
  return seen !== reloaded || stored !== what.split(' ')[0]
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null
  return () => (result ??= work())
}
