import type { TableStep } from '@triptych/contract/table-schema'
import { maxColumns } from '@triptych/contract/tables'
import type { Table, Column } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import type { Reshape } from '../../../ports/table-changes.ts'
import { orProblem } from '@triptych/contract/formula/formula-problem'
import { renamedInFormula } from '@triptych/contract/formula/read-formula'
import { checkColumn, invalidColumn } from '../cell-value.ts'
import { formatObstacle } from '../column-format.ts'
import { refuseReservedName } from '../create-table.ts'
import { changedColors, changedOptions } from './changed-options.ts'
import { convertValue } from './convert-value.ts'
import { withFormulaTypes } from './formula-types.ts'
import { checkIndexes, namedIndex } from './indexes.ts'
import { namesAfter, renamedOptions, sameNames, withNewNames } from './option-names.ts'
import { checkReferences, referringColumns } from './references.ts'
import { draftOf, tableOf, columnIn } from './table-draft.ts'
import type { Draft, DraftColumn } from './table-draft.ts'

/**
 * What becomes of a table; throws when it cannot. `all` are all there are, it among them, and `seen` those that whoever
 * changes it can refer to.
 */
export function planChange(
  { all, seen }: { all: readonly Table[]; seen: readonly Table[] },
  before: Table,
  steps: readonly TableStep[],
): Reshape {
  const isOther = ({ name }: Table) => name !== before.name
  const others = all.filter(isOther)
  const made = steps.reduce<Draft>((made, step) => afterStep(others, made, step), draftOf(before))
  const draft = { ...made, columns: withFormulaTypes(followingNames(made), before) }
  const after = withName(tableOf(draft), before.name, draft.name)
  check(seen.filter(isOther), after)
  const optionNames = new Map(
    draft.columns.flatMap((one) => (one.optionNames.size > 0 ? [[one.name, one.optionNames]] : [])),
  )
  return {
    before,
    after,
    origins: new Map(draft.columns.map(({ name, origin }) => [name, origin])),
    optionNames,
    referring: before.name === after.name ? [] : told(others, before.name, after.name),
    convert: (from, to, value) =>
      convertValue(from, to, withNewNames(optionNames.get(to.name) ?? sameNames, value)),
  }
}

function afterStep(others: readonly Table[], draft: Draft, step: TableStep): Draft {
  if ('rename' in step) return renamed(others, draft, step.rename)
  if ('title' in step) return { ...draft, title: step.title }
  if ('addColumn' in step) return addColumn(draft, step.addColumn)
  if ('dropColumn' in step) return dropColumn(draft, step.dropColumn)
  if ('renameColumn' in step) return renameColumn(draft, step.renameColumn)
  if ('moveColumn' in step) return moveColumn(draft, step.moveColumn)
  if ('changeColumn' in step) return changeColumn(draft, step.changeColumn)
  if ('addIndex' in step) {
    return { ...draft, indexes: [...draft.indexes, namedIndex(draft.indexes, step.addIndex)] }
  }
  return withoutIndex(draft, step.dropIndex)
}

function renamed(others: readonly Table[], draft: Draft, name: string): Draft {
  refuseReservedName(name)
  const key = name.toLowerCase()
  if (others.some((table) => table.name.toLowerCase() === key)) {
    throw new AppError('tables.name_taken', `There is a table named ${name}.`)
  }
  return { ...draft, name }
}

function withoutIndex(draft: Draft, name: string): Draft {
  const indexes = draft.indexes.filter((index) => index.name !== name)
  if (indexes.length < draft.indexes.length) return { ...draft, indexes }
  const index = name.slice(0, 60).toWellFormed()
  throw new AppError('tables.unknown_index', `The table has no index ${index}.`, { index })
}

/** The table with its references to `old` told the new name. */
function withName(table: Table, old: string, name: string): Table {
  const columns = table.columns.map((column) =>
    column.reference?.table === old
      ? { ...column, reference: { ...column.reference, table: name } }
      : column,
  )
  return { ...table, columns }
}

function told(others: readonly Table[], old: string, name: string): Table[] {
  return others
    .filter((table) => referringColumns(table).some(({ reference }) => reference.table === old))
    .map((table) => withName(table, old, name))
}

function check(others: readonly Table[], after: Table): void {
  if (after.columns.length > maxColumns) {
    const message = `A table has at most ${maxColumns} columns.`
    throw new AppError('tables.too_many', message, { limit: maxColumns })
  }
  if (after.columns.length === 0) {
    throw new AppError('body.invalid', 'A table has at least one column.')
  }
  checkIndexes(after)
  checkReferences([...others, after], after)
}

type Content<K extends string> =
  Extract<TableStep, Record<K, unknown>> extends Record<K, infer C> ? C : never

interface Place {
  before?: string | undefined
  after?: string | undefined
}

function addColumn(draft: Draft, step: Content<'addColumn'>): Draft {
  const { before, after, ...column } = step
  refuseTakenName(draft, column.name, null)
  const renamesBefore = draft.renames.length
  return placed(
    draft,
    { ...checkColumn(column), origin: null, renamesBefore, optionNames: sameNames },
    { before, after },
  )
}

function dropColumn(draft: Draft, name: string): Draft {
  const column = columnIn(draft, name)
  const indexes = draft.indexes.filter((index) => index.columns.includes(name))
  if (indexes.length > 0) {
    const names = indexes.map((index) => index.name)
    const message = `${name} is part of the index ${names.join(', ')}.`
    throw new AppError('tables.column_in_use', message, { column: name, indexes: names })
  }
  return { ...draft, columns: draft.columns.filter((each) => each !== column) }
}

function renameColumn(draft: Draft, { from, to }: Content<'renameColumn'>): Draft {
  const column = columnIn(draft, from)
  refuseTakenName(draft, to, column)
  return {
    ...replaced(draft, column, { ...column, name: to }),
    renames: [...draft.renames, { from, to }],
    indexes: draft.indexes.map((index) => ({
      ...index,
      columns: index.columns.map((name) => (name === from ? to : name)),
    })),
  }
}

/** The formulas follow all new names at once: each is read a single time. */
function followingNames({ columns, renames }: Draft): DraftColumn[] {
  // As formulas name columns.
  const steps = renames.map(({ from, to }) => ({ from: from.toLowerCase(), to }))
  return columns.map((column) => {
    const { formula, renamesBefore } = column
    if (formula === undefined || renamesBefore === steps.length) return column
    const later = steps.slice(renamesBefore)
    const known = new Map<string, string | null>()
    const newName = (name: string): string | null => {
      if (!known.has(name)) known.set(name, nameAfter(later, name))
      return known.get(name)!
    }
    // One that cannot be read is refused with what is wrong with it, as it is.
    const renamed = orProblem(() => ({ formula: renamedInFormula(formula, newName) }))
    return 'problem' in renamed ? column : { ...column, ...renamed }
  })
}

/** `null`: it is called so still. */
function nameAfter(renames: readonly { from: string; to: string }[], name: string): string | null {
  let now: string | null = null
  let lower = name.toLowerCase()
  for (const { from, to } of renames) {
    if (from !== lower) continue
    now = to
    lower = to.toLowerCase()
  }
  return now
}

function moveColumn(draft: Draft, { name, ...place }: Content<'moveColumn'>): Draft {
  const column = columnIn(draft, name)
  const columns = draft.columns.filter((each) => each !== column)
  return placed({ ...draft, columns }, column, place)
}

/** A default that is not mentioned becomes one of the new type, if it can. */
function changeColumn(draft: Draft, step: Content<'changeColumn'>): Draft {
  const old = columnIn(draft, step.name)
  const { column, names } = renamedOptions(old, step)
  if (step.formula !== undefined && column.formula === undefined) {
    throw invalidColumn(column, 'holds values of its own; a formula needs a new column.')
  }
  const { renameOptions: _renamed, addOptions, dropOptions, sortOptions, ...named } = step
  const { setColors: _colors, ...rest } = named
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  const { format, colors, ...changed }: DraftColumn = { ...column, ...Object.fromEntries(given) }
  changed.options = changedOptions(changed, { addOptions, dropOptions, sortOptions })
  // Whoever does not know of it may change all the rest.
  const isLeft =
    step.format === undefined && formatObstacle({ ...changed, ...(format && { format }) }) !== null
  if (step.default === undefined) changed.default = defaultFor(column, changed)
  const checked = checkColumn({
    ...changed,
    format: isLeft ? null : format,
    ...changedColors(step, { ...changed, colors }),
  })
  const { origin } = column
  const optionNames = namesAfter(column.optionNames, names)
  const renamesBefore = step.formula === undefined ? column.renamesBefore : draft.renames.length
  return replaced(draft, old, { ...checked, origin, renamesBefore, optionNames })
}

function defaultFor(column: Column, changed: Column): Column['default'] {
  if (column.default === null || column.type === changed.type) return column.default
  try {
    return convertValue(column, changed, column.default)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('body.invalid', `The default does not fit: ${error.message}`, error.details)
  }
}

function refuseTakenName(draft: Draft, name: string, own: DraftColumn | null): void {
  const key = name.toLowerCase()
  const taken = draft.columns.some((each) => each !== own && each.name.toLowerCase() === key)
  if (!taken) return
  const message = `There is a column named ${name} already (letter case does not count).`
  throw new AppError('tables.column_taken', message, { column: name })
}

function placed(draft: Draft, column: DraftColumn, { before, after }: Place): Draft {
  if (before !== undefined && after !== undefined) {
    throw new AppError('body.invalid', 'A column stands before another or after it, not both.')
  }
  const neighbour = before ?? after
  if (neighbour === undefined) return { ...draft, columns: [...draft.columns, column] }
  const at = draft.columns.indexOf(columnIn(draft, neighbour)) + (before === undefined ? 1 : 0)
  return { ...draft, columns: draft.columns.toSpliced(at, 0, column) }
}

function replaced(draft: Draft, old: DraftColumn, column: DraftColumn): Draft {
  return { ...draft, columns: draft.columns.map((each) => (each === old ? column : each)) }
}
