import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Measured, Role } from './case.ts'
import { compareRuns, verdictOf } from './compare-runs.ts'
import { fillMarks, plotsOf, readRun, tablesOf } from './docs.ts'
import { standing } from './print.ts'

function sideOf(label: string, role: Role, figures: number[]): Measured['sides'][0] {
  const samples = figures.map((cpu) => ({ cpu, p50: 1, p99: 2, perSecond: 3, mb: 4 }))
  return { label, role, samples }
}

function measured(name: string, figures: Partial<Record<Role, number[]>>): Measured {
  const { floor = [], ours = [], peer } = figures
  const sides = [sideOf('bare', 'floor', floor), sideOf('Triptych', 'ours', ours)]
  if (peer) sides.push(sideOf('other & co', 'peer', peer))
  return { name, title: `case ${name}`, figure: 'cpu', sides }
}

describe('comparison of two runs', () => {
  it('does not take a slower machine for slower code', () => {
    const before = [measured('a', { floor: [100, 100, 100], ours: [200, 200, 200] })]
    const now = [measured('a', { floor: [300, 310, 290], ours: [600, 620, 580] })]

    const [change] = compareRuns(before, now)

    assert.equal(change?.factor, 1)
    assert.equal(verdictOf(change.factor), '')
  })

  it('tells what became slower and faster against its floor, the worst first', () => {
    const before = ['a', 'b', 'c'].map((name) => measured(name, { floor: [100], ours: [200] }))
    const now = [
      measured('a', { floor: [100], ours: [100] }),
      measured('b', { floor: [200], ours: [800] }),
      measured('c', { floor: [50], ours: [100] }),
    ]

    const changes = compareRuns(before, now)

    const told = changes.map(({ title, factor }) => [title, factor, verdictOf(factor)])
    assert.deepEqual(told, [
      ['case b', 2, 'SLOWER'],
      ['case c', 1, ''],
      ['case a', 0.5, 'faster'],
    ])
  })

  it('pairs what was measured at one time, so that one disturbed repeat does not count', () => {
    const before = [measured('a', { floor: [100, 100, 100], ours: [200, 200, 200] })]
    const now = [measured('a', { floor: [100, 400, 100], ours: [200, 800, 900] })]

    assert.equal(compareRuns(before, now)[0]?.factor, 1)
  })

  it('leaves out a case that only one of the runs has', () => {
    const before = [measured('a', { floor: [1], ours: [1] })]
    const now = [measured('b', { floor: [1], ours: [1] })]

    assert.deepEqual(compareRuns(before, now), [])
  })
})

describe('a peer that is ahead', () => {
  it('is said to be, by its name and how far', () => {
    const one = measured('a', { floor: [100], ours: [300], peer: [200] })

    assert.equal(standing(one).ahead, 'other & co is ahead: we need 1.50 times as much.')
  })

  it('is not said to be where we need less', () => {
    const one = measured('a', { floor: [100], ours: [150], peer: [200] })

    assert.equal(standing(one).ahead, null)
  })
})

describe('page of figures', () => {
  it('gets its tables between its marks, and keeps what stands around them', () => {
    const page = 'One.\n<!-- begin cases -->\nold\n<!-- end cases -->\nTwo.\n'

    const filled = fillMarks(page, { cases: 'new' })

    assert.equal(filled, 'One.\n<!-- begin cases -->\n\nnew\n\n<!-- end cases -->\nTwo.\n')
    assert.throws(() => fillMarks(page, { growth: 'new' }), /no place for growth/)
  })
})

describe('npm run bench', () => {
  it(
    'measures every case with a floor and Triptych, and tells of itself',
    { timeout: 900_000 },
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'triptych-bench-'))
      try {
        const file = join(folder, 'run.json')
        const tiny = ['--scale', '0.001', '--seconds', '0.02', '--repeats', '1', '--no-install']
        const args = [join(import.meta.dirname, '../run.ts'), ...tiny, '--json', file]
        const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
        assert.equal(status, 0, stdout + stderr)

        const run = readRun(file)
        const { cases, leftOut } = run.results.table.samples
        for (const { name, sides } of cases) {
          const roles = sides
            .filter(({ samples }) => (samples[0]?.p50 ?? 0) > 0)
            .map(({ role }) => role)
          assert.ok(roles.includes('floor') && roles.includes('ours'), name)
        }
        const waiting = (tablesOf(run)['synced'] ?? '').split('\n').slice(2)
        const asked = ['PUT a task', 'POST a task', 'batch', 'PATCH a cell, 1', 'PATCH a cell, 50']
        for (const title of [...asked, 'POST a row']) {
          const row = waiting.find((text) => text.startsWith(`| ${title}`))
          assert.match(row ?? '', /^[^|]*(\|[^|]+){6}\|$/, title)
          assert.doesNotMatch(row ?? '', /NaN|–/, title)
        }
        for (const text of leftOut) assert.ok(stdout.includes(`Left out: ${text}`), text)
        const names = cases.map(({ name }) => name.split(' ')[0])
        const groups =
          'rows page patch post growth tasks put batch listing upload download events start'
        assert.deepEqual(new Set(names), new Set(groups.split(' ')))

        const page = readFileSync(
          join(import.meta.dirname, '../../docs/explanation/performance.md'),
          'utf8',
        )
        const filled = fillMarks(page, tablesOf(run))
        for (const { title, growth } of cases) assert.ok(growth || filled.includes(title), title)
        for (const svg of Object.values(plotsOf(run))) {
          assert.match(svg, /^<svg [^]*prefers-color-scheme: dark[^]*<\/svg>\n$/)
          assert.doesNotMatch(svg, /NaN|undefined|Infinity/)
        }
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  )
})
