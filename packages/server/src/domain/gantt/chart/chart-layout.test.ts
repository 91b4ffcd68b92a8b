import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PathShape, Shape, TextShape } from '../../../codecs/drawing/shape.ts'
import { dayOf } from '../../schedule/ticks.ts'
import type { Chart, ChartBar, ChartOptions, ChartRow } from './chart.ts'
import { layoutChart } from './chart-layout.ts'
import { cellsOf } from './chart-scale.ts'
import { colours } from './colours.ts'
import { chartPages } from './draw-page.ts'

const measure = (text: string, size: number) => text.length * size * 0.6
const never = () => assert.fail('it is measured')
const today = dayOf('2026-03-10')
const a4 = { width: 842, height: 595 }

function row(text: string, start: string, end: string, bar: Partial<ChartBar> = {}): ChartRow {
  const plain = { kind: 'task', progress: 0, isCritical: false, isInactive: false } as const
  return {
    cells: [text],
    level: 1,
    isParent: false,
    bar: { ...plain, start: dayOf(start), end: dayOf(end), ...bar },
  }
}

const isDayOff = (day: number) => (((day + 3) % 7) + 7) % 7 >= 5

function chartOf(rows: ChartRow[], links: Chart['links'] = []): Chart {
  return { rows, links, columns: ['text'], isDayOff }
}

const usual: ChartOptions = {
  paper: a4,
  from: null,
  to: null,
  scale: null,
  fit: 'width',
  title: 'Plan',
  withCritical: false,
  today,
}

function drawn(chart: Chart, options: Partial<ChartOptions> = {}): Shape[][] {
  const all = { ...usual, ...options }
  const pages = chartPages(chart, layoutChart(chart, all, measure), all, measure)
  return pages.map((page) => [...page.shapes()])
}

const textsIn = (shapes: Shape[]) =>
  shapes.filter((one): one is TextShape => one.kind === 'text').map(({ text }) => text)
const pathsIn = (shapes: Shape[], colour: string) =>
  shapes.filter(
    (one): one is PathShape => one.kind === 'path' && (one.fill ?? one.stroke) === colour,
  )

describe('the pages of a chart', () => {
  it('have all of its time, and its rows one after the other', () => {
    const rows = Array.from({ length: 70 }, (_, at) =>
      row(`task ${at}`, '2026-03-02', '2026-03-20'),
    )

    const pages = drawn(chartOf(rows))

    const tasks = pages.map((shapes) => textsIn(shapes).filter((text) => text.startsWith('task ')))
    assert.deepEqual(
      tasks.flat(),
      rows.map(({ cells }) => cells[0]),
    )
    assert.deepEqual(
      pages.map((shapes) =>
        textsIn(shapes)
          .find((text) => text.includes(' / '))!
          .split('    '),
      ),
      [1, 2, 3].map((page) => ['10 Mar 2026', `${page} / 3`]),
    )
    for (const shapes of pages) assert.ok(textsIn(shapes).includes('Mar 2026'))
  })

  it('go across where the scale says how wide a day is', () => {
    const rows = Array.from({ length: 40 }, () => row('x', '2026-03-02', '2026-05-30'))
    const options = { ...usual, scale: 'day', fit: 'none' } as const

    const { parts, dayWidth } = layoutChart(chartOf(rows), options, measure)

    assert.equal(dayWidth, 16)
    assert.ok(parts.length > 2 && parts.length % 2 === 0)
    const across = parts.length / 2
    for (const [at, part] of parts.entries()) {
      assert.equal(part.firstRow, at < across ? 0 : parts[across]!.firstRow)
      if (at % across > 0) assert.equal(part.fromDay, parts[at - 1]!.toDay)
    }
    assert.equal(parts.at(-1)!.endRow, 40)
    assert.ok(parts.at(-1)!.toDay >= dayOf('2026-05-30'))
  })

  it('leave out no day, however many there are', () => {
    for (const scale of ['day', 'week', 'month'] as const) {
      for (let days = 1; days < 400; days += 3) {
        const end = new Date(Date.UTC(2026, 2, 2 + days)).toISOString().slice(0, 10)
        const found = layoutChart(
          chartOf([row('x', '2026-03-02', end)]),
          { ...usual, scale, fit: 'none' },
          measure,
        )

        const { parts, to, tableWidth, dayWidth } = found
        assert.equal(parts.at(-1)!.toDay, to, `${days} by the ${scale}`)
        for (const { fromDay, toDay } of parts) {
          assert.ok(toDay > fromDay && (toDay - fromDay) * dayWidth <= 842 - 56 - tableWidth)
          if (scale === 'week') assert.equal((fromDay + 3) % 7, 0)
        }
      }
    }
  })

  it('are at most 500, whatever is asked for', () => {
    const rows = [row('x', '0001-01-01', '9999-12-31')]
    const ask = (options: Partial<ChartOptions>) =>
      layoutChart(chartOf(rows), { ...usual, ...options }, measure)
    const tooLarge = { code: 'gantt.export_too_large' }

    assert.throws(() => ask({ scale: 'day', fit: 'none' }), tooLarge)
    assert.throws(() => ask({ scale: 'day', paper: null }), tooLarge)
    assert.equal(ask({ scale: 'day' }).scale, 'year')
    assert.equal(ask({}).parts.length, 1)
  })

  it('are refused before anything is measured where there are too many rows', () => {
    const rows = Array.from({ length: 20_000 }, () => row('x', '2026-03-02', '2026-03-20'))

    for (const paper of [a4, null]) {
      assert.throws(() => layoutChart(chartOf(rows), { ...usual, paper }, never), {
        code: 'gantt.export_too_large',
      })
    }
  })

  it('become one as large as it needs where there is no paper', () => {
    const rows = Array.from({ length: 300 }, () => row('x', '2026-03-02', '2026-03-20'))

    const { parts, height, scale } = layoutChart(chartOf(rows), { ...usual, paper: null }, measure)

    assert.deepEqual([parts.length, scale], [1, 'day'])
    assert.ok(height > 300 * 15)
  })

  it('show the days that were asked for, and no others', () => {
    const [from, to] = [dayOf('2026-03-04'), dayOf('2026-03-08')]

    const found = layoutChart(
      chartOf([row('x', '2026-01-01', '2026-12-01')]),
      { ...usual, from, to },
      measure,
    )

    assert.deepEqual([found.from, found.to, found.scale], [from, to + 1, 'day'])
  })

  it('are there where a plan has no tasks', () => {
    const [only, ...more] = drawn(chartOf([]))

    assert.deepEqual(more, [])
    assert.ok(textsIn(only!).includes('Plan'))
  })
})

describe('the scale of a chart', () => {
  it('is finer the fewer days there are', () => {
    const scales = ['2026-03-20', '2026-08-01', '2027-12-01', '2031-01-01', '2080-01-01'].map(
      (end) => layoutChart(chartOf([row('x', '2026-03-02', end)]), usual, measure).scale,
    )

    assert.deepEqual(scales, ['day', 'week', 'month', 'quarter', 'year'])
  })

  it('has cells that follow each other, with weeks from Monday', () => {
    const [from, to] = [dayOf('2024-02-25'), dayOf('2024-03-12')]

    assert.deepEqual(
      cellsOf('week', from, to).map((cell) => [cell.label, cell.to - cell.from]),
      [
        ['19', 1],
        ['26', 7],
        ['4', 7],
        ['11', 1],
      ],
    )
    assert.deepEqual(
      cellsOf('month', from, to).map((cell) => [cell.label, cell.to - cell.from]),
      [
        ['Feb 2024', 5],
        ['Mar 2024', 11],
      ],
    )
    assert.deepEqual(
      cellsOf('quarter', dayOf('0099-11-30'), dayOf('0100-01-02')).map(({ label }) => label),
      ['Q4', 'Q1'],
    )
  })
})

const red = (all: Shape[]) =>
  all.filter((one) => one.kind === 'rect' && one.fill === colours.critical.fill).length

describe('a row of a chart', () => {
  it('has a bar with what is done in it, a bracket for a summary and a diamond for a milestone', () => {
    const rows = [
      row('a', '2026-03-02', '2026-03-12', { progress: 0.4 }),
      row('b', '2026-03-02', '2026-03-12', { kind: 'summary' }),
      row('c', '2026-03-12', '2026-03-12', { kind: 'milestone' }),
      { ...row('d', '2026-03-02', '2026-03-12'), bar: null },
    ]

    const [shapes] = drawn(chartOf(rows))

    const bars = shapes!.filter((one) => one.kind === 'rect')
    const whole = bars.find(({ fill }) => fill === colours.task.fill)!
    const done = bars.find(({ fill }) => fill === colours.task.done)!
    assert.ok(Math.abs(done.width - whole.width * 0.4) < 0.01)
    // Beside those of the legend.
    assert.equal(pathsIn(shapes!, colours.summary).length, 2)
    const [diamond] = pathsIn(shapes!, colours.milestone)
    assert.ok(Math.abs(diamond!.points[0]![0] - (whole.x + whole.width)) < 0.01)
    assert.equal(bars.filter(({ fill }) => fill === colours.task.fill).length, 3)
  })

  it('is red where it is critical, and says so in the legend when it was asked', () => {
    const rows = [row('a', '2026-03-02', '2026-03-12', { isCritical: true })]

    const [shapes] = drawn(chartOf(rows), { withCritical: true })
    const [plain] = drawn(chartOf([row('a', '2026-03-02', '2026-03-12')]))

    assert.deepEqual([red(shapes!), red(plain!)], [2, 0])
    assert.deepEqual(
      [textsIn(shapes!).includes('Critical'), textsIn(plain!).includes('Critical')],
      [true, false],
    )
  })

  it('has its text cut with an ellipsis where it is too long', () => {
    const [shapes] = drawn(chartOf([row('word '.repeat(40), '2026-03-02', '2026-03-12')]))

    const text = textsIn(shapes!).find((one) => one.startsWith('word'))!
    assert.match(text, /^(word )+(w|wo|wor|word)…$/)
    assert.ok(measure(text, 7.5) <= 230)
  })

  it('has the days off of the plan and the day that it is behind it', () => {
    const [shapes] = drawn(chartOf([row('a', '2026-03-02', '2026-03-20')]))

    const off = shapes!.filter((one) => one.kind === 'rect' && one.fill === colours.dayOff)
    assert.ok(off.length >= 3)
    assert.equal(pathsIn(shapes!, colours.today).length, 2)
  })
})

describe('a link of a chart', () => {
  const ends = { isFromEnd: true, isToEnd: false, isCritical: false }

  it('goes from the end of one bar to the start of another with right angles only', () => {
    const rows = [
      row('a', '2026-03-02', '2026-03-06'),
      row('b', '2026-03-10', '2026-03-12'),
      row('c', '2026-03-02', '2026-03-04'),
    ]
    for (const [to, isToEnd, isFromEnd, turns] of [
      [1, false, true, 4],
      [2, false, true, 6],
      [2, true, true, 4],
      [1, false, false, 4],
      [1, true, false, 6],
    ] as const) {
      const [shapes] = drawn(chartOf(rows, [{ ...ends, from: 0, to, isToEnd, isFromEnd }]))

      const [way, arrow] = pathsIn(shapes!, colours.link)
      assert.equal(way!.points.length, turns)
      for (const [at, [x, y]] of way!.points.entries()) {
        const [before, above] = way!.points[at - 1] ?? [x, y]
        assert.ok(x === before || y === above)
      }
      assert.deepEqual(arrow!.points[0], way!.points.at(-1))
    }
  })

  it('is on every page that it passes, where those that would cover each other are one', () => {
    const rows = Array.from({ length: 120 }, () => row('x', '2026-03-02', '2026-03-06'))
    const links = [110, 111, 112].map((to) => ({ ...ends, from: 0, to }))

    const pages = drawn(chartOf(rows, links)).map((all) => pathsIn(all, colours.link).length / 2)

    assert.deepEqual(pages, [3, 1, 1, 3])
  })
})
