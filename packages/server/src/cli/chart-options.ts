import { chartQuery } from '@triptych/contract/plan-exchange'
import { chartColumns, chartPapers, chartScales } from '@triptych/contract/printed-chart'
import type { ChartColumn } from '@triptych/contract/printed-chart'
import { text, toggle } from '../config/options.ts'
import type { Option, ValuesOf } from '../config/options.ts'
import { wholeNumber } from '../config/values.ts'
import type { ChartInput } from '../domain/gantt/exchange/export-chart.ts'

const { paper, from, to, columns, scale, fit, title } = chartQuery

/** How a chart is drawn, in the files that are one. */
export const chartOptions = {
  paper: text('--paper', 'PAPER', {
    schema: paper.unwrap().nullable(),
    allowed: listed(chartPapers),
    default: null,
    help: 'Of a chart: the paper; without one a4 for PDF, else one page as large as it needs.',
  }),
  portrait: toggle('--portrait', 'Of a chart: the paper stands.'),
  from: text('--from', 'DAY', {
    schema: from.unwrap().nullable(),
    allowed: 'a day such as 2026-03-02',
    default: null,
    help: 'Of a chart: its first day.',
  }),
  to: text('--to', 'DAY', {
    schema: to.unwrap().nullable(),
    allowed: 'a day such as 2026-03-02',
    default: null,
    help: 'Of a chart: its last day.',
  }),
  columns: text('--columns', 'NAMES', {
    schema: columns.unwrap().nullable(),
    allowed: `some of ${chartColumns.join(', ')}, with commas between them`,
    default: null,
    help: 'Of a chart: what stands beside it.',
  }),
  scale: text('--scale', 'UNIT', {
    schema: scale.unwrap().nullable(),
    allowed: listed(chartScales),
    default: null,
    help: 'Of a chart: what its columns stand for; else as fine as there is room for.',
  }),
  fit: text('--fit', 'HOW', {
    schema: fit.unwrap().nullable(),
    allowed: 'width or none',
    default: null,
    help: 'Of a chart: all of the time on one page, or over as many as the scale takes.',
  }),
  title: text('--title', 'TEXT', {
    schema: title.unwrap().nullable(),
    allowed: 'a text of at most 200 characters',
    default: null,
    help: 'Of a chart; without one the name of the workspace.',
  }),
  critical: toggle('--critical', 'Of a chart: what is critical is red.'),
  page: {
    flag: '--page',
    kind: 'number',
    placeholder: 'NUMBER',
    schema: wholeNumber(1, 500).nullable(),
    allowed: 'a number from 1 to 500',
    default: null,
    help: 'Of a chart: only this page.',
  } satisfies Option<number | null> as Option<number | null>,
}

export function chartInput(said: ValuesOf<typeof chartOptions>): ChartInput {
  return {
    paper: said.paper ?? undefined,
    landscape: !said.portrait,
    from: said.from ?? undefined,
    to: said.to ?? undefined,
    columns: said.columns?.split(',') as ChartColumn[] | undefined,
    scale: said.scale ?? undefined,
    fit: said.fit ?? undefined,
    title: said.title ?? undefined,
    critical: said.critical,
    page: said.page ?? undefined,
  }
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
