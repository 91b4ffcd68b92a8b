import type { Point, Shape } from '../../../codecs/drawing/shape.ts'
import type { Chart, ChartBar, ChartLink } from './chart.ts'
import { sizes } from './chart-layout.ts'
import { colours } from './colours.ts'
import type { DrawnPart, Field } from './chart-layout.ts'

/** How far a link goes before it turns. */
const step = 5
const arrow = 3.2

export function* drawLinks(chart: Chart, { part }: DrawnPart, field: Field): Generator<Shape> {
  /** Of links that only pass by: one line stands for all that would be drawn over each other. */
  const passing = new Set<string>()
  for (const link of chart.links) {
    const [first, last] = link.from < link.to ? [link.from, link.to] : [link.to, link.from]
    if (last < part.firstRow || first >= part.endRow) continue
    const [from, to] = [chart.rows[link.from]!.bar, chart.rows[link.to]!.bar]
    if (!from || !to) continue
    const points = wayOf(link, { from, to }, field)
    if (isBeside(points, field)) continue
    const stroke = link.isCritical ? colours.criticalLink : colours.link
    if (first < part.firstRow && last >= part.endRow) {
      const key = `${stroke} ${points.map(([x]) => Math.round(x)).join(' ')}`
      if (passing.has(key)) continue
      passing.add(key)
    }
    yield { kind: 'path', points, stroke, width: 0.7 }
    yield { kind: 'path', points: arrowAt(points.at(-1)!, link.isToEnd), fill: stroke }
  }
}

function isBeside(points: readonly Point[], { x, width }: Field): boolean {
  return points.every((one) => one[0] < x) || points.every((one) => one[0] > x + width)
}

/** Out of one end, along the days and the rows, and into the other. */
function wayOf(
  { from, to, isFromEnd, isToEnd }: ChartLink,
  bars: { from: ChartBar; to: ChartBar },
  field: Field,
): Point[] {
  const [x1, y1] = [endOf(bars.from, isFromEnd, field), field.yOf(from) + sizes.row / 2]
  const [x2, y2] = [endOf(bars.to, isToEnd, field), field.yOf(to) + sizes.row / 2]
  const out = isFromEnd ? x1 + step : x1 - step
  const into = isToEnd ? x2 + step : x2 - step
  const turnAt = (x: number): Point[] => [
    [x1, y1],
    [x, y1],
    [x, y2],
    [x2, y2],
  ]
  if (isFromEnd === isToEnd) return turnAt(isFromEnd ? Math.max(out, into) : Math.min(out, into))
  if (isFromEnd ? out <= into : out >= into) return turnAt(out)
  // Back between the rows, where no bar is.
  const between = y1 + (y2 > y1 ? sizes.row / 2 : -sizes.row / 2)
  return [
    [x1, y1],
    [out, y1],
    [out, between],
    [into, between],
    [into, y2],
    [x2, y2],
  ]
}

function endOf({ kind, start, end }: ChartBar, isEnd: boolean, field: Field): number {
  if (kind === 'milestone') return field.xOf(start) + (isEnd ? 5 : -5)
  return field.xOf(isEnd ? end : start)
}

function arrowAt([x, y]: Point, isToEnd: boolean): Point[] {
  const back = isToEnd ? x + arrow : x - arrow
  return [
    [x, y],
    [back, y - arrow * 0.6],
    [back, y + arrow * 0.6],
  ]
}
