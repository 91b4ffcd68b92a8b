import type { ImportWarning } from '@triptych/contract/plan-exchange'
import { maxImportWarnings } from '@triptych/contract/plan-exchange'
import { badElement, elementList, joined } from './element-list.ts'

/** A task of a file: where it stands among the others, and its elements without those of its links. */
export interface ImportedTask {
  uid: number
  xml: string
  /** The place of the one above it in the list; -1 at the top. */
  parent: number
  children: number[]
}

export interface ImportedLink {
  /** Places in the list of tasks. */
  source: number
  target: number
  xml: string
  isActive: boolean
}

/** The tasks of a file in their order, with the links between them. */
export interface ImportedRows {
  tasks: ImportedTask[]
  /** Those at the top. */
  top: number[]
  byUid: Map<number, number>
  links: ImportedLink[]
  /** What stands between the tasks and is none, by the place of the task before it, or -1. */
  between: Map<number, string[]>
}

/** More than anybody folds and unfolds. */
const maxLevel = 1000

/** Reads how the tasks of a file stand to each other. What is empty, or the project itself, is no task. */
export function importedRows(
  items: readonly string[],
  warn: (one: ImportWarning) => void,
): ImportedRows {
  const rows: ImportedRows = {
    tasks: [],
    top: [],
    byUid: new Map(),
    links: [],
    between: new Map(),
  }
  const levels: { level: number; place: number }[] = []
  const found: { target: number; uid: number; xml: string }[] = []
  for (const xml of items) {
    const list = elementList(xml)
    const { uid } = list
    if (uid === null) throw badElement(null, 'UID', 'of a task is missing or no number')
    const level = list.integer('OutlineLevel') ?? 1
    const place = rows.tasks.length
    if (uid === 0 || level <= 0 || list.flag('IsNull')) {
      const before = place - 1
      rows.between.set(before, [...(rows.between.get(before) ?? []), xml])
      continue
    }
    if (level > maxLevel) throw badElement(uid, 'OutlineLevel', `is more than ${maxLevel}`)
    if (rows.byUid.has(uid)) throw badElement(uid, 'UID', 'is that of two tasks')
    rows.byUid.set(uid, place)
    while ((levels.at(-1)?.level ?? 0) >= level) levels.pop()
    const parent = levels.at(-1)?.place ?? -1
    levels.push({ level, place })
    const siblings = parent < 0 ? rows.top : rows.tasks[parent]!.children
    siblings.push(place)
    const links = list.all.filter(({ name }) => name === 'PredecessorLink')
    for (const link of links) found.push({ target: place, uid, xml: link.xml })
    const others = list.all.filter(({ name }) => name !== 'PredecessorLink')
    // Written anew also where nothing changes in the order of the elements: nothing holds on to the old text.
    rows.tasks.push({ uid, xml: joined('Task', others), parent, children: [] })
  }
  takeLinks(rows, found, warn)
  breakCircles(rows, warn)
  return rows
}

/** A link that cannot be one here stays with the elements of its task. */
function takeLinks(
  rows: ImportedRows,
  found: readonly { target: number; uid: number; xml: string }[],
  warn: (one: ImportWarning) => void,
): void {
  const pairs = new Set<string>()
  const left = new Map<number, string[]>()
  for (const { target, uid, xml } of found) {
    const list = elementList(xml)
    const source = list.flag('CrossProject')
      ? undefined
      : sourceOf(rows, list.integer('PredecessorUID'))
    const pair = `${source} ${target} ${list.integer('Type') ?? 1}`
    const flat = joined('PredecessorLink', list.all)
    if (source === undefined || source === target || pairs.has(pair)) {
      left.set(target, [...(left.get(target) ?? []), flat])
      warn({
        uid,
        element: 'PredecessorLink',
        why: 'It leads to no other task of this plan, or is there twice.',
      })
      continue
    }
    pairs.add(pair)
    rows.links.push({ source, target, xml: flat, isActive: true })
  }
  for (const [place, links] of left) {
    const task = rows.tasks[place]!
    task.xml = `${task.xml.slice(0, -'</Task>'.length)}${links.join('')}</Task>`
  }
}

function sourceOf({ byUid }: ImportedRows, uid: number | null): number | undefined {
  return uid === null ? undefined : byUid.get(uid)
}

/**
 * Links that make tasks wait for each other are kept and move nobody. A task waits twice: with its start for those that
 * lead to it, and with its end for all below it. Whatever waits for nothing is done with, and so is what nothing waits
 * for; links between those that are left go in circles, or lead from one to another.
 */
function breakCircles({ tasks, links }: ImportedRows, warn: (one: ImportWarning) => void): void {
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
    const { uid } = tasks[link.target]!
    warn({
      uid,
      element: 'PredecessorLink',
      why: 'The tasks would wait for each other; it is not active.',
    })
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
export function warnings(): { all: ImportWarning[]; warn: (one: ImportWarning) => void } {
  const all: ImportWarning[] = []
  return { all, warn: (one) => void (all.length < maxImportWarnings && all.push(one)) }
}
