import type { Context } from '../context.ts'
import { newMemo } from '../memo.ts'
import { newEntry } from '../ports/change-log.ts'
import type { ChangeLog, NewEntry } from '../ports/change-log.ts'
import type { Stores } from '../ports/database.ts'
import type { RuleStore } from '../ports/rules.ts'
import { ganttTogether } from './gantt/gantt-together.ts'
import { notedPlan } from './gantt/plan-writes.ts'
import { callSettled, newSettling, settlePlan } from './gantt/settle-plan.ts'
import type { Settled } from './gantt/settle-plan.ts'
import type { Settling } from './gantt/kept-plans.ts'
import { tablesTogether } from './tables/tables-together.ts'

/**
 * Runs several use-cases in one transaction: what `work` does with the context it is given is kept
 * as a whole, or not at all. A use-case that fails on the way leaves nothing of itself. All of them spend
 * from one budget.
 */
export async function runTogether<T>(
  ctx: Context,
  work: (joined: Context) => Promise<T>,
): Promise<T> {
  const { workspace } = ctx
  let settled: Settled | null = null
  const value = await workspace.database.transact(async (given) => {
    settled = null
    // Of all that this is a part of, or is part of this, together.
    const settling = ctx.together?.settling ?? newSettling(ctx)
    const { stores, attempt, settle, finish } = joinedStores(given, settling)
    const database = {
      ...workspace.database,
      read: <R>(read: (from: Stores) => Promise<R>) => read(stores),
      readLong: <R>(read: (from: Stores) => Promise<R>) => read(stores),
      stream: <R>(read: (from: Stores) => AsyncIterable<R>) => iterated(read(stores)),
      transact: <R>(change: (to: Stores) => Promise<R>) => attempt(() => change(stores)),
      // Nothing that is seen in here is there for others yet.
      commits: () => null,
      memo: newMemo(),
    }
    const joined: Context = {
      ...ctx,
      workspace: { ...workspace, database },
      drives: noDrives(ctx),
      together: {
        settling,
        settlePlan: () =>
          settle(async () => {
            settled = await settlePlan(joined, stores, settling)
          }),
      },
    }
    const made = await work(joined)
    // What this is a part of itself does so for all of its parts.
    if (!ctx.together) await joined.together?.settlePlan()
    await finish()
    return made
  }, ctx.budget)
  if (!ctx.together) callSettled(settled)
  return value
}

/** A drive has transactions of its own, and would wait here for the end of this one. */
function noDrives({ drives }: Context): Context['drives'] {
  return {
    ...drives,
    of() {
      throw new Error('What uses the disk is not part of a transaction.')
    },
  }
}

/** What many changes would each write anew is held back, and written when all of them are made. */
function joinedStores(given: Stores, { writes }: Settling) {
  const log = logTogether(given.changes)
  const rows = tablesTogether(given.tables)
  const plan = ganttTogether(given.gantt)
  const rules = rulesTogether(given.rules)
  let isInside = false
  /** The revision of the plan up to which it was put in order. */
  let settled: number | null = null

  const attempt = <T>(work: () => Promise<T>): Promise<T> =>
    isInside ? undoing(work) : outermost(work)

  async function outermost<T>(work: () => Promise<T>): Promise<T> {
    await log.writeSome()
    await rows.writeSome()
    isInside = true
    try {
      return await undoing(work)
    } finally {
      isInside = false
    }
  }

  async function undoing<T>(work: () => Promise<T>): Promise<T> {
    const entries = log.waiting()
    const ofTables = rows.unwritten()
    const ofGantt = plan.before()
    try {
      return await given.attempt(work)
    } catch (error) {
      log.keepFirst(entries)
      rows.undo(ofTables)
      plan.undo(ofGantt)
      rules.undo()
      throw error
    }
  }

  const stores: Stores = {
    ...given,
    tables: rows.tables,
    changes: log.log,
    gantt: notedPlan(plan.plan, writes),
    rules: rules.rules,
    baselines: {
      ...given.baselines,
      async keepTasks(...input) {
        await plan.writeTasks()
        return given.baselines.keepTasks(...input)
      },
    },
    attempt,
  }
  async function settle(work: () => Promise<void>): Promise<void> {
    if (plan.revision() === settled) return
    await work()
    settled = plan.revision()
  }

  async function finish(): Promise<void> {
    await log.writeAll()
    await rows.write()
    await plan.write()
    // What was held back of the log was not there yet when the rules changed.
    if (await rules.areOther()) await given.rules.touch(await log.log.head())
  }
  return { stores, attempt, settle, finish }
}

/** Each change asks whether the rules are still the same, and hardly any of them is the reason why not. */
function rulesTogether(given: RuleStore) {
  let stamp: string | null = null
  let first: string | null = null
  async function anew(write: () => Promise<void>): Promise<void> {
    first ??= await given.stamp()
    stamp = null
    await write()
  }

  const rules: RuleStore = {
    ...given,
    stamp: async () => (stamp ??= await given.stamp()),
    touch: (...input) => anew(() => given.touch(...input)),
    set: (...input) => anew(() => given.set(...input)),
    remove: (...input) => anew(() => given.remove(...input)),
    renameTable: (...input) => anew(() => given.renameTable(...input)),
    renameColumns: (...input) => anew(() => given.renameColumns(...input)),
    removeBranches: (...input) => anew(() => given.removeBranches(...input)),
    removeStale: (...input) => anew(() => given.removeStale(...input)),
  }
  return {
    rules,
    /** Than they were at first. */
    areOther: async () => first !== null && (await given.stamp()) !== first,
    undo(): void {
      stamp = null
    },
  }
}

async function* iterated<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  yield* items
}

/** One statement for so many entries takes less than half the time. */
const entriesAtOnce = 50
/** What they may hold of text until they are written. */
const waitingBytes = 4 * 1024 * 1024

/**
 * The log in a transaction of many changes, where entries are written in groups. Those of a part that
 * failed are taken back with `keepFirst`, and nothing may be written inside of a part: it would be
 * undone with it.
 */
function logTogether(given: ChangeLog) {
  const waiting: NewEntry[] = []
  let bytes = 0
  let written: number | null = null

  async function head(): Promise<number> {
    written ??= await given.head()
    return written + waiting.length
  }

  async function write(count: number): Promise<void> {
    if (count === 0) return
    await given.appendAll(waiting.splice(0, count))
    bytes = bytesIn(waiting)
    written = (written ?? 0) + count
  }

  const log: ChangeLog = {
    head,
    since: refuseToRead,
    keptSince: refuseToRead,
    // Of what was written before.
    marksOf: (...input) => given.marksOf(...input),
    bytesOfStep: (step) => given.bytesOfStep(step),
    ofStep: (step) => given.ofStep(step),
    lastOfStep: (step) => given.lastOfStep(step),
    lastOn: (...input) => given.lastOn(...input),
    lastTakenBack: (step, before) => given.lastTakenBack(step, before),
    later: (...input) => given.later(...input),
    isOfFiles: (step) => given.isOfFiles(step),
    stepsBelow: (prefix, between, limit) => given.stepsBelow(prefix, between, limit),
    async append(change, by) {
      const revision = (await head()) + 1
      const entry = newEntry(change, by)
      waiting.push(entry)
      bytes += bytesIn([entry])
      return revision
    },
    async appendAll(entries) {
      await head()
      waiting.push(...entries)
      bytes += bytesIn(entries)
    },
  }
  return {
    log,
    waiting: () => waiting.length,
    keepFirst(count: number): void {
      waiting.length = count
      bytes = bytesIn(waiting)
    },
    /** Those that make whole groups, or all where they are large. */
    writeSome: () =>
      write(waiting.length - (bytes > waitingBytes ? 0 : waiting.length % entriesAtOnce)),
    writeAll: () => write(waiting.length),
  }
}

function refuseToRead(): never {
  throw new Error('The log is not read while it is being written.')
}

function bytesIn(entries: readonly NewEntry[]): number {
  let bytes = 0
  for (const { before, after } of entries) bytes += (before?.length ?? 0) + (after?.length ?? 0)
  return bytes
}
