import type { Table } from '@triptych/contract/tables'
import type { StagedClash } from '../../ports/table-import.ts'
import { uniqueSetsOf } from '../../ports/unique-sets.ts'
import { identifier, join, sql } from './sql.ts'
import type { Sql } from './sql.ts'

/** Which rows of a staged table, `s`, cannot come into a table, and why. */
export interface ClashCondition extends Pick<StagedClash, 'columns' | 'kind'> {
  where: Sql
}

/** `idOffset` is what will be added to the ids of the staged rows. */
export function clashConditions(staged: Table, table: Table, idOffset: number): ClashCondition[] {
  const [from, into] = [identifier(staged.name), identifier(table.name)]
  const conditions: ClashCondition[] = []
  if (idOffset === 0) {
    const where = sql`exists (select 1 from ${into} as t where t."id" = s."id")`
    conditions.push({ columns: ['id'], kind: 'taken', where })
  }
  for (const { columns } of uniqueSetsOf(table)) {
    const where = sql`exists (select 1 from ${into} as t where ${same('t', columns)})`
    conditions.push({ columns, kind: 'taken', where })
  }
  for (const { name, reference } of table.columns) {
    if (!reference) continue
    const cell = column('s', name)
    const isInFile = sql`exists (select 1 from ${from} as o where o."id" = ${cell} - ${idOffset})`
    const own = reference.table === table.name ? sql`and not ${isInFile}` : sql``
    const where = sql`${cell} is not null and not exists
      (select 1 from ${identifier(reference.table)} as t where t."id" = ${cell}) ${own}`
    conditions.push({ columns: [name], kind: 'missing', where })
  }
  // Last: a row is in nobody's way when it cannot come in itself.
  for (const { columns } of uniqueSetsOf(table)) {
    const where = sql`exists (select 1 from ${from} as o
      where ${same('o', columns)} and o."$version" < s."$version")`
    conditions.push({ columns, kind: 'repeated', where })
  }
  return conditions
}

function same(other: string, columns: readonly string[]): Sql {
  return join(
    columns.map((name) => sql`${column(other, name)} = ${column('s', name)}`),
    ' and ',
  )
}

function column(table: string, name: string): Sql {
  return sql`${identifier(table)}.${identifier(name)}`
}
