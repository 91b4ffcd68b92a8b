import { AppError } from '../../errors.ts'
import type { Fields, StoredAssignment } from '../../ports/gantt-store.ts'
import { fieldsIn, limited, numberFrom } from './gantt-value.ts'
import { idIn } from './temporary-id.ts'

export type AssignmentInput = Pick<StoredAssignment, 'task' | 'resource' | 'units' | 'fields'>

/** An assignment as a body describes it. Temporary ids must have been replaced by real ones. */
export function assignmentFrom(input: Fields): AssignmentInput {
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

function endFrom(input: Fields, field: 'task' | 'resource'): number {
  const id = idIn(input[field])
  if (id) return id
  throw new AppError('gantt.bad_assignment', `${field} takes the id of a ${field}.`, { field })
}
