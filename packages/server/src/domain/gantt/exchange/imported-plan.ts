import { maxImportWarnings } from '@triptych/contract/plan-exchange'
import type { ImportMode, ImportWarning } from '@triptych/contract/plan-exchange'
import type { Context } from '../../../context.ts'
import type { Stores } from '../../../ports/database.ts'
import type {
  ElementKind,
  PlanElement,
  StoredAssignment,
  StoredLink,
  StoredTask,
} from '../../../ports/gantt-store.ts'
import type { Seen } from '../seen-plan.ts'
import type { NumberedTask } from './baseline-elements.ts'
import type { TaskValues } from '../task-input.ts'

/** A plan of a file in whatever format, read and looked through, that waits for its transaction. */
export interface ImportedPlan {
  /** In the order of the file, each behind the one above it. */
  tasks: readonly { children: readonly number[] }[]
  /** The places of those at the top. */
  top: readonly number[]
  links: readonly ImportedLink[]
  /** Writes what tasks are read by: calendars, resources and settings, as far as the file has them. */
  begin(ctx: Context, stores: Seen<Stores>, into: ImportInto): Promise<BegunPlan>
}

export interface ImportInto {
  /** Whether what is there goes, or stays in front of what comes. The tasks are gone already. */
  mode: ImportMode
  /** Of the plan before the import. */
  revision: number
}

export interface ImportedLink {
  /** Places in the list of tasks. */
  source: number
  target: number
  isActive: boolean
}

export type LinkSaid = Pick<StoredLink, 'type' | 'lag' | 'fields'>

export interface BegunPlan {
  /** How many were written. */
  resources: number
  calendars: number
  /** By their places in the lists. What cannot be taken is refused with where it stands in the file. */
  task(place: number): TaskValues
  link(index: number): LinkSaid
  /** Who works on what; the task is a place. */
  works: readonly (Omit<StoredAssignment, 'id' | 'version'> & { xml: string | null })[]
  /** Elements of the file to be kept beside what they belong to, if it is one that has any. */
  taskXml(place: number): string | null
  /** Where a task stood in the baselines of the file. */
  baselinesOf(
    place: number,
    task: Pick<StoredTask, 'id' | 'type' | 'text' | 'fields'>,
  ): NumberedTask[]
  linkXml(index: number): string | null
  otherElements(idOf: (place: number) => number): { kind: ElementKind; elements: PlanElement[] }[]
}

export const circleWarning = 'The tasks would wait for each other; it is not active.'
export const lostLinkWarning = 'It leads to no other task of this plan, or is there twice.'

export type Warn = (one: ImportWarning) => void

/**
 * Links that make tasks wait for each other are kept and move nobody. A task waits twice: with its start for those that
 * lead to it, and with its end for all below it. Whatever waits for nothing is done with, and so is what nothing waits
 * for; links between those that are left go in circles, or lead from one to another.
 */
export function breakCircles<L extends ImportedLink>(
  tasks: readonly { parent: number }[],
  links: readonly L[],
  broken: (link: L) => void,
): void {
  const count = tasks.length
  const edges: [from: number, to: number][] = links.map(({ source, target }) => [
    count + source,
    target,
  ])
  for (const [place, { parent }] of tasks.entries()) {
    edges.push([place, count + place])
    if (parent >= 0) edges.push([parent, place], [count + place, count + parent])
  }
  const isLeft = new Uint8Array(2 * count).fill(1)
  peel(edges, isLeft)
  peel(
    edges.map(([from, to]) => [to, from]),
    isLeft,
  )
  for (const link of links) {
    if (!isLeft[count + link.source] || !isLeft[link.target]) continue
    link.isActive = false
    broken(link)
  }
}

/** Takes away what nothing leads to, again and again. */
function peel(edges: readonly (readonly [from: number, to: number])[], isLeft: Uint8Array): void {
  const starts = new Int32Array(isLeft.length + 1)
  const waits = new Int32Array(isLeft.length)
  const isEdge = ([from, to]: readonly [number, number]) => isLeft[from] === 1 && isLeft[to] === 1
  for (const edge of edges) {
    if (!isEdge(edge)) continue
    starts[edge[0] + 1]!++
    waits[edge[1]]!++
  }
  for (let at = 0; at < isLeft.length; at++) starts[at + 1]! += starts[at]!
  const next = starts.slice()
  const to = new Int32Array(starts.at(-1) ?? 0)
  for (const edge of edges) if (isEdge(edge)) to[next[edge[0]]!++] = edge[1]
  const free: number[] = []
  for (const [node, left] of isLeft.entries()) if (left === 1 && waits[node] === 0) free.push(node)
  for (let node = free.pop(); node !== undefined; node = free.pop()) {
    isLeft[node] = 0
    for (let at = starts[node]!; at < starts[node + 1]!; at++) {
      if (--waits[to[at]!]! === 0) free.push(to[at]!)
    }
  }
}

/** The first ones. */
export function warnings(): { all: ImportWarning[]; warn: Warn } {
  const all: ImportWarning[] = []
  return { all, warn: (one) => void (all.length < maxImportWarnings && all.push(one)) }
}
