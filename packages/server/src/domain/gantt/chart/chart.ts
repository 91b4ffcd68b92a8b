import type { ChartColumn, ChartScale } from '@triptych/contract/printed-chart'

/** A plan as it is drawn. Days are counted from 1970; an end is the first moment after something. */
export interface Chart {
  rows: readonly ChartRow[]
  links: readonly ChartLink[]
  columns: readonly ChartColumn[]
  isDayOff(day: number): boolean
}

export interface ChartRow {
  /** One for each column. */
  cells: readonly string[]
  /** In the outline, from 1. */
  level: number
  isParent: boolean
  /** `null` where it has no place in time. */
  bar: ChartBar | null
}

export interface ChartBar {
  kind: 'task' | 'summary' | 'milestone'
  start: number
  end: number
  /** From 0 to 1. */
  progress: number
  isCritical: boolean
  isInactive: boolean
}

/** By the places of rows, from one end of a bar to one of another. */
export interface ChartLink {
  from: number
  to: number
  isFromEnd: boolean
  isToEnd: boolean
  isCritical: boolean
}

export interface ChartOptions {
  /** In points; `null`: one page, as large as it needs. */
  paper: { width: number; height: number } | null
  /** The first and the last day; `null`: as the plan has them. */
  from: number | null
  to: number | null
  scale: ChartScale | null
  fit: 'width' | 'none'
  title: string
  /** Whether what is critical is told. */
  withCritical: boolean
  today: number
}

/** How wide a text is in points. */
export type Measure = (text: string, size: number, isBold: boolean) => number
