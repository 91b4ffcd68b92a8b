import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import {
  DateOrder,
  DecimalMark,
  importColumnsIn,
  ImportFormat,
} from '@triptych/contract/table-import'
import type { Imported, ImportFailure } from '@triptych/contract/table-import'
import type { Config } from '../config/config.ts'
import { text, toggle } from '../config/options.ts'
import type { ValuesOf } from '../config/options.ts'
import { Text, textAs } from '../config/values.ts'
import { AppError } from '../errors.ts'
import { askServer, serverOptions } from './ask-server.ts'
import { command } from './command.ts'
import { openSource } from './source-file.ts'
import type { SourceFile } from './source-file.ts'
import { complain, progressBar, say } from './terminal.ts'
import { inWorkspace } from './with-data.ts'

/** The workspace of a table. */
export const workspaceOption = text('--workspace', 'NAME', {
  schema: Text,
  allowed: 'the name of a workspace',
  default: 'main',
  help: 'The workspace of the table.',
})

const options = {
  dryRun: toggle('--dry-run', 'Take nothing; show columns, types, and rows that do not fit.'),
  skipBad: toggle(
    '--skip-bad',
    'Leave out rows that do not fit, and tell them; else nothing is taken then.',
  ),
  emptyBad: toggle(
    '--empty-bad',
    'Leave cells empty that do not fit, where they can be; else their rows do not fit.',
  ),
  format: text('--format', 'FORMAT', {
    schema: ImportFormat.nullable(),
    allowed: ImportFormat.options.join(', ').replace(/, (\w+)$/, ' or $1'),
    default: null,
    help: 'What the file is, where its ending does not tell.',
  }),
  delimiter: text('--delimiter', 'TEXT', {
    schema: Text.nullable(),
    allowed: 'a comma, a semicolon, a tab or a vertical bar',
    default: null,
    help: 'Of CSV: what separates cells, where it is not to be found out.',
  }),
  sheet: text('--sheet', 'NAME', {
    schema: Text.nullable(),
    allowed: 'the name or the number of a sheet',
    default: null,
    help: 'Of a workbook: the sheet, where it is not the first.',
  }),
  encoding: text('--encoding', 'NAME', {
    schema: Text.nullable(),
    allowed: 'a label such as utf-8, windows-1252, iso-8859-2 or shift_jis',
    default: null,
    help: 'Of CSV and TSV: how the text is written, where it is not to be found out.',
  }),
  headerRow: text('--header-row', 'N', {
    schema: textAs((number) => (/^\d{1,4}$/.test(number) ? Number(number) : null)).nullable(),
    allowed: 'the number of a row, 0 where there is none',
    default: null,
    help: 'The line or row with the names of the columns, where it is not the first.',
  }),
  decimal: text('--decimal', 'MARK', {
    schema: DecimalMark.nullable(),
    allowed: 'a point or a comma',
    default: null,
    help: 'How numbers are written, where it is not to be found out.',
  }),
  dates: text('--dates', 'ORDER', {
    schema: DateOrder.nullable(),
    allowed: DateOrder.options.join(', ').replace(/, (\w+)$/, ' or $1'),
    default: null,
    help: 'The order of day, month and year, where it is not to be found out.',
  }),
  columns: text('--columns', 'JSON', {
    schema: textAs(importColumnsIn),
    allowed:
      'a list such as [{"source":"Name","name":"title","type":"text"},{"source":"State","choice":true},{"source":"x","skip":true}]',
    default: [],
    help: 'What becomes of columns.',
  }),
  workspace: workspaceOption,
  ...serverOptions,
}

type Flags = ValuesOf<typeof options> & { file: string; table: string }

export const tablesImport = command({
  name: 'tables import',
  summary: 'Import a file into a table, which is made where it does not exist.',
  about: `FILE is CSV, TSV, NDJSON, JSON or XLSX; its ending says which. All of its rows come into the table
at once, or none. After a crash there is nothing to clear away: start again. With --url it goes to a server that runs;
without it the server must not run.`,
  arguments: { file: 'FILE', table: 'TABLE' },
  options,
  settings: 'taken',
  exits: ['imported', 'nothing was imported'],
  async run(flags, { config }) {
    try {
      const source = await openSource(flags.file)
      try {
        const imported =
          flags.url === null
            ? await importFrom(source, config, flags)
            : await sendTo(flags.url, flags)
        report(imported, flags.dryRun)
      } finally {
        await source.close()
      }
      return 0
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return complain(explained(error), 1)
    }
  },
})

async function importFrom(
  source: SourceFile,
  config: Config,
  { file, table, columns, skipBad, emptyBad, dryRun, workspace: name, ...flags }: Flags,
): Promise<Imported> {
  // Loaded late, as by `serve`.
  const { importRows } = await import('../domain/tables/import/import-rows.ts')
  const { formatOf } = await import('../domain/tables/import/open-records.ts')
  const format = formatOf(basename(file), flags.format ?? undefined)
  const [delimiter, sheet] = [flags.delimiter ?? undefined, flags.sheet ?? undefined]
  let rows = 0
  const bar = progressBar(process.stderr, source.size, () => `${rows.toLocaleString('en')} rows`)
  const progress = (count: number): void => {
    rows = count
    bar.show(source.taken())
  }
  const written = {
    encoding: flags.encoding ?? undefined,
    headerRow: flags.headerRow ?? undefined,
    decimal: flags.decimal ?? undefined,
    dates: flags.dates ?? undefined,
  }
  const input = {
    table,
    columns,
    skipBad,
    emptyBad,
    dryRun,
    format,
    delimiter,
    sheet,
    ...written,
    progress,
  }
  return inWorkspace(config, name, async (ctx) => {
    const pending = await importRows(ctx, source, input)
    return pending.finish()
  }).finally(() => bar.end())
}

async function sendTo(url: string, flags: Flags): Promise<Imported> {
  const { file, table, columns, workspace, tokenFile, url: _, ...more } = flags
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(more)) {
    if (value !== null && value !== false) query.set(name, String(value))
  }
  if (columns.length > 0) query.set('columns', JSON.stringify(columns))
  const form = new FormData()
  form.set('file', await openAsBlob(file), basename(file))
  const path = `w/${encodeURIComponent(workspace)}/${encodeURIComponent(table)}/import?${query.toString()}`
  return (await askServer(url, tokenFile)('POST', path, form)).json() as Promise<Imported>
}

function report(imported: Imported, isDry: boolean): void {
  const { table, created, added, skipped, emptied, failures, columns } = imported
  for (const { source, name, type, form, options: choice, samples } of columns) {
    const kind = choice ? `choice of ${listed(choice)}` : type
    const read = form === null ? kind : `${kind}, written as ${form}`
    const shown = isDry && samples.length > 0 ? `: ${samples.join(' | ')}` : ''
    say(`  ${source} → ${name === null ? 'left out' : `${name} (${read})`}${shown}`)
  }
  for (const failure of failures) say(told(failure))
  const rows = `${added.toLocaleString('en')} ${added === 1 ? 'row' : 'rows'}`
  const where = isDry
    ? `would come into ${table}`
    : created
      ? `in the new table ${table}`
      : `added to ${table}`
  const rest = skipped > 0 ? `, ${skipped.toLocaleString('en')} left out` : ''
  const empty = emptied > 0 ? `, ${emptied.toLocaleString('en')} cells left empty` : ''
  say(`${rows} ${where}${rest}${empty}`)
}

const mostListed = 8

function listed(choice: readonly string[]): string {
  const rest = choice.length - mostListed
  return choice.slice(0, mostListed).join(' | ') + (rest > 0 ? ` and ${rest} more` : '')
}

/** With the rows that were refused, where that is the reason. */
function explained(error: AppError): string {
  const failures = (error.details?.['failures'] ?? []) as ImportFailure[]
  if (failures.length === 0) return error.message
  return [...failures.map(told), `${error.message} Nothing was imported.`].join('\n')
}

function told({ line, column, error }: ImportFailure): string {
  return `  line ${line}${column === undefined ? '' : `, ${column}`}: ${error}`
}
