import { ServerError } from 'triptych-client'
import type { Server } from 'triptych-client'
import type { ImportColumn, Imported, ImportFailure } from '@triptych/contract/table-import'
import type { Table } from '@triptych/contract/tables'
import type { FileWriting } from './import-writing.tsx'
import { t } from '../words/words.ts'

export interface ImportRequest {
  file: File
  table: string
  columns: readonly ImportColumn[]
  skipBad: boolean
  dryRun: boolean
  writing: FileWriting
}

/** Sends a file to become rows. Our mark is left off, so that the grid takes it as news. */
export function importFile(server: Server, request: ImportRequest): Promise<Imported> {
  return server.afterLogin(() => sendFile(server, request))
}

async function sendFile(server: Server, request: ImportRequest): Promise<Imported> {
  const { file, table, columns, skipBad, dryRun, writing } = request
  const said = Object.entries(writing).map(([name, value]) => [name, String(value)] as const)
  const parameters = new URLSearchParams({
    ...Object.fromEntries(said),
    ...(columns.length > 0 && { columns: JSON.stringify(columns) }),
    ...(skipBad && { skipBad: 'true' }),
    ...(dryRun && { dryRun: 'true' }),
  })
  const body = new FormData()
  body.append('file', file)
  const address = server.address(`${encodeURIComponent(table)}/import?${parameters}`)
  const headers = { accept: 'application/json', ...(await server.headers()) }
  const response = await fetch(address, { method: 'POST', headers, body }).catch(() => null)
  const answer: unknown = await response?.json().catch(() => null)
  if (response?.ok) return answer as Imported
  const { code = 'no_answer', error = t('The server cannot be reached.') } = (answer ??
    {}) as Record<string, string>
  throw new ServerError(
    response?.status ?? 0,
    code,
    error,
    (answer ?? {}) as Record<string, unknown>,
  )
}

interface Look {
  found: Imported
  /** Which of its columns have to be left out. */
  columns: ImportColumn[]
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
    importFile(server, { file, table: into, columns, skipBad: true, dryRun: true, writing })
  if (!tables.includes(table)) return { found: await look(table, []), columns: [] }
  const path = `tables/${encodeURIComponent(table)}`
  const target = (await server.send({ method: 'GET', path })) as Table
  const known = new Set(['id', ...target.columns.map(({ name }) => name.toLowerCase())])
  const { columns: all } = await look(freeName(tables), [])
  const strange = all.filter(({ source }) => !known.has(source.trim().toLowerCase()))
  const columns = strange.map(({ source }) => ({ source, skip: true }))
  return { found: await look(table, columns), columns }
}

function freeName(tables: readonly string[]): string {
  let name = 'file'
  while (tables.includes(name)) name += '_'
  return name
}

export function failuresIn({ details }: ServerError): ImportFailure[] {
  return Array.isArray(details['failures']) ? (details['failures'] as ImportFailure[]) : []
}

/** A table for a file: `My films (2).csv` becomes `My_films_2`. */
export function tableNameFor(file: string): string {
  const name = file.replace(/\.[^.]*$/, '').replace(/[^\p{L}\p{N}_-]+/gu, '_')
  return name.replace(/^[_-]+|[_-]+$/g, '').slice(0, 40) || 'imported'
}
