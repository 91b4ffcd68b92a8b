import { formulasOf } from '@triptych/contract/formula/formula-columns'
import type { Table } from '@triptych/contract/tables'
import type { Condition } from '../../../ports/row-query.ts'
import type { StoredRow, TableRows, TableRowsReader, Values } from '../../../ports/table-store.ts'
import { uniqueSetsOf } from '../../../ports/table-store.ts'
import type { Dialect } from '../core/dialect.ts'
import { identifier, join, sql } from '../core/sql.ts'
import type { Sql, SqlSession, SqlValue } from '../core/sql.ts'
import { conditionSql, idColumn } from './condition-sql.ts'
import { readCells } from './read-cells.ts'
import type { RowInsert } from './row-insert.ts'
import type { TableSql } from './table-sql.ts'
import { settleFormulas } from './settle-formulas.ts'
import { bytesOf, toStored, widestOf } from './table-sql.ts'
import { touchTable } from './table-state.ts'

/** So many rows are written at a stretch before others get their turn: more of them where that was quick. */
const [fewestAtOnce, rowsAtOnce] = [8, 2048]
const quickMs = 5

function valuesOf(table: Table, rows: readonly StoredRow[]): SqlValue[] {
  const values: SqlValue[] = []
  for (const row of rows) {
    values.push(row.id, row.order, row.version)
    for (const column of table.columns) {
      values.push(toStored(column, row.values[column.name] ?? null))
    }
  }
  return values
}

export function tableRows(
  session: SqlSession,
  dialect: Dialect,
  sqlOf: (table: Table) => TableSql,
  insertRows: RowInsert,
): TableRows & TableRowsReader {
  function passing(table: Table, where: Condition | null): Sql {
    return where ? conditionSql(dialect, table, where) : sql`true`
  }

  function listed(ids: readonly number[]): Sql {
    return sql`"id" in (select list."$id" from ${dialect.idList(JSON.stringify(ids))})`
  }

  async function inSlices(ids: readonly number[], statementFor: (rows: Sql) => Sql): Promise<void> {
    let size = fewestAtOnce
    for (let at = 0; at < ids.length;) {
      const began = performance.now()
      await session.run(statementFor(listed(ids.slice(at, at + size))))
      at += size
      // Nobody knows how large the rows are, and nobody has a turn within a statement.
      const isQuick = performance.now() - began < quickMs
      size = isQuick ? Math.min(size * 2, rowsAtOnce) : Math.max(size / 2, fewestAtOnce)
    }
  }

  function removeRows(table: Table, ids: readonly number[]): Promise<void> {
    const { from } = sqlOf(table)
    return inSlices(ids, (rows) => sql`delete from ${from} where ${rows}`)
  }

  return {
    async insertMany(table, rows) {
      const revision = rows.at(-1)?.version
      if (revision === undefined) return
      const values = valuesOf(table, rows)
      await insertRows(table, values)
      const lastId = rows.reduce((highest, { id }) => Math.max(highest, id), 0)
      await touchTable(session, table, { revision, lastId, widest: widestOf(values) })
    },

    async replaceMany(table, rows) {
      const version = rows.at(-1)?.version
      if (version === undefined) return
      // All of them go first, so that none is in the way of another.
      await removeRows(
        table,
        rows.map(({ id }) => id),
      )
      const values = valuesOf(table, rows)
      await insertRows(table, values)
      await touchTable(session, table, { revision: version, widest: widestOf(values) })
    },

    async updateMany(table, ids, values, version) {
      const { from, column } = sqlOf(table)
      const written = Object.entries(values).map(
        ([name, value]) => [name, toStored(column(name), value)] as const,
      )
      const cells = written.map(([name, value]) => sql`${identifier(name)} = ${value}`)
      const sets = join([sql`"$version" = ${version}`, ...cells], ', ')
      await inSlices(ids, (rows) => sql`update ${from} set ${sets} where ${rows}`)
      const formulas = formulasOf(table.columns).filter(({ reads }) =>
        written.some(([name]) => reads.has(name)),
      )
      let widest = widestOf(written.map(([, value]) => value))
      for (let at = 0; formulas.length > 0 && at < ids.length; at += rowsAtOnce) {
        const rows = listed(ids.slice(at, at + rowsAtOnce))
        widest = Math.max(widest, await settleFormulas(session, dialect, table, formulas, rows))
      }
      await touchTable(session, table, { revision: version, widest })
    },

    async removeMany(table, ids, revision) {
      await removeRows(table, ids)
      await touchTable(session, table, { revision })
    },

    async move(table, id, order, version) {
      await session.run(
        sql`update ${sqlOf(table).from} set "$order" = ${order}, "$version" = ${version}
            where "id" = ${id}`,
      )
      await touchTable(session, table, { revision: version })
    },

    async renumber(table, places) {
      for (const { id, order } of places) {
        await session.run(
          sql`update ${sqlOf(table).from} set "$order" = ${order} where "id" = ${id}`,
        )
      }
    },

    async bytesOf(table, ids, names) {
      const { from, column } = sqlOf(table)
      const bytes = bytesOf(names?.map(column) ?? table.columns)
      let sum = 0
      for (let at = 0; at < ids.length; at += rowsAtOnce) {
        const rows = listed(ids.slice(at, at + rowsAtOnce))
        const found = await session.get(sql`select sum(${bytes}) from ${from} where ${rows}`)
        sum += Number(found?.[0])
      }
      return sum
    },

    async ids(table, where, limit) {
      const row = await session.get(
        sql`select ${dialect.numberArray(sql`"id"`)} from (
              select "id" from ${sqlOf(table).from}
              where ${dialect.stillWanted} and (${passing(table, where)})
              order by "$order", "id" limit ${limit}
            ) as found`,
      )
      return JSON.parse(String(row?.[0])) as number[]
    },

    cellsWhere(table, where, names, after, limit) {
      const columns = names.map((name) => (name === 'id' ? idColumn : sqlOf(table).column(name)))
      const wanted = { table: table.name, columns, where: passing(table, where), after, limit }
      return readCells(session, dialect, wanted)
    },

    clashingColumns: (table, where, values) =>
      clashingColumns(session, dialect, table, { where: passing(table, where), values }),

    async neighbours(table, id, limit) {
      const { from } = sqlOf(table)
      const row = await session.get(sql`select "$order" from ${from} where "id" = ${id}`)
      const order = String(row?.[0])
      const before = await session.all(
        sql`select "id", "$order" from ${from} where ("$order", "id") <= (${order}, ${id})
            order by "$order" desc, "id" desc limit ${limit + 1}`,
      )
      const after = await session.all(
        sql`select "id", "$order" from ${from} where ("$order", "id") > (${order}, ${id})
            order by "$order", "id" limit ${limit}`,
      )
      return [...before.toReversed(), ...after].map(([one, place]) => ({
        id: Number(one),
        order: String(place),
      }))
    },
  }
}

/** Columns of which several rows would have the same, if all that pass `where` had these values. */
async function clashingColumns(
  session: SqlSession,
  dialect: Dialect,
  table: Table,
  { where, values }: { where: Sql; values: Values },
): Promise<readonly string[] | null> {
  for (const { columns } of uniqueSetsOf(table)) {
    const given = table.columns.filter(
      ({ name }) => columns.includes(name) && Object.hasOwn(values, name),
    )
    if (given.length === 0 || given.some(({ name }) => values[name] === null)) continue
    const same = given.map(
      (column) =>
        sql`${identifier(column.name)} = ${toStored(column, values[column.name] ?? null)}`,
    )
    // All of these will have the same in the given columns: what is left must tell them apart.
    const rows = sql`from ${identifier(table.name)} where ((${where}) or (${join(same, ' and ')}))`
    const rest = columns.filter((name) => !Object.hasOwn(values, name))
    const shared = await session.get(
      sql`select count(*) ${rows} ${apart(rest)} having count(*) > 1 limit 1`,
    )
    if (shared) return columns
  }
  return null
}

/** A row with a null in one of the columns clashes with none. */
function apart(columns: readonly string[]): Sql {
  if (columns.length === 0) return sql``
  const names = columns.map((name) => sql`${identifier(name)}`)
  const values = names.map((name) => sql`${name} is not null`)
  return sql`and ${join(values, ' and ')} group by ${join(names, ', ')}`
}
