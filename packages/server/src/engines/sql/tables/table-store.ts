import type { Column, Table } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import type {
  StoredRow,
  TableReader,
  TableStore,
  UniqueSet,
  Values,
} from '../../../ports/table-store.ts'
import { uniqueSetsOf } from '../../../ports/table-store.ts'
import type { Dialect } from '../core/dialect.ts'
import { sql, identifier, join } from '../core/sql.ts'
import type { SqlSession, Sql } from '../core/sql.ts'
import { countThatFit } from './page-size.ts'
import { rowInsert } from './row-insert.ts'
import { tableChanges } from './table-changes.ts'
import { tableGroups } from './table-groups.ts'
import { tableImages } from './table-images.ts'
import { tableImport } from './table-import.ts'
import { tableIndexes } from './table-indexes.ts'
import { tableQueries } from './table-queries.ts'
import { tableRows } from './table-rows.ts'
import { fromStored, refreshReferrers, tableSql, toStored, widestOf } from './table-sql.ts'
import type { TableSql } from './table-sql.ts'
import { readState, touchTable } from './table-state.ts'

/** `definitionOf` turns a stored definition into a table, the same object for the same text. */
export function sqlTableStore(
  session: SqlSession,
  dialect: Dialect,
  definitionOf: (text: string) => Table,
): TableStore {
  const sqlOf = tableSql(dialect)
  const indexes = tableIndexes(session, dialect)
  const insertRows = rowInsert(session, sqlOf)

  const store: TableStore = {
    ...tableChanges(session, dialect, definitionOf),
    ...tableQueries(session, dialect, sqlOf),
    ...tableGroups(session, dialect, sqlOf),
    ...tableRows(session, dialect, sqlOf, insertRows),
    ...storedRows(session, dialect, sqlOf),
    ...tableImport(session, dialect, { sqlOf, insertRows, definitionOf }),
    ...tableImages(session, dialect, sqlOf),

    async all() {
      const rows = await session.all(sql`select definition from _tables order by number`)
      return rows.map(([definition]) => definitionOf(String(definition)))
    },

    async find(name) {
      const state = await readState(session, name)
      if (!state) return null
      const { definition, revision, referrers, nextId, widest } = state
      return {
        table: definitionOf(definition),
        revision,
        nextId,
        widest,
        referrers: referrers === '[]' ? [] : (JSON.parse(referrers) as string[]),
      }
    },

    async lastOrder(table) {
      return textOf(await session.get(sql`select max("$order") from ${sqlOf(table).from}`))
    },

    async gapBeside(table, id, side) {
      const { from } = sqlOf(table)
      const key = textOf(await session.get(sql`select "$order" from ${from} where "id" = ${id}`))
      if (key === null) return null
      if (side === 'after') {
        const next = sql`select min("$order") from ${from} where "$order" > ${key}`
        return { lower: key, upper: textOf(await session.get(next)) }
      }
      const previous = sql`select max("$order") from ${from} where "$order" < ${key}`
      return { lower: textOf(await session.get(previous)), upper: key }
    },

    async create(table, revision) {
      const taken = (await store.all()).some(({ name }) => sameIgnoringCase(name, table.name))
      if (taken) throw new AppError('tables.name_taken', `There is a table named ${table.name}.`)

      const number = await session.insertKeyed(
        sql`insert into _tables (name, definition, revision, next_id, widest)
            values (${table.name}, ${JSON.stringify(table)}, ${revision}, 1, 0)`,
        'number',
      )
      for (const statement of sqlOf(table).definitions(number)) {
        await session.define(statement)
      }
      await indexes.makeMissing(table, number)
      // Nobody can refer to it yet.
      const refers = table.columns.some(({ reference }) => reference !== null)
      if (refers) await refreshReferrers(session, definitionOf)
    },

    async nextRowId(table) {
      return Number((await readState(session, table.name))?.nextId)
    },

    async refuseDuplicates(table, id, values) {
      const { uniqueSets } = sqlOf(table)
      if (uniqueSets.length > 0) await refuseDuplicates(session, dialect, table, { id, values })
    },

    async insert(table, row) {
      const { from, columns } = sqlOf(table)
      const values = table.columns.map((column) =>
        toStored(column, row.values[column.name] ?? null),
      )
      const places = { text: values.map(() => '?').join(', '), values }
      await session.insert(
        sql`insert into ${from} ("id", "$order", "$version", ${columns})
            values (${row.id}, ${row.order}, ${row.version}, ${places})`,
      )
      const widest = widestOf(values)
      await touchTable(session, table, { revision: row.version, lastId: row.id, widest })
    },

    async update(table, id, values, version) {
      const { column, updateRow } = sqlOf(table)
      const names = Object.keys(values)
      const written = names.map((name) => toStored(column(name), values[name] ?? null))
      await session.run(updateRow(names, [version, ...written, id]))
      await touchTable(session, table, { revision: version, widest: widestOf(written) })
    },

    async remove(table, id, revision) {
      await session.run(sql`delete from ${sqlOf(table).from} where "id" = ${id}`)
      await touchTable(session, table, { revision })
    },
  }

  return store
}

function textOf(row: unknown[] | undefined): string | null {
  return typeof row?.[0] === 'string' ? row[0] : null
}

function sameIgnoringCase(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

const rowsAtOnce = 1000

function rowOf(
  columns: readonly Column[],
  id: number,
  [version, order, ...cells]: unknown[],
): StoredRow {
  const values: Values = {}
  for (const [index, column] of columns.entries()) {
    values[column.name] = fromStored(column, cells[index])
  }
  return { id, version: Number(version), order: String(order), values }
}

function storedRows(
  session: SqlSession,
  dialect: Dialect,
  sqlOf: (table: Table) => TableSql,
): Pick<TableReader, 'row' | 'rowsById' | 'rowsAfter'> {
  return {
    async row(table, id) {
      const row = await session.get(sqlOf(table).selectRow(id))
      return row ? rowOf(table.columns, id, row) : null
    },

    async rowsById(table, ids, names) {
      const { from, column } = sqlOf(table)
      const wanted = names?.map(column) ?? table.columns
      const cells = wanted.map(({ name }) => sql`, ${identifier(name)}`)
      const found: StoredRow[] = []
      for (let at = 0; at < ids.length; at += rowsAtOnce) {
        const list = dialect.idList(JSON.stringify(ids.slice(at, at + rowsAtOnce)))
        const rows = await session.all(
          sql`select "id", "$version", "$order"${join(cells, '')}
              from ${list} ${dialect.joinFromLeft} ${from} on "id" = list."$id"
              order by list."$position"`,
        )
        for (const [id, ...rest] of rows) found.push(rowOf(wanted, Number(id), rest))
      }
      return found
    },

    async rowsAfter(table, place, limit) {
      const { from, columns, bytes } = sqlOf(table)
      const start = place ? sql`where ("$order", "id") > (${place.order}, ${place.id})` : sql``
      const rows = sql`from ${from} ${start} order by "$order", "id"`
      const { count } = await countThatFit(session, { rows, bytes, limit })
      const found = await session.all(
        sql`select "id", "$version", "$order", ${columns} ${rows} limit ${count}`,
      )
      return found.map(([id, ...rest]) => rowOf(table.columns, Number(id), rest))
    },
  }
}

// Writers come one after the other, so looking first is safe, and tells which columns clash.
async function refuseDuplicates(
  session: SqlSession,
  dialect: Dialect,
  table: Table,
  { id, values }: { id: number; values: Values },
): Promise<void> {
  const from = sql`${identifier(table.name)}`

  /** A value that is not given is compared as it is stored; where that is null, nothing is equal to it. */
  function equals(name: string): Sql {
    const cell = sql`${identifier(name)}`
    if (!Object.hasOwn(values, name)) {
      return sql`${cell} = (select ${cell} from ${from} where "id" = ${id})`
    }
    const column = table.columns.find((each) => each.name === name)!
    return sql`${cell} = ${toStored(column, values[name] ?? null)}`
  }

  for (const set of uniqueSetsOf(table)) {
    if (!mayClash(set, values)) continue
    const clash = await session.get(
      sql`select 1 from ${from} where ${join(set.columns.map(equals), ' and ')} and "id" <> ${id}`,
    )
    if (clash) throw notUnique(set)
  }
}

function mayClash({ columns }: UniqueSet, values: Values): boolean {
  const given = columns.filter((name) => Object.hasOwn(values, name))
  return given.length > 0 && given.every((name) => values[name] !== null)
}

function notUnique({ columns, index }: UniqueSet): AppError {
  const which = columns.length === 1 ? 'this value' : 'these values'
  const message = `Another row has ${which} in ${columns.join(', ')}.`
  const [column] = columns
  return new AppError('tables.not_unique', message, index === null ? { column } : { column, index })
}
