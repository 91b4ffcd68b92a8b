import type { ChartColumn, ChartScale } from '@triptych/contract/printed-chart'
import { maxChartPages } from '@triptych/contract/printed-chart'
import { AppError } from '../../../errors.ts'
import type { Chart, ChartOptions, Measure } from './chart.ts'
import { beginOf, coarser, nextOf, scaleFor, usualDay, usualScale } from './chart-scale.ts'

/** Where everything stands, in points. Rows and days go on from page to page. */
export interface ChartLayout {
  width: number
  height: number
  columns: readonly LaidColumn[]
  tableWidth: number
  scale: ChartScale
  dayWidth: number
  /** The days of the chart: those from `from` up to `to`. */
  from: number
  to: number
  parts: readonly ChartPart[]
}

/** What is on one page. */
export interface ChartPart {
  number: number
  firstRow: number
  /** Behind the last. */
  endRow: number
  fromDay: number
  toDay: number
}

export interface LaidColumn {
  name: ChartColumn
  label: string
  x: number
  width: number
}

/** A page that is drawn. */
export interface DrawnPart {
  layout: ChartLayout
  part: ChartPart
  options: ChartOptions
  measure: Measure
}

/** Where the days and the rows of a page are on it. */
export interface Field {
  x: number
  y: number
  width: number
  height: number
  xOf(day: number): number
  /** The upper edge of a row. */
  yOf(row: number): number
}

export const sizes = {
  margin: 28,
  title: 26,
  header: 30,
  row: 15,
  footer: 24,
  font: 7.5,
  indent: 8,
  /** Beside the text of a cell. */
  cell: 4,
}

/** Far more than a picture can be looked at. */
const largestSide = 200_000
/** So that its legend has room. */
const smallestWidth = 520

export function layoutChart(chart: Chart, options: ChartOptions, measure: Measure): ChartLayout {
  const { paper } = options
  const { perPage, down, height } = rowsOnPages(chart.rows.length, options)
  const inner = paper === null ? Infinity : paper.width - 2 * sizes.margin
  const columns = columnsOf(chart, Math.min(inner * 0.55, 700), measure)
  const tableWidth = sumOf(columns.map(({ width }) => width))
  const time = timeOf(chart, options, inner - tableWidth)
  const days = time.to - time.from
  const daysPerPage = daysOnPage(time, options, inner - tableWidth)
  const across = Math.ceil(days / daysPerPage)
  const width =
    paper?.width ?? Math.max(smallestWidth, 2 * sizes.margin + tableWidth + days * time.dayWidth)
  refuseTooLarge(across * down, Math.max(width, height))
  const parts = Array.from({ length: across * down }, (_, at): ChartPart => {
    const [column, row] = [at % across, Math.floor(at / across)]
    const fromDay = time.from + column * daysPerPage
    return {
      number: at + 1,
      firstRow: row * perPage,
      endRow: Math.min((row + 1) * perPage, chart.rows.length),
      fromDay,
      toDay: Math.min(fromDay + daysPerPage, time.to),
    }
  })
  return { width, height, columns, tableWidth, ...time, parts }
}

/** How many of so many rows are on each page; to be asked before anything is made of them. */
export function rowsOnPages(
  count: number,
  { paper }: Pick<ChartOptions, 'paper'>,
): { perPage: number; down: number; height: number } {
  const frame = 2 * sizes.margin + sizes.title + sizes.header + sizes.footer
  const all = Math.max(1, count)
  const room = paper === null ? all : Math.floor((paper.height - frame) / sizes.row)
  const perPage = Math.max(1, room)
  const down = Math.ceil(all / perPage)
  const height = paper?.height ?? frame + all * sizes.row
  refuseTooLarge(down, height)
  return { perPage, down, height }
}

/** Pages side by side begin with a day, or with a week where there is one in each column. */
function daysOnPage(
  { scale, dayWidth, from, to }: Time,
  options: ChartOptions,
  room: number,
): number {
  if (options.paper === null || options.fit === 'width') return to - from
  const days = Math.max(1, Math.floor(room / dayWidth))
  return scale === 'week' && days > 7 ? days - (days % 7) : days
}

function refuseTooLarge(pages: number, side: number): void {
  if (pages <= maxChartPages && side <= largestSide) return
  const message =
    side > largestSide
      ? 'The chart is too large for one page. Choose a paper, a coarser scale or fewer days.'
      : `A chart has at most ${maxChartPages} pages. Choose a larger paper, a coarser scale or fewer days, or the width of one page.`
  throw new AppError('gantt.export_too_large', message, { pages, limit: maxChartPages })
}

type Time = Pick<ChartLayout, 'scale' | 'dayWidth' | 'from' | 'to'>

function timeOf(chart: Chart, options: ChartOptions, room: number): Time {
  const said = { first: options.from, last: options.to }
  const found = spanOf(chart, options.today)
  const first = said.first ?? Math.min(found.first, said.last ?? Infinity)
  const last = said.last ?? Math.max(found.last, first)
  const count = last - first + 1
  const fits = options.paper !== null && options.fit === 'width'
  const scale = coarser(
    options.scale ?? (fits ? scaleFor(room / (count + 2)) : usualScale(count)),
    fits ? count : 0,
  )
  // Whole cells where nobody said a day, and some room before the first bar and after the last.
  const from = said.first ?? beginOf(scale, first - 1)
  const to = said.last === null ? nextOf(scale, beginOf(scale, last + 1)) : last + 1
  return { scale, from, to, dayWidth: fits ? room / (to - from) : usualDay[scale] }
}

function spanOf({ rows }: Chart, today: number): { first: number; last: number } {
  let [first, last] = [Infinity, -Infinity]
  for (const { bar } of rows) {
    if (!bar) continue
    first = Math.min(first, Math.floor(bar.start))
    last = Math.max(last, Math.ceil(Math.max(bar.end, bar.start + 0.01)) - 1)
  }
  return first <= last ? { first, last } : { first: today, last: today + 30 }
}

const labels: Record<ChartColumn, string> = {
  wbs: 'WBS',
  text: 'Task',
  type: 'Type',
  start: 'Start',
  end: 'Finish',
  duration: 'Duration',
  progress: '%',
  predecessors: 'Predecessors',
  resources: 'Resources',
  deadline: 'Deadline',
  priority: 'Priority',
  calendar: 'Calendar',
}

/** Those that may be cut where there is little room, and how wide they get at most. */
const widest: Partial<Record<ChartColumn, number>> = {
  text: 230,
  resources: 120,
  predecessors: 80,
  calendar: 80,
  priority: 60,
}

/** As wide as what they say; where that is more than `most`, those of long texts give way, and then all. */
function columnsOf({ rows, columns }: Chart, most: number, measure: Measure): LaidColumn[] {
  const wanted = columns.map((name, at) => {
    const least = measure(labels[name], sizes.font, true) + 2 * sizes.cell
    let width = 0
    for (const { cells, level, isParent } of rows) {
      const indent = name === 'text' ? indentOf(level) : 0
      width = Math.max(width, measure(cells[at]!, sizes.font, isParent) + indent)
    }
    const full = Math.max(least, Math.min(width + 2 * sizes.cell, widest[name] ?? 110))
    return { full, least: widest[name] === undefined ? full : Math.max(least, full * 0.4) }
  })
  const over = Math.max(0, sumOf(wanted.map(({ full }) => full)) - most)
  const loose = sumOf(wanted.map(({ full, least }) => full - least))
  const cut = Math.min(1, over / Math.max(1, loose))
  const widths = wanted.map(({ full, least }) => full - (full - least) * cut)
  const scale = Math.min(1, most / sumOf(widths))
  return columns.map((name, at) => ({
    name,
    label: labels[name],
    x: sumOf(widths.slice(0, at)) * scale,
    width: widths[at]! * scale,
  }))
}

function sumOf(list: readonly number[]): number {
  return list.reduce((sum, one) => sum + one, 0)
}

/** The deepest have no more room to be moved. */
export function indentOf(level: number): number {
  return Math.min(level - 1, 8) * sizes.indent
}
