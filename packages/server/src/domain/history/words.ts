import type { Change } from '@triptych/contract/changes'
import type { TableStep } from '@triptych/contract/table-schema'
import { day as ticksOfDay, textOf as textOfTick, tickOf } from '../schedule/ticks.ts'
import { deedOfPlan, spread } from './deed-of-plan.ts'
import { changedFields, shortened, textOf } from './told-values.ts'
import type { Values } from './told-values.ts'

/** What words are made of. */
export type Told = Pick<Change, 'revision' | 'area' | 'operation' | 'entity' | 'before' | 'after'>

/** What things are called now; `null`: nobody knows, or may know. */
export interface Names {
  row(table: string, id: number): string | null
  task(id: number): string | null
  resource(id: number): string | null
  /** How people call it; its name where it has no title. */
  table(name: string): string
  /** Which cell of a row says what it is. */
  titleColumn(table: string): string | null
  /** By its name at a revision; that name where the column is gone. */
  column(table: string, name: string, revision: number): string
}

/** What was done, as somebody would tell it: `renamed plan.txt to plan-2.txt`. */
export function wordsFor(change: Told, names: Names): string {
  const { operation, entity } = change
  const dash = operation.indexOf('-')
  const [subject, deed] = [operation.slice(0, dash), operation.slice(dash + 1)]
  const said = sayings[subject]?.(change, deed, names)
  return said ?? `${deed.replaceAll('-', ' ')} ${subject} ${entity}`
}

/** The same for all of one step, in the order in which it was done; `count` is how many there are of them. */
export function wordsForStep(changes: readonly Told[], count: number, names: Names): string {
  const [first, second] = changes
  if (!first) return 'changed nothing'
  const text = wordsFor(first, names)
  if (count <= 1) return text
  const shift = second && count === 2 ? shiftAfterMove(first, second) : null
  if (shift !== null) return `${text}, ${shift}`
  const deed = deedOfPlan(changes)
  if (deed) {
    const rest = count - deed.entries
    const own = wordsFor(deed.told, names)
    return rest > 0 ? `${own} and ${counted(rest, 'more change')}` : own
  }
  const kinds = new Set(changes.map(groupOf))
  const together =
    kinds.size === 1 ? wordsForMany(first, count, names) : filledTable(text, kinds, count)
  return together ?? `${text} and ${counted(count - 1, 'more change')}`
}

/** Who drags a task gives it another place and other dates at once. */
function shiftAfterMove(first: Told, second: Told): string | null {
  const isSame = first.entity === second.entity && first.operation === 'task-moved'
  return isSame && second.operation === 'task-updated' ? shiftOf(second) : null
}

/** Whoever imports a table makes it and adds its rows. */
function filledTable(text: string, kinds: Set<string>, count: number): string | null {
  const [made, added, ...others] = kinds
  const isOne = made === 'table-created' && added?.startsWith('row-added ') && others.length === 0
  return isOne ? `${text} with ${counted(count - 1, 'row')}` : null
}

/** What can be told in one sentence. */
function groupOf({ operation, entity }: Told): string {
  return operation.startsWith('row-') ? `${operation} ${tableOf(entity)}` : operation
}

const past: Record<string, string> = {
  added: 'added',
  copied: 'added',
  updated: 'changed',
  moved: 'moved',
  deleted: 'deleted',
}

function wordsForMany({ operation, entity }: Told, count: number, names: Names): string | null {
  const [subject = '', deed = ''] = operation.split('-')
  const verb = past[deed]
  if (verb === undefined) return null
  if (subject === 'row') {
    const table = names.table(tableOf(entity))
    return `${verb} ${counted(count, 'row')} ${deed === 'added' ? 'to' : 'of'} ${table}`
  }
  if (subject === 'trash') return `${verb} ${counted(count, 'file')} for good`
  const things = ['version', 'task', 'link', 'assignment', 'resource', 'file', 'comment']
  return things.includes(subject) ? `${verb} ${counted(count, subject)}` : null
}

type Say = (change: Told, deed: string, names: Names) => string | null

const sayings: Record<string, Say> = {
  row: wordsForRow,
  rows: wordsForRows,
  table: wordsForTable,
  view: wordsForView,
  task: wordsForTask,
  link: wordsForLink,
  assignment: wordsForAssignment,
  resource: wordsForResource,
  baseline: wordsForBaseline,
  file: wordsForFile,
  version: ({ entity }) => `deleted a version of ${shortened(placeOf(entity).name)}`,
  trash: (change) => `${wordsForFile(change, 'deleted')} for good`,
  comment: (change, deed, names) => {
    const of = nameOfEntity(subjectOf(change), names)
    if (deed === 'added') return `commented on ${of}`
    return deed === 'deleted' ? `deleted a comment on ${of}` : `changed a comment on ${of}`
  },
  step: (_change, deed) => (deed === 'redone' ? 'did a step again' : 'took a step back'),
  member: ({ entity, before, after }) =>
    `changed what ${textOf((after ?? before)?.['name']) ?? lastOf(entity)} may do`,
  account: ({ entity, before }) =>
    `removed the account of ${textOf(before?.['name']) ?? lastOf(entity)}`,
  group: ({ entity, before }) =>
    `changed who is in the group ${textOf(before?.['name']) ?? lastOf(entity)}`,
  schedule: () => 'changed how the plan is scheduled',
  rule: () => 'changed who may see or change what',
  title: ({ after }) => `called the workspace ${String(after?.['title'])}`,
  workspace: (_change, deed) =>
    deed === 'deleted' ? 'deleted the workspace' : 'brought the workspace back',
  quota: ({ entity }) => `changed how much ${entity} may hold`,
  share: (_change, deed) =>
    deed === 'ended' ? 'ended a link for guests' : 'made a link for guests',
}

function wordsForBaseline({ entity, before, after }: Told, deed: string): string | null {
  const [was, is] = [textOf(before?.['name']), textOf(after?.['name'])]
  const name = was ?? is ?? `baseline ${idIn(entity)}`
  if (deed === 'updated') return `renamed the baseline ${name} to ${is ?? ''}`
  return `${deed === 'added' ? 'set' : 'deleted'} the baseline ${name}`
}

function wordsForRow(change: Told, deed: string, names: Names): string | null {
  const { entity } = change
  const table = tableOf(entity)
  const before = asNow(change.before, change, names)
  const after = asNow(change.after, change, names)
  const title = names.titleColumn(table)
  const kept = title === null ? null : ((after ?? before)?.[title] ?? null)
  const now = names.row(table, idIn(entity))
  const name = textOf(kept) ?? now ?? `row ${idIn(entity)}`
  const called = names.table(table)
  if (deed === 'added') return `added ${name} to ${called}`
  if (deed === 'deleted') return `deleted ${name} from ${called}`
  if (deed === 'moved') return `moved ${now ?? name} in ${called}`
  return changedFields(before, after, now ?? `row ${idIn(entity)} of ${called}`)
}

/** The values of a row by the names that its columns have now. */
function asNow(values: Values | null, { entity, revision }: Told, names: Names): Values | null {
  if (!values) return null
  const now = (name: string) => names.column(tableOf(entity), name, revision)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [now(name), value]))
}

/** What columns of a row are called now, where they were called otherwise; `null`: all are as they were. */
export function renamedColumns(change: Told, names: Names): Record<string, string> | null {
  const { operation, entity, before, after, revision } = change
  if (!operation.startsWith('row-')) return null
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const now = fields.map((name) => [name, names.column(tableOf(entity), name, revision)] as const)
  const renamed = now.filter(([was, is]) => was !== is)
  return renamed.length > 0 ? Object.fromEntries(renamed) : null
}

function wordsForRows({ entity, before, after }: Told, deed: string, names: Names): string | null {
  const table = names.table(entity)
  if (deed === 'moved') return `put the rows of ${table} in order`
  const verb = past[deed]
  const count = Number((after ?? before)?.['count'] ?? 0)
  return verb ? `${verb} ${counted(count, 'row')} ${deed === 'added' ? 'to' : 'of'} ${table}` : null
}

function wordsForTable({ entity, before, after }: Told, deed: string): string {
  const [was, is] = [calledIn(before), calledIn(after)]
  if (deed === 'created') return `made the table ${is ?? entity}`
  if (deed === 'deleted') return `deleted the table ${was ?? entity}`
  if (was !== null && is !== null && was !== is) return `renamed the table ${was} to ${is}`
  const [from, to] = [textOf(before?.['name']), textOf(after?.['name'])]
  if (from !== null && to !== null && from !== to) return `renamed the table ${from} to ${to}`
  const { $changes } = (after ?? {}) as { $changes?: readonly TableStep[] }
  return wordsForColumns($changes ?? [], is ?? entity) ?? `changed the table ${is ?? entity}`
}

/** `null`: they are not about columns alone. */
function wordsForColumns(steps: readonly TableStep[], table: string): string | null {
  const [first] = steps
  const names = new Set(steps.map(columnIn))
  if (!first || names.has(null)) return null
  if (names.size > 1) return `changed ${names.size} columns of ${table}`
  const name = shortened(columnIn(first)!)
  if (steps.length > 1) return `changed the column ${name} of ${table}`
  if ('renameColumn' in first) {
    return `renamed the column ${name} of ${table} to ${shortened(first.renameColumn.to)}`
  }
  if ('addColumn' in first) return `added the column ${name} to ${table}`
  if ('dropColumn' in first) return `deleted the column ${name} from ${table}`
  if ('moveColumn' in first) return `moved the column ${name} in ${table}`
  return `changed the column ${name} of ${table}`
}

/** By its name until then. */
function columnIn(step: TableStep): string | null {
  if ('addColumn' in step) return step.addColumn.name
  if ('dropColumn' in step) return step.dropColumn
  if ('renameColumn' in step) return step.renameColumn.from
  if ('moveColumn' in step) return step.moveColumn.name
  return 'changeColumn' in step ? step.changeColumn.name : null
}

/** As people called the table then. */
function calledIn(definition: Values | null): string | null {
  return textOf(definition?.['title']) ?? textOf(definition?.['name'])
}

function wordsForView({ entity, before, after }: Told, deed: string, names: Names): string | null {
  const name = textOf((after ?? before)?.['name']) ?? ''
  const verb = past[deed]
  const place = { added: 'to', deleted: 'from' }[deed] ?? 'of'
  return verb ? `${verb} the view ${name} ${place} ${names.table(tableOf(entity))}` : null
}

function wordsForTask(
  { entity, before, after, ...rest }: Told,
  deed: string,
  names: Names,
): string {
  const id = idIn(entity)
  const now = names.task(id)
  const name = textOf((after ?? before)?.['text']) ?? now ?? `task ${id}`
  const parent = (values: Values | null): string => belowOf(Number(values?.['parent'] ?? 0), names)
  if (deed === 'added' || deed === 'copied') {
    return `added ${name}${withBelow(after)}${parent(after)}`
  }
  if (deed === 'deleted') return `deleted ${name}${withBelow(before)}`
  if (deed === 'moved') {
    const isSame = before?.['parent'] === after?.['parent']
    if (isSame) return `moved ${now ?? name} to another place${parent(after)}`
    return `moved ${now ?? name}${parent(after) || ' to the top'}`
  }
  const was = textOf(before?.['text'])
  const is = textOf(after?.['text'])
  if (was !== null && is !== null && was !== is && Object.keys(after ?? {}).length === 1) {
    return `renamed ${was} to ${is}`
  }
  const shift = shiftOf({ entity, before, after, ...rest })
  if (shift !== null) return `moved ${now ?? name} ${shift}`
  return changedFields(withLastDay(spread(before)), withLastDay(spread(after)), now ?? name)
}

function belowOf(parent: number, names: Names): string {
  return parent > 0 ? ` below ${names.task(parent) ?? `task ${parent}`}` : ''
}

function withBelow(values: Values | null): string {
  const branch = values?.['$branch']
  const below = Array.isArray(branch) ? branch.length : Number(values?.['$count'] ?? 1) - 1
  return below > 0 ? ` with ${counted(below, 'task')} below it` : ''
}

/** People write the last day of something, and mean all of it. */
function withLastDay(values: Values): Values {
  const { end } = values
  if (typeof end !== 'string' || !end.endsWith('T00:00:00')) return values
  return { ...values, end: textOfTick(tickOf(end) - ticksOfDay).slice(0, 10) }
}

const day = 24 * 60 * 60 * 1000

/** By how much a task was moved in time, where that is all. */
function shiftOf({ before, after }: Told): string | null {
  const others = Object.keys(after ?? {}).filter((name) => name !== 'start' && name !== 'end')
  const by = (name: string): number =>
    Date.parse(`${String(after?.[name])}Z`) - Date.parse(`${String(before?.[name])}Z`)
  if (others.length > 0 || !before || !after || !('start' in after)) return null
  const shift = by('start')
  if (!Number.isFinite(shift) || shift === 0) return null
  if (textOf(before['end']) !== null && by('end') !== shift) return null
  const [size, unit]: [number, string] =
    shift % day === 0 ? [shift / day, 'day'] : [Math.round(shift / 3_600_000), 'hour']
  return size === 0 ? null : `${counted(Math.abs(size), unit)} ${size > 0 ? 'later' : 'earlier'}`
}

function wordsForLink({ before, after }: Told, deed: string, names: Names): string | null {
  const { source, target } = after ?? before ?? {}
  const [from, to] = [taskName(source, names), taskName(target, names)]
  if (deed === 'added') return `linked ${from} to ${to}`
  if (deed === 'deleted') return `removed the link from ${from} to ${to}`
  return changedFields(before, after, `the link from ${from} to ${to}`)
}

function wordsForAssignment({ before, after }: Told, deed: string, names: Names): string | null {
  const { resource, task: of } = after ?? before ?? {}
  const who = names.resource(Number(resource)) ?? 'somebody'
  const task = taskName(of, names)
  if (deed === 'added') return `assigned ${who} to ${task}`
  if (deed === 'deleted') return `took ${who} off ${task}`
  return changedFields(before, after, `${who} on ${task}`)
}

function taskName(id: unknown, names: Names): string {
  return typeof id === 'number' ? (names.task(id) ?? `task ${id}`) : 'a task'
}

function wordsForResource({ entity, before, after }: Told, deed: string, names: Names): string {
  const id = idIn(entity)
  const name = textOf((after ?? before)?.['name']) ?? names.resource(id) ?? `resource ${id}`
  if (deed === 'added') return `added the resource ${name}`
  if (deed === 'deleted') return `deleted the resource ${name}`
  return changedFields(before, after, `the resource ${name}`)
}

function wordsForFile({ entity, before, after }: Told, deed: string): string | null {
  const to = placeOf(pathIn(after) ?? entity)
  const [name, folder] = [shortened(to.name), shortened(to.folder)]
  if (deed === 'moved') {
    const from = placeOf(pathIn(before) ?? entity)
    const was = shortened(from.name)
    if (from.folder === to.folder) return `renamed ${was} to ${name}`
    const renamed = from.name === to.name ? '' : ` as ${name}`
    return `moved ${was} from ${shortened(from.folder)} to ${folder}${renamed}`
  }
  if (deed === 'added') return `added ${name}${folder === '/' ? '' : ` to ${folder}`}`
  if (deed === 'deleted') return `deleted ${name}${folder === '/' ? '' : ` from ${folder}`}`
  return deed === 'updated' ? `changed ${name}` : null
}

function pathIn(values: Values | null): string | null {
  const id = values?.['id']
  return typeof id === 'string' ? id : null
}

function placeOf(id: string): { folder: string; name: string } {
  const at = id.lastIndexOf('/')
  return { folder: id.slice(0, at) || '/', name: id.slice(at + 1) }
}

/** What a change is about: a comment stands for what it is on. */
export function subjectOf({ operation, entity, before, after }: Told): string {
  const of = operation.startsWith('comment-') ? (after ?? before)?.['of'] : null
  return typeof of === 'string' ? of : entity
}

function nameOfEntity(entity: string, names: Names): string {
  if (entity.startsWith('files/')) return shortened(placeOf(entity).name)
  const id = idIn(entity)
  if (tableOf(entity) === 'tasks') return names.task(id) ?? `task ${id}`
  return names.row(tableOf(entity), id) ?? `row ${id} of ${names.table(tableOf(entity))}`
}

function tableOf(entity: string): string {
  const slash = entity.indexOf('/')
  return slash === -1 ? entity : entity.slice(0, slash)
}

function idIn(entity: string): number {
  return Number(entity.slice(entity.indexOf('/') + 1))
}

function lastOf(entity: string): string {
  return entity.slice(entity.lastIndexOf('/') + 1)
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}
