import type { Shape } from '../../../codecs/drawing/shape.ts'
import { colours } from './colours.ts'
import { barShapes } from './draw-bars.ts'
import type { DrawnPart } from './chart-layout.ts'

const plain = { progress: 0, isCritical: false, isInactive: false }

type Sign = (x: number, y: number) => Iterable<Shape>

/** What is what, as far as there is room for it. */
export function* drawLegend(
  { options, layout, measure }: DrawnPart,
  { x: left, y, room }: { x: number; y: number; room: number },
): Generator<Shape> {
  const signs: [string, Sign][] = [
    ['Task', (x, at) => barShapes({ ...plain, kind: 'task' }, { x, y: at, width: 18 })],
    [
      'Done',
      (x, at) => barShapes({ ...plain, kind: 'task', progress: 1 }, { x, y: at, width: 18 }),
    ],
    ['Summary', (x, at) => barShapes({ ...plain, kind: 'summary' }, { x, y: at, width: 18 })],
    [
      'Milestone',
      (x, at) => barShapes({ ...plain, kind: 'milestone' }, { x: x + 9, y: at, width: 0 }),
    ],
  ]
  if (options.withCritical) {
    const critical = { ...plain, kind: 'task', isCritical: true } as const
    signs.push(['Critical', (x, at) => barShapes(critical, { x, y: at, width: 18 })])
  }
  if (layout.dayWidth >= 1.5) signs.push(['Day off', dayOff])
  signs.push(['Today', today])
  let x = left
  for (const [text, sign] of signs) {
    const width = 23 + measure(text, 7, false) + 12
    if (x + width - left > room) return
    yield* sign(x, y - 2.5)
    yield { kind: 'text', x: x + 23, y, size: 7, colour: colours.faint, text }
    x += width
  }
}

function* dayOff(x: number, y: number): Generator<Shape> {
  const { dayOff: fill, line: stroke } = colours
  yield { kind: 'rect', x, y: y - 4, width: 18, height: 8, fill, stroke }
}

function* today(x: number, y: number): Generator<Shape> {
  const points = [[x + 9, y - 5] as const, [x + 9, y + 5] as const]
  yield { kind: 'path', points, stroke: colours.today, width: 0.9, isDashed: true }
}
