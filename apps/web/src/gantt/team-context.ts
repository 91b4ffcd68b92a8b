import type { Team } from 'triptych-client'
import { createContext } from 'react'
import { toneOf, tones } from './tones.ts'

type Id = string | number

/** Who works on what, for everything inside the widget that shows it. */
export interface TeamState extends Team {
  assign(task: Id, resources: readonly Id[]): void
  /** Somebody new, who works on this task at once. */
  addPerson(task: Id, person: { name: string; color: string }): Promise<void>
  /** The same for several, in colours that nobody has; what is refused is told. */
  addPeople(task: Id, names: readonly string[]): void
  changePerson(id: Id, fields: { color: string }): Promise<void>
}

export const TeamContext = createContext<TeamState>({
  resources: [],
  assignments: [],
  assign: () => {},
  addPerson: async () => {},
  addPeople: () => {},
  changePerson: async () => {},
})

export interface Member {
  id: Id
  name: string
  /** The place of their colour in `tones`. */
  tone: number
}

function memberOf({ id, name, color }: Team['resources'][number]): Member {
  return { id, name: String(name), tone: toneOf({ name: String(name), color }) }
}

/** Only who stands for a person: what has others below it is a group. */
export function membersOf({ resources }: Team): Member[] {
  const groups = new Set(resources.map(({ parent }) => parent))
  return resources.filter(({ id }) => !groups.has(id)).map(memberOf)
}

export function assignedTo({ resources, assignments }: Team, task: Id): Member[] {
  const ids = new Set(assignments.filter((one) => one.task === task).map((one) => one.resource))
  return resources.filter(({ id }) => ids.has(id)).map(memberOf)
}

/** A colour that nobody has, as long as there is one: its place in `tones`. */
export function freeTone(members: readonly Member[]): number {
  const taken = new Set(members.map(({ tone }) => tone))
  const free = tones.findIndex((_, index) => !taken.has(index))
  return free >= 0 ? free : members.length % tones.length
}
