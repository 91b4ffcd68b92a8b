import { constraintTypes } from '@triptych/contract/schedule'

/** The columns of a plan as a table, in their order, with other names that files have for them. */
const columns = {
  id: ['ID'],
  wbs: ['WBS'],
  level: ['Outline level', 'Level'],
  name: ['Name', 'Task name', 'Text'],
  type: ['Type'],
  start: ['Start', 'Start date'],
  finish: ['Finish', 'Finish date', 'End', 'End date'],
  duration: ['Duration'],
  progress: ['Progress', '% complete', 'Percent complete'],
  predecessors: ['Predecessors'],
  constraint: ['Constraint', 'Constraint type'],
  constraintDate: ['Constraint date'],
  deadline: ['Deadline'],
  mode: ['Mode', 'Task mode'],
  priority: ['Priority'],
  calendar: ['Calendar', 'Task calendar'],
  resources: ['Resources', 'Resource names'],
  notes: ['Notes', 'Details'],
  others: ['Other fields'],
} as const

export type SheetColumn = keyof typeof columns

const byName = new Map(
  Object.entries(columns).flatMap(([column, names]) =>
    names.map((name) => [name.toLowerCase(), column as SheetColumn] as const),
  ),
)

export function columnName(column: SheetColumn): string {
  return columns[column][0]
}

/** Those of every file that is written; the place of a task follows from its WBS. */
export const writtenColumns = (Object.keys(columns) as SheetColumn[]).filter(
  (one) => one !== 'level' && one !== 'others',
)

/** In front of the name of a field that would be taken for something else. */
const prefix = 'field:'

/** A header as a file has it: one of ours in whatever case, or a field of the tasks. */
export function columnOf(header: string): { column: SheetColumn } | { field: string } {
  const column = byName.get(
    header
      .trim()
      .replaceAll(/[\s_]+/g, ' ')
      .toLowerCase(),
  )
  if (column) return { column }
  return { field: header.startsWith(prefix) ? header.slice(prefix.length) : header }
}

/** More than a spreadsheet shows of a header. */
const longestHeader = 200

/** The header for a field; `null` where it can have none, and stands among the others. */
export function headerOf(field: string): string | null {
  if (field.trim() === '' || field.length > longestHeader) return null
  const isOwn = 'column' in columnOf(field) || field.startsWith(prefix)
  return isOwn ? `${prefix}${field}` : field
}

export type ConstraintName = (typeof constraintTypes)[number]

const constraintWords: Record<ConstraintName, string> = {
  asap: 'as soon as possible',
  alap: 'as late as possible',
  snet: 'start no earlier than',
  snlt: 'start no later than',
  fnet: 'finish no earlier than',
  fnlt: 'finish no later than',
  mso: 'must start on',
  mfo: 'must finish on',
}

/** In words, or by its letters. */
export function constraintNamed(text: string): ConstraintName | null {
  const word = text.trim().toLowerCase()
  return constraintTypes.find((one) => one === word || constraintWords[one] === word) ?? null
}

/** Whether it is about a finish: a day is then meant with all of it. */
export function isOnFinish(type: ConstraintName): boolean {
  return type === 'fnet' || type === 'fnlt' || type === 'mfo'
}
