import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { medianSample } from '../compare.ts'
import { bestPeer, figureOf, floorOf, isSure, ratioOf, ratioTo } from './case.ts'
import type { Measured } from './case.ts'
import { synced } from './peers.ts'
import { drawLines, drawRatios } from './plots.ts'
import { cpuText, digits, standing } from './print.ts'
import type { TableRun } from './table.ts'

/** What `--json` writes, as far as it is needed here. */
export interface RunFile {
  machine: { date: string; node: string; cores: number; load: number; loadAtEnd?: number }
  options: { seconds: number; repeats: number; scale: number }
  results: { table: { samples: TableRun } }
}

export function readRun(path: string): RunFile {
  return JSON.parse(readFileSync(path, 'utf8')) as RunFile
}

/** The tables of the page, between its marks. */
export function tablesOf({ machine, options, results }: RunFile): Record<string, string> {
  const { cases, leftOut } = results.table.samples
  const main = cases.filter(({ growth }) => !growth)
  const { date, node, cores, load, loadAtEnd } = machine
  const ending =
    loadAtEnd === undefined ? '' : ` at its beginning and ${loadAtEnd.toFixed(0)} at its end`
  return {
    machine:
      `Measured on ${date.slice(0, 10)} with Node ${node.slice(1)} on ${cores} cores under a load of ` +
      `${load.toFixed(0)}${ending}; ${options.repeats} repeats of ${options.seconds} s each.\n\n` +
      leftOut.map((text) => `Left out: ${text}`).join('\n\n'),
    cases: table(
      ['case', 'floor', 'best peer', 'Triptych', 'ours / floor', 'aim', 'ours / peer'],
      main.map(caseRow),
    ),
    synced: syncedTable(main),
    ahead: aheadList(main),
    details: main.map(detail).join('\n\n'),
    growth: growthTable(cases),
  }
}

function caseRow(one: Measured): string[] {
  const floor = floorOf(one)
  const { peer, toPeer, toFloor } = standing(one)
  const text = (label: string) =>
    `${isSure(one, label) ? '' : '≈ '}${figureText(one, figureOf(one, label))}`
  return [
    one.title,
    `${floor} ${text(floor)}`,
    peer === undefined ? '–' : `${peer} ${text(peer)}`,
    text('Triptych'),
    toFloor.toFixed(2),
    one.aim ? `≤ ${one.aim.atMost}, ${verdict(one, floor)}` : '–',
    Number.isNaN(toPeer) ? '–' : toPeer.toFixed(2),
  ]
}

function verdict(one: Measured, floor: string): string {
  if (![floor, 'Triptych'].every((label) => isSure(one, label))) return 'not sure'
  return ratioTo(one, floor) <= (one.aim?.atMost ?? NaN) ? 'met' : 'not met'
}

/** The cases in which a peer was also made to wait for the disk. */
function syncedTable(cases: Measured[]): string {
  const both = cases.filter(({ sides }) => sides.some(({ label }) => label === synced))
  const rows = both.map((one) => {
    const labels = ['Express', synced, 'Triptych']
    const ratio = (label: string) => ratioTo(one, label).toFixed(2)
    return [
      one.title,
      ...labels.map((label) => figureText(one, figureOf(one, label))),
      ...labels.slice(0, 2).map(ratio),
    ]
  })
  const head = ['case', 'Express', synced, 'Triptych', 'ours / Express', `ours / ${synced}`]
  return table(head, rows)
}

function aheadList(cases: Measured[]): string {
  const lines = cases.flatMap((one) => {
    const { ahead } = standing(one)
    return ahead ? [`- ${one.title}: ${ahead}`] : []
  })
  return lines.length > 0 ? lines.join('\n') : 'In no case.'
}

function detail(one: Measured): string {
  const rows = one.sides.map(({ label, role, samples }) => {
    const { cpu, p50, p99, perSecond, mb } = medianSample(samples)
    const name = role === 'floor' ? `floor: ${label}` : label
    return [name, cpuText(cpu), p50.toFixed(2), p99.toFixed(2), digits(perSecond), digits(mb)]
  })
  return table([one.title, 'CPU', 'p50 ms', 'p99 ms', 'a second', 'MB'], rows)
}

function growthTable(cases: Measured[]): string {
  const rows = [...growths(cases)].flatMap(([of, group]) =>
    (group[0]?.sides ?? []).map(({ label }) => {
      const figures = group.map((one) => figureOf(one, label))
      const last = (figures.at(-1) ?? NaN) / (figures[0] ?? NaN)
      return [of, label, ...figures.map(cpuText), last.toFixed(2)]
    }),
  )
  const first = [...growths(cases).values()][0] ?? []
  const sizes = first.map(({ growth }) => (growth?.rows ?? 0).toLocaleString('en'))
  return table(['case', 'server', ...sizes, 'largest / smallest'], rows)
}

function growths(cases: Measured[]): Map<string, Measured[]> {
  const withGrowth = cases.filter(({ growth }) => growth !== undefined)
  return Map.groupBy(withGrowth, ({ growth }) => growth?.of ?? '')
}

function figureText({ figure }: Measured, value: number): string {
  return figure === 'cpu' ? cpuText(value) : `${digits(value)} ms`
}

function table(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The drawings of a run, by the name of their file. */
export function plotsOf({ results }: RunFile): Record<string, string> {
  const { cases } = results.table.samples
  const main = cases.filter(({ growth }) => !growth)
  return {
    'performance-cases.svg': drawRatios({
      title: 'What a case takes, as a multiple of its floor',
      unit: 'times the floor (less is better)',
      series: ['Triptych', 'best peer'],
      rows: main.map((one) => {
        const peer = bestPeer(one)
        const floor = floorOf(one)
        return {
          label: one.title,
          values: [ratioTo(one, floor), peer === undefined ? null : ratioOf(one, peer, floor)],
        }
      }),
    }),
    'performance-growth.svg': drawLines({
      title: 'The same with more rows',
      panels: [...growths(cases)].map(([title, group]) => ({
        title,
        series: ['Triptych', 'Express', 'floor'].map((label) => ({
          label,
          points: group.map((one): [number, number] => {
            const side = label === 'floor' ? floorOf(one) : label
            return [one.growth?.rows ?? 0, figureOf(one, side)]
          }),
        })),
      })),
    }),
  }
}

/** Puts the tables between the marks of the page. */
export function fillMarks(page: string, tables: Record<string, string>): string {
  return Object.entries(tables).reduce((text, [name, content]) => {
    const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`]
    const [from, to] = [text.indexOf(begin), text.indexOf(end)]
    if (from < 0 || to < from) throw new Error(`The page has no place for ${name}.`)
    return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`
  }, page)
}

if (import.meta.main) {
  const run = readRun(process.argv[2] ?? '')
  const folder = join(import.meta.dirname, '../../docs/explanation')
  const page = join(folder, 'performance.md')
  writeFileSync(page, fillMarks(readFileSync(page, 'utf8'), tablesOf(run)))
  for (const [name, text] of Object.entries(plotsOf(run))) writeFileSync(join(folder, name), text)
}
