import type { CellValue, Column, Table } from '@triptych/contract/tables'
import type { Cell, Comparison, Condition } from '../../../ports/row-query.ts'
import type { Dialect } from '../core/dialect.ts'
import { identifier, sql } from '../core/sql.ts'
import type { Sql } from '../core/sql.ts'
import { toStored } from './table-sql.ts'

/**
 * For a `where`. Null means false there and below `and` and `or`; `not` takes it for false as well.
 * A column is compared as it stands wherever it can be, so that an index on it serves.
 */
export function conditionSql(dialect: Dialect, table: Table, condition: Condition): Sql {
  const columns = new Map([idColumn, ...table.columns].map((column) => [column.name, column]))

  function column(name: string): Column {
    const found = columns.get(name)
    if (!found) throw new Error(`${table.name} has no column ${name}`)
    return found
  }

  function write(one: Condition): Sql {
    if (one.kind === 'all') return joined(one.of.map(write), sql`and`) ?? sql`true`
    if (one.kind === 'any') return joined(one.of.map(write), sql`or`) ?? sql`false`
    if (one.kind === 'not') return sql`(${write(one.of)}) is not true`
    if (one.kind === 'hasValue') return sql`${identifier(column(one.column).name)} is not null`
    if (one.kind === 'is') return isSql(dialect, column(one.column), one.value)
    if (one.kind === 'found') {
      return dialect.cells.finds(sql`${identifier(column(one.column).name)}`, one.text)
    }
    if (one.kind === 'has') {
      const cell = sql`${identifier(column(one.column).name)}`
      return dialect.cells.has(cell, one.which, one.values)
    }
    if (one.kind === 'noValue') return sql`${identifier(column(one.column).name)} is null`
    return testSql(dialect, column(one.cell.column), one)
  }

  return write(condition)
}

function isSql(dialect: Dialect, column: Column, value: CellValue): Sql {
  return sql`${identifier(column.name)} is not distinct from ${toStored(column, value)}`
}

/** Halved again and again: a database sets a limit to how deep an expression may be. */
function joined(pieces: readonly Sql[], glue: Sql): Sql | undefined {
  if (pieces.length <= 1) return pieces[0]
  const half = Math.ceil(pieces.length / 2)
  const [one, other] = [pieces.slice(0, half), pieces.slice(half)].map((some) => joined(some, glue))
  return sql`(${one!} ${glue} ${other!})`
}

const comparisons: Record<Comparison, Sql> = {
  '<': sql`<`,
  '<=': sql`<=`,
  '=': sql`=`,
  '>=': sql`>=`,
  '>': sql`>`,
}

type CellTest = Extract<Condition, { cell: Cell }>

function testSql(dialect: Dialect, column: Column, test: CellTest): Sql {
  const { cells } = dialect
  const cell = cellSql(dialect, column, test.cell)
  if (test.kind === 'oneOf') return cells.oneOf(cell, test.values)
  if (test.kind === 'compare') {
    const { value } = test
    const isPlain = test.cell.read !== 'value' && typeof value !== 'boolean'
    const parameter = isPlain ? value : toStored(column, value)
    return sql`${cell} ${comparisons[test.operator]} ${parameter}`
  }
  const type = test.cell.read === 'value' ? column.type : 'integer'
  if (test.part === 'anywhere') return cells.contains(type, cell, test.text)
  const text = cells.lowerText(type, cell)
  if (test.part === 'whole') return sql`${text} = ${test.text}`
  if (test.part === 'end') return cells.endsWith(text, test.text)
  return cells.beginsWith(text, test.text)
}

function cellSql({ cells }: Dialect, column: Column, cell: Cell): Sql {
  const stored = sql`${identifier(column.name)}`
  if (cell.read === 'value') return stored
  if (cell.read === 'string') return cells.jsonString(stored)
  if (cell.read === 'number') return cells.number(column.type === 'json' ? 'json' : 'text', stored)
  const type = column.type === 'date' ? 'date' : 'datetime'
  if (cell.read === 'day') return cells.day(type, stored, cell.zone)
  const month = cells.month(type, stored, cell.zone)
  if (cell.read === 'yearMonth') return sql`(${month} + 1)`
  return cell.read === 'year' ? sql`(${month} / 12)` : sql`(${month} % 12)`
}

/** The column every table has and none defines. */
export const idColumn: Column = {
  name: 'id',
  type: 'integer',
  nullable: false,
  unique: true,
  default: null,
  options: null,
  reference: null,
}
