import type { Change } from '@triptych/contract/changes'
import type { Context } from '../../context.ts'
import type { LogEntry } from '../../ports/change-log.ts'
import type { ReadStores } from '../../ports/database.ts'
import { driveRoot } from '../../ports/file-index.ts'
import { keptView } from '../../ports/table-changes.ts'
import { pathOf } from '../files/path.ts'
import { hiddenColumns } from '../tables/find-table.ts'
import { reachOf } from '../rules/reach.ts'
import type { Reach } from '../rules/reach.ts'
import { columnsInView } from '../tables/schema/view-columns.ts'

/** What of the log is told to somebody. */
export interface LogView {
  /** Who may do what, as owners see it. */
  seesAccess: boolean
  /** `null`: no rule binds them. */
  reach: Reach | null
  /** Up to here nothing is told to whom rules bind. */
  horizon: number
}

type Viewer = Pick<Context, 'principal' | 'workspace'>
type Stores = Pick<ReadStores, 'files' | 'gantt' | 'tables'>

/** `reload`: not told either, but something that they see is another one since then. */
type Verdict = 'withheld' | 'reload' | Change

/** To be read with the entries that are to be told. */
export async function viewOfLog(ctx: Viewer, stores: ReadStores): Promise<LogView> {
  const reach = await reachOf(ctx, stores)
  return {
    seesAccess: ctx.principal.can('members.read'),
    reach,
    horizon: reach ? await stores.rules.horizon() : 0,
  }
}

/** Those of these changes that somebody may see, as they may see them; of others only their revisions. */
export async function toldChanges(
  view: LogView,
  stores: Stores,
  changes: readonly Change[],
): Promise<(Change | number)[]> {
  if (view.seesAccess && !view.reach) return [...changes]
  const verdictOn = verdictsBy(view, stores)
  const told: (Change | number)[] = []
  for (const change of changes) {
    const verdict = await verdictOn(change)
    told.push(typeof verdict === 'string' ? change.revision : verdict)
  }
  return told
}

/**
 * The entries as somebody may see them: as many, with the same revisions, so that nobody has to ask why one is missing.
 * Things are judged by what they are now; where that cannot be known, nothing is told.
 */
export async function toldEntries(
  view: LogView,
  stores: Stores,
  entries: readonly LogEntry[],
): Promise<LogEntry[]> {
  if (view.seesAccess && !view.reach) return [...entries]
  const verdictOn = verdictsBy(view, stores)
  const told: LogEntry[] = []
  for (const entry of entries) {
    // Most are told as they are, and need not be read for that.
    const isSimple = !view.reach && !/"area"\s*:\s*"access"/.test(entry.json)
    told.push(isSimple ? entry : entryFor(entry, await verdictOn(JSON.parse(entry.json) as Change)))
  }
  return told
}

function verdictsBy(
  { reach, horizon }: LogView,
  stores: Stores,
): (change: Change) => Promise<Verdict> {
  const judge = reach && judgeBy(reach, stores)
  return async function verdictOn(change) {
    if (change.revision === horizon) return 'reload'
    if (change.revision < horizon) return 'withheld'
    // What the workspace is called is read by all who are in it.
    if (change.operation === 'title-changed') return change
    if (change.area === 'access') return 'withheld'
    return judge ? judge(change) : change
  }
}

function entryFor({ revision, json }: LogEntry, verdict: Verdict): LogEntry {
  if (typeof verdict !== 'string') return { revision, json: JSON.stringify(verdict) }
  const { at } = JSON.parse(json) as Change
  const withheld: Change = {
    revision,
    at,
    actor: '',
    actorId: null,
    origin: null,
    step: null,
    area: 'withheld',
    operation: verdict,
    entity: '',
    before: null,
    after: null,
  }
  return { revision, json: JSON.stringify(withheld) }
}

function judgeBy(reach: Reach, stores: Stores): (change: Change) => Promise<Verdict> {
  const isFileHidden = hiddenFiles(reach, stores)
  const isTaskHidden = hiddenTasks(reach, stores)
  const hidesFiles = hasNone(reach.entries)
  const hidesTasks = hasNone(reach.branches)

  async function ofFiles(change: Change): Promise<Verdict> {
    const paths = [change.before?.['id'], change.after?.['id']].filter(
      (id) => typeof id === 'string',
    )
    const named = paths.length === 0 ? [change.entity] : paths
    const hidden = await Promise.all(named.map((id) => isFileHidden(id)))
    return verdictOf(hidden, change)
  }

  async function ofTasks(change: Change): Promise<Verdict> {
    const { operation, entity, before, after } = change
    const id = Number(entity.slice(entity.indexOf('/') + 1))
    const parents = [before, after].flatMap((one) =>
      'parent' in (one ?? {}) ? [one!['parent']] : [],
    )
    // It is gone since, or about to be told where it is.
    const isPlaced = ['task-deleted', 'task-moved'].includes(operation) && parents.length > 0
    if (reach.branches.get(id) === 'none') return 'withheld'
    if (!isPlaced && (await isTaskHidden(id))) return 'withheld'
    const hidden = await Promise.all(parents.map((parent) => isTaskHidden(Number(parent))))
    const verdict = verdictOf(hidden, change)
    // With it stands all that was below it.
    const isWhole = operation === 'task-deleted' || operation === 'task-copied'
    return isWhole && typeof verdict !== 'string' ? onlyOf(verdict, ['id', 'parent']) : verdict
  }

  async function ofEnds(change: Change, ends: readonly string[]): Promise<Verdict> {
    const states = [change.before, change.after].filter((state) => state !== null)
    const hidden = await Promise.all(
      states.map(async (state) => {
        for (const end of ends) if (await isTaskHidden(Number(state[end]))) return true
        return false
      }),
    )
    return verdictOf(hidden, change)
  }

  /** As of what it is on: who does not see that is not told what is said of it. */
  async function ofComments(change: Change): Promise<Verdict> {
    const of = String((change.after ?? change.before)?.['of'])
    const [thing = ''] = of.split('/', 1)
    const name = of.slice(thing.length + 1)
    const { tables, branches } = reach
    let isHidden = [tables.get('*'), tables.get(thing)].includes('none')
    if (change.area === 'files') isHidden = hidesFiles && (await isFileHidden(`/${name}`))
    if (change.area === 'gantt') {
      isHidden = branches.get(0) === 'none' || (hidesTasks && (await isTaskHidden(Number(name))))
    }
    return isHidden ? 'withheld' : change
  }

  return async function judge(change) {
    const [kind = ''] = change.operation.split('-')
    if (kind === 'comment') return ofComments(change)
    if (change.area === 'tables') return ofTables(reach, stores, change)
    if (change.area === 'files') return hidesFiles ? ofFiles(change) : change
    if (!hidesTasks) return change
    if (reach.branches.get(0) === 'none') return 'withheld'
    if (kind === 'task') return ofTasks(change)
    if (kind === 'link') return ofEnds(change, ['source', 'target'])
    return kind === 'assignment' ? ofEnds(change, ['task']) : change
  }
}

/** From one side of what is hidden to the other: who sees only one of them has to look anew. */
function verdictOf(hidden: readonly boolean[], change: Change): Verdict {
  if (!hidden.includes(true)) return change
  return hidden.includes(false) ? 'reload' : 'withheld'
}

/** What has rules, and what that is in, has been where it is since the horizon, so the way down the index tells. */
function hiddenFiles({ entries }: Reach, { files }: Stores): (id: string) => Promise<boolean> {
  const known = new Map<string, Promise<{ id: number; isHidden: boolean } | null>>()

  function at(path: readonly string[]): Promise<{ id: number; isHidden: boolean } | null> {
    const key = path.join('/')
    const found = known.get(key) ?? look(path)
    known.set(key, found)
    return found
  }

  async function look(path: readonly string[]): Promise<{ id: number; isHidden: boolean } | null> {
    const name = path.at(-1)
    if (name === undefined) {
      return { id: driveRoot, isHidden: entries.get(driveRoot) === 'none' }
    }
    const parent = await at(path.slice(0, -1))
    if (!parent || parent.isHidden) return parent
    const node = await files.child(parent.id, name)
    return node && { id: node.id, isHidden: entries.get(node.id) === 'none' }
  }

  return async (id) => (await at(pathOf(id)))?.isHidden ?? false
}

/** What is below them, and what is no more: nobody knows where that was. */
function hiddenTasks({ branches }: Reach, { gantt }: Stores): (id: number) => Promise<boolean> {
  const known = new Map<number, boolean>([[0, false]])

  return async function isHidden(id) {
    const way: number[] = []
    let at = id
    while (!known.has(at)) {
      const task = branches.get(at) === 'none' ? null : await gantt.task(at)
      way.push(at)
      if (!task) known.set(at, true)
      else at = task.parent
    }
    const found = known.get(at)!
    for (const one of way) known.set(one, found)
    return found
  }
}

async function ofTables(reach: Reach, { tables }: Stores, change: Change): Promise<Verdict> {
  if (!hasNone(reach.tables) && ![...reach.columns.values()].some(hasNone)) return change
  const { operation, entity, before, after } = change
  const names = [entity.split('/')[0], before?.['name']].filter(
    (name) => typeof name === 'string' && (name === entity.split('/')[0] || isOfTable(operation)),
  )
  const isHidden = (name: unknown) => reach.tables.get(String(name)) === 'none'
  if (reach.tables.get('*') === 'none' || names.every(isHidden)) return 'withheld'
  if (names.some(isHidden)) return 'reload'
  // A definition names columns, and tables that it refers to.
  if (isOfTable(operation)) return onlyOf(change, ['name'])
  const columns = reach.columns.get(String(names[0]))
  const hidden = [...(columns ?? [])].filter(([, access]) => access === 'none')
  if (hidden.length === 0) return change
  const gone = new Set(hidden.map(([name]) => name))
  const table = (await tables.find(String(names[0])))?.table
  if (table) for (const name of hiddenColumns(table, reach)) gone.add(name)
  if (operation.startsWith('view-')) {
    const views = [before, after].filter((view) => view !== null).map(keptView)
    return verdictOf(
      views.map((view) => [...columnsInView(view)].some((name) => gone.has(name))),
      change,
    )
  }
  const seen = {
    ...change,
    before: before && without(before, gone),
    after: after && without(after, gone),
  }
  const isUpdate = operation === 'row-updated'
  return isUpdate && Object.keys(seen.after ?? {}).length === 0 ? 'withheld' : seen
}

function isOfTable(operation: Change['operation']): boolean {
  return operation.startsWith('table-')
}

type Values = Record<string, unknown>

function onlyOf(change: Change, names: readonly string[]): Change {
  const { before, after } = change
  const only = (values: Values) =>
    Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : [])))
  return { ...change, before: before && only(before), after: after && only(after) }
}

function without(values: Values, names: ReadonlySet<string>): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)))
}

function hasNone(accesses: ReadonlyMap<unknown, string>): boolean {
  return [...accesses.values()].includes('none')
}
