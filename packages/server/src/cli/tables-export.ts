import { extname } from 'node:path'
import { finished } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { ExportForm, exportForms } from '@triptych/contract/table-import'
import type { Table } from '@triptych/contract/tables'
import { text, toggle } from '../config/options.ts'
import { AppError } from '../errors.ts'
import { askServer, serverOptions } from './ask-server.ts'
import { command } from './command.ts'
import { workspaceOption } from './tables.ts'
import { say } from './terminal.ts'
import { inStoredWorkspace } from './with-data.ts'
import { counted, explained, written } from './written-file.ts'

const notWhile =
  'Without --url, a server that has the data must not run, unless it has it on PostgreSQL and S3.'

export const tablesList = command({
  name: 'tables list',
  summary: 'Show the tables of a workspace.',
  about: `Each with its columns. ${notWhile}`,
  options: {
    json: toggle('--json', 'Print JSON, for programs.'),
    workspace: workspaceOption,
    ...serverOptions,
  },
  settings: 'taken',
  exits: ['shown', 'it failed'],
  async run({ json, workspace, url, tokenFile }, { config }) {
    const tables = await (url === null
      ? inStoredWorkspace(config, workspace, async (ctx) => {
          const { listTables } = await import('../domain/tables/get-table.ts')
          return listTables(ctx)
        })
      : askServer(url, tokenFile)('GET', `${below(workspace)}/tables`).then(
          (answer) => answer.json() as Promise<Table[]>,
        ))
    if (json) say(JSON.stringify(tables))
    else for (const { name, columns } of tables) say(`${name}: ${columns.map(nameOf).join(', ')}`)
    return 0
  },
})

export const tablesExport = command({
  name: 'tables export',
  summary: 'Write the rows of a table to a file, or to the standard output.',
  about: `The ending of FILE says what it becomes: CSV, TSV, JSON, NDJSON or XLSX. It is written beside its name and only then called
FILE. Without FILE, or with -, the rows go to the standard output, as CSV unless --format says otherwise. ${notWhile}`,
  arguments: { table: 'TABLE', file: '[FILE]' },
  options: {
    format: text('--format', 'FORMAT', {
      schema: ExportForm.nullable(),
      allowed: exportForms.join(', ').replace(/, (\w+)$/, ' or $1'),
      default: null,
      help: 'What is written, where the ending of the file does not tell.',
    }),
    workspace: workspaceOption,
    ...serverOptions,
  },
  settings: 'taken',
  exits: ['exported', 'nothing was exported'],
  run: ({ table, file = '-', workspace, url, tokenFile, ...said }, { config }) =>
    explained(async () => {
      const form = formOf(file, said.format)
      async function take(pieces: AsyncIterable<Uint8Array>): Promise<void> {
        if (file === '-') return toOutput(pieces)
        say(`${counted(await written(file, pieces), 'byte')} in ${file}`)
      }
      if (url !== null) {
        const path = `${below(workspace)}/${encodeURIComponent(table)}/export?format=${form}`
        const { body } = await askServer(url, tokenFile)('GET', path)
        return take(body ?? new ReadableStream())
      }
      return inStoredWorkspace(config, workspace, async (ctx) => {
        const { exportRows } = await import('../domain/tables/export-rows.ts')
        return take(await exportRows(ctx, { table, query: {}, form, at: null }))
      })
    }),
})

function below(workspace: string): string {
  return `w/${encodeURIComponent(workspace)}`
}

function nameOf({ name }: { name: string }): string {
  return name
}

function formOf(file: string, said: ExportForm | null): ExportForm {
  if (said !== null) return said
  if (file === '-') return 'csv'
  const ending = extname(file).slice(1).toLowerCase()
  const form = exportForms.find((one) => one === ending)
  if (form) return form
  const known = exportForms.map((one) => `.${one}`).join(', ')
  throw new AppError(
    'bad_request',
    `The name of the file ends with one of ${known}, or --format says what it is.`,
  )
}

/** As fast as whoever reads takes it. */
async function toOutput(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const reading = Readable.from(pieces, { objectMode: false })
  reading.pipe(process.stdout, { end: false })
  await finished(reading)
}
