import type { Table } from '@triptych/contract/tables'
import { AppError } from '../../errors.ts'
import { pageBytes } from '../../ports/table-store.ts'
import type { StoredRow, TableStore, Values } from '../../ports/table-store.ts'
import type { Dialect } from './dialect.ts'
import { identifier, sql } from './sql.ts'
import type { Sql, SqlSession } from './sql.ts'
import { tableShape } from './table-shape.ts'

/** `definitionOf` turns a stored definition into a table, the same object for the same text. */
export function sqlTableStore(
  session: SqlSession,
  dialect: Dialect,
  definitionOf: (text: string) => Table,
): TableStore {
  const shapeOf = tableShape(dialect)

  const store: TableStore = {
    async all() {
      const rows = await session.all(sql`select definition from _tables order by number`)
      return rows.map(([definition]) => definitionOf(String(definition)))
    },

    async find(name) {
      const row = await session.get(
        sql`select definition, revision from _tables where name = ${name}`,
      )
      return row ? { table: definitionOf(String(row[0])), revision: Number(row[1]) } : null
    },

    async page(table, after, limit) {
      const { from, rowJson } = shapeOf(table)
      const start = after ? sql`where ("$order", "id") > (${after.order}, ${after.id})` : sql``
      const rows = sql`from ${from} ${start} order by "$order", "id"`
      const { count, isFull } = await countThatFit(table, rows, limit)
      const page = await session.get(
        sql`select ${dialect.arrayBytes(sql`item`)}
            from (select ${rowJson} as item ${rows} limit ${count}) as page`,
      )
      const json = page?.[0] as Uint8Array<ArrayBuffer>
      if (!isFull) return { json, next: null }

      const [last, beyond] = await session.all(
        sql`select "$order", "id" ${rows} limit 2 offset ${count - 1}`,
      )
      return { json, next: last && beyond ? { order: String(last[0]), id: Number(last[1]) } : null }
    },

    async row(table, id) {
      const row = await session.get(shapeOf(table).selectRow(id))
      if (!row) return null
      const values: Values = {}
      for (const [index, column] of table.columns.entries()) {
        values[column.name] = dialect.fromSql(column, row[index + 2])
      }
      return { id, version: Number(row[0]), order: String(row[1]), values }
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
        sql`insert into _tables (name, definition, revision, next_id)
            values (${table.name}, ${JSON.stringify(table)}, ${revision}, 1)`,
      )
      for (const statement of shapeOf(table).definitions(number)) {
        await session.run(statement)
      }
    },

    async nextRowId(table) {
      const row = await session.get(sql`select next_id from _tables where name = ${table.name}`)
      return Number(row?.[0])
    },

    // Writers come one after the other, so looking first is safe, and tells which column clashes.
    async refuseDuplicates(table, id, values) {
      const { from, column, hasUnique } = shapeOf(table)
      if (!hasUnique) return
      for (const [name, value] of Object.entries(values)) {
        if (!column(name).unique || value === null) continue
        const clash = await session.get(
          sql`select 1 from ${from}
              where ${identifier(name)} = ${dialect.toSql(column(name), value)} and "id" <> ${id}`,
        )
        if (!clash) continue
        const message = `Another row has this value in ${name}.`
        throw new AppError('tables.not_unique', message, { column: name })
      }
    },

    async insert(table, row) {
      const { from, columns } = shapeOf(table)
      await session.run(
        sql`insert into ${from} ("id", "$order", "$version", ${columns})
            values (${row.id}, ${row.order}, ${row.version}, ${valuesOf(table, row)})`,
      )
      await session.run(
        sql`update _tables set revision = ${row.version},
              next_id = case when next_id > ${row.id} then next_id else ${row.id + 1} end
            where name = ${table.name}`,
      )
    },

    async update(table, id, values, version) {
      const { column, updateRow } = shapeOf(table)
      const names = Object.keys(values)
      const written = names.map((name) => dialect.toSql(column(name), values[name] ?? null))
      await session.run(updateRow(names, [version, ...written, id]))
      await touch(table, version)
    },

    async remove(table, id, revision) {
      await session.run(sql`delete from ${shapeOf(table).from} where "id" = ${id}`)
      await touch(table, revision)
    },
  }

  /** How many of the next rows make a page, and whether more may follow. */
  async function countThatFit(
    table: Table,
    rows: Sql,
    limit: number,
  ): Promise<{ count: number; isFull: boolean }> {
    const { bytes } = shapeOf(table)
    for (let most = limit; ; most = Math.ceil(most / 4)) {
      const size = await session.get(
        sql`select count(*), sum(bytes) from (select ${bytes} as bytes ${rows} limit ${most}) as sizes`,
      )
      const count = Number(size?.[0])
      if (Number(size?.[1]) <= pageBytes || most === 1) return { count, isFull: count === most }
    }
  }

  async function touch(table: Table, revision: number): Promise<void> {
    await session.run(sql`update _tables set revision = ${revision} where name = ${table.name}`)
  }

  function valuesOf(table: Table, row: StoredRow): Sql {
    const values = table.columns.map((column) =>
      dialect.toSql(column, row.values[column.name] ?? null),
    )
    return { text: values.map(() => '?').join(', '), values }
  }

  return store
}

function textOf(row: unknown[] | undefined): string | null {
  return typeof row?.[0] === 'string' ? row[0] : null
}

function sameIgnoringCase(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
