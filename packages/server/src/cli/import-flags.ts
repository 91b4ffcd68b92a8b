import { importColumnsIn, ImportFormat } from '@triptych/contract/table-import'
import type { ImportColumn } from '@triptych/contract/table-import'
import { ConfigError, quote } from '../config/config-error.ts'

export interface ImportFlags {
  file: string
  table: string
  workspace: string
  format: ImportFormat | undefined
  delimiter: string | undefined
  sheet: string | undefined
  columns: ImportColumn[]
  dryRun: boolean
  skipBad: boolean
  /** What is left: the settings of the server. */
  others: string[]
}

const switches = ['--dry-run', '--skip-bad']
const valued = ['--format', '--delimiter', '--sheet', '--columns', '--workspace']
export const importFlagNames = [...switches, ...valued]

export function readImportFlags(argv: readonly string[]): ImportFlags {
  const [file, table, ...flags] = argv
  if (file === undefined || table === undefined || file.startsWith('-') || table.startsWith('-')) {
    throw new ConfigError('import needs a FILE and a TABLE')
  }
  const given = new Map<string, string>()
  const others: string[] = []
  for (let at = 0; at < flags.length; at++) {
    const [name, inline] = split(flags[at]!)
    if (switches.includes(name)) given.set(name, switchIn(name, inline))
    else if (valued.includes(name)) given.set(name, inline ?? valueAfter(flags, at++))
    else others.push(flags[at]!)
  }
  return {
    file,
    table,
    workspace: given.get('--workspace') ?? 'main',
    format: formatIn(given.get('--format')),
    delimiter: given.get('--delimiter'),
    sheet: given.get('--sheet'),
    columns: columnsIn(given.get('--columns')),
    dryRun: given.get('--dry-run') === 'true',
    skipBad: given.get('--skip-bad') === 'true',
    others,
  }
}

function split(flag: string): [string, string | undefined] {
  const at = flag.indexOf('=')
  return at < 0 ? [flag, undefined] : [flag.slice(0, at), flag.slice(at + 1)]
}

function switchIn(name: string, value = 'true'): string {
  if (value === 'true' || value === 'false') return value
  throw new ConfigError(`${name} is true or false, not ${quote(value)}`)
}

function valueAfter(flags: readonly string[], at: number): string {
  const value = flags[at + 1]
  if (value === undefined) throw new ConfigError(`${flags[at]} needs a value`)
  return value
}

function formatIn(text: string | undefined): ImportFormat | undefined {
  const format = ImportFormat.optional().safeParse(text)
  if (format.success) return format.data
  throw new ConfigError(
    `--format ${quote(text ?? '')} is not one of ${ImportFormat.options.join(', ')}`,
  )
}

function columnsIn(text: string | undefined): ImportColumn[] {
  if (text === undefined) return []
  const columns = importColumnsIn(text)
  if (columns) return columns
  throw new ConfigError('--columns is a list such as [{"source":"Name","name":"title"}]')
}
