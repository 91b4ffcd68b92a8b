import type { TableAccess, TableDescription } from '@triptych/contract/table-schema'
import type { Table } from '@triptych/contract/tables'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { reachOf } from '../rules/reach.ts'
import { allSeen, findTable, sightOf } from './find-table.ts'
import type { Sight } from './find-table.ts'
import { seenViews } from './schema/find-view.ts'
import { svarTable } from './schema/svar-table.ts'

export async function getTable(ctx: Context, name: string): Promise<TableDescription> {
  authorise(ctx.principal, 'tables.read')
  return ctx.workspace.database.read(async (stores) => {
    const seen = await findTable(ctx, stores, name)
    const views = await seenViews(stores.tables, seen)
    const access = accessOf(seen)
    return { ...seen.table, views, svar: svarTable(seen), ...(access && { access }) }
  })
}

/** `null`: they may write all of it, as far as their role goes. */
function accessOf({ table, isWritable, locked }: Sight): TableAccess | null {
  if (isWritable && locked.size === 0) return null
  const names = table.columns.map(({ name }) => name)
  return {
    rows: isWritable ? 'write' : 'read',
    definition: 'read',
    readOnly: names.filter((name) => locked.has(name)),
  }
}

export async function listTables(ctx: Context): Promise<Table[]> {
  authorise(ctx.principal, 'tables.read')
  return ctx.workspace.database.read((stores) => allSeen(ctx, stores))
}

/** All tables as they see them, with what they may write of each. */
export async function listSights(ctx: Context): Promise<Sight[]> {
  authorise(ctx.principal, 'tables.read')
  const mayWrite = ctx.principal.can('tables.write')
  return ctx.workspace.database.read(async (stores) => {
    const reach = await reachOf(ctx, stores)
    const seen = (await stores.tables.all()).flatMap((table) => sightOf(table, reach) ?? [])
    return seen.map((sight) => (mayWrite ? sight : onlyRead(sight)))
  })
}

function onlyRead({ table, whole }: Sight): Sight {
  const locked = new Set(whole.columns.map(({ name }) => name))
  return { table, whole, isWritable: false, locked }
}
