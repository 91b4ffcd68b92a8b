import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { PlanImported } from '@triptych/contract/plan-exchange'
import { newFolder, serving } from '../fixtures/run-program.ts'

/**
 * The 30 MB that a server holds with next to nothing in it, and three times the file: what it holds on to beyond that
 * ends it. This is about old objects only; what was just made, buffers and the database come on top.
 */
const heapMegabytes = 90
/** Of all that the process takes, far from what is usual (some 150): only a guard against what is in no heap. */
const mostGrowth = 240

const baseline = (number: number) =>
  `<Baseline><Number>${number}</Number><Start>2026-03-02T08:00:00</Start><Finish>2026-03-06T17:00:00</Finish><Duration>PT40H0M0S</Duration><DurationFormat>7</DurationFormat><Work>PT40H0M0S</Work><Cost>0</Cost><BCWS>0.00</BCWS><BCWP>0.00</BCWP></Baseline>`
const baselines = [0, 1, 2, 3, 4, 5].map(baseline).join('')

/** As much for each task as Microsoft Project writes. */
function fileOf(tasks: number): Buffer {
  const list = Array.from({ length: tasks }, (_, i) => {
    // What is below the first of ten waits for the one before it.
    const isTop = i % 10 === 0
    const link = `<PredecessorLink><PredecessorUID>${i}</PredecessorUID><Type>1</Type></PredecessorLink>`
    return `<Task><UID>${i + 1}</UID><ID>${i + 1}</ID><Name>Task ${i + 1}</Name><OutlineLevel>${isTop ? 1 : 2}</OutlineLevel><Start>2026-03-02T08:00:00</Start><Finish>2026-03-06T17:00:00</Finish><Duration>PT40H0M0S</Duration><DurationFormat>7</DurationFormat>${i % 10 > 1 ? link : ''}${baselines}</Task>\n`
  })
  const head = '<Project xmlns="http://schemas.microsoft.com/project">'
  return Buffer.from(`${head}<Tasks>${list.join('')}</Tasks></Project>`)
}

/** In megabytes; `null` where the system does not tell. */
function peakOf(pid: number): number | null {
  const status = `/proc/${pid}/status`
  if (!existsSync(status)) return null
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) / 1024
}

describe('a plan of twenty megabytes', () => {
  it('comes in, is scheduled and goes out in a heap with room for three times its size', async (t) => {
    const argv = ['--data', newFolder(), '--log-level', 'error', '--no-page', '--empty']
    const node = [`--max-old-space-size=${heapMegabytes}`]
    const { url, child, ended, err } = await serving(argv, { node })
    const pid = child.pid!
    const ask = async (method: string, path: string, body?: string | Buffer) => {
      const sent = body === undefined ? {} : { body }
      const answer = await fetch(new URL(path, url), { method, ...sent }).catch(() => null)
      assert.equal(answer?.status, 200, `${method} ${path}: ${err()}`)
      return answer
    }
    await ask('PUT', '/schedule', JSON.stringify({ mode: 'auto', start: '2026-03-02T00:00:00' }))
    await (await ask('POST', '/schedule/import?mode=replace', fileOf(20))).arrayBuffer()
    const before = peakOf(pid)
    const tasks = 11_500
    const file = fileOf(tasks)
    assert.ok(file.length > 20_000_000, `${file.length}`)

    const taken = await ask('POST', '/schedule/import?mode=replace', file)
    assert.equal(((await taken.json()) as PlanImported).tasks, tasks)
    let length = 0
    for await (const piece of (await ask('GET', '/schedule/export')).body!) length += piece.length
    assert.ok(length > 20_000_000, `${length}`)

    const after = peakOf(pid)
    if (before !== null && after !== null) {
      t.diagnostic(`from ${Math.round(before)} to ${Math.round(after)} MB at its peak`)
      assert.ok(after - before < mostGrowth, `from ${before} to ${after} MB`)
    }
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
  })
})
