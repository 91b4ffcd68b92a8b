import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { dayOf, instantOf } from './date-value.ts'

const zoneName = '(Central European Summer Time)'

const notATime = [
  '',
  '2024-04-05\n2024-04-06',
  ...texts(`Invalid Date | null | today | 5 | 1712311800000 | 20240405 | 2024-4-5 | 2024-04
    2024-04-05T | 2024-04-05T10 | 2024-04-05T1:30 | 2024-04-05X10:30 | 2024-04-05Z
    2024-04-05T10:30:00,5Z | 2024-04-05T10:30:00.Z | 2024-04-05T10:30:00.1234567890Z
    2024-04-05T10:30:00z | 2024-04-05T10:30 Z | 2024-04-05T10:30:00Z extra
    2024-13-05 | 2024-00-05 | 2024-04-00 | 2024-04-31 | 2026-02-29 | 2026-02-30 | 1900-02-29
    2024-04-05T24:00:00Z | 2024-04-05T10:60:00Z | 2024-04-05T10:30:60Z
    2024-04-05T10:30+14:01 | 2024-04-05T10:30-15:00 | 2024-04-05T10:30+02:60
    2024-04-05T10:30+2 | 2024-04-05T10:30+020 | +002024-04-05 | -000001-01-01 | 12024-04-05
    ٢٠٢٤-٠٤-٠٥ | Fri Apr 05 2024 | Fri Apr 05 2024 10:30:00 | Fri Apr 05 2024 10:30:00 GMT
    Thu Apr 05 2024 10:30:00 GMT+0200 | Fri Abc 05 2024 10:30:00 GMT+0200
    Tue Feb 30 2024 10:30:00 GMT+0200 | Fri Mar 01 2024 24:00:00 GMT+0200
    Fri Apr 05 2024 10:30:00 GMT+1500 | Fri Apr 05 2024 10:30:00 GMT+0260
    Fri Apr 05 2024 10:30:00 GMT+0200 x | Fri, 05 Apr 2024 08:30:00 GMT`),
]

describe('dayOf', () => {
  it('takes the day as written when there is no Z', () => {
    for (const rest of [
      '',
      'T00:00',
      ' 23:59:59',
      'T23:59:59.999',
      'T23:30-12:00',
      ' 00:30:00+14:00',
    ]) {
      assert.equal(dayOf(`2024-04-05${rest}`), '2024-04-05', rest)
    }
    assert.equal(dayOf(`Fri Apr 05 2024 00:00:00 GMT+0200 ${zoneName}`), '2024-04-05')
    assert.equal(dayOf('Fri Apr 05 2024 23:59:59 GMT-1000'), '2024-04-05')
    assert.equal(dayOf('Fri Apr 05 2024 00:00:00 GMT+0200 (Mitteleuropäische Zeit)'), '2024-04-05')
  })

  it('takes an instant with Z for a local midnight', () => {
    assert.equal(dayOf('2024-04-05T00:00:00.000Z'), '2024-04-05')
    assert.equal(dayOf('2024-04-05T00:00Z'), '2024-04-05')
    assert.equal(dayOf('2024-04-05T10:00:00.000Z'), '2024-04-05', 'Honolulu')
    assert.equal(dayOf('2024-04-05T10:59:59.999Z'), '2024-04-05')
    assert.equal(dayOf('2024-04-05T11:00:00.000Z'), '2024-04-06', 'Auckland in summer')
    assert.equal(dayOf('2024-04-04T22:00:00.000Z'), '2024-04-05', 'Berlin in summer')
    assert.equal(dayOf('2024-02-28T23:00:00Z'), '2024-02-29')
  })

  it('knows the years 0001 to 9999 and no others', () => {
    assert.equal(dayOf('0001-01-01'), '0001-01-01')
    assert.equal(dayOf('0099-12-31'), '0099-12-31')
    assert.equal(dayOf('9999-12-31'), '9999-12-31')
    assert.equal(dayOf('0000-12-31T23:00:00Z'), '0001-01-01')
    assert.equal(dayOf('0000-12-31'), null)
    assert.equal(dayOf('9999-12-31T23:00:00Z'), null)
  })

  it('knows leap years', () => {
    for (const day of ['2024-02-29', '2000-02-29', '0004-02-29']) assert.equal(dayOf(day), day)
    for (const day of ['2023-02-29', '1900-02-29', '0100-02-29']) assert.equal(dayOf(day), null)
  })

  it('refuses everything else', () => {
    for (const text of notATime) assert.equal(dayOf(text), null, text)
  })
})

describe('instantOf', () => {
  it('reads ISO 8601 with and without a zone', () => {
    const cases = {
      '2024-04-05': '2024-04-05T00:00:00.000Z',
      '2024-04-05T10:30': '2024-04-05T10:30:00.000Z',
      '2024-04-05 10:30:15': '2024-04-05T10:30:15.000Z',
      '2024-04-05T10:30:15.5': '2024-04-05T10:30:15.500Z',
      '2024-04-05T10:30:15.123999999Z': '2024-04-05T10:30:15.123Z',
      '2024-04-05T10:30:00+02:00': '2024-04-05T08:30:00.000Z',
      '2024-04-05 10:30:00.25-0330': '2024-04-05T14:00:00.250Z',
      '2024-04-05 08:30:00+00': '2024-04-05T08:30:00.000Z',
      '2024-01-01T00:30+14:00': '2023-12-31T10:30:00.000Z',
      '2024-12-31T23:30-14:00': '2025-01-01T13:30:00.000Z',
      '0050-06-01T00:00Z': '0050-06-01T00:00:00.000Z',
    }
    for (const [text, instant] of Object.entries(cases))
      assert.equal(instantOf(text), instant, text)
  })

  it('reads what Date writes', () => {
    const written = `Fri Apr 05 2024 10:30:15 GMT+0200 ${zoneName}`

    assert.equal(instantOf(written), '2024-04-05T08:30:15.000Z')
    assert.equal(instantOf('Fri Apr 05 2024 10:30:15 GMT-0930'), '2024-04-05T20:00:15.000Z')
  })

  it('knows the years 0001 to 9999 and no others', () => {
    assert.equal(instantOf('0001-01-01T00:00Z'), '0001-01-01T00:00:00.000Z')
    assert.equal(instantOf('9999-12-31T23:59:59.999Z'), '9999-12-31T23:59:59.999Z')
    assert.equal(instantOf('0000-12-31T23:00-02:00'), '0001-01-01T01:00:00.000Z')
    assert.equal(instantOf('0001-01-01T00:00+00:01'), null)
    assert.equal(instantOf('9999-12-31T23:59:59-00:01'), null)
  })

  it('refuses everything else', () => {
    for (const text of notATime) assert.equal(instantOf(text), null, text)
  })
})

describe('what browsers of the world send', () => {
  const offsets = {
    'America/New_York': -5,
    UTC: 0,
    'Pacific/Auckland': 13,
    'Asia/Kolkata': 5.5,
    'Europe/Berlin': 1,
    'Pacific/Honolulu': -10,
    'Asia/Tokyo': 9,
    'America/Santiago': -3,
    'Asia/Kathmandu': 5.75,
  }
  for (const [zone, january] of Object.entries(offsets)) {
    it(`keeps its day and its instant in ${zone}`, async () => {
      const found = await browse(zone, [zone])

      assert.deepEqual(found, [
        { zone, january, days: 400, wrongText: [], wrongTime: [], wrongIso: [] },
      ])
    })
  }

  it('keeps its day as text everywhere, and as an instant from -10:00 to +13:00', async () => {
    const found = await browse('UTC', Intl.supportedValuesOf('timeZone'), 7)

    assert.ok(found.length > 300)
    for (const { zone, wrongText, wrongTime, wrongIso } of found) {
      assert.deepEqual([wrongText, wrongTime], [[], []], zone)
      for (const hours of wrongIso) assert.ok(hours <= -11 || hours > 13, `${zone} at ${hours} h`)
    }
  })

  it('loses its day as an instant where midnight falls on that of others half the world away', async () => {
    const zones = ['Etc/GMT+12', 'Pacific/Pago_Pago', 'Pacific/Chatham', 'Pacific/Kiritimati']

    const found = await browse('UTC', zones)

    const wrong = found.map(({ wrongIso }) => [...new Set(wrongIso)])
    assert.deepEqual(wrong, [[-12], [-11], [13.75], [14]])
  })
})

function texts(list: string): string[] {
  return list.split(/[|\n]/).map((text) => text.trim())
}

interface Browsed {
  zone: string
  january: number
  days: number
  /** Offsets, in hours, of the days where what was sent was read as something else. */
  wrongText: number[]
  wrongTime: number[]
  wrongIso: number[]
}

/** In a process of another zone, days and times are sent as the widgets send them, and read again. */
async function browse(home: string, zones: string[], step = 1): Promise<Browsed[]> {
  const script = `
    import { dayOf, instantOf } from ${JSON.stringify(import.meta.resolve('./date-value.ts'))}
    const two = (n) => String(n).padStart(2, '0')
    const hoursOf = (date) => date.getTimezoneOffset() / -60 + 0
    const all = JSON.parse(process.argv[1]).map((zone) => {
      process.env.TZ = zone
      const january = hoursOf(new Date(2025, 0, 1))
      const found = { zone, january, days: 0, wrongText: [], wrongTime: [], wrongIso: [] }
      for (let i = 0; i < 400; i += ${step}) {
        const day = new Date(2024, 1, 1 + i)
        const time = new Date(2024, 1, 1 + i, i % 24, 37, 11)
        const expected = day.getFullYear() + '-' + two(day.getMonth() + 1) + '-' + two(day.getDate())
        const note = (right, wrong) => right || wrong.push(hoursOf(day))
        found.days++
        note(dayOf(day.toString()) === expected, found.wrongText)
        note(dayOf(day.toISOString()) === expected, found.wrongIso)
        note(instantOf(time.toString()) === time.toISOString(), found.wrongTime)
        note(instantOf(time.toISOString()) === time.toISOString(), found.wrongTime)
      }
      return found
    })
    process.stdout.write(JSON.stringify(all))`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script, JSON.stringify(zones)],
    { env: { ...process.env, TZ: home } },
  )
  return JSON.parse(stdout)
}
