import type { Table } from '@triptych/contract/tables'
import type { Condition, Sort } from '../../../ports/row-query.ts'
import type { RowPlace, RowQuery, RowRange, TableQueries } from '../../../ports/table-query.ts'
import { uniqueSetsOf } from '../../../ports/table-store.ts'
import { conditionSql } from './condition-sql.ts'
import type { Dialect } from '../core/dialect.ts'
import { afterSql, orderSql, stretches } from './sort-sql.ts'
import { identifier, join, sql } from '../core/sql.ts'
import type { Sql, SqlSession, SqlValue } from '../core/sql.ts'
import type { TableSql } from './table-sql.ts'

export interface IdFinder {
  /** The ids of the rows of a query in its order. */
  findIds: (table: Table, query: RowQuery, range: RowRange) => Promise<number[]>
  isQuick: TableQueries['isQuick']
  looksThrough: TableQueries['looksThrough']
  allIds: TableQueries['allIds']
  /** Those of these rows that pass, in the order of the query. */
  passingOf: (table: Table, query: RowQuery, ids: readonly number[]) => Promise<number[]>
}
export type FindIds = IdFinder['findIds']

/** So few rows are found and then sorted sooner than met one by one in the order that is wanted. */
const few = 2000
/** So many rows are not passed over one by one where that can be avoided. */
const longWay = 200

/**
 * What an index can do depends on how many rows pass, which a database without statistics does not
 * know: so it is tried out here.
 */
export function idFinder(
  session: SqlSession,
  dialect: Dialect,
  sqlOf: (table: Table) => TableSql,
): IdFinder {
  async function idsIn(rows: Sql): Promise<number[]> {
    const found = await session.get(
      sql`select ${dialect.numberArray(sql`"id"`)} from (${rows}) as found`,
    )
    return JSON.parse(String(found?.[0])) as number[]
  }

  function someIn(rows: Sql, limit: number, skip: number): Promise<number[]> {
    return idsIn(sql`${rows} limit ${limit} offset ${skip}`)
  }

  function rowsWhere(table: Table, { where }: RowQuery, more: readonly Sql[]): Sql {
    const passing = where ? [sql`(${conditionSql(dialect, table, where)})`] : []
    return sql`from ${sqlOf(table).from} where ${join([...more, ...passing], ' and ')}`
  }

  async function areFew(table: Table, where: Condition): Promise<boolean> {
    const row = await session.get(
      sql`select count(*) from (select 1 from ${sqlOf(table).from}
            where ${conditionSql(dialect, table, where)} limit ${few + 1}) as counted`,
    )
    return Number(row?.[0]) <= few
  }

  /** The rows first, by the index on what they are asked for, then their order. */
  function sortedLate(table: Table, query: RowQuery, after: RowPlace | null): Sql {
    const rows = rowsWhere(table, query, behind(dialect, table, query, after))
    return sql`select "id" ${rows} order by ${dialect.unindexed(orderSql(dialect, table, query.sort))}`
  }

  /** Each stretch of the index comes behind the one before. */
  async function byStretches(table: Table, query: RowQuery, range: RowRange): Promise<number[]> {
    const ids: number[] = []
    // Without a condition it goes from one row of the index to the next, and that is soon done.
    const more = query.where === null ? [] : [dialect.stillWanted]
    let { skip } = range
    for (const stretch of stretches(dialect, table, query.sort, range.after)) {
      const rows = rowsWhere(table, query, [...more, sql`(${stretch})`])
      const rest = await passValues(table, query, rows, skip)
      const found = await someIn(
        sql`select "id" ${rest.rows} order by ${orderSql(dialect, table, query.sort)}`,
        range.limit - ids.length,
        rest.skip,
      )
      ids.push(...found)
      if (ids.length === range.limit) return ids
      if (found.length > 0) skip = 0
      else if (skip > 0) skip -= await countOf(rows, skip)
    }
    return ids
  }

  /**
   * Down an index the rows of each value come in the wrong order, and have to be put right. Rows that
   * are passed over need not be, but for those of the value where the way ends.
   */
  async function passValues(
    table: Table,
    query: RowQuery,
    rows: Sql,
    skip: number,
  ): Promise<{ rows: Sql; skip: number }> {
    const { where, sort } = query
    const [first] = sort
    if (where !== null || sort.length > 1 || !first?.descending || skip < longWay) {
      return { rows, skip }
    }
    const name = identifier(first.column)
    const [value = null] =
      (await session.get(
        sql`select ${name} ${rows} order by ${name} desc limit ${1} offset ${skip}`,
      )) ?? []
    if (value === null) return { rows, skip }
    const row = await session.get(sql`select count(*) ${rows} and ${name} > ${value as SqlValue}`)
    const passed = Number(row?.[0])
    if (passed === 0) return { rows, skip }
    const rest = rowsWhere(table, query, [sql`${name} <= ${value as SqlValue}`])
    return { rows: rest, skip: skip - passed }
  }

  async function countOf(rows: Sql, most: number): Promise<number> {
    const row = await session.get(
      sql`select count(*) from (select 1 ${rows} limit ${most}) as counted`,
    )
    return Number(row?.[0])
  }

  async function hasFew(table: Table, { where }: RowQuery): Promise<boolean> {
    const served = where && servedCondition(table, where)
    return served !== null && areFew(table, served)
  }

  async function findIds(table: Table, query: RowQuery, range: RowRange): Promise<number[]> {
    const { sort } = query
    if (!isInOrder(table, query) && (await hasFew(table, query))) {
      return someIn(sortedLate(table, query, range.after), range.limit, range.skip)
    }
    if (isSortedAlready(table, sort)) return byStretches(table, query, range)
    const rows = rowsWhere(table, query, [
      dialect.stillWanted,
      ...behind(dialect, table, query, range.after),
    ])
    return someIn(
      sql`select "id" ${rows} order by ${orderSql(dialect, table, sort)}`,
      range.limit,
      range.skip,
    )
  }

  return {
    findIds,
    async looksThrough(table, { where, sort }) {
      if (where === null) return sort.length > 0 && !isSortedAlready(table, sort)
      return !isSortedAlready(table, sort) && servedCondition(table, where) === null
    },
    allIds(table, query) {
      const rows = rowsWhere(table, query, [dialect.stillWanted])
      return idsIn(sql`select "id" ${rows} order by ${orderSql(dialect, table, query.sort)}`)
    },
    passingOf(table, query, ids) {
      const list = dialect.idList(JSON.stringify(ids))
      const rows = rowsWhere(table, query, [sql`"id" in (select list."$id" from ${list})`])
      return idsIn(sql`select "id" ${rows} order by ${orderSql(dialect, table, query.sort)}`)
    },
    async isQuick(table, query, counted) {
      const { where, sort } = query
      if (where === null) return isSortedAlready(table, sort)
      return (!counted && isInOrder(table, query)) || hasFew(table, query)
    },
  }
}

function behind(dialect: Dialect, table: Table, { sort }: RowQuery, after: RowPlace | null): Sql[] {
  return after ? [sql`(${afterSql(dialect, table, sort, after)})`] : []
}

/** Whether an index has the rows in this order: of options it knows no order but that of their texts. */
export function isSortedAlready(table: Table, [first]: Sort): boolean {
  const column = table.columns.find(({ name }) => name === first?.column)
  return first !== undefined && !column?.options && isIndexed(table, first.column)
}

/** Whether an index begins with this column. */
function isIndexed(table: Table, column: string): boolean {
  const firsts = [...uniqueSetsOf(table), ...table.indexes].map(({ columns }) => columns[0])
  return column === 'id' || firsts.includes(column)
}

/** Whether an index has just the rows that pass, as they come in the table. */
function isInOrder(table: Table, { where, sort }: RowQuery): boolean {
  if (where?.kind !== 'compare' || where.operator !== '=' || where.cell.read !== 'value')
    return false
  const { column } = where.cell
  const serves = ({ unique, columns: [first, ...others] }: Table['indexes'][number]) =>
    !unique && first === column && others.length === 0
  return sort.length === 0 && table.indexes.some(serves)
}

/** The part of a condition that an index answers and that all rows must pass. */
function servedCondition(table: Table, condition: Condition): Condition | null {
  if (condition.kind === 'all') {
    for (const part of condition.of) {
      const served = servedCondition(table, part)
      if (served) return served
    }
    return null
  }
  const isServed =
    (condition.kind === 'compare' || condition.kind === 'oneOf') &&
    condition.cell.read === 'value' &&
    isIndexed(table, condition.cell.column)
  return isServed ? condition : null
}
