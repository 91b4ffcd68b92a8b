import type { ChartColumn, ChartPaper, ChartScale } from '@triptych/contract/printed-chart'
import { usualChartColumns } from '@triptych/contract/printed-chart'
import { loadTypeface } from '../../../codecs/drawing/typeface.ts'
import type { Typeface } from '../../../codecs/drawing/typeface.ts'
import { pdfPieces } from '../../../codecs/drawing/paint-pdf.ts'
import { svgPieces } from '../../../codecs/drawing/paint-svg.ts'
import type { Page } from '../../../codecs/drawing/shape.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { dayOf } from '../../schedule/ticks.ts'
import type { ChartOptions, Measure } from '../chart/chart.ts'
import { layoutChart, rowsOnPages } from '../chart/chart-layout.ts'
import { chartPages } from '../chart/draw-page.ts'
import { chartOf, plainText } from './chart-rows.ts'
import type { ExportedPlan } from './exported-plan.ts'

/** How a chart is to be drawn; what is not said follows from the plan. Days are such as 2026-03-02. */
export interface ChartInput {
  paper?: ChartPaper | undefined
  landscape?: boolean
  from?: string | undefined
  to?: string | undefined
  columns?: readonly ChartColumn[] | undefined
  scale?: ChartScale | undefined
  fit?: 'width' | 'none' | undefined
  title?: string | undefined
  critical?: boolean
  today?: string | undefined
  page?: number | undefined
}

export type ChartFormat = 'pdf' | 'svg' | 'png'

/** In points, the way it stands. */
const papers: Record<Exclude<ChartPaper, 'none'>, readonly [number, number]> = {
  a4: [595.28, 841.89],
  a3: [841.89, 1190.55],
  a2: [1190.55, 1683.78],
  letter: [612, 792],
  legal: [612, 1008],
  tabloid: [792, 1224],
}

/** The chart of a plan, as a document or a drawing. */
export async function chartPieces(
  ctx: Context,
  plan: ExportedPlan,
  {
    format,
    chart: input,
    critical,
  }: { format: ChartFormat; chart: ChartInput; critical: ReadonlySet<number> },
): Promise<AsyncIterable<Uint8Array>> {
  const options = optionsOf(ctx, format, input)
  rowsOnPages(plan.tasks.length, options)
  const typeface = await loadTypeface()
  const measure: Measure = (text, size, isBold) =>
    (isBold ? typeface.bold : typeface.regular).widthOf(text) * size
  const chart = await chartOf(plan, input.columns ?? usualChartColumns, critical)
  const pages = chartPages(chart, layoutChart(chart, options, measure), options, measure)
  const chosen = chosenPages(pages, format === 'pdf' ? input.page : (input.page ?? 1))
  const { title } = options
  if (format === 'pdf') return pdfPieces(chosen, typeface, { title, made: ctx.now() })
  if (format === 'svg') return svgPieces(chosen[0]!, { title })
  return pngPieces(ctx, chosen[0]!, { title, outlines: typeface })
}

function optionsOf(ctx: Context, format: ChartFormat, input: ChartInput): ChartOptions {
  const paper = input.paper ?? (format === 'pdf' ? 'a4' : 'none')
  if (format === 'pdf' && paper === 'none') throw bad('paper', 'A PDF has a paper.')
  const [from, to] = [dayIn(input, 'from'), dayIn(input, 'to')]
  if (from !== null && to !== null && to < from) throw bad('to', 'It ends before it begins.')
  return {
    paper: paper === 'none' ? null : paperOf(paper, input.landscape ?? true),
    from,
    to,
    scale: input.scale ?? null,
    fit: input.fit ?? (input.scale === undefined ? 'width' : 'none'),
    title: plainText(input.title ?? '') || nameOf(ctx),
    withCritical: input.critical ?? false,
    today: dayIn(input, 'today') ?? dayOf(ctx.now().toISOString().slice(0, 10)),
  }
}

/** The workspace that is there without anybody having named it tells nothing. */
function nameOf({ workspace: { name } }: Context): string {
  return name === 'main' ? 'Plan' : name
}

function paperOf(name: Exclude<ChartPaper, 'none'>, isLandscape: boolean): ChartOptions['paper'] {
  const [short, long] = papers[name]
  return isLandscape ? { width: long, height: short } : { width: short, height: long }
}

function dayIn(input: ChartInput, name: 'from' | 'to' | 'today'): number | null {
  const text = input[name]
  if (text === undefined) return null
  const day = dayOf(text)
  const isDay = !Number.isNaN(day) && new Date(day * 86_400_000).toISOString().startsWith(text)
  if (!isDay || text < '0001') throw bad(name, `${name} is a day, such as 2026-03-02.`)
  return day
}

function chosenPages(pages: readonly Page[], number: number | undefined): readonly Page[] {
  if (number === undefined) return pages
  const page = pages[number - 1]
  if (!page)
    throw bad('page', `The chart has ${pages.length === 1 ? 'one page' : `${pages.length} pages`}.`)
  return [page]
}

function bad(parameter: string, message: string): AppError {
  return new AppError('query.invalid', message, { parameter })
}

/** Of a picture, with two for each point of the page. */
export const maxPixels = 40_000_000
const pixelsPerPoint = 2

async function* pngPieces(
  ctx: Context,
  page: Page,
  options: { title: string; outlines: Typeface },
): AsyncGenerator<Uint8Array> {
  if (page.width * page.height * pixelsPerPoint ** 2 > maxPixels) {
    const message = 'The chart is too large for a picture. Choose a paper and a page, or take SVG.'
    throw new AppError('gantt.export_too_large', message, { limit: maxPixels })
  }
  const pieces: Uint8Array[] = []
  for await (const piece of svgPieces(page, options)) pieces.push(piece)
  const png = await ctx.pictures.draw(Buffer.concat(pieces), pixelsPerPoint)
  if (!png)
    throw new AppError('unavailable', 'The picture was not drawn in time. Try again, or take SVG.')
  yield png
}
