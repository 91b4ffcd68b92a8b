import type { ColumnType } from '@triptych/contract/tables'

/** What stands in a column besides its cells. */
interface Texts {
  header: string
  /** Below it; nothing where it is not added up. */
  total: string
  /** A value as long as they usually get. */
  sample: string
  hasSign: boolean
  /** Whether all rows are selected here. */
  isCorner: boolean
}

// As tables-view.css has them.
const padding = 16
/** The chevron of its menu, also where it is for a finger, the arrow of its order, the sign of a formula, and a box. */
const [menuWidth, fingerWidth, arrowWidth, signWidth, boxWidth] = [20, 28, 22, 22, 22]
const fonts = { header: '600 14px', total: '600 13px', sample: '14px' }
/** A name may be as long as a sentence, and is cut then. */
const widestHeader = 260
/** A total changes while others work; the column is not to move with each of its figures. */
const step = 10

/** So wide that a column can be read before anybody has dragged it: its name, its values and what they add up to. */
export function readableWidth(
  proposed: number,
  { header, total, sample, hasSign, isCorner }: Texts,
): number {
  const menu = matchMedia('(hover: none)').matches ? fingerWidth : menuWidth
  const signs = (hasSign ? signWidth : 0) + (isCorner ? boxWidth : 0)
  const beside = padding + menu + arrowWidth + signs
  const wanted = Math.max(
    Math.min(widestHeader, textWidth(header, fonts.header) + beside),
    textWidth(sample, fonts.sample) + padding,
    total === '' ? 0 : textWidth(total, fonts.total) + padding,
  )
  return wanted <= proposed ? proposed : Math.ceil(wanted / step) * step
}

/** What nobody would read in a line. */
const widestFit = 600
const narrowestFit = 50

/** As wide as what is drawn of a column, also of what is cut there; nothing where that cannot be seen. */
export function drawnWidth(area: HTMLElement, column: string): number | null {
  const name = CSS.escape(`:${column}`)
  const header = area.querySelector<HTMLElement>(`.wx-header [data-header-id="${name}"]`)
  if (!header) return null
  const signs =
    header.querySelectorAll('.formula-sign').length * signWidth +
    header.querySelectorAll('.all-rows').length * boxWidth
  const names = textsIn(header, '.wx-text').map((one) => one + menuWidth + arrowWidth + signs)
  // A footer has no name: it stands where its column does.
  const totals = [...area.querySelectorAll('.wx-footer .wx-cell')]
    .filter((cell) => isAbove(header, cell))
    .flatMap((cell) => textsIn(cell, '.wx-text'))
  const cells = textsIn(area, `.wx-body .wx-cell[data-col-id="${name}"]`)
  const widest = Math.max(...names, ...totals, ...cells, 0)
  return Math.min(widestFit, Math.max(narrowestFit, Math.ceil(widest) + padding + 2))
}

function isAbove(header: Element, cell: Element): boolean {
  const [one, other] = [header.getBoundingClientRect(), cell.getBoundingClientRect()]
  return Math.abs(one.left - other.left) < 2
}

function textsIn(area: Element, parts: string): number[] {
  return [...area.querySelectorAll(parts)].map((part) => {
    const range = document.createRange()
    range.selectNodeContents(part)
    return range.getBoundingClientRect().width
  })
}

/** Kinds that have no end are cut wherever it is. */
const samples: Partial<Record<ColumnType, unknown>> = {
  integer: 8_888_888,
  number: 8_888_888.88,
  // Months with long names, and two figures in all places.
  date: new Date(2028, 8, 28),
  datetime: new Date(2028, 8, 28, 20, 48),
}

export function sampleOf(type: ColumnType, text: ((value: unknown) => string) | undefined): string {
  const value = samples[type]
  return value === undefined || !text ? '' : text(value)
}

let pen: CanvasRenderingContext2D | null = null
const known = new Map<string, number>()

function textWidth(text: string, font: string): number {
  const key = `${font} ${text}`
  const width = known.get(key) ?? measured(text, font)
  known.set(key, width)
  return width
}

function measured(text: string, font: string): number {
  pen ??= document.createElement('canvas').getContext('2d')
  if (!pen) return 0
  pen.font = `${font} ${getComputedStyle(document.body).fontFamily}`
  return pen.measureText(text).width
}
