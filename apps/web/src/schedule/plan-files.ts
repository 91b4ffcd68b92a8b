import type { Server } from 'triptych-client'
import type { ChartColumn, ChartPaper, ChartScale } from '@triptych/contract/printed-chart'
import type { ExportFormat } from '@triptych/contract/plan-exchange'

/** How a chart is printed. */
export interface PrintedChart {
  paper: ChartPaper
  landscape: boolean
  /** Days; empty where the plan says them. */
  from: string
  to: string
  columns: readonly ChartColumn[]
  /** Empty: as fine as fits on one page. */
  scale: ChartScale | ''
  title: string
  critical: boolean
}

/** Saves the plan as a file. Why it could not be had is thrown, and not saved in its place. */
export async function savePlan(
  server: Server,
  format: ExportFormat,
  chart?: PrintedChart,
): Promise<void> {
  const [blob, ending] = [await fileOf(server, pathOf(format, chart)), endings[format] ?? format]
  const url = URL.createObjectURL(blob)
  click({ href: url, download: `plan.${ending}` })
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Opens the chart in a tab of its own, as a document that the browser prints. */
export async function showPrinted(server: Server, chart: PrintedChart): Promise<void> {
  // In the other tab nobody could read why it failed; one page is enough to know.
  await fileOf(server, `${pathOf('svg', chart)}&page=1`)
  const href = server.link(`${pathOf('pdf', chart)}&inline=true`)
  click({ href, target: '_blank', rel: 'noopener' })
}

const endings: Partial<Record<ExportFormat, string>> = { ical: 'ics' }

function pathOf(format: ExportFormat, chart?: PrintedChart): string {
  const query = new URLSearchParams({ format })
  if (format === 'pdf' || format === 'svg' || format === 'png') query.set('today', today())
  if (chart) {
    const { landscape, critical, columns, ...texts } = chart
    query.set('landscape', String(landscape))
    query.set('critical', String(critical))
    query.set('columns', columns.join())
    for (const [name, value] of Object.entries(texts)) if (value !== '') query.set(name, value)
  }
  return `schedule/export?${query}`
}

/** What was done here so far is in it. */
async function fileOf(server: Server, path: string): Promise<Blob> {
  await server.writersSettled()
  return server.afterLogin(async () => {
    const answer = await fetch(server.address(path), { headers: await server.headers() })
    // Asked once more, as it is told there what is wrong.
    if (!answer.ok) await server.send({ method: 'GET', path })
    return answer.blob()
  })
}

function click(attributes: Record<string, string>): void {
  const link = document.createElement('a')
  Object.assign(link, attributes)
  link.click()
}

/** Where the person is. */
function today(): string {
  const now = new Date()
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}
