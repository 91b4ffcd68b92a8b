import type { Change } from '@triptych/contract/changes'
import type { ReadStores } from '../../ports/database.ts'
import type { HistoryReader, LogPart, PlaceEntry } from '../../ports/history.ts'
import { idOf, pathOf } from '../files/path.ts'
import { idsInBranch } from '../gantt/branch-size.ts'

type Stores = Pick<ReadStores, 'history' | 'files' | 'gantt'>

export const endOfLog = Number.MAX_SAFE_INTEGER

/** So often something may have come to another place; what was before is not told. */
const mostPlaces = 1000

/** Where in the log to look for what became of a thing, whatever it was called at the time. */
export async function partsOf(stores: Stores, of: string): Promise<LogPart[]> {
  if (of === 'files' || of.startsWith('files/')) return partsOfFile(stores, of.slice(5))
  if (of.startsWith('/')) return partsOfFile(stores, of)
  const [kind = '', id] = of.split('/')
  if (kind === 'tasks' && /^\d{1,15}$/.test(id ?? '')) {
    const ids = await branchOf(stores, Number(id))
    return [whole([...ids].map(taskNamed)), whole(await besideTasks(stores, ids))]
  }
  if (planKinds.has(kind)) {
    return [
      id === undefined ? { ...always, of: { kind: 'prefix', prefix: `${kind}/` } } : whole([of]),
    ]
  }
  return partsOfTable(stores.history, kind, id)
}

const planKinds: ReadonlySet<string> = new Set(['tasks', 'links', 'assignments', 'resources'])

const always = { after: 0, before: endOfLog }

function whole(names: readonly string[]): LogPart {
  return { ...always, of: { kind: 'entities', names } }
}

/** With all that is below it, and all that was deleted there. */
async function branchOf({ gantt, history }: Stores, top: number): Promise<Set<number>> {
  const ids = new Set(await idsInBranch(gantt, top))
  let level = [...ids]
  while (level.length > 0) {
    const found = await history.deletedBelow(level)
    const below = found.flatMap(({ id, below: branch }) => [id, ...branch])
    level = [...new Set(below)].filter((id) => !ids.has(id))
    for (const id of level) ids.add(id)
  }
  return ids
}

/** What tasks have beside themselves, or had. */
async function besideTasks(
  { gantt, history }: Stores,
  tasks: ReadonlySet<number>,
): Promise<string[]> {
  const ids = [...tasks]
  const names = new Set([
    // Those that came with a whole plan, or as a copy, have no entry of their own.
    ...(await gantt.linksAt(ids)).map(({ id }) => `links/${id}`),
    ...(await gantt.assignmentsAt(ids)).map(({ id }) => `assignments/${id}`),
    ...(await history.besideTasks(ids)),
    ...(await history.commentsOn(ids.map(taskNamed), 0, endOfLog)),
  ])
  return [...names]
}

function taskNamed(id: number): string {
  return `tasks/${id}`
}

/** Comments on something, by all the names that it had. */
async function commentsOn(history: HistoryReader, names: readonly Named[]): Promise<LogPart> {
  const found = new Set<string>()
  for (const { name, after, before } of names) {
    for (const comment of await history.commentsOn([name], after, before)) found.add(comment)
  }
  return whole([...found])
}

/** Since when something was called so, and until when. */
interface Named {
  name: string
  after: number
  before: number
}

/** A table by the names that it had, or one row of it. */
async function partsOfTable(
  history: HistoryReader,
  name: string,
  row: string | undefined,
): Promise<LogPart[]> {
  const names: Named[] = []
  let [at, before]: [string, number] = [name, endOfLog]
  while (names.length < mostPlaces) {
    const entry = await lastNaming(history, at, before)
    // The entry that names it is about it, too.
    names.push({ name: at, after: (entry?.revision ?? 1) - 1, before })
    if (!entry?.before || entry.operation === 'table-created') break
    before = entry.revision
    at = String(entry.before['name'])
  }
  if (row !== undefined) {
    const rows = names.map((one) => ({ ...one, name: `${one.name}/${row}` }))
    return [await commentsOn(history, rows), ...rows.map(partOf)]
  }
  return names.flatMap(({ name: called, ...between }): LogPart[] => [
    partOf({ name: called, ...between }),
    { ...between, of: { kind: 'prefix', prefix: `${called}/` } },
  ])
}

function partOf({ name, ...between }: Named): LogPart {
  return { ...between, of: { kind: 'entities', names: [name] } }
}

/** What gave a table its name; that it was only changed is no such thing. */
async function lastNaming(
  history: HistoryReader,
  name: string,
  before: number,
): Promise<PlaceEntry | null> {
  for (let at = before; ;) {
    const entry = await history.lastAbout([name], ['table-created', 'table-changed'], at)
    if (!entry || entry.operation === 'table-created' || entry.before?.['name'] !== name)
      return entry
    at = entry.revision
  }
}

async function partsOfFile(stores: Stores, place: string): Promise<LogPart[]> {
  const { history, files } = stores
  const path = pathOf(place)
  if (path.length === 0) return [{ ...always, of: { kind: 'prefix', prefix: '/' } }]
  const id = idOf(path)
  const node = await files.find(path)
  const last = node ? null : await history.lastAbout([id], placing, endOfLog)
  const thing = node?.id ?? last?.thing ?? null
  const places = await placesOf(history, id)
  const comments = places.map((one) => ({ ...one, name: `files${one.name}` }))
  const own = [await commentsOn(history, comments)]
  if (thing !== null) own.push({ ...always, of: { kind: 'thing', id: thing } })
  const isFolder = (node?.kind ?? (last?.before ?? last?.after)?.['type']) === 'folder'
  // One that was made since files are known by their ids has no other entries.
  const first = thing === null ? null : await history.ofThing(thing, 'oldest', endOfLog)
  if (!isFolder && first?.operation === 'file-added') return own
  return [
    ...own,
    ...places.flatMap(({ name, ...between }): LogPart[] => [
      { ...between, of: { kind: 'entities', names: [name], isUnnamed: true } },
      ...(isFolder ? below(`${name}/`).map((of) => ({ ...between, of })) : []),
    ]),
  ]
}

/** What was moved out of a folder is called by where it came to. */
function below(prefix: string): LogPart['of'][] {
  return [
    { kind: 'prefix', prefix },
    { kind: 'moved-from', prefix },
  ]
}

/** What gives a file its place, or takes it away. */
export const placing: readonly Change['operation'][] = ['file-added', 'file-moved', 'file-deleted']

/** Where a file or folder was, and with it what it is in: whatever is moved takes along what is below it. */
async function placesOf(history: HistoryReader, id: string): Promise<Named[]> {
  const places: Named[] = []
  let [name, before, at] = [id, endOfLog, endOfLog]
  while (places.length < mostPlaces) {
    const entry = await history.lastAbout(withAbove(name), placing, at)
    if (entry?.operation === 'file-deleted') {
      at = entry.revision
      continue
    }
    places.push({ name, after: (entry?.revision ?? 1) - 1, before })
    const earlier = entry && (await placeBefore(history, entry))
    if (!earlier) break
    name = earlier.name + name.slice(entry.entity.length)
    before = at = earlier.before
  }
  return places
}

/** Where it was until this entry; `null`: it was not there. */
async function placeBefore(
  history: HistoryReader,
  { operation, before, thing, revision }: PlaceEntry,
): Promise<{ name: string; before: number } | null> {
  if (operation === 'file-moved') return { name: String(before?.['id']), before: revision }
  // What was deleted may have come back.
  const earlier = thing === null ? null : await history.ofThing(thing, 'newest', revision)
  return earlier && { name: earlier.entity, before: earlier.revision + 1 }
}

function withAbove(id: string): string[] {
  const path = pathOf(id)
  return path.map((_, index) => idOf(path.slice(0, index + 1)))
}
