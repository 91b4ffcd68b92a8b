import type { Table } from '@triptych/contract/tables'
import { AppError } from '../../errors.ts'
import type { TableStore } from '../../ports/table-store.ts'
import type { Dialect } from './dialect.ts'
import { sql } from './sql.ts'
import type { SqlSession } from './sql.ts'
import { refuseDuplicates } from './refuse-duplicates.ts'
import { storedRows } from './stored-rows.ts'
import { tableChanges } from './table-changes.ts'
import { rowInsert } from './row-insert.ts'
import { tableGroups } from './table-groups.ts'
import { tableImport } from './table-import.ts'
import { tableIndexes } from './table-indexes.ts'
import { tableQueries } from './table-queries.ts'
import { refreshReferrers } from './refresh-referrers.ts'
import { tableRows } from './table-rows.ts'
import { tableShape } from './table-shape.ts'
import { touchTable, widestOf } from './touch-table.ts'

/** `definitionOf` turns a stored definition into a table, the same object for the same text. */
export function sqlTableStore(
  session: SqlSession,
  dialect: Dialect,
  definitionOf: (text: string) => Table,
): TableStore {
  const shapeOf = tableShape(dialect)
  const indexes = tableIndexes(session, dialect)
  const insertRows = rowInsert(session, shapeOf)

  const store: TableStore = {
    ...tableChanges(session, dialect, definitionOf),
    ...tableQueries(session, dialect, shapeOf),
    ...tableGroups(session, dialect, shapeOf),
    ...tableRows(session, dialect, shapeOf, insertRows),
    ...storedRows(session, dialect, shapeOf),
    ...tableImport(session, dialect, { shapeOf, insertRows, definitionOf }),

    async all() {
      const rows = await session.all(sql`select definition from _tables order by number`)
      return rows.map(([definition]) => definitionOf(String(definition)))
    },

    async find(name) {
      const row = await session.get(
        sql`select definition, revision, referrers, next_id, widest from _tables where name = ${name}`,
      )
      if (!row) return null
      const [definition, revision, referrers, nextId, widest] = row
      return {
        table: definitionOf(String(definition)),
        revision: Number(revision),
        nextId: Number(nextId),
        widest: typeof widest === 'number' ? widest : null,
        referrers: referrers === '[]' ? [] : (JSON.parse(String(referrers)) as string[]),
      }
    },

    async lastOrder(table) {
      return textOf(await session.get(sql`select max("$order") from ${shapeOf(table).from}`))
    },

    async gapBeside(table, id, side) {
      const { from } = shapeOf(table)
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

      const number = await session.insert(
        sql`insert into _tables (name, definition, revision, next_id, widest)
            values (${table.name}, ${JSON.stringify(table)}, ${revision}, 1, 0)`,
        'number',
      )
      for (const statement of shapeOf(table).definitions(number)) {
        await session.run(statement)
      }
      await indexes.makeMissing(table, number)
      await refreshReferrers(session, definitionOf)
    },

    async nextRowId(table) {
      const row = await session.get(sql`select next_id from _tables where name = ${table.name}`)
      return Number(row?.[0])
    },

    async refuseDuplicates(table, id, values) {
      const { uniqueSets } = shapeOf(table)
      if (uniqueSets.length > 0) await refuseDuplicates(session, dialect, table, { id, values })
    },

    async insert(table, row) {
      const { from, columns } = shapeOf(table)
      const values = table.columns.map((column) =>
        dialect.toSql(column, row.values[column.name] ?? null),
      )
      const places = { text: values.map(() => '?').join(', '), values }
      await session.run(
        sql`insert into ${from} ("id", "$order", "$version", ${columns})
            values (${row.id}, ${row.order}, ${row.version}, ${places})`,
      )
      const widest = widestOf(values)
      await touchTable(session, table, { revision: row.version, lastId: row.id, widest })
    },

    async update(table, id, values, version) {
      const { column, updateRow } = shapeOf(table)
      const names = Object.keys(values)
      const written = names.map((name) => dialect.toSql(column(name), values[name] ?? null))
      await session.run(updateRow(names, [version, ...written, id]))
      await touchTable(session, table, { revision: version, widest: widestOf(written) })
    },

    async remove(table, id, revision) {
      await session.run(sql`delete from ${shapeOf(table).from} where "id" = ${id}`)
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
