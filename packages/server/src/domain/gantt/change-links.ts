import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Stores } from '../../ports/database.ts'
import type { GanttStore, StoredLink, StoredTask } from '../../ports/gantt-store.ts'
import { findCycle } from './link-cycle.ts'
import { linkFrom } from './link-input.ts'
import type { LinkInput } from './link-input.ts'
import { isPlaced } from './place-task.ts'
import { newId, rememberId, resolveId } from './gantt-ids.ts'
import { linkView } from './views.ts'
import { recordGantt } from './record-gantt.ts'
import { isSameJson } from './gantt-value.ts'

type Body = Record<string, unknown>

/** A link that is there already is answered as it is. */
export async function addLink(ctx: Context, body: Body): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  return ctx.workspace.database.transact(async (stores) => {
    const { gantt } = stores
    const { link, ends } = await checkedLink(ctx, stores, body)
    const same = await gantt.linkBetween(link.source, link.target, link.type)
    if (same) {
      await rememberId(ctx, stores, body['id'], same.id)
      return { id: same.id }
    }
    if (ctx.ganttRules.refuseCycles) await refuseCycle(gantt, link, ends)
    const id = await newId(
      stores,
      'link',
      body['id'],
      async (one) => (await gantt.link(one)) !== null,
    )
    const after = linkView({ ...link, id, version: 0 })
    const entity = `links/${id}`
    const version = await recordGantt(ctx, stores, 'link-added', entity, { before: null, after })
    await gantt.insertLinks([{ ...link, id, version }])
    await rememberId(ctx, stores, body['id'], id)
    return { id }
  })
}

/** The body is the whole link but for what it leaves out; without a lag it has none. */
export async function updateLink(
  ctx: Context,
  { id: named, body }: { id: string; body: Body },
): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  return ctx.workspace.database.transact(async (stores) => {
    const { gantt } = stores
    const stored = await findLink(ctx, stores, named)
    const { source, target, type, fields } = stored
    const input = { ...fields, source, target, type, ...body }
    const { link, ends } = await checkedLink(ctx, stores, input)
    const changed: StoredLink = { ...stored, ...link }
    if (isSameJson(changed, stored)) return { id: stored.id }
    const isElsewhere = link.source !== source || link.target !== target
    const same = await gantt.linkBetween(link.source, link.target, link.type)
    if (same && same.id !== stored.id) {
      throw new AppError('gantt.bad_link', 'There is such a link already.')
    }
    if (isElsewhere && ctx.ganttRules.refuseCycles) await refuseCycle(gantt, link, ends)
    const version = await recordGantt(ctx, stores, 'link-updated', `links/${stored.id}`, {
      before: linkView(stored),
      after: linkView(changed),
    })
    await gantt.updateLink({ ...changed, version })
    return { id: stored.id }
  })
}

export async function deleteLink(ctx: Context, named: string): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  return ctx.workspace.database.transact(async (stores) => {
    const link = await findLink(ctx, stores, named)
    const before = linkView(link)
    await recordGantt(ctx, stores, 'link-deleted', `links/${link.id}`, { before, after: null })
    await stores.gantt.removeLink(link.id)
    return { id: link.id }
  })
}

async function findLink(ctx: Context, stores: Stores, named: string): Promise<StoredLink> {
  const id = await resolveId(ctx, stores, named)
  const link = id === null ? null : await stores.gantt.link(id)
  if (!link) throw new AppError('gantt.link_not_found', 'There is no link with this id.')
  return link
}

/** With the tasks at its ends. */
async function checkedLink(
  ctx: Context,
  stores: Stores,
  body: Body,
): Promise<{ link: LinkInput; ends: StoredTask[] }> {
  const [source, target] = [
    await resolveId(ctx, stores, body['source']),
    await resolveId(ctx, stores, body['target']),
  ]
  const link = linkFrom({ ...body, source, target })
  const ends: StoredTask[] = []
  for (const end of [link.source, link.target]) {
    const task = await stores.gantt.task(end)
    if (!task || !(await isPlaced(stores.gantt, task))) {
      throw new AppError('gantt.bad_link', 'A link needs two tasks that exist.', { task: end })
    }
    ends.push(task)
  }
  return { link, ends }
}

async function refuseCycle(gantt: GanttStore, link: LinkInput, ends: StoredTask[]): Promise<void> {
  const known = (task: number) => ends.find(({ id }) => id === task)
  const cycle = await findCycle(link, {
    successorsOf: (task) => gantt.successorsOf(task),
    childrenOf: async (task) => (known(task)?.children === 0 ? [] : gantt.idsBelow([task])),
    parentOf: async (task) => (known(task) ?? (await gantt.task(task)))?.parent || null,
  })
  if (!cycle) return
  throw new AppError('gantt.cycle', 'The tasks would wait for each other.', { cycle })
}
