import type { TakenBack, Undo } from '@triptych/contract/history'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { isForGood, stepAbout, stepEntity } from '../../ports/change-log.ts'
import type { ChangeReader, StepEntry, StepMark } from '../../ports/change-log.ts'
import type { Stores } from '../../ports/database.ts'
import { recordChange } from '../record-change.ts'
import { runTogether } from '../run-together.ts'
import { allGone, errorTold, keptTold, stepTold } from './names-told.ts'
import type { KeptOf } from './names-told.ts'
import { endedForGood, notKept } from './take-back.ts'
import type { Kept, TakeBack } from './take-back.ts'
import { takeBackBaseline } from './take-back-baselines.ts'
import { takeBackComment } from './take-back-comments.ts'
import { takeBackEntity, takeBackSchedule, takeBackTask } from './take-back-plan.ts'
import { takeBackRows } from './take-back-rows.ts'
import { takeBackRow, takeBackTable, takeBackView } from './take-back-tables.ts'
import { takeBackFiles } from './take-back-files.ts'

/** Takes back a step, or without one the last of this person in this client that still stands. */
export function undoStep(ctx: Context, { step, before }: Undo): Promise<TakenBack> {
  authorise(ctx.principal, 'changes.read')
  return take(ctx, async (changes) => {
    const given = step ?? (await lastStanding(ctx, changes, before))
    const undone = await undoneBy(changes, given)
    // To take back that something was taken back is to do it again.
    if (undone !== null)
      return untaken(changes, { from: given, step: undone, operation: 'step-redone' })
    return untaken(changes, { from: given, step: given, operation: 'step-undone' })
  })
}

/** Does again what this person has taken back in this client last, if nothing else was done there since. */
export function redoStep(ctx: Context): Promise<TakenBack> {
  authorise(ctx.principal, 'changes.read')
  return take(ctx, async (changes) => {
    const { step, by } = await lastUndone(ctx, changes)
    return untaken(changes, { from: by, step, operation: 'step-redone' })
  })
}

interface Taking {
  /** The step whose entries are taken back. */
  from: string
  /** The step that this is told of. */
  step: string
  operation: 'step-undone' | 'step-redone'
}

/** If nobody has done so yet. */
async function untaken(changes: ChangeReader, taking: Taking): Promise<Taking> {
  const { from, step, operation } = taking
  const last = await changes.lastTakenBack(step)
  const isUndone = last?.operation === 'step-undone'
  if (operation === 'step-undone' && isUndone) {
    throw new AppError('history.undone_already', 'This step was taken back already.')
  }
  if (operation === 'step-redone' && !(isUndone && last.step === from)) {
    throw new AppError('history.nothing_to_redo', 'This was done again already.')
  }
  return taking
}

interface Chosen {
  taking: Taking
  entries: StepEntry[]
  /** Those of the step that this is told of, which another one may have taken back. */
  original: StepEntry[]
}

/** What is of files is done by the drive, which has its own transactions; all else in one of ours. */
async function take(
  ctx: Context,
  choose: (changes: ChangeReader) => Promise<Taking>,
): Promise<TakenBack> {
  const { database } = ctx.workspace
  const ofFiles = await database.read(async ({ changes }): Promise<Chosen | null> => {
    const taking = await choose(changes)
    if (!(await changes.isOfFiles(taking.from))) return null
    return chosenBy(ctx, changes, taking)
  })
  let chosen = ofFiles
  try {
    if (ofFiles) return await takeFiles(ctx, ofFiles)
    return await runTogether(ctx, (joined) =>
      joined.workspace.database.transact(async (stores) => {
        const taking = await choose(stores.changes)
        const { original, entries } = (chosen = await chosenBy(ctx, stores.changes, taking))
        const head = await stores.changes.head()
        const { found, more } = await takeBack(joined, entries)
        const { kept, isAll } = await keptTold(ctx, stores, found)
        // Nobody takes back what they do not even see.
        const isNothing = (await stores.changes.head()) === head && kept.length === 0
        if (isNothing && !isAll) throw allGone()
        await joined.together?.settlePlan()
        await mark(joined, stores, taking)
        const told = await stepTold(ctx, stores, original)
        return {
          step: taking.step,
          ...told,
          by: ctx.step,
          kept,
          ...(isAll && more > 0 && { more }),
        }
      }),
    )
  } catch (error) {
    if (!(error instanceof AppError) || !chosen) throw error
    throw naming(chosen.taking.from, await errorTold(ctx, chosen.entries, error))
  }
}

async function takeFiles(ctx: Context, { taking, entries, original }: Chosen): Promise<TakenBack> {
  const stays = await takeBackFiles(ctx, entries, async (stores) => {
    // Somebody else may have been quicker.
    await mark(ctx, stores, await untaken(stores.changes, taking))
  })
  const found = stays.map((kept) => ({
    kept,
    entry: entries.find(({ entity }) => entity === kept.entity)!,
  }))
  return ctx.workspace.database.read(async (stores) => {
    const { kept } = await keptTold(ctx, stores, found)
    const told = await stepTold(ctx, stores, original)
    return { step: taking.step, ...told, by: ctx.step, kept }
  })
}

/** So much of what stays is named; of more there is the number. */
const mostNamed = 1000

/** All of these, the newest first; answers what stays as somebody has made it since. */
async function takeBack(
  ctx: Context,
  entries: readonly StepEntry[],
): Promise<{ found: KeptOf[]; more: number }> {
  const found: KeptOf[] = []
  let more = 0
  for (const entry of entries) {
    const work = waysBack[subjectOf(entry)]
    if (!work) throw notKept(entry)
    const keep = (kept: Kept): void => {
      if (found.length < mostNamed) found.push({ kept, entry })
      else more++
    }
    await ctx.workspace.database.transact((stores) => work(ctx, stores, entry, keep))
  }
  return { found, more }
}

/** What kind of thing an entry is about: the first word of what was done. */
function subjectOf({ operation }: StepEntry): string {
  return operation.slice(0, operation.indexOf('-'))
}

const waysBack: Record<string, TakeBack> = {
  row: takeBackRow,
  rows: takeBackRows,
  view: takeBackView,
  table: takeBackTable,
  task: takeBackTask,
  link: takeBackEntity,
  assignment: takeBackEntity,
  resource: takeBackEntity,
  comment: takeBackComment,
  calendar: takeBackEntity,
  baseline: takeBackBaseline,
  schedule: takeBackSchedule,
  version: endedForGood,
  trash: endedForGood,
}

/** Whoever asks without naming a step must know which one stands in the way. */
function naming(step: string, error: AppError): AppError {
  Object.assign(error.details, { step })
  return error
}

async function chosenBy(ctx: Context, changes: ChangeReader, taking: Taking): Promise<Chosen> {
  const entries = await entriesOf(ctx, changes, taking.from)
  const isOriginal = taking.from === taking.step
  const original = isOriginal ? entries : await entriesOf(ctx, changes, taking.step)
  return { taking, entries, original }
}

/** The newest first. */
async function entriesOf(ctx: Context, changes: ChangeReader, from: string): Promise<StepEntry[]> {
  const bytes = await changes.bytesOfStep(from)
  if (bytes === null) throw new AppError('history.not_found', 'There is no such step.')
  ctx.budget.spend('bytes', bytes)
  return (await changes.ofStep(from)).filter(({ area }) => area !== 'history').toReversed()
}

/** The last of its step, so that whoever goes back through the log knows at once what the others are. */
async function mark(ctx: Context, stores: Stores, { step, operation }: Taking): Promise<void> {
  await recordChange(ctx, stores, {
    area: 'history',
    operation,
    entity: stepEntity(step),
    before: null,
    after: null,
  })
}

/** The step that another one took back; `null` where it did something else. */
async function undoneBy(changes: ChangeReader, step: string): Promise<string | null> {
  const last = await changes.lastOfStep(step)
  return last?.operation === 'step-undone' ? stepAbout(last) : null
}

const marksAtOnce = 500

/** The entries of this person in this client, the newest first. */
async function* marksBack(
  ctx: Context,
  changes: ChangeReader,
  from = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<StepMark> {
  const { principal, origin } = ctx
  const author = { actor: principal.name, actorId: principal.id, origin }
  let before = from
  for (;;) {
    const page = await changes.marksOf(author, before, marksAtOnce)
    yield* page
    const last = page.at(-1)
    if (!last || page.length < marksAtOnce) return
    before = last.revision
  }
}

async function lastStanding(
  ctx: Context,
  changes: ChangeReader,
  before: string | null,
): Promise<string> {
  const passedOver = before === null ? null : await changes.lastOfStep(before)
  /** Steps that were themselves about steps, and those that were seen to be taken back. */
  const passed = new Set<string>()
  if (passedOver) passed.add(passedOver.step)
  for await (const mark of marksBack(ctx, changes, passedOver?.revision)) {
    if (stepAbout(mark) !== null) passed.add(mark.step)
    if (passed.has(mark.step) || isForGood(mark.operation)) continue
    passed.add(mark.step)
    const last = await changes.lastTakenBack(mark.step)
    if (last?.operation !== 'step-undone') return mark.step
  }
  throw new AppError('history.nothing_to_undo', 'There is nothing to take back.')
}

async function lastUndone(
  ctx: Context,
  changes: ChangeReader,
): Promise<{ step: string; by: string }> {
  const passed = new Set<string>()
  for await (const mark of marksBack(ctx, changes)) {
    if (passed.has(mark.step) || isForGood(mark.operation)) continue
    passed.add(mark.step)
    if (mark.operation === 'step-redone') continue
    const step = stepAbout(mark)
    if (step === null) break
    const last = await changes.lastTakenBack(step)
    if (last?.step === mark.step) return { step, by: mark.step }
  }
  throw new AppError('history.nothing_to_redo', 'There is nothing to do again.')
}
