import type { Team } from '@triptych/client'
import { createContext } from 'react'

type Id = string | number

/** Who works on what, for everything inside the widget that shows it. */
export interface TeamState extends Team {
  assign(task: Id, resources: readonly Id[]): void
}

export const TeamContext = createContext<TeamState>({
  resources: [],
  assignments: [],
  assign: () => {},
})

export interface Member {
  id: Id
  name: string
}

/** Only who stands for a person: what has others below it is a group. */
export function membersOf({ resources }: Team): Member[] {
  const groups = new Set(resources.map(({ parent }) => parent))
  return resources
    .filter(({ id }) => !groups.has(id))
    .map(({ id, name }) => ({ id, name: String(name) }))
}

export function assignedTo({ resources, assignments }: Team, task: Id): Member[] {
  const ids = new Set(assignments.filter((one) => one.task === task).map((one) => one.resource))
  return resources
    .filter(({ id }) => ids.has(id))
    .map(({ id, name }) => ({ id, name: String(name) }))
}
