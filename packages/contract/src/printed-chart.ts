// A page asks how a chart is printed, and needs no schemas for it.

/** What a chart is printed on; `none`: one page, as large as it needs. */
export const chartPapers = ['a4', 'a3', 'a2', 'letter', 'legal', 'tabloid', 'none'] as const
export type ChartPaper = (typeof chartPapers)[number]

/** The columns that can stand beside a chart. */
export const chartColumns = [
  'wbs',
  'text',
  'type',
  'start',
  'end',
  'duration',
  'progress',
  'predecessors',
  'resources',
  'deadline',
  'priority',
  'calendar',
] as const
export type ChartColumn = (typeof chartColumns)[number]
export const usualChartColumns: readonly ChartColumn[] = ['wbs', 'text', 'start', 'end', 'duration']

export const chartScales = ['day', 'week', 'month', 'quarter', 'year'] as const
export type ChartScale = (typeof chartScales)[number]

/** Pages of a chart. */
export const maxChartPages = 500
