import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Fields, StoredAssignment } from '../../ports/gantt-store.ts'
import { addEntity, deleteEntity, updateEntity } from './change-entity.ts'
import type { EntityKind, Reading, SeenStores } from './change-entity.ts'
import { idIn, resolveId } from './gantt-ids.ts'
import { fieldsIn, limited, maxSpan, numberFrom } from './gantt-value.ts'
import { isPlaced } from './place-task.ts'
import { assignmentView } from './views.ts'

/** A task has a resource once: assigning it again answers the assignment that is there. */
export function addAssignment(ctx: Context, body: Fields): Promise<{ id: number }> {
  return addEntity(ctx, assignmentKind, body)
}

export function updateAssignment(
  ctx: Context,
  input: { id: string; body: Fields },
): Promise<{ id: number }> {
  return updateEntity(ctx, assignmentKind, input)
}

export function deleteAssignment(ctx: Context, named: string): Promise<{ id: number }> {
  return deleteEntity(ctx, assignmentKind, named)
}

export const assignmentKind: EntityKind<StoredAssignment> = {
  name: 'assignment',
  view: assignmentView,
  read: readAssignment,
  from: async (ctx, stores, view) => (await readAssignment(ctx, stores, view, null)).values,
  find: (gantt, id) => gantt.assignment(id),
  tasks: ({ task }) => [task],
  workedOn: async (_, { task }) => [task],
  single: {
    like: (gantt, { task, resource }) => gantt.assignmentOf(task, resource),
    refusal: async () => bad('The task has this resource already.'),
  },
  insert: (gantt, assignment) => gantt.insertAssignments([assignment]),
  update: (gantt, assignment) => gantt.updateAssignment(assignment),
  remove: (gantt, id) => gantt.removeAssignments([id]),
}

async function readAssignment(
  ctx: Context,
  stores: SeenStores,
  body: Fields,
  stored: StoredAssignment | null,
): Promise<Reading<StoredAssignment>> {
  const { gantt } = stores
  const { work } = body
  const said = work === undefined ? body : { ...body, work: workFrom(work) }
  const input = stored ? { ...assignmentView(stored), ...said } : said
  const values = assignmentFrom({
    ...input,
    task: await resolveId(ctx, stores, input['task']),
    resource: await resolveId(ctx, stores, input['resource']),
  })
  const task = await gantt.task(values.task)
  if (!task || !(await isPlaced(gantt, task))) throw bad('There is no such task.')
  if (task.type === 'summary') throw bad('A summary has no resources of its own.')
  if (!(await gantt.resource(values.resource))) throw bad('There is no such resource.')
  return { values }
}

/** An assignment as a body describes it. Temporary ids must have been replaced by real ones. */
export function assignmentFrom(input: Fields): Omit<StoredAssignment, 'id' | 'version'> {
  return {
    task: endFrom(input, 'task'),
    resource: endFrom(input, 'resource'),
    units: numberFrom('units', input['units'], { from: 0, to: maxUnits }) ?? 100,
    fields: limited(fieldsIn(input, notKept)),
  }
}

/** Percent. The client's own editor ends at 100; a resource may also be a team, or overbooked. */
const maxUnits = 1000

const notKept = new Set(['id', 'task', 'resource', 'units'])

/** Minutes. */
function workFrom(value: unknown): number | null {
  return numberFrom('work', value, { from: 0, to: maxSpan })
}

function endFrom(input: Fields, field: 'task' | 'resource'): number {
  const id = idIn(input[field])
  if (id) return id
  throw bad(`${field} takes the id of a ${field}.`, { field })
}

function bad(message: string, details: Fields = {}): AppError {
  return new AppError('gantt.bad_assignment', message, details)
}
