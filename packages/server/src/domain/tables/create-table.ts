import { isReservedName } from '@triptych/contract/names'
import type { NewTable, Table, TableIndex } from '@triptych/contract/tables'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { ReadStores, Stores } from '../../ports/database.ts'
import { allSeen, refuseMaking } from './find-table.ts'
import { recordChange } from '../record-change.ts'
import { checkColumn } from './cell-value.ts'
import { withFormulaTypes } from './schema/formula-types.ts'
import { checkIndexes, namedIndex } from './schema/indexes.ts'
import { checkReferences, referringColumns } from './schema/references.ts'
import { namedAs } from './schema/table-draft.ts'

export async function createTable(ctx: Context, input: NewTable): Promise<Table> {
  authorise(ctx.principal, 'tables.define')
  const table = tableFrom(input)
  return ctx.workspace.database.transact((stores) => addTable(ctx, stores, table))
}

/** The definition a client sent, checked and complete. */
export function tableFrom(input: NewTable): Table {
  refuseReservedName(input.name)
  const seen = new Set<string>()
  for (const { name } of input.columns) {
    const key = name.toLowerCase()
    if (seen.has(key)) {
      const message = `There are two columns named ${name} (letter case does not count).`
      throw new AppError('body.invalid', message, { column: name })
    }
    seen.add(key)
  }
  const indexes: TableIndex[] = []
  for (const index of input.indexes) indexes.push(namedIndex(indexes, index))
  const table = {
    ...namedAs(input.name, input.title),
    columns: withFormulaTypes(input.columns.map(checkColumn)),
    indexes,
  }
  checkIndexes(table)
  return table
}

export function refuseReservedName(name: string): void {
  if (!isReservedName(name)) return
  throw new AppError('tables.name_reserved', `No table can be named ${name}.`)
}

/** To be asked before anything is written: whoever fails later has its whole group run again. */
export async function refuseNewTable(
  ctx: Pick<Context, 'tableRules' | 'principal' | 'workspace'>,
  stores: Pick<ReadStores, 'tables' | 'rules'>,
  wanted: string,
): Promise<void> {
  await refuseMaking(ctx, stores)
  const lower = wanted.toLowerCase()
  const all = await stores.tables.all()
  const isTaken = all.some(({ name }) => name.toLowerCase() === lower)
  if (isTaken) throw new AppError('tables.name_taken', `There is a table named ${wanted}.`)
  const { maxTables } = ctx.tableRules
  if (all.length < maxTables) return
  const message = `A workspace has at most ${maxTables} tables; a setting says how many.`
  throw new AppError('tables.too_many', message, { limit: maxTables })
}

/** Adds a table and its log entry within a transaction. */
export async function addTable(ctx: Context, stores: Stores, table: Table): Promise<Table> {
  await refuseNewTable(ctx, stores, table.name)
  if (referringColumns(table).length > 0) {
    checkReferences([...(await allSeen(ctx, stores)), table], table)
  }
  const revision = await recordChange(ctx, stores, {
    area: 'tables',
    operation: 'table-created',
    entity: table.name,
    before: null,
    after: table,
  })
  await stores.tables.create(table, revision)
  return table
}
