import type { Rule, Subject, Thing } from '@triptych/contract/rules'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { StoredSubject, StoredThing } from '../../ports/rules.ts'
import { accountsOf } from '../accounts/account-context.ts'
import { namesIn } from '../accounts/members.ts'
import { idOf } from '../files/path.ts'

/** All of them, for owners: they name things that not everybody may see. */
export async function listRules(ctx: Context): Promise<Rule[]> {
  authorise(ctx.principal, 'members.manage')
  const names = await accountsOf(ctx).read(namesIn)
  const nameOf = (subject: Subject) =>
    subject.kind === 'everyone' ? null : (names(subject.kind, subject.id) ?? null)
  return ctx.workspace.database.readLong(async (stores) => {
    const rules: Rule[] = []
    for (const { thing, subject: stored, access } of await stores.rules.all()) {
      const found = await describeThing(stores, thing)
      const subject = subjectOf(stored)
      if (found) rules.push({ ...found, subject, name: nameOf(subject), access })
    }
    return rules
  }, ctx.asker)
}

/** As people name it; `null` where it is no more. */
export async function describeThing(
  { files, gantt }: Pick<ReadStores, 'files' | 'gantt'>,
  { kind, id, column }: StoredThing,
): Promise<Pick<Rule, 'thing' | 'title'> | null> {
  if (kind === 'gone') return null
  if (kind === 'table') return untitled({ kind, table: id })
  if (kind === 'column') return untitled({ kind, table: id, column })
  if (kind === 'folder') {
    const path = await files.pathOf(Number(id))
    return path && untitled({ kind, id: idOf(path) })
  }
  const task = Number(id)
  if (task === 0) return untitled({ kind, task })
  const found = await gantt.task(task)
  return found && { thing: { kind, task }, title: found.text }
}

function untitled(thing: Thing): Pick<Rule, 'thing' | 'title'> {
  return { thing, title: null }
}

export function subjectOf({ kind, id }: StoredSubject): Subject {
  return kind === 'everyone' ? { kind } : { kind, id }
}
