import type { TableStep } from '@triptych/contract/table-schema'
import type { Table } from '@triptych/contract/tables'
import { stepAbout } from '../../ports/change-log.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { PlaceEntry } from '../../ports/history.ts'
import type { Values } from '../../ports/table-store.ts'
import type { Context } from '../../context.ts'
import { optionNamesIn, sameNames, withNewNames } from '../tables/schema/option-names.ts'
import type { OptionNames } from '../tables/schema/option-names.ts'
import { endOfLog } from './parts-of.ts'
import { originsIn } from './past-table.ts'

type Stores = Pick<ReadStores, 'changes' | 'history'>

/** How the columns of a table came to be what they are. */
export interface NamesSince {
  /** What a column of then is called now; `null`: it is gone. */
  columnNow: (name: string) => string | null
  /** Those of then that are gone, but for what was worked out. */
  gone: ReadonlySet<string>
  /** What options are called now that had other names then, by the columns as they are called now. */
  options: ReadonlyMap<string, OptionNames>
}

const sameAsThen: NamesSince = {
  columnNow: (name) => name,
  gone: new Set(),
  options: new Map(),
}

/** A change of the table, or of one that took it back. */
interface Shape {
  /** The step that made it, or that it is about. */
  of: string | null
  isBack: boolean
  changes: readonly TableStep[]
}

/**
 * Since a revision. What was done and taken back since then is as if it had never been: options that became one, and are
 * two again, have the names they had.
 */
export async function namesSince(
  ctx: Context,
  stores: Stores,
  table: Table,
  since: number,
): Promise<NamesSince> {
  const { shapes: all, names } = await shapesOf(ctx, stores, table, since)
  const shapes = all.filter(({ revision }) => revision > since)
  const [first] = shapes
  if (!first) return sameAsThen
  const found = names.get(first.revision) ?? (await namesBy(stores, first, shapes))
  names.set(first.revision, found)
  return found
}

async function namesBy(
  stores: Stores,
  first: PlaceEntry,
  shapes: readonly PlaceEntry[],
): Promise<NamesSince> {
  const steps = (await standingOf(stores, shapes)).flatMap(({ changes }) => changes)
  const then = first.before as unknown as Table
  const now = new Map([...originsIn(then, steps)].map(([is, was]) => [was, is]))
  const lost = then.columns.filter(({ name, formula }) => formula === undefined && !now.has(name))
  return {
    columnNow: (name) => now.get(name) ?? null,
    gone: new Set(lost.map(({ name }) => name)),
    options: optionNamesIn(steps),
  }
}

async function standingOf(stores: Stores, shapes: readonly PlaceEntry[]): Promise<Shape[]> {
  let standing: Shape[] = []
  const aside = new Map<string | null, Shape[]>()
  /** Steps that made even what others had done. */
  const even = new Set<string>()
  for (const { step, after } of shapes) {
    if (step !== null && even.has(step)) continue
    const mark = step === null ? null : await stores.changes.lastOfStep(step)
    const about = mark && stepAbout(mark)
    const [of, isBack] = [about ?? step, mark?.operation === 'step-undone']
    const others = standing.filter((one) => one.of === of && one.isBack !== isBack)
    const again = aside.get(of)?.filter((one) => one.isBack === isBack) ?? []
    if (step !== null && about !== null && others.length + again.length > 0) {
      even.add(step)
      aside.set(of, others)
      standing = standing.filter((one) => !others.includes(one)).concat(again)
      continue
    }
    const { $changes = [] } = (after ?? {}) as { $changes?: TableStep[] }
    standing.push({ of, isBack, changes: $changes })
  }
  return standing
}

interface Shapes {
  /** The oldest first. */
  shapes: readonly PlaceEntry[]
  /** There is no other one behind this revision. */
  behind: number
}

interface Known extends Shapes {
  table: Table
  /** By the revision of the first change behind then. */
  names: Map<number, NamesSince>
}

const nothingKnown = (): { last: Known | null } => ({ last: null })

/** What takes back a step asks for each of its entries, mostly between the same two changes of a table. */
async function shapesOf(
  { together, workspace: { database } }: Context,
  { history }: Stores,
  table: Table,
  since: number,
): Promise<Known> {
  // Elsewhere others change the table meanwhile.
  const known = together ? database.memo(nothingKnown) : nothingKnown()
  const { last } = known
  if (last?.table === table && last.behind <= since) return last
  known.last = { table, names: new Map(), ...(await readShapes(history, table.name, since)) }
  return known.last
}

/** By whatever name the table had. */
async function readShapes(
  history: Stores['history'],
  table: string,
  since: number,
): Promise<Shapes> {
  const shapes: PlaceEntry[] = []
  for (let [name, at] = [table, endOfLog]; ;) {
    const entry = await history.lastAbout([name], ['table-created', 'table-changed'], at)
    // One that was brought back is older than that.
    const dropped = entry?.operation === 'table-created' ? entry.after?.['$dropped'] : undefined
    const isEnd = entry?.operation === 'table-created' && typeof dropped !== 'number'
    if (!entry || entry.revision <= since || isEnd) {
      return { shapes: shapes.toReversed(), behind: entry?.revision ?? 0 }
    }
    if (typeof dropped === 'number') {
      at = dropped
      continue
    }
    shapes.push(entry)
    name = String(entry.before?.['name'])
    at = entry.revision
  }
}

/** Values of then, by the names of now. */
export function byNamesNow(names: NamesSince, values: Values): Values {
  return withOptionsNow(
    names,
    Object.fromEntries(
      Object.entries(values).flatMap(([column, value]) => {
        const now = names.columnNow(column)
        return now === null ? [] : [[now, value]]
      }),
    ),
  )
}

/** The same where columns have the names of now already. */
export function withOptionsNow({ options }: NamesSince, values: Values): Values {
  if (options.size === 0) return values
  return Object.fromEntries(
    Object.entries(values).map(([column, value]) => [
      column,
      withNewNames(options.get(column) ?? sameNames, value),
    ]),
  )
}
