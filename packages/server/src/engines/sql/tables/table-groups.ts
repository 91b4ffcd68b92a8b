import type { CellValue, Column, Table } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import { groupBytes } from '../../../ports/table-query.ts'
import type { Aggregate, GroupKey, TableQueries } from '../../../ports/table-query.ts'
import { conditionSql, idColumn } from './condition-sql.ts'
import type { Dialect } from '../core/dialect.ts'
import { identifier, join, sql } from '../core/sql.ts'
import type { Sql, SqlSession } from '../core/sql.ts'
import type { TableSql } from './table-sql.ts'
import { fromStored } from './table-sql.ts'

/** An expression, and how what it gives is read. */
interface Reading {
  piece: Sql
  read: (value: unknown) => CellValue
  /** What it gives can be long. */
  isText?: boolean
  /** By what it is ordered, where that is not itself. */
  order?: (piece: Sql) => Sql
}

function asStored(one: Column): Reading {
  const piece = sql`${identifier(one.name)}`
  const isText = one.type === 'text' || one.type === 'json'
  return { piece, read: (value) => fromStored(one, value), isText }
}

export function tableGroups(
  session: SqlSession,
  dialect: Dialect,
  sqlOf: (table: Table) => TableSql,
): Pick<TableQueries, 'suggestions' | 'groups'> {
  function column(table: Table, name: string): Column {
    return name === 'id' ? idColumn : sqlOf(table).column(name)
  }

  function keyOf(table: Table, { column: name, unit, zone }: GroupKey): Reading {
    const one = column(table, name)
    if (one.options !== null) {
      const { type, options } = one
      return { ...asStored(one), order: (cell) => dialect.cells.rank(type, cell, options) }
    }
    if (unit === null || (one.type !== 'date' && one.type !== 'datetime')) return asStored(one)
    const cell = sql`${identifier(name)}`
    if (unit === 'day') return asItIs(dialect.cells.day(one.type, cell, zone))
    if (unit === 'week') return asItIs(dialect.mondayOf(dialect.cells.day(one.type, cell, zone)))
    const month = dialect.cells.month(one.type, cell, zone)
    return unit === 'month' ? { piece: month, read: monthText } : asItIs(sql`(${month} / 12)`)
  }

  function aggregateOf(table: Table, { operator, column: name }: Aggregate): Reading {
    if (name === null) return asItIs(sql`count(*)`)
    const one = column(table, name)
    const stored = asStored(one)
    const cell = stored.piece
    if (operator === 'count') return asItIs(sql`count(${cell})`)
    if (operator === 'sum') return asItIs(dialect.sum(one.type, cell))
    if (operator === 'avg') return asItIs(dialect.average(one.type, cell))
    const piece = operator === 'min' ? sql`min(${cell})` : sql`max(${cell})`
    return { ...stored, piece }
  }

  return {
    async suggestions(table, name, { where, limit, longest }) {
      const one = column(table, name)
      const cell = sql`${identifier(name)}`
      const isText = one.type === 'text' || one.type === 'json'
      const fits = isText ? sql`and length(${cell}) between 1 and ${longest}` : sql``
      const passes = where ? sql`and (${conditionSql(dialect, table, where)})` : sql``
      const rows = await session.all(
        sql`select ${cell}, count(*) as "$count" from ${sqlOf(table).from}
            where ${dialect.stillWanted} and ${cell} is not null ${fits} ${passes}
            group by ${cell} order by ${cell} limit ${limit}`,
      )
      return rows.map(([value, count]) => ({
        value: fromStored(one, value),
        count: Number(count),
      }))
    },

    async groups(table, { where, keys, aggregates, limit }) {
      const keyReadings = keys.map((key) => keyOf(table, key))
      const readings = [...keyReadings, ...aggregates.map((one) => aggregateOf(table, one))]
      const names = readings.map((_, index) => sql`${identifier(`$${index}`)}`)
      const selected = readings.map(({ piece }, index) => sql`${piece} as ${names[index]!}`)
      const passes = where ? sql`and (${conditionSql(dialect, table, where)})` : sql``
      const keyNames = names.slice(0, keys.length)
      // By its new name no column can be worked with where it gets it.
      const orderBy = (isNamed: boolean): Sql => {
        const terms = keyReadings.flatMap(({ piece, order }, at) => {
          const name = keyNames[at]!
          return order ? [order(isNamed ? name : piece), name] : [name]
        })
        const sorted = terms.map((term) => sql`${term} nulls first`)
        // Without keys there is one group.
        return sorted.length === 0 ? sql`1` : join(sorted, ', ')
      }
      const order = orderBy(true)
      const grouped = keys.length === 0 ? sql`` : sql`group by ${join(keyNames, ', ')}`
      const groups = sql`select ${join(selected, ', ')} from ${sqlOf(table).from}
        where ${dialect.stillWanted} ${passes} ${grouped} order by ${orderBy(false)} limit ${limit}`

      // One group too many is read to see that they are too large, and no more than that.
      const bytes = bytesSql(names.filter((_, index) => readings[index]!.isText))
      const rows = await session.all(
        sql`select * from (
              select *, sum(${bytes}) over (order by ${order} rows unbounded preceding) as "$sum",
                ${bytes} as "$bytes"
              from (${groups}) as groups
            ) as sizes where "$sum" - "$bytes" <= ${groupBytes} order by ${order}`,
      )
      const sum = Number(rows.at(-1)?.[readings.length] ?? 0)
      if (sum > groupBytes) throw tooLarge()
      return rows.map((row) => readings.map(({ read }, index) => read(row[index])))
    },
  }
}

/** `2026-04` of twelve times the year plus the month from 0 to 11. */
function monthText(value: unknown): CellValue {
  if (value === null) return null
  const [year, month] = [Math.floor(Number(value) / 12), (Number(value) % 12) + 1]
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
}

function asItIs(piece: Sql): Reading {
  return { piece, read: (value) => value as CellValue }
}

function bytesSql(texts: readonly Sql[]): Sql {
  const sizes = texts.map((text) => sql`coalesce(octet_length(${text}), 0)`)
  return join([sql`0`, ...sizes], ' + ')
}

function tooLarge(): AppError {
  const message = `The groups hold more than ${groupBytes} bytes of text.`
  return new AppError('tables.query_too_large', message, { limit: groupBytes })
}
