import { linkTypes } from '@triptych/contract/gantt'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Fields, StoredLink, StoredTask } from '../../ports/gantt-store.ts'
import { circleRefusal, nameOf } from './circle-refusal.ts'
import { addEntity, deleteEntity, updateEntity } from './change-entity.ts'
import type { EntityKind, Reading, SeenStores } from './change-entity.ts'
import { idIn, resolveId } from './gantt-ids.ts'
import { fieldsIn, limited, maxSpan, numberFrom } from './gantt-value.ts'
import { findCycle } from './link-cycle.ts'
import { isPlaced } from './place-task.ts'
import { releaseHeld } from './release-held.ts'
import { linkView } from './views.ts'

/** A link that is there already is answered as it is. */
export function addLink(ctx: Context, body: Fields): Promise<{ id: number }> {
  return addEntity(ctx, linkKind, body)
}

/** The body is the whole link but for what it leaves out; without a lag it has none. */
export function updateLink(
  ctx: Context,
  input: { id: string; body: Fields },
): Promise<{ id: number }> {
  return updateEntity(ctx, linkKind, input)
}

export function deleteLink(ctx: Context, named: string): Promise<{ id: number }> {
  return deleteEntity(ctx, linkKind, named)
}

export const linkKind: EntityKind<StoredLink> = {
  name: 'link',
  view: linkView,
  read: readLink,
  // It was there: if tasks wait for each other, they did before.
  from: async (ctx, stores, view) => (await readLink(ctx, stores, view, null)).values,
  find: (gantt, id) => gantt.link(id),
  tasks: ({ source, target }) => [source, target],
  single: {
    like: (gantt, { source, target, type }) => gantt.linkBetween(source, target, type),
    refusal: linkedAlready,
  },
  settle: releaseHeld,
  insert: (gantt, link) => gantt.insertLinks([link]),
  update: (gantt, link) => gantt.updateLink(link),
  remove: (gantt, id) => gantt.removeLink(id),
}

type LinkValues = Omit<StoredLink, 'id' | 'version'>

async function readLink(
  ctx: Context,
  stores: SeenStores,
  body: Fields,
  stored: StoredLink | null,
): Promise<Reading<StoredLink>> {
  const { gantt } = stores
  const input = stored ? { ...withoutLag(stored), ...body } : body
  const [source, target] = [
    await resolveId(ctx, stores, input['source']),
    await resolveId(ctx, stores, input['target']),
  ]
  const values = linkFrom({ ...input, source, target })
  const ends: StoredTask[] = []
  for (const end of [values.source, values.target]) {
    const task = await gantt.task(end)
    if (!task || !(await isPlaced(gantt, task))) {
      throw new AppError('gantt.bad_link', 'A link needs two tasks that exist.', { task: end })
    }
    ends.push(task)
  }
  const isThere = stored?.source === values.source && stored.target === values.target
  if (isThere || !ctx.ganttRules.refuseCycles) return { values }
  return { values, refuse: () => refuseCycle(stores, values, ends) }
}

function withoutLag({ fields, source, target, type }: StoredLink): Fields {
  return { ...fields, source, target, type }
}

/**
 * A link as a body describes it. Without a lag it has none: a client that takes it away just says
 * nothing of it. Temporary ids must have been replaced by real ones.
 */
export function linkFrom(input: Fields): LinkValues {
  const source = endFrom(input, 'source')
  const target = endFrom(input, 'target')
  if (source === target) throw badLink('A task cannot be linked to itself.', 'target')
  const type = linkTypes.find((one) => one === (input['type'] ?? 'e2s'))
  if (type === undefined) throw badLink(`type takes one of ${linkTypes.join(', ')}.`, 'type')
  const lag = numberFrom('lag', input['lag'], { from: -maxSpan, to: maxSpan })
  return { source, target, type, lag, fields: limited(fieldsIn(input, notKept)) }
}

const notKept = new Set(['id', 'source', 'target', 'type', 'lag'])

function endFrom(input: Fields, field: 'source' | 'target'): number {
  const id = idIn(input[field])
  if (!id) throw badLink(`${field} takes the id of a task.`, field)
  return id
}

function badLink(message: string, field: string): AppError {
  return new AppError('gantt.bad_link', message, { field })
}

async function linkedAlready(
  { gantt }: SeenStores,
  { source, target }: StoredLink,
): Promise<AppError> {
  const names: string[] = []
  for (const id of [source, target]) {
    const task = await gantt.task(id)
    names.push(nameOf(task ?? { id, text: '' }))
  }
  const [before, after] = names
  return new AppError('gantt.bad_link', `“${before}” and “${after}” are linked like that already.`)
}

/** A circle through what is hidden is refused as well, and of its tasks only those that are seen are named. */
async function refuseCycle(
  { gantt, limits: { whole } }: SeenStores,
  { source, target }: LinkValues,
  ends: StoredTask[],
): Promise<void> {
  const link = { source, target }
  const known = (task: number) => ends.find(({ id }) => id === task)
  const all = await findCycle(link, {
    successorsOf: (task) => whole.successorsOf(task),
    childrenOf: async (task) => (known(task)?.children === 0 ? [] : whole.idsBelow([task])),
    parentOf: async (task) => known(task)?.parent ?? whole.parentOf(task),
  })
  if (!all) return
  throw await circleRefusal(gantt, all, link)
}
