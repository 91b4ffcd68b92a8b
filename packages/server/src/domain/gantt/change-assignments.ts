import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Stores } from '../../ports/database.ts'
import type { StoredAssignment } from '../../ports/gantt-store.ts'
import { assignmentFrom } from './assignment-input.ts'
import type { AssignmentInput } from './assignment-input.ts'
import { isPlaced } from './place-task.ts'
import { newId, rememberId, resolveId } from './gantt-ids.ts'
import { assignmentView } from './views.ts'
import { recordGantt } from './record-gantt.ts'
import { isSameJson } from './gantt-value.ts'

type Body = Record<string, unknown>

/** A task has a resource once: assigning it again answers the assignment that is there. */
export async function addAssignment(ctx: Context, body: Body): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  return ctx.workspace.database.transact(async (stores) => {
    const { gantt } = stores
    const assignment = await checkedAssignment(ctx, stores, body)
    const same = await gantt.assignmentOf(assignment.task, assignment.resource)
    if (same) {
      await rememberId(ctx, stores, body['id'], same.id)
      return { id: same.id }
    }
    const id = await newId(
      stores,
      'assignment',
      body['id'],
      async (one) => (await gantt.assignment(one)) !== null,
    )
    const after = assignmentView({ ...assignment, id, version: 0 })
    const values = { before: null, after }
    const version = await recordGantt(ctx, stores, 'assignment-added', `assignments/${id}`, values)
    await gantt.insertAssignments([{ ...assignment, id, version }])
    await rememberId(ctx, stores, body['id'], id)
    return { id }
  })
}

export async function updateAssignment(
  ctx: Context,
  { id: named, body }: { id: string; body: Body },
): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  return ctx.workspace.database.transact(async (stores) => {
    const { gantt } = stores
    const stored = await findAssignment(ctx, stores, named)
    const { task, resource, units, fields } = stored
    const given = { ...fields, task, resource, units, ...body }
    const changed = { ...stored, ...(await checkedAssignment(ctx, stores, given)) }
    if (isSameJson(changed, stored)) return { id: stored.id }
    const same = await gantt.assignmentOf(changed.task, changed.resource)
    if (same && same.id !== stored.id) {
      throw new AppError('gantt.bad_assignment', 'The task has this resource already.')
    }
    const values = { before: assignmentView(stored), after: assignmentView(changed) }
    const entity = `assignments/${stored.id}`
    const version = await recordGantt(ctx, stores, 'assignment-updated', entity, values)
    await gantt.updateAssignment({ ...changed, version })
    return { id: stored.id }
  })
}

export async function deleteAssignment(ctx: Context, named: string): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  return ctx.workspace.database.transact(async (stores) => {
    const stored = await findAssignment(ctx, stores, named)
    const values = { before: assignmentView(stored), after: null }
    await recordGantt(ctx, stores, 'assignment-deleted', `assignments/${stored.id}`, values)
    await stores.gantt.removeAssignments([stored.id])
    return { id: stored.id }
  })
}

async function findAssignment(
  ctx: Context,
  stores: Stores,
  named: string,
): Promise<StoredAssignment> {
  const id = await resolveId(ctx, stores, named)
  const found = id === null ? null : await stores.gantt.assignment(id)
  if (found) return found
  throw new AppError('gantt.assignment_not_found', 'There is no assignment with this id.')
}

async function checkedAssignment(
  ctx: Context,
  stores: Stores,
  body: Body,
): Promise<AssignmentInput> {
  const { gantt } = stores
  const given = {
    ...body,
    task: await resolveId(ctx, stores, body['task']),
    resource: await resolveId(ctx, stores, body['resource']),
  }
  const assignment = assignmentFrom(given)
  const task = await gantt.task(assignment.task)
  if (!task || !(await isPlaced(gantt, task))) throw bad('There is no such task.')
  if (task.type === 'summary') throw bad('A summary has no resources of its own.')
  if (!(await gantt.resource(assignment.resource))) throw bad('There is no such resource.')
  return assignment
}

function bad(message: string): AppError {
  return new AppError('gantt.bad_assignment', message)
}
