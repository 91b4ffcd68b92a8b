import type { Page, Shape } from '../../../codecs/drawing/shape.ts'
import type { Chart, ChartOptions, ChartRow, Measure } from './chart.ts'
import { indentOf, sizes } from './chart-layout.ts'
import type { ChartLayout, ChartPart, DrawnPart, Field, LaidColumn } from './chart-layout.ts'
import { cellsOf, dayText, shortLabel, unitAbove } from './chart-scale.ts'
import { colours } from './colours.ts'
import { drawBars } from './draw-bars.ts'
import { drawLegend } from './draw-legend.ts'
import { drawLinks } from './draw-links.ts'

/** The pages of a chart, drawn when they are asked for their shapes. */
export function chartPages(
  chart: Chart,
  layout: ChartLayout,
  options: ChartOptions,
  measure: Measure,
): Page[] {
  const { width, height } = layout
  return layout.parts.map((part) => ({
    width,
    height,
    shapes: () => drawPage(chart, { layout, part, options, measure }),
  }))
}

/** The shapes of a page, from behind to the front. */
function* drawPage(chart: Chart, drawn: DrawnPart): Generator<Shape> {
  const { layout, part } = drawn
  const field = fieldOf(layout, part)
  yield* drawTitle(drawn)
  yield* drawGrid(chart, drawn, field)
  yield* drawTable(chart, drawn, field)
  yield { kind: 'clip', x: field.x, y: field.y, width: field.width, height: field.height }
  yield* drawBars(chart, drawn, field)
  yield* drawLinks(chart, drawn, field)
  yield { kind: 'unclip' }
  yield* drawHeader(drawn, field)
  yield* drawFooter(drawn)
}

function fieldOf({ dayWidth, tableWidth, width }: ChartLayout, part: ChartPart): Field {
  const x = sizes.margin + tableWidth
  const y = sizes.margin + sizes.title + sizes.header
  const { firstRow, endRow, fromDay, toDay } = part
  return {
    x,
    y,
    width: Math.min((toDay - fromDay) * dayWidth, width - sizes.margin - x),
    height: (endRow - firstRow) * sizes.row,
    xOf: (day) => x + (day - fromDay) * dayWidth,
    yOf: (row) => y + (row - firstRow) * sizes.row,
  }
}

function* drawTitle({ layout, part, options, measure }: DrawnPart): Generator<Shape> {
  const right = layout.width - sizes.margin
  const y = sizes.margin + 13
  const span = `${dayText(part.fromDay)} – ${dayText(part.toDay - 1)}`
  const room = right - sizes.margin - measure(span, 8, false) - 20
  const text = clipped(options.title, room, (one) => measure(one, 13, true))
  yield { kind: 'text', x: sizes.margin, y, size: 13, isBold: true, colour: colours.ink, text }
  yield { kind: 'text', x: right, y, anchor: 'end', size: 8, colour: colours.faint, text: span }
}

/** Days off, lines between columns and rows, and the day that it is. */
function* drawGrid(chart: Chart, { layout, part }: DrawnPart, field: Field): Generator<Shape> {
  const { scale, dayWidth } = layout
  const { x, y, width, height } = field
  yield { kind: 'clip', x, y, width, height }
  if (dayWidth >= 1.5) {
    for (let day = part.fromDay; day < part.toDay; day++) {
      if (!chart.isDayOff(day)) continue
      const first = day
      while (day + 1 < part.toDay && chart.isDayOff(day + 1)) day++
      const wide = (day + 1 - first) * dayWidth
      yield { kind: 'rect', x: field.xOf(first), y, width: wide, height, fill: colours.dayOff }
    }
  }
  for (const cell of cellsOf(scale, part.fromDay, part.toDay)) {
    if ((cell.to - cell.from) * dayWidth >= 4) yield upright(field.xOf(cell.to), y, y + height)
  }
  yield { kind: 'unclip' }
  const left = sizes.margin
  for (let row = part.firstRow; row <= part.endRow; row++) {
    yield level(left, x + width, field.yOf(row))
  }
}

function* drawTable(chart: Chart, drawn: DrawnPart, field: Field): Generator<Shape> {
  const { layout, part } = drawn
  for (const [at, column] of layout.columns.entries()) {
    const x = sizes.margin + column.x
    yield { kind: 'clip', x, y: field.y, width: column.width, height: field.height }
    for (let row = part.firstRow; row < part.endRow; row++) {
      yield cellText(chart.rows[row]!, at, column, field.yOf(row), drawn.measure)
    }
    yield { kind: 'unclip' }
    yield upright(x, field.y, field.y + field.height)
  }
  yield upright(field.x, field.y, field.y + field.height)
  yield upright(field.x + field.width, field.y, field.y + field.height)
}

const toTheRight = new Set(['duration', 'progress', 'priority'])

function cellText(
  { cells, level: depth, isParent, bar }: ChartRow,
  at: number,
  { name, x: left, width }: LaidColumn,
  top: number,
  measure: Measure,
): Shape {
  const indent = name === 'text' ? Math.min(indentOf(depth), width / 2) : 0
  const room = width - indent - 2 * sizes.cell
  const text = clipped(cells[at]!, room, (one) => measure(one, sizes.font, isParent))
  const isRight = toTheRight.has(name)
  const x = sizes.margin + left + (isRight ? width - sizes.cell : sizes.cell + indent)
  return {
    kind: 'text',
    x,
    y: top + sizes.row - 4.8,
    size: sizes.font,
    colour: bar?.isInactive ? colours.faint : colours.ink,
    text,
    ...(isParent && { isBold: true }),
    ...(isRight && { anchor: 'end' as const }),
  }
}

/** The names of the columns, and two rows of time. */
function* drawHeader({ layout, part, measure }: DrawnPart, field: Field): Generator<Shape> {
  const top = sizes.margin + sizes.title
  const height = sizes.header
  const half = height / 2
  const all = layout.tableWidth + field.width
  yield { kind: 'rect', x: sizes.margin, y: top, width: all, height, fill: colours.header }
  for (const { label, x: left, width } of layout.columns) {
    const x = sizes.margin + left
    const fits = clipped(label, width - 2 * sizes.cell, (one) => measure(one, sizes.font, true))
    yield headText(x + sizes.cell, top + half + 2.7, fits)
    yield upright(x, top, top + height)
  }
  const { scale, dayWidth } = layout
  for (const cell of cellsOf(unitAbove[scale], part.fromDay, part.toDay)) {
    const [x, wide] = [field.xOf(cell.from), (cell.to - cell.from) * dayWidth]
    if (wide >= 6) yield upright(x, top, top + half)
    const fits = clipped(cell.label, wide - 6, (one) => measure(one, sizes.font, true))
    if (fits === cell.label) yield headText(x + 3, top + half - 4.8, fits)
  }
  for (const cell of cellsOf(scale, part.fromDay, part.toDay)) {
    const [x, wide] = [field.xOf(cell.from), (cell.to - cell.from) * dayWidth]
    if (wide >= 4) yield upright(x, top + half, top + height)
    const text = shortLabel(scale, cell)
    if (measure(text, 6.5, false) > wide - 1) continue
    const y = top + height - 4.8
    yield {
      kind: 'text',
      x: x + wide / 2,
      y,
      anchor: 'middle',
      size: 6.5,
      colour: colours.ink,
      text,
    }
  }
  yield level(field.x, field.x + field.width, top + half)
  for (const y of [top, top + height]) yield level(sizes.margin, field.x + field.width, y)
  for (const x of [field.x, field.x + field.width]) yield upright(x, top, top + height)
}

function* drawFooter(drawn: DrawnPart): Generator<Shape> {
  const { layout, part, options, measure } = drawn
  const y = layout.height - sizes.margin - 3
  const right = layout.width - sizes.margin
  const number = `${part.number} / ${layout.parts.length}`
  const printed = `${dayText(options.today)}    ${number}`
  yield level(sizes.margin, right, y - 13)
  yield { kind: 'text', x: right, y, anchor: 'end', size: 7, colour: colours.faint, text: printed }
  const room = right - sizes.margin - measure(printed, 7, false) - 12
  yield* drawLegend(drawn, { x: sizes.margin, y, room })
}

/** With an ellipsis where it is too long. */
function clipped(text: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text
  const signs = Array.from(text.slice(0, 1000))
  let [fits, no] = [0, signs.length + 1]
  while (no - fits > 1) {
    const middle = (fits + no) >> 1
    if (widthOf(`${signs.slice(0, middle).join('').trimEnd()}…`) <= room) fits = middle
    else no = middle
  }
  return fits === 0 ? '' : `${signs.slice(0, fits).join('').trimEnd()}…`
}

function headText(x: number, y: number, text: string): Shape {
  return { kind: 'text', x, y, size: sizes.font, isBold: true, colour: colours.ink, text }
}

function upright(x: number, from: number, to: number): Shape {
  const points = [[x, from] as const, [x, to] as const]
  return { kind: 'path', points, stroke: colours.line, width: 0.4 }
}

function level(from: number, to: number, y: number): Shape {
  const points = [[from, y] as const, [to, y] as const]
  return { kind: 'path', points, stroke: colours.line, width: 0.4 }
}
