import { extname } from 'node:path'
import { ImportMode } from '@triptych/contract/plan-exchange'
import type { PlanImported } from '@triptych/contract/plan-exchange'
import { text } from '../config/options.ts'
import { Text } from '../config/values.ts'
import { AppError } from '../errors.ts'
import { atOption } from './at-option.ts'
import { chartInput, chartOptions } from './chart-options.ts'
import { command } from './command.ts'
import { openSource } from './source-file.ts'
import { progressBar, say } from './terminal.ts'
import { inWorkspace } from './with-data.ts'
import { counted, explained, written } from './written-file.ts'

const workspace = text('--workspace', 'NAME', {
  schema: Text,
  allowed: 'the name of a workspace',
  default: 'main',
  help: 'The workspace of the plan.',
})

const importOptions = {
  mode: text<ImportMode>('--mode', 'MODE', {
    schema: ImportMode,
    allowed: ImportMode.options.join(' or '),
    default: 'replace',
    help: 'Whether what is there goes, or stays in front of what comes.',
  }),
  workspace,
}

export const planImport = command({
  name: 'plan import',
  summary: 'Import a plan.',
  about: `What FILE is is told by its ending: XML (MSPDI) as Microsoft Project saves it (.xml), or a table (.csv or .xlsx).
All of it comes in at once, or nothing. The server must not run.`,
  arguments: { file: 'FILE' },
  options: importOptions,
  settings: 'taken',
  exits: ['imported', 'nothing was imported'],
  run: ({ file, mode, workspace: name }, { config }) =>
    explained(async () => {
      const format = formatNamed(file, importEndings)
      const source = await openSource(file)
      // Loaded late, as by `serve`.
      const { importPlan } = await import('../domain/gantt/exchange/import-plan.ts')
      let items = 0
      const bar = progressBar(process.stderr, source.size, () => counted(items, 'item'))
      const progress = (done: number): void => {
        items = done
        bar.show(source.taken())
      }
      try {
        const told = await inWorkspace(config, name, (ctx) =>
          importPlan(ctx, source, { mode, format, progress }),
        )
        bar.end()
        report(told)
      } finally {
        bar.end()
        await source.close()
      }
    }),
})

function report({ tasks, links, resources, assignments, calendars, warnings }: PlanImported): void {
  for (const { uid, row, element, why } of warnings) {
    const where = row === undefined ? (uid === null ? '' : ` of UID ${uid}`) : ` in row ${row}`
    say(`  ${element}${where}: ${why}`)
  }
  const parts = [
    counted(tasks, 'task'),
    counted(links, 'link'),
    counted(resources, 'resource'),
    counted(assignments, 'assignment'),
    counted(calendars, 'calendar'),
  ]
  say(`${parts.join(', ')} imported`)
}

export const planExport = command({
  name: 'plan export',
  summary: 'Export a plan.',
  about: `What FILE becomes is told by its ending: XML of Microsoft Project (.xml), a table (.csv or .xlsx), a calendar
(.ics), or the chart (.pdf, .svg or .png). It is written beside its name and only then called FILE. The server must not run.`,
  arguments: { file: 'FILE' },
  options: { at: atOption, ...chartOptions, workspace },
  settings: 'taken',
  exits: ['exported', 'nothing was exported'],
  run: ({ file, at, workspace: name, ...said }, { config }) =>
    explained(async () => {
      const format = formatNamed(file, exportEndings)
      const chart = chartInput(said)
      if (at !== null && chart.critical) {
        throw new AppError('bad_request', 'What is critical is not to be had with --at.')
      }
      const bytes = await inWorkspace(config, name, async (ctx) => {
        // Loaded late, as by `serve`.
        const { exportPlan } = await import('../domain/gantt/exchange/export-plan.ts')
        return written(file, await exportPlan(ctx, { format, at, chart }))
      })
      say(`${counted(bytes, 'byte')} in ${file}`)
    }),
})

const importEndings = { xml: 'xml', csv: 'csv', xlsx: 'xlsx' } as const
const exportEndings = {
  xml: 'xml',
  csv: 'csv',
  xlsx: 'xlsx',
  ics: 'ical',
  pdf: 'pdf',
  svg: 'svg',
  png: 'png',
} as const

function formatNamed<const F extends string>(file: string, endings: Record<string, F>): F {
  const ending = extname(file).slice(1).toLowerCase()
  if (Object.hasOwn(endings, ending)) return endings[ending]!
  const known = Object.keys(endings).map((one) => `.${one}`)
  throw new AppError('bad_request', `The name of the file ends with one of ${known.join(', ')}.`)
}
