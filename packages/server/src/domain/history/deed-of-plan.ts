import type { Change } from '@triptych/contract/changes'
import type { Values } from './told-values.ts'

type Entry = Pick<Change, 'operation' | 'entity' | 'before' | 'after'>

/** What somebody did in a step of a plan, beside all that only followed from it. */
export interface DeedOfPlan<Told> {
  told: Told
  /** How many of the entries tell of it. */
  entries: number
}

/** `null`: they did several things, or it cannot be told which of them it was. */
export function deedOfPlan<Told extends Entry>(changes: readonly Told[]): DeedOfPlan<Told> | null {
  if (!changes.every(({ operation }) => /^(?:task|link|assignment)-/.test(operation))) return null
  const others = changes.filter(({ operation }) => operation !== 'task-updated')
  if (others.length > 0) {
    const told = others.find(({ operation }) => operation.startsWith('task-')) ?? others[0]!
    const isAlone = others.filter(({ operation }) => operation === told.operation).length === 1
    return isAlone && changes.length > 1 ? { told, entries: 1 } : null
  }
  const [first] = changes
  const said = new Set(changes.filter(isSaid).map(({ entity }) => entity))
  if (said.size === 0 && first && 'progress' in (first.after ?? {})) said.add(first.entity)
  if (said.size !== 1) return null
  const own = changes.filter(({ entity }) => said.has(entity))
  return { told: { ...own[0]!, ...asOne(own) }, entries: own.length }
}

/** What a plan that schedules itself changes of tasks that nobody has touched. */
const derived = new Set(['start', 'end', 'duration', 'progress'])

function isSaid({ after }: Entry): boolean {
  return Object.keys(after ?? {}).some((name) => !derived.has(name))
}

function asOne(changes: readonly Entry[]): Pick<Entry, 'before' | 'after'> {
  const before: Values = {}
  const after: Values = {}
  for (const change of changes) {
    const was = spread(change.before)
    for (const [name, value] of Object.entries(was)) before[name] ??= value
    Object.assign(after, spread(change.after))
  }
  const isOther = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(after[name])
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(isOther)
  const left = names.filter((name) => !followsFrom(names).includes(name))
  return { before: only(before, left), after: only(after, left) }
}

/** Who moves a task or makes it longer says one thing, whatever else is kept of it. */
function followsFrom(names: readonly string[]): readonly string[] {
  const isLonger = names.includes('length')
  if (names.includes('start')) return ['duration', 'constraint', isLonger ? 'length' : 'end']
  if (names.includes('end')) return ['duration', 'constraint', 'length']
  return names.includes('progress') ? ['actualStart', 'actualFinish'] : []
}

function only(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
}

/** What a client keeps in a task of its own stands apart in it. */
export function spread(values: Values | null): Values {
  const { fields, ...own } = values ?? {}
  return { ...own, ...(fields as Values | undefined) }
}
