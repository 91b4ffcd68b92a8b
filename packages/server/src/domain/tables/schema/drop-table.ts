import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { RuleStore, StoredRule } from '../../../ports/rules.ts'
import { droppedName } from '../../../ports/table-changes.ts'
import { recordChange } from '../../record-change.ts'
import { findDefinable, mayNot, seenOf } from '../find-table.ts'
import { referringColumns } from './references.ts'

/** With all its rows, which the log does not name one by one: they lie out of sight until it is cut. */
export async function dropTable(ctx: Context, name: string): Promise<{ name: string }> {
  authorise(ctx.principal, 'tables.define')
  return ctx.workspace.database.transact(async (stores) => {
    const { table, referrers, reach } = await findDefinable(ctx, stores, name)
    const others = referrers.filter((referrer) => referrer !== name)
    if (others.length > 0) {
      const told = seenOf(await stores.tables.all(), reach)
        .filter((each) => referringColumns(each).some(({ reference }) => reference.table === name))
        .map((each) => each.name)
        .filter((each) => each !== name)
      if (told.length === 0) throw mayNot()
      throw new AppError('tables.in_use', `${told.join(', ')} refers to it.`, { tables: told })
    }
    const revision = await recordChange(ctx, stores, {
      area: 'tables',
      operation: 'table-deleted',
      entity: name,
      before: table,
      after: null,
    })
    await stores.tables.drop(table, revision, await dropRules(stores.rules, name))
    await stores.comments.renameTable(name, droppedName(revision))
    return { name }
  })
}

/** A table that is made under the same name later is another one. Answers them. */
async function dropRules(rules: RuleStore, name: string): Promise<StoredRule[]> {
  if ((await rules.count()) === 0) return []
  const all = await rules.all()
  await rules.remove({ kind: 'table', id: name, column: '' })
  return all.filter(
    ({ thing: { kind, id } }) => (kind === 'table' || kind === 'column') && id === name,
  )
}
