import type { TID } from '@svar-ui/react-gantt'
import { isLate } from '../chart/is-late.ts'
import { assignedTo, membersOf } from '../team-context.ts'
import type { TeamState } from '../team-context.ts'
import type { Write } from '../write-together.ts'
import type { GroupedTask, Grouping, TaskGroup } from './task-groups.ts'
import { t } from '../../words/words.ts'

/** How far a task is that was begun, as nobody has said it. */
const begun = 50

/** What makes a task one of a group of states or of values; a text says why it cannot be. */
export function fieldsFor<T extends GroupedTask>(
  task: T,
  by: Exclude<Grouping, 'who'>,
  { key, tasks }: Pick<TaskGroup<T>, 'key' | 'tasks'>,
  now = new Date(),
): object | string {
  if (by !== 'state') {
    const field = by.slice('own.'.length)
    // As it is there already, a number where that is one.
    const like = tasks[0] as Record<string, unknown> | undefined
    return { [field]: key === '' ? null : like?.[field] }
  }
  if (key === 'late') return t('What is late has its end behind it: move its end instead.')
  if (key === 'done') return { progress: 100 }
  if (isLate({ ...task, progress: 0 }, now)) {
    return t('It is late until it is done, as its end has passed: move its end first.')
  }
  if (key === 'to-do') return { progress: 0 }
  if (task.type === 'milestone') return t('A milestone is reached or not, and cannot be begun.')
  return { progress: begun }
}

/** Who works on the tasks of a group of people. */
export function peopleOf(team: TeamState, { key, tasks }: TaskGroup<GroupedTask>): TID[] {
  const [like] = tasks
  const members = like
    ? assignedTo(team, like.id)
    : membersOf(team).filter(({ name }) => name === key)
  return members.map(({ id }) => id)
}

interface Ids {
  realId(task: TID): TID
  realAssignmentId(assignment: TID): TID
}

/** What lets exactly these people work on a task. */
export function assigning(team: TeamState, task: TID, people: readonly TID[], ids: Ids): Write[] {
  const present = team.assignments.filter((one) => one.task === task)
  const isNew = (id: TID) => !present.some(({ resource }) => resource === id)
  return [
    ...present
      .filter(({ resource }) => !people.includes(resource as TID))
      .map(({ id }): Write => ({
        url: `assignments/${ids.realAssignmentId(id)}`,
        method: 'DELETE',
      })),
    ...people.filter(isNew).map((resource): Write => {
      const data = { task: ids.realId(task), resource, units: 100 }
      return { url: 'assignments', method: 'POST', data }
    }),
  ]
}
