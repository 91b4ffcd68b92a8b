import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openMetrics } from './metrics.ts'
import type { Observation } from './observation.ts'

const request = {
  kind: 'request',
  requestId: 'r1',
  method: 'GET',
  path: '/films/7',
  route: '/{table}/{id}',
  status: 200,
  ms: 3,
} as const satisfies Observation

interface Family {
  type: string
  samples: Map<string, number>
}

/** What a scraper understands; throws at the first line that is not of the format. */
function scrape(text: string): Map<string, Family> {
  assert.ok(text.endsWith('\n'))
  const families = new Map<string, Family>()
  let current = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const comment = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/.exec(line)
    if (comment) {
      const [, keyword, name = '', rest = ''] = comment
      if (keyword === 'HELP') assert.ok(!families.has(name), `${name} comes twice`)
      else assert.match(rest, /^(counter|gauge|histogram)$/)
      families.set(name, { type: keyword === 'TYPE' ? rest : '', samples: new Map() })
      current = name
      continue
    }
    const label = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*"`
    const value = String.raw`[+-]?(?:Inf|NaN|\d+(?:\.\d+)?(?:e[+-]?\d+)?)`
    const sample = new RegExp(
      `^([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{${label}(?:,${label})*\\})? (${value})$`,
    ).exec(line)
    assert.ok(sample, `not a line of the format: ${line}`)
    const [, name = '', labels = '', number = ''] = sample
    const family = families.get(current)!
    const suffixes = family.type === 'histogram' ? '_(bucket|sum|count)' : ''
    assert.match(name, new RegExp(`^${current}${suffixes}$`))
    assert.ok(!family.samples.has(name + labels), `${line} comes twice`)
    family.samples.set(name + labels, number === '+Inf' ? Infinity : Number(number))
  }
  return families
}

function sampleOf(text: string, sample: string): number | undefined {
  for (const { samples } of scrape(text).values()) {
    if (samples.has(sample)) return samples.get(sample)
  }
  return undefined
}

describe('the text of the metrics', () => {
  it('is of the format of Prometheus before anything has happened', () => {
    const families = scrape(openMetrics().text())

    assert.equal(families.get('triptych_commits_total')?.samples.get('triptych_commits_total'), 0)
    assert.deepEqual(
      [...families.values()].map(({ type }) => type).filter((type) => type === ''),
      [],
    )
  })

  it('is of the format of Prometheus whatever stands in a label', () => {
    const { observe, text } = openMetrics()

    observe({ ...request, route: '/"quoted"\\and\nbroken' })

    const labels = String.raw`{method="GET",route="/\"quoted\"\\and\nbroken",status="200"}`
    assert.equal(sampleOf(text(), `triptych_requests_total${labels}`), 1)
  })
})

describe('counting', () => {
  it('tells requests apart by method, route and status', () => {
    const { observe, text } = openMetrics()

    observe(request)
    observe({ ...request, path: '/films/8' })
    observe({ ...request, status: 404 })
    observe({ ...request, method: 'PATCH' })

    const { samples } = scrape(text()).get('triptych_requests_total')!
    assert.deepEqual(Object.fromEntries(samples), {
      'triptych_requests_total{method="GET",route="/{table}/{id}",status="200"}': 2,
      'triptych_requests_total{method="GET",route="/{table}/{id}",status="404"}': 1,
      'triptych_requests_total{method="PATCH",route="/{table}/{id}",status="200"}': 1,
    })
  })

  it('adds the commits, their transactions and the time they took', () => {
    const { observe, text } = openMetrics()

    observe({ kind: 'commit', transactions: 50, ms: 4 })
    observe({ kind: 'commit', transactions: 1, ms: 2 })

    assert.equal(sampleOf(text(), 'triptych_commits_total'), 2)
    assert.equal(sampleOf(text(), 'triptych_transactions_total'), 51)
    assert.equal(sampleOf(text(), 'triptych_commit_duration_seconds_sum'), 0.006)
    assert.equal(sampleOf(text(), 'triptych_commit_duration_seconds_bucket{le="0.0025"}'), 1)
  })

  it('shows the readers there are now, and all that were dropped', () => {
    const { observe, text } = openMetrics()

    for (let n = 0; n < 3; n++) observe({ kind: 'subscriber-joined' })
    observe({ kind: 'subscriber-left' })
    observe({ kind: 'subscriber-dropped', reason: 'slow' })

    assert.equal(sampleOf(text(), 'triptych_event_subscribers'), 2)
    assert.equal(sampleOf(text(), 'triptych_event_subscribers_dropped_total'), 1)
  })

  it('adds failures, and nothing for what is only worth a line in the log', () => {
    const { observe, text } = openMetrics()
    const families = () =>
      [...scrape(text())].filter(([name]) => name.startsWith('triptych_')).map(([, one]) => one)

    observe({ kind: 'failure', requestId: null, where: 'here', error: new Error('broken') })
    assert.equal(sampleOf(text(), 'triptych_failures_total'), 1)
    const before = families()
    observe({ kind: 'started', address: 'http://x/' })
    observe({ kind: 'stopping', signal: 'SIGTERM' })
    observe({ kind: 'note', message: 'hello' })

    assert.deepEqual(families(), before)
  })
})

describe('a duration', () => {
  it('is counted in its bucket and in all longer ones', () => {
    const { observe, text } = openMetrics()

    for (const ms of [0.2, 1, 1.001, 99_999]) observe({ ...request, ms })

    const labels = 'method="GET",route="/{table}/{id}"'
    const bucket = (le: string) =>
      sampleOf(text(), `triptych_request_duration_seconds_bucket{${labels},le="${le}"}`)
    assert.deepEqual(['0.0005', '0.001', '0.0025', '10', '+Inf'].map(bucket), [1, 2, 3, 3, 4])
    assert.equal(sampleOf(text(), `triptych_request_duration_seconds_count{${labels}}`), 4)
    const sum = sampleOf(text(), `triptych_request_duration_seconds_sum{${labels}}`)!
    assert.ok(Math.abs(sum - 100.001_201) < 1e-6)
  })
})

describe('the number of series', () => {
  it('does not grow with the paths that are asked for', () => {
    const { observe, text } = openMetrics()
    observe(request)
    const lines = text().split('\n').length

    for (let id = 0; id < 1000; id++) observe({ ...request, path: `/films/${id}` })

    assert.equal(text().split('\n').length, lines)
  })

  it('is bounded for methods that clients make up', () => {
    const { observe, text } = openMetrics()

    for (let i = 0; i < 1000; i++) observe({ ...request, method: `MADEUP${i}` })

    const { samples } = scrape(text()).get('triptych_requests_total')!
    assert.deepEqual(Object.fromEntries(samples), {
      'triptych_requests_total{method="other",route="/{table}/{id}",status="200"}': 1000,
    })
  })

  it('is bounded even if routes were without number, and none goes uncounted', () => {
    const { observe, text } = openMetrics()

    for (let i = 0; i < 1000; i++) observe({ ...request, route: `/route${i}` })

    const counts = [...scrape(text()).get('triptych_requests_total')!.samples.values()]
    assert.equal(counts.length, 201)
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      1000,
    )
  })
})

describe('the metrics of the process', () => {
  it('are the memory, the CPU time and the age of this one', () => {
    const text = openMetrics().text()

    const memory = sampleOf(text, 'process_resident_memory_bytes')!
    assert.ok(Math.abs(memory / process.memoryUsage.rss() - 1) < 0.2)
    const cpu = sampleOf(text, 'process_cpu_seconds_total')!
    assert.ok(cpu > 0 && cpu <= process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6)
    assert.ok(Math.abs(sampleOf(text, 'process_uptime_seconds')! - process.uptime()) < 5)
  })

  it('tell how late the event loop was since the last scrape', async () => {
    const metrics = openMetrics()
    const lag = () => sampleOf(metrics.text(), 'nodejs_eventloop_lag_p99_seconds')!
    assert.equal(lag(), 0)
    await delay(50)

    const end = performance.now() + 300
    while (performance.now() < end);
    await delay(50)
    const late = lag()
    // The machine may be busy with other things, so one better moment is enough.
    const later: number[] = []
    do {
      await delay(200)
      later.push(lag())
    } while (later.at(-1)! >= late && later.length < 100)
    metrics.close()

    assert.ok(late > 0.2 && late < 60, `${late}`)
    assert.ok(Math.min(...later) < late, later.join(' '))
  })

  it('show almost nothing for an event loop that is in time', async () => {
    const metrics = openMetrics()
    const lag = () => sampleOf(metrics.text(), 'nodejs_eventloop_lag_p99_seconds')!
    lag()

    // The machine may be busy with other things, so one quiet moment is enough.
    const lags: number[] = []
    do {
      await delay(100)
      lags.push(lag())
    } while (lags.at(-1)! > 0.01 && lags.length < 100)
    metrics.close()

    assert.ok(Math.min(...lags) <= 0.01, lags.join(' '))
  })

  it('do not keep the process alive', async () => {
    const program = `
      import { openMetrics } from ${JSON.stringify(new URL('metrics.ts', import.meta.url).href)}
      openMetrics().text()
      process.on('exit', () => process.stdout.write('left'))`

    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', program],
      { timeout: 60_000 },
    )

    assert.equal(stdout, 'left')
  })
})
