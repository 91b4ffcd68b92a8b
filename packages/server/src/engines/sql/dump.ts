import type { Table } from '@triptych/contract/tables'
import { AppError } from '../../errors.ts'
import type { Dump, DumpPage, DumpValue } from '../../ports/dump.ts'
import { beginsWith } from './core/change-log.ts'
import type { Dialect } from './core/dialect.ts'
import { dumpAt } from './dump-at.ts'
import { keptTables } from './dumped-tables.ts'
import type { KeptTable } from './dumped-tables.ts'
import { identifier, join, newestEntry, sql } from './core/sql.ts'
import type { Sql, SqlSession } from './core/sql.ts'
import { tableIndexes } from './tables/table-indexes.ts'
import { tableSql } from './tables/table-sql.ts'

/** What a page holds at most, unless a single row is longer. */
const pageBytes = 1024 * 1024
/** Long rows may follow short ones: so many of them fit into memory. */
const mostRows = 200
/** Databases take so many values in one statement. */
const mostValues = 10_000

export function sqlDump(
  session: SqlSession,
  dialect: Dialect,
  definitionOf: (text: string) => Table,
): Dump {
  const sqlOf = tableSql(dialect)

  async function catalogue(): Promise<{ number: number; table: Table }[]> {
    const rows = await session.all(sql`select number, definition from _tables order by number`)
    return rows.map(([number, definition]) => ({
      number: Number(number),
      table: definitionOf(String(definition)),
    }))
  }

  async function* pagesOf(table: KeptTable, where: Sql = sql`true`): AsyncGenerator<DumpPage> {
    const { name, columns, key, without } = table
    const wanted = without
      ? sql`not (${beginsWith(sql`${identifier(without.column)}`, without.prefix)})`
      : sql`true`
    const selected = namesOf(columns)
    let limit = 100
    let after: DumpValue[] | null = null
    for (;;) {
      const start: Sql = after === null ? sql`` : sql`and ${behind(key, after)}`
      const rows = (await session.all(
        sql`select ${selected} from ${identifier(name)} where ${wanted} and ${where} ${start}
            order by ${namesOf(key)} limit ${limit}`,
      )) as DumpValue[][]
      for (const some of inPages(rows)) yield { table: name, columns, rows: some }
      const last = rows.at(-1)
      if (!last || rows.length < limit) return
      after = key.map((column) => last[columns.indexOf(column)] ?? null)
      // Rows mostly are as long as those before them.
      const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0)
      limit = Math.max(1, Math.min(Math.floor((limit * pageBytes) / bytes), mostRows))
    }
  }

  async function* logEnd(): AsyncGenerator<DumpPage> {
    const rows = (await session.all(newestEntry)) as DumpValue[][]
    if (rows.length > 0) yield { table: '_log_start', columns: ['revision', 'hash'], rows }
  }

  /** Only what this version has: columns that came later get what they are for older rows. */
  async function expected(name: string): Promise<KeptTable> {
    const kept = keptTables.find((table) => table.name === name)
    if (kept) return kept
    const own = (await catalogue()).find(({ table }) => table.name === name)
    if (own) return userTable(own.table)
    throw new AppError('bad_request', `There is no table ${name} to load rows into.`)
  }

  return {
    async *pages(withoutLog = false) {
      for (const table of keptTables) {
        if (!withoutLog) yield* pagesOf(table)
        else if (!ofLog.has(table.name)) {
          yield* pagesOf(table, table.ofLog && sql`not (${table.ofLog})`)
        }
      }
      if (withoutLog) yield* logEnd()
      for (const { table } of await catalogue()) yield* pagesOf(userTable(table))
    },

    pagesAt: (state) =>
      dumpAt(session, state, {
        inPages,
        pagesOf: (name, where) =>
          pagesOf(
            keptTables.find((one) => one.name === name)!,
            where,
          ),
      }),

    async load(page) {
      refuseOthers(page)
      const { table: name, columns, rows } = page
      const known = await expected(name)
      const unknown = columns.find((column) => !known.columns.includes(column))
      if (unknown !== undefined) {
        throw new AppError('bad_request', `The table ${name} has no column ${unknown} to load.`)
      }
      // A new database begins with one.
      if (name === '_plan') await session.run(sql`delete from _plan`)
      const atOnce = Math.max(1, Math.floor(mostValues / columns.length))
      for (let at = 0; at < rows.length; at += atOnce) {
        const values = rows.slice(at, at + atOnce).map(valuesOf)
        await session.load(
          sql`insert into ${identifier(name)} (${namesOf(columns)}) values ${join(values, ', ')}`,
        )
      }
      if (name !== '_tables') return
      const numbers = new Set(rows.map((row) => row[columns.indexOf('number')]))
      for (const { number, table } of await catalogue()) {
        if (!numbers.has(number)) continue
        for (const statement of sqlOf(table).definitions(number)) {
          await session.define(statement)
        }
      }
    },

    async finish() {
      const indexes = tableIndexes(session, dialect)
      for (const { number, table } of await catalogue()) await indexes.makeMissing(table, number)
      for (const { name, numbered } of keptTables) {
        const statement = numbered ? dialect.countOn(name, numbered) : null
        if (statement) await session.run(statement)
      }
      // Ids of the index that the log and comments name are not given out again.
      const last = await session.get(
        sql`select max(thing) from (
              select max(thing) as thing from _changes where thing is not null
              union all select max(thing) from _comments where kind = 'file'
            ) as named`,
      )
      await session.run(dialect.countBehind('_files', 'id', Number(last?.[0] ?? 0)))
    },
  }
}

const ofLog: ReadonlySet<string> = new Set([
  '_changes',
  '_log_start',
  '_images',
  '_row_images',
  '_task_images',
  '_link_images',
  '_assignment_images',
])

/** It comes from a file that anybody may have written: what is no value could be taken for SQL. */
function refuseOthers({ table, columns, rows }: DumpPage): void {
  const isPage =
    typeof table === 'string' &&
    isList(columns) &&
    columns.length > 0 &&
    columns.every((column) => typeof column === 'string') &&
    isList(rows) &&
    rows.every((row) => isList(row) && row.length === columns.length && row.every(isValue))
  if (!isPage) throw new AppError('bad_request', 'This is no page of a table.')
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function isValue(value: unknown): boolean {
  return value === null || typeof value === 'string' || Number.isFinite(value)
}

function userTable({ name, columns }: Table): KeptTable {
  const own = columns.map((column) => column.name)
  return { name, columns: ['id', '$order', '$version', ...own], key: ['id'] }
}

function namesOf(columns: readonly string[]): Sql {
  return join(
    columns.map((column) => sql`${identifier(column)}`),
    ', ',
  )
}

function valuesOf(row: readonly DumpValue[]): Sql {
  return sql`(${join(
    row.map((value) => sql`${value}`),
    ', ',
  )})`
}

function behind(key: readonly string[], after: readonly DumpValue[]): Sql {
  return sql`(${namesOf(key)}) > ${valuesOf(after)}`
}

function inPages(rows: DumpValue[][]): DumpValue[][][] {
  const pages: DumpValue[][][] = []
  let room = 0
  for (const row of rows) {
    const bytes = bytesOf(row)
    if (bytes > room || pages.length === 0) {
      pages.push([])
      room = pageBytes
    }
    pages.at(-1)?.push(row)
    room -= bytes
  }
  return pages
}

function bytesOf(row: readonly DumpValue[]): number {
  return row.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 8),
    8,
  )
}
