import type { Table } from '@triptych/contract/tables'
import type { Dialect } from '../core/dialect.ts'
import { identifier, join, sql } from '../core/sql.ts'
import type { SqlSession } from '../core/sql.ts'
import { uniqueSetsOf } from '../../../ports/table-store.ts'

/** An index as the database has it. */
export interface SqlIndex {
  name: string
  unique: boolean
  columns: string[]
}

type Need = Omit<SqlIndex, 'name'>

/**
 * The SQL indexes of a table have numbers for names, which nobody keeps: which index serves what is
 * told by its columns. So nothing has to be kept in step when columns get other names.
 */
export function tableIndexes(session: SqlSession, dialect: Dialect) {
  async function all(table: string): Promise<SqlIndex[]> {
    const byName = new Map<string, SqlIndex>()
    for (const [name, unique, column] of await session.all(dialect.indexColumns(table))) {
      const key = String(name)
      const index = byName.get(key) ?? { name: key, unique: unique === 1, columns: [] }
      index.columns.push(String(column))
      byName.set(key, index)
    }
    return [...byName.values()]
  }

  return {
    all,

    /** `number` is that of the table in the catalogue. */
    async makeMissing(table: Table, number: number): Promise<void> {
      const present = await all(table.name)
      const keys = new Set(present.map(indexKey))
      let last = Math.max(0, ...present.map(({ name }) => numberIn(name, number)))
      for (const [key, { unique, columns }] of neededIndexes(table)) {
        if (keys.has(key)) continue
        const name = identifier(`_index_${number}_${++last}`)
        const names = join(
          columns.map((column) => dialect.indexed(sql`${identifier(column)}`)),
          ', ',
        )
        const kind = unique ? sql`unique index` : sql`index`
        await session.define(sql`create ${kind} ${name} on ${identifier(table.name)} (${names})`)
      }
    },
  }
}

/** Those of unique and of referring columns, and those with a name; each once. */
export function neededIndexes(table: Table): Map<string, Need> {
  const referring = table.columns.filter(({ reference }) => reference !== null)
  const needs: Need[] = [
    ...uniqueSetsOf(table).map(({ columns }) => ({ unique: true, columns: [...columns] })),
    // With the order of the table behind, so that sorted rows come out of the index as they are.
    ...table.indexes
      .filter(({ unique }) => !unique)
      .map(({ columns }) => ({ unique: false, columns: [...columns, '$order', 'id'] })),
    ...referring.map(({ name }) => ({ unique: false, columns: [name] })),
  ]
  return new Map(needs.map((need) => [indexKey(need), need]))
}

export function indexKey({ unique, columns }: Need): string {
  return JSON.stringify([unique, ...columns])
}

function numberIn(name: string, table: number): number {
  const prefix = `_index_${table}_`
  return name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0
}
