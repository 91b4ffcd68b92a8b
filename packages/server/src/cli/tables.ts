import { open, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { importColumnsIn, ImportFormat } from '@triptych/contract/table-import'
import type { Imported, ImportFailure } from '@triptych/contract/table-import'
import type { Config } from '../config/config.ts'
import { text, toggle } from '../config/options.ts'
import type { ValuesOf } from '../config/options.ts'
import { Text, textAs } from '../config/values.ts'
import type { ImportSource } from '../domain/tables/import/open-records.ts'
import { AppError } from '../errors.ts'
import { newStepId } from '../step-id.ts'
import { command } from './command.ts'
import { complain, progressBar, say } from './terminal.ts'
import { withData } from './with-data.ts'

interface FileSource extends ImportSource {
  size: number
  /** How many bytes were read so far. */
  taken(): number
  close(): Promise<void>
}

const pieceBytes = 256 * 1024

const options = {
  dryRun: toggle('--dry-run', 'Take nothing; show columns, types, and rows that do not fit.'),
  skipBad: toggle(
    '--skip-bad',
    'Leave out rows that do not fit, and tell them; else nothing is taken then.',
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
  columns: text('--columns', 'JSON', {
    schema: textAs(importColumnsIn),
    allowed:
      'a list such as [{"source":"Name","name":"title","type":"text"},{"source":"x","skip":true}]',
    default: [],
    help: 'What becomes of columns.',
  }),
  workspace: text('--workspace', 'NAME', {
    schema: Text,
    allowed: 'the name of a workspace',
    default: 'main',
    help: 'The workspace of the table.',
  }),
}

type Flags = ValuesOf<typeof options> & { file: string; table: string }

export const tablesImport = command({
  name: 'tables import',
  summary: 'Import a file into a table, which is made where it does not exist.',
  about: `FILE is CSV, TSV, NDJSON, JSON or XLSX; its ending says which. All of its rows come into the table
at once, or none. After a crash there is nothing to clear away: start again. The server must not run.`,
  arguments: { file: 'FILE', table: 'TABLE' },
  options,
  settings: 'taken',
  exits: ['imported', 'nothing was imported'],
  async run(flags, { config }) {
    try {
      const source = await openSource(flags.file)
      try {
        report(await importFrom(source, config, flags), flags.dryRun)
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
  source: FileSource,
  config: Config,
  { file, table, columns, skipBad, dryRun, workspace: name, ...flags }: Flags,
): Promise<Imported> {
  // Loaded late, as by `serve`.
  const { importRows } = await import('../domain/tables/import/import-rows.ts')
  const { formatOf } = await import('../domain/tables/import/open-records.ts')
  const { localPrincipal } = await import('../auth/principal.ts')
  const { freeBudget } = await import('../budget.ts')
  const format = formatOf(basename(file), flags.format ?? undefined)
  const [delimiter, sheet] = [flags.delimiter ?? undefined, flags.sheet ?? undefined]
  let rows = 0
  const bar = progressBar(process.stderr, source.size, () => `${rows.toLocaleString('en')} rows`)
  const progress = (count: number): void => {
    rows = count
    bar.show(source.taken())
  }
  const input = { table, columns, skipBad, dryRun, format, delimiter, sheet, progress }
  return withData(config, async (shared) => {
    const workspace =
      (await shared.workspaces.open(name)) ??
      (name === 'main' ? await shared.workspaces.create(name) : null)
    if (!workspace) throw new AppError('workspaces.not_found', `There is no workspace ${name}.`)
    const ctx = {
      ...shared,
      workspace,
      principal: localPrincipal,
      origin: null,
      address: null,
      step: newStepId(shared.now()),
      asker: null,
      budget: freeBudget(),
    }
    const pending = await importRows(ctx, source, input)
    return pending.finish()
  }).finally(() => bar.end())
}

function report({ table, created, added, skipped, failures, columns }: Imported, isDry: boolean) {
  for (const { source, name, type } of columns) {
    say(`  ${source} → ${name === null ? 'left out' : `${name} (${type})`}`)
  }
  for (const failure of failures) say(told(failure))
  const rows = `${added.toLocaleString('en')} ${added === 1 ? 'row' : 'rows'}`
  const where = isDry
    ? `would come into ${table}`
    : created
      ? `in the new table ${table}`
      : `added to ${table}`
  const rest = skipped > 0 ? `, ${skipped.toLocaleString('en')} left out` : ''
  say(`${rows} ${where}${rest}`)
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

async function openSource(path: string): Promise<FileSource> {
  const { file, size } = await openedFile(path)
  let taken = 0

  async function read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, offset)
    taken += bytesRead
    return bytes.subarray(0, bytesRead)
  }

  return {
    size,
    taken: () => taken,
    async *bytes() {
      for (let at = 0; at < size;) {
        const piece = await read(at, pieceBytes)
        if (piece.length === 0) return
        at += piece.length
        yield piece
      }
    },
    parts: async () => ({ size, read }),
    close: () => file.close(),
  }
}

async function openedFile(path: string): Promise<{ file: FileHandle; size: number }> {
  const stats = await stat(path).catch(() => null)
  if (!stats) throw new AppError('files.not_found', `There is no file ${path}.`)
  if (!stats.isFile()) throw new AppError('files.not_a_file', `${path} is not a file.`)
  return { file: await open(path), size: stats.size }
}
