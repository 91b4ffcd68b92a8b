import type { Point, Shape } from '../../../codecs/drawing/shape.ts'
import type { Chart, ChartBar } from './chart.ts'
import { sizes } from './chart-layout.ts'
import { colours } from './colours.ts'
import type { DrawnPart, Field } from './chart-layout.ts'

/** What is shorter could not be seen. */
const shortest = 1.5

export function* drawBars(
  chart: Chart,
  { part, options }: DrawnPart,
  field: Field,
): Generator<Shape> {
  // In the middle of the day: who looks at it is somewhere in it.
  const now = field.xOf(options.today + 0.5)
  if (now >= field.x && now <= field.x + field.width) {
    const points = [[now, field.y] as const, [now, field.y + field.height] as const]
    yield { kind: 'path', points, stroke: colours.today, width: 0.9, isDashed: true }
  }
  for (let row = part.firstRow; row < part.endRow; row++) {
    const { bar } = chart.rows[row]!
    if (!bar || bar.end < part.fromDay - 10 || bar.start > part.toDay + 10) continue
    const x = field.xOf(bar.start)
    const width = Math.max(field.xOf(bar.end) - x, shortest)
    yield* barShapes(bar, { x, y: field.yOf(row) + sizes.row / 2, width })
  }
}

/** `y` is its middle. */
export function* barShapes(
  { kind, progress, isCritical, isInactive }: Omit<ChartBar, 'start' | 'end'>,
  { x, y, width }: { x: number; y: number; width: number },
): Generator<Shape> {
  if (kind === 'milestone') {
    const fill = isInactive
      ? colours.inactive.line
      : isCritical
        ? colours.critical.done
        : colours.milestone
    yield { kind: 'path', points: diamond(x, y), fill }
    return
  }
  if (kind === 'summary') {
    const fill = isInactive ? colours.inactive.line : colours.summary
    yield { kind: 'path', points: bracket(x, y, width), fill }
    return
  }
  const { fill, line, done } = isInactive
    ? colours.inactive
    : isCritical
      ? colours.critical
      : colours.task
  yield { kind: 'rect', x, y: y - 4, width, height: 8, fill, stroke: line }
  if (progress > 0)
    yield { kind: 'rect', x, y: y - 4, width: width * progress, height: 8, fill: done }
}

function diamond(x: number, y: number): Point[] {
  return [
    [x, y - 5],
    [x + 5, y],
    [x, y + 5],
    [x - 5, y],
  ]
}

/** A beam with a tooth at each end. */
function bracket(x: number, y: number, width: number): Point[] {
  const tooth = Math.min(4, width / 2)
  return [
    [x, y - 3.5],
    [x + width, y - 3.5],
    [x + width, y + 4],
    [x + width - tooth, y],
    [x + tooth, y],
    [x, y + 4],
  ]
}
