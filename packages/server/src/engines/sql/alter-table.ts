import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Column } from '@triptych/contract/tables'
import type { Dialect } from './dialect.ts'
import { idRanges } from './id-ranges.ts'
import { identifier, sql } from './sql.ts'
import type { Sql, SqlSession } from './sql.ts'

/** The ways in which one SQL table can be altered. */
export function alterTable(session: SqlSession, dialect: Dialect, name: string) {
  const table = identifier(name)

  /** Each takes as long as the table is wide, and there may be hundreds: others get their turn. */
  async function alter(statement: Sql): Promise<void> {
    await session.run(statement)
    await nextTurn()
  }

  async function renameTo(other: string): Promise<void> {
    await alter(sql`alter table ${table} rename to ${identifier(other)}`)
  }

  return {
    /** Empty at first, and so without `not null`. */
    async addColumn({ name, type }: Column): Promise<void> {
      await alter(
        sql`alter table ${table} add column ${identifier(name)} ${dialect.columnType(type)}`,
      )
    },

    async dropColumn(name: string): Promise<void> {
      await alter(sql`alter table ${table} drop column ${identifier(name)}`)
    },

    async renameColumn(from: string, to: string): Promise<void> {
      await alter(sql`alter table ${table} rename column ${identifier(from)} to ${identifier(to)}`)
    },

    async setNullable({ name, nullable }: Column): Promise<void> {
      const action = nullable ? sql`drop` : sql`set`
      await alter(sql`alter table ${table} alter column ${identifier(name)} ${action} not null`)
    },

    /** Gives all rows the default of the column. */
    async fill(column: Column): Promise<void> {
      if (column.default === null) return
      const value = dialect.toSql(column, column.default)
      for await (const range of idRanges(session, name)) {
        await session.run(
          sql`update ${table} set ${identifier(column.name)} = ${value} where ${range}`,
        )
      }
    },

    async rename(to: string): Promise<void> {
      if (to.toLowerCase() !== name.toLowerCase()) return renameTo(to)
      // SQLite takes a name in other letters for the same one, and for taken.
      const aside = '_renamed'
      await renameTo(aside)
      await alter(sql`alter table ${identifier(aside)} rename to ${identifier(to)}`)
    },
  }
}
