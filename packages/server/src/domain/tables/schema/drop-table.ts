import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { recordChange } from '../../record-change.ts'
import { findTable } from '../find-row.ts'

/** With all its rows, which the log does not name one by one. */
export async function dropTable(ctx: Context, name: string): Promise<{ name: string }> {
  authorise(ctx.principal, 'tables.define')
  return ctx.workspace.database.transact(async (stores) => {
    const { table, referrers } = await findTable(stores.tables, name)
    const others = referrers.filter((referrer) => referrer !== name)
    if (others.length > 0) {
      const message = `${others.join(', ')} refers to it.`
      throw new AppError('tables.in_use', message, { tables: others })
    }
    await recordChange(ctx, stores, {
      area: 'tables',
      operation: 'table-deleted',
      entity: name,
      before: table,
      after: null,
    })
    await stores.tables.drop(table)
    return { name }
  })
}
