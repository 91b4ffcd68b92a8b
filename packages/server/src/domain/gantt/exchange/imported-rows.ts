import { badElement, elementList, joined } from './element-list.ts'
import { breakCircles, circleWarning, lostLinkWarning } from './imported-plan.ts'
import type { ImportedLink, Warn } from './imported-plan.ts'

/** A task of a file: where it stands among the others, and its elements without those of its links. */
export interface ImportedTask {
  uid: number
  xml: string
  /** The place of the one above it in the list; -1 at the top. */
  parent: number
  children: number[]
}

export interface ElementLink extends ImportedLink {
  xml: string
}

/** The tasks of a file in their order, with the links between them. */
export interface ImportedRows {
  tasks: ImportedTask[]
  /** Those at the top. */
  top: number[]
  byUid: Map<number, number>
  links: ElementLink[]
  /** What stands between the tasks and is none, by the place of the task before it, or -1. */
  between: Map<number, string[]>
}

/** More than anybody folds and unfolds. */
export const maxLevel = 1000

/** Reads how the tasks of a file stand to each other. What is empty, or the project itself, is no task. */
export function importedRows(items: readonly string[], warn: Warn): ImportedRows {
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
      addTo(rows.between, place - 1, xml)
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
  breakCircles(rows.tasks, rows.links, ({ target }) => {
    const { uid } = rows.tasks[target]!
    warn({ uid, element: 'PredecessorLink', why: circleWarning })
  })
  return rows
}

/** A link that cannot be one here stays with the elements of its task. */
function takeLinks(
  rows: ImportedRows,
  found: readonly { target: number; uid: number; xml: string }[],
  warn: Warn,
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
      addTo(left, target, flat)
      warn({
        uid,
        element: 'PredecessorLink',
        why: lostLinkWarning,
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

/** A file may have as many for one place as it has room for: nothing is copied on the way. */
export function addTo(lists: Map<number, string[]>, place: number, xml: string): void {
  const list = lists.get(place)
  if (list) list.push(xml)
  else lists.set(place, [xml])
}
