import type { Server, ServerError } from 'triptych-client'
import type { ImportColumn, Imported, ImportFailure } from '@triptych/contract/table-import'
import { isReservedName } from '@triptych/contract/names'
import type { Table } from '@triptych/contract/tables'
import { answerTo } from '../../ask-server.ts'
import { numbered } from '../../name-for.ts'
import type { FileWriting } from './import-writing.tsx'
import { t } from '../../words/words.ts'

export interface ImportRequest {
  file: File
  table: string
  /** Of a new one. */
  title?: string
  columns: readonly ImportColumn[]
  skipBad: boolean
  emptyBad: boolean
  dryRun: boolean
  writing: FileWriting
}

/** Sends a file to become rows. Our mark is left off, so that the grid takes it as news. */
export function importFile(server: Server, request: ImportRequest): Promise<Imported> {
  return server.afterLogin(() => sendFile(server, request))
}

async function sendFile(server: Server, request: ImportRequest): Promise<Imported> {
  const { file, table, title, columns, skipBad, emptyBad, dryRun, writing } = request
  const said = Object.entries(writing).map(([name, value]) => [name, String(value)] as const)
  const parameters = new URLSearchParams({
    ...Object.fromEntries(said),
    ...(title !== undefined && { title }),
    ...(columns.length > 0 && { columns: JSON.stringify(columns) }),
    ...(skipBad && { skipBad: 'true' }),
    ...(emptyBad && { emptyBad: 'true' }),
    ...(dryRun && { dryRun: 'true' }),
  })
  const body = new FormData()
  body.append('file', file)
  const address = server.address(`${encodeURIComponent(table)}/import?${parameters}`)
  const headers = { accept: 'application/json', ...(await server.headers()) }
  return answerTo(address, { method: 'POST', headers, body })
}

interface Look {
  found: Imported
  /** Which of its columns have to be left out. */
  columns: ImportColumn[]
  /** The columns of the table it goes into; nothing where that is a new one. */
  targets: readonly string[]
}

/** What a file would become. The server leaves columns out that a table does not have only when told which. */
export async function lookAtFile(
  server: Server,
  file: File,
  table: string,
  tables: readonly string[],
  writing: FileWriting,
): Promise<Look> {
  const look = (into: string, columns: ImportColumn[]) =>
    importFile(server, {
      file,
      table: into,
      columns,
      skipBad: true,
      emptyBad: false,
      dryRun: true,
      writing,
    })
  if (!tables.includes(table)) return { found: await look(table, []), columns: [], targets: [] }
  const path = `tables/${encodeURIComponent(table)}`
  const target = (await server.send({ method: 'GET', path })) as Table
  const known = new Set(['id', ...target.columns.map(({ name }) => name.toLowerCase())])
  const { columns: all } = await look(freeName('file', tables), [])
  const strange = all.filter(({ source }) => !known.has(source.trim().toLowerCase()))
  const columns = strange.map(({ source }) => ({ source, skip: true }))
  // What is worked out is not written.
  const written = target.columns.filter(({ formula }) => formula === undefined)
  const targets = written.map(({ name }) => name)
  return { found: await look(table, columns), columns, targets }
}

/** For a table that is to be a new one. */
export function freeName(wanted: string, tables: readonly string[]): string {
  const taken = new Set(tables.map((name) => name.toLowerCase()))
  const isFree = (name: string) => !taken.has(name.toLowerCase()) && !isReservedName(name)
  for (let number = 1; ; number++) {
    const name = numbered(wanted, number)
    if (isFree(name)) return name
  }
}

export function failuresIn({ details }: ServerError): ImportFailure[] {
  return Array.isArray(details['failures']) ? (details['failures'] as ImportFailure[]) : []
}

/** What a table for a file is called: `My films (2).csv` is “My films (2)”. */
export function tableTitleFor(file: string): string {
  const title = file
    .replace(/\.[^.]*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return title.slice(0, 100).trim() || t('Imported')
}
