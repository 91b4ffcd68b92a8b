import type { Change } from '@triptych/contract/changes'
import type { HistoryPage, HistoryStep } from '@triptych/contract/history'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { StepMark } from '../../ports/change-log.ts'
import { isForGood, stepEntity } from '../../ports/change-log.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { LogFilter, LogPart } from '../../ports/history.ts'
import { toldChanges, viewOfLog } from '../changes/told-entries.ts'
import type { LogView } from '../changes/told-entries.ts'
import { namesNow } from './names-now.ts'
import { endOfLog, partsOf } from './parts-of.ts'
import { renamedColumns, wordsFor, wordsForStep } from './words.ts'

export interface HistoryQuery extends Omit<LogFilter, 'step'> {
  of: string | null
  limit: number
  /** Only what was before this revision. */
  before: number | null
}

/** So many entries of a step are told apart. */
const entriesTold = 20
/** So many are read at once, at most. */
const entriesAtOnce = 60
/** After so many that somebody may not see, a page ends before it is full. */
const mostPassed = 20_000

/** What was done, the newest first; entries of one step are one, and what somebody may not see is not there. */
export function listHistory(ctx: Context, query: HistoryQuery): Promise<HistoryPage> {
  authorise(ctx.principal, 'changes.read')
  const { database } = ctx.workspace
  const read = (stores: ReadStores): Promise<HistoryPage> => pageOf(ctx, stores, query)
  // One thing is found at once by its name; all else may take a while.
  return isOfOne(query) ? database.read(read) : database.readLong(read, ctx.asker)
}

function isOfOne({ of, person, area, kind, from, to }: HistoryQuery): boolean {
  const isNarrowed = [person, area, kind, from, to].some((value) => value !== undefined)
  return !isNarrowed && of !== null && /^[^/]+\/\d+$/.test(of)
}

/** What was done at one time, as far as it was met yet. */
interface Group {
  newest: Change
  /** The oldest of them, the oldest last. */
  entries: Change[]
  count: number
}

async function pageOf(ctx: Context, stores: ReadStores, query: HistoryQuery): Promise<HistoryPage> {
  const view = await viewOfLog(ctx, stores)
  const look = await lookBack(view, stores, query)
  const groups = new Map<string, Group>()
  const next = await gather(stores, look, query, groups)
  const ends = await stores.history.ends([...groups.keys()].filter(isStep))
  if (next !== null) await completeGroups(look, groups, ends, next)
  return { steps: await stepsOf(ctx, view, stores, groups, ends), next }
}

/** Fills `groups` with what was done, the newest first, and answers before which revision there is more. */
async function gather(
  stores: ReadStores,
  look: Look,
  { before: asked, limit }: HistoryQuery,
  groups: Map<string, Group>,
): Promise<number | null> {
  const before = asked ?? endOfLog
  const listed = new Set<string>()
  let passed = 0
  for await (const page of look({ before })) {
    for (const change of page) {
      if (typeof change === 'number') {
        passed++
        if (passed < mostPassed) continue
        return change
      }
      const { step } = change
      const key = step ?? `#${change.revision}`
      if (listed.has(key)) continue
      const isNew = !groups.has(key)
      const mayBeListed = isNew && step !== null && before !== endOfLog
      if (mayBeListed && (await isListedBefore(stores, look, step, before))) {
        listed.add(key)
        continue
      }
      if (isNew && groups.size === limit) return change.revision + 1
      add(groups, key, change)
    }
  }
  return null
}

function add(groups: Map<string, Group>, key: string, change: Change): void {
  const group = groups.get(key) ?? { newest: change, entries: [], count: 0 }
  groups.set(key, group)
  // It is told what a step is by its others.
  if (change.area === 'history') return
  group.count++
  group.entries.push(change)
  if (group.entries.length > entriesTold) group.entries.shift()
}

/** A step goes on over several transactions, and others may come between: its newest entry says where it stands. */
async function isListedBefore(
  { history }: ReadStores,
  look: Look,
  step: string,
  before: number,
): Promise<boolean> {
  const end = (await history.ends([step])).get(step)
  if (!end || end.last < before) return false
  for await (const page of look({ after: before - 1, before: endOfLog, step })) {
    if (page.some((change) => typeof change !== 'number')) return true
  }
  return false
}

/** What comes later in the list belongs to steps that are here. */
async function completeGroups(
  look: Look,
  groups: Map<string, Group>,
  ends: Ends,
  before: number,
): Promise<void> {
  for (const [step, { first }] of ends) {
    if (first >= before) continue
    for await (const page of look({ before, step })) {
      for (const change of page) if (typeof change !== 'number') add(groups, step, change)
    }
  }
}

type Ends = ReadonlyMap<string, { first: number; last: number }>

/** What belongs to no step stands for itself. */
function isStep(key: string): boolean {
  return !key.startsWith('#')
}

interface Range {
  after?: number
  before: number
  step?: string
}

/** Told entries in pages, the newest first; of others only their revisions. */
type Look = (range: Range) => AsyncGenerator<readonly (Change | number)[]>

async function lookBack(view: LogView, stores: ReadStores, query: HistoryQuery): Promise<Look> {
  const { history } = stores
  const { of, limit, before: _before, ...filter } = query
  // Mostly each is a step of its own, and one more tells that the list goes on.
  const atOnce = Math.min(Math.max(limit + 1, entriesTold), entriesAtOnce)
  const parts = of === null ? [everything] : await partsOf(stores, of)
  // Clocks of several servers differ: times are compared once more, entry by entry.
  const first = filter.from === undefined ? 0 : await history.revisionAt(shifted(filter.from, -1))
  const end = filter.to === undefined ? endOfLog : await history.revisionAt(shifted(filter.to, 1))

  return async function* look({ after = 0, before, step }) {
    const wanted = step === undefined ? filter : { ...filter, step }
    const floor = Math.max(after, first)
    for (let at = Math.min(before, end + 1); ;) {
      const entries = await newestOf(history, parts, wanted, { after: floor, before: at, atOnce })
      yield await toldChanges(view, stores, entries)
      const oldest = entries.at(-1)
      if (!oldest) return
      at = oldest.revision
    }
  }
}

const everything: LogPart = { of: { kind: 'all' }, after: 0, before: endOfLog }

/** So far may clocks be apart. */
const clockMs = 5 * 60 * 1000

function shifted(time: string, by: 1 | -1): string {
  return new Date(Date.parse(time) + by * clockMs).toISOString()
}

/** Of all parts together, the newest first. */
async function newestOf(
  history: ReadStores['history'],
  parts: readonly LogPart[],
  filter: LogFilter,
  { after, before, atOnce }: { after: number; before: number; atOnce: number },
): Promise<Change[]> {
  let found: Change[] = []
  for (const part of parts) {
    if (part.of.kind === 'entities' && part.of.names.length === 0) continue
    // Parts are in the order of their ends, so that most of them need not be asked.
    const oldest = found.at(-1)?.revision ?? 0
    const within = {
      of: part.of,
      after: Math.max(part.after, after, found.length === atOnce ? oldest : 0),
      before: Math.min(part.before, before),
    }
    if (within.after >= within.before - 1) continue
    const more = await history.entries(within, filter, atOnce)
    if (found.length === 0) found = more
    else if (more.length > 0) found = merged(found, more).slice(0, atOnce)
  }
  return found
}

function merged(one: readonly Change[], other: readonly Change[]): Change[] {
  const byRevision = new Map([...one, ...other].map((entry) => [entry.revision, entry]))
  return [...byRevision.values()].toSorted((a, b) => b.revision - a.revision)
}

async function stepsOf(
  ctx: Context,
  view: LogView,
  stores: ReadStores,
  groups: ReadonlyMap<string, Group>,
  ends: Ends,
): Promise<HistoryStep[]> {
  const { history } = stores
  const named = [...groups.keys()].filter(isStep)
  // What took something back says so at its end, which mostly was met.
  const unmet = named.filter((step) => {
    const { newest } = groups.get(step)!
    return newest.area === 'history' || newest.revision !== ends.get(step)?.last
  })
  const about = await history.aboutSteps(unmet.map((step) => ends.get(step)?.last ?? 0))
  const others = [...about.values()].map(stepIn)
  const takenBack = await history.takenBack([...named, ...others])
  const originals = await originalsOf(view, stores, others)
  const told = [...groups.values(), ...originals.values()].flatMap(({ entries }) => entries)
  const names = await namesNow(ctx, stores, told)

  // Of a step either all files are known or none.
  const ofFiles = [...groups.values()].flatMap(({ entries }) => entries.find(isOfFile) ?? [])
  const unnamed = await history.unnamed(ofFiles.map(({ revision }) => revision))
  const said = new Map(told.map((change) => [change, wordsFor(change, names)]))

  function words({ entries, count }: Pick<Group, 'entries' | 'count'>): string {
    const [only] = entries
    return count === 1 && only ? said.get(only)! : wordsForStep(entries.toReversed(), count, names)
  }

  function textOf(key: string, group: Group): string {
    const mark = about.get(key)
    const original = mark && originals.get(stepIn(mark))
    if (!mark || !original) return words(group)
    const verb = mark.operation === 'step-redone' ? 'did again' : 'took back'
    return `${verb}: ${words(original.count > 0 ? original : group)}`
  }

  const steps: HistoryStep[] = []
  for (const [key, group] of groups) {
    const { newest, entries, count } = group
    // That something was taken back says that it was there.
    if (count === 0 && view.reach) continue
    const mark = about.get(key)
    const undone = isUndone(key, mark, takenBack)
    steps.push({
      step: newest.step,
      revision: newest.revision,
      at: newest.at,
      actor: newest.actor,
      actorId: newest.actorId,
      origin: newest.origin,
      text: textOf(key, group),
      undone,
      canUndo:
        newest.step !== null &&
        !undone &&
        (mark !== undefined || entries.some(isOfData)) &&
        !entries.some(({ revision }) => unnamed.has(revision)),
      entries: entries.toReversed().map((change) => {
        const { revision, area, operation, entity, before, after } = change
        const columns = renamedColumns(change, names)
        const text = said.get(change)!
        return {
          revision,
          area,
          operation,
          entity,
          text,
          before,
          after,
          ...(columns && { columns }),
        }
      }),
      more: count - entries.length,
    })
  }
  return steps
}

function isOfFile({ operation }: Change): boolean {
  return operation.startsWith('file-')
}

function isOfData({ area, operation }: Change): boolean {
  return (area === 'tables' || area === 'gantt' || area === 'files') && !isForGood(operation)
}

/** What took another step back is itself taken back where that was done again since. */
function isUndone(
  step: string,
  mark: StepMark | undefined,
  takenBack: ReadonlyMap<string, StepMark>,
): boolean {
  if (takenBack.get(step)?.operation === 'step-undone') return true
  return mark?.operation === 'step-undone' && takenBack.get(stepIn(mark))?.step !== step
}

function stepIn({ entity }: StepMark): string {
  return entity.slice(stepEntity('').length)
}

/** What was taken back, by its step. */
async function originalsOf(
  view: LogView,
  stores: ReadStores,
  steps: readonly string[],
): Promise<Map<string, Pick<Group, 'entries' | 'count'>>> {
  const { history } = stores
  const originals = new Map<string, Pick<Group, 'entries' | 'count'>>()
  for (const step of new Set(steps)) {
    const found = await history.entries(everything, { step }, entriesAtOnce)
    const told = (await toldChanges(view, stores, found)).filter((one) => typeof one !== 'number')
    const entries = told.filter(({ area }) => area !== 'history')
    originals.set(step, { entries: entries.slice(-entriesTold), count: entries.length })
  }
  return originals
}
