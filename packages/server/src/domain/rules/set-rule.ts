import type { RuleChange, Subject, Thing } from '@triptych/contract/rules'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { StoredSubject, StoredThing } from '../../ports/rules.ts'
import { accountsOf, notFound } from '../accounts/account-context.ts'
import { findSubject } from '../accounts/members.ts'
import { pathOf } from '../files/path.ts'
import { taskNotFound } from '../gantt/place-task.ts'
import { recordChange } from '../record-change.ts'
import { findTable } from '../tables/find-table.ts'
import { unknownColumn } from '../tables/schema/table-draft.ts'

/** In one workspace: so many are listed, and known to whoever asks for something, at once. */
export const mostRules = 20_000

/** A rule is on something that is there, for somebody who is there; taken away it is from anybody. */
export async function setRule(ctx: Context, change: RuleChange, most = mostRules): Promise<void> {
  authorise(ctx.principal, 'members.manage')
  const { thing, subject, access } = change
  await refuseUnknown(ctx, subject, access === null)
  const entry = thing.kind === 'folder' ? await entryAt(ctx, thing.id) : null
  const whom: StoredSubject = { kind: subject.kind, id: 'id' in subject ? subject.id : '' }
  await ctx.workspace.database.transact(async (stores) => {
    const { rules } = stores
    const stored = await storedThing(ctx, stores, thing, entry)
    const before = await rules.find(stored, whom)
    if (before === access) return
    if (before === null && (await rules.count()) >= most) await rules.removeStale()
    if (before === null && (await rules.count()) >= most) {
      const message = `There are ${most} rules, and no more may be made: take some away.`
      throw new AppError('rules.too_many', message, { limit: most })
    }
    await rules.set(stored, whom, access)
    await recordChange(ctx, stores, {
      area: 'access',
      operation: 'rule-changed',
      entity: 'rules',
      before: before && { thing, subject, access: before },
      after: access && { thing, subject, access },
    })
  })
}

async function refuseUnknown(ctx: Context, subject: Subject, isRemoved: boolean): Promise<void> {
  const accounts = accountsOf(ctx)
  if (isRemoved || subject.kind === 'everyone') return
  const { kind, id } = subject
  const found = await accounts.read((store) => findSubject(store, { kind, id }))
  if (!found) throw notFound(kind)
}

/** It may have to be looked at first, which is a transaction of its own. */
async function entryAt(ctx: Context, id: string): Promise<number> {
  const drive = await ctx.drives.of(ctx.workspace)
  return (await drive.find(pathOf(id))).id
}

async function storedThing(
  ctx: Context,
  stores: Pick<ReadStores, 'tables' | 'gantt' | 'rules'>,
  thing: Thing,
  entry: number | null,
): Promise<StoredThing> {
  const { kind } = thing
  if (kind === 'folder') return { kind, id: String(entry), column: '' }
  if (kind === 'branch') {
    if (thing.task !== 0 && !(await stores.gantt.task(thing.task))) throw taskNotFound()
    return { kind, id: String(thing.task), column: '' }
  }
  if (kind === 'table') {
    const id = thing.table === '*' ? '*' : (await findTable(ctx, stores, thing.table)).table.name
    return { kind, id, column: '' }
  }
  const { table } = await findTable(ctx, stores, thing.table)
  const column = table.columns.find(({ name }) => name === thing.column)
  if (!column) throw unknownColumn(thing.column)
  return { kind, id: table.name, column: column.name }
}
