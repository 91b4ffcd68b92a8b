import { maxColumns } from '@triptych/contract/tables'
import type { CellValue, Column } from '@triptych/contract/tables'
import { csvLine } from '../../../codecs/csv/write-csv.ts'
import { rowXml } from '../../../codecs/xlsx/row-xml.ts'
import { checkSheetFits, writeXlsx } from '../../../codecs/xlsx/write-xlsx.ts'
import { AppError } from '../../../errors.ts'
import type { ExportedPlan } from './exported-plan.ts'
import { leftFields } from './task-cells.ts'
import type { Cell } from './task-cells.ts'
import { columnName, headerOf, writtenColumns } from './sheet-columns.ts'
import { fieldCell } from './cell-texts.ts'
import { taskRows } from './task-rows.ts'

/** The plan as CSV, with the names of the columns first. */
export async function* csvPieces(plan: ExportedPlan): AsyncGenerator<Uint8Array> {
  const sheet = sheetOf(plan)
  yield Buffer.from(csvLine(sheet.headers))
  for await (const rows of rowsOf(plan, sheet)) {
    yield Buffer.from(rows.map((row) => csvLine(row.map(valueOf))).join(''))
  }
}

function valueOf({ type, value }: Cell): string | number | boolean | null {
  if (type !== 'datetime' || typeof value !== 'string') return value
  return value.replace('T', ' ').replace(/:00$/, '')
}

/** The same as a workbook. */
export function xlsxPieces(plan: ExportedPlan, modified: Date): AsyncIterable<Uint8Array> {
  const sheet = sheetOf(plan)
  const types = new Map<string, Column['type']>([
    [columnName('id'), 'integer'],
    [columnName('progress'), 'number'],
    [columnName('start'), 'date'],
    [columnName('finish'), 'date'],
  ])
  const columns = sheet.headers.map((name) => ({ name, type: types.get(name) ?? 'text' }))
  return writeXlsx({ name: 'Plan', columns, rows: rowsXml(plan, sheet), modified })
}

async function* rowsXml(plan: ExportedPlan, sheet: Sheet): AsyncGenerator<Uint8Array> {
  let line = 1
  for await (const rows of rowsOf(plan, sheet)) {
    const written = rows.map((row) => {
      const columns = row.map(({ type }, place) => ({ name: sheet.headers[place]!, type }))
      return rowXml(++line, columns, row.map(xlsxCell))
    })
    yield Buffer.from(written.join(''))
  }
}

/** A workbook counts in UTC, which stands for a plan's time without a zone. */
function xlsxCell({ type, value }: Cell): CellValue {
  return type === 'datetime' ? `${value}Z` : value
}

/** By writing it for nobody: a row that does not fit is found where it stands. */
export async function refuseWhatNoSheetHolds(plan: ExportedPlan): Promise<void> {
  try {
    const sheet = sheetOf(plan)
    checkSheetFits(sheet.headers.length, plan.tasks.length + 1)
    const rows = rowsXml(plan, sheet)
    while (!(await rows.next()).done);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'tables.export_too_large') throw error
    const { column, line: row, limit } = error.details
    const message = 'A sheet, or one of its cells, cannot hold so much. CSV has no such limit.'
    throw new AppError('gantt.export_too_large', message, { column, row, limit })
  }
}

interface Sheet {
  headers: string[]
  /** Fields with a column of their own, behind ours. */
  fields: string[]
  /** Whether there are fields that have none. */
  hasOthers: boolean
}

/** As many as an import takes, with ours and the one for all others. */
const maxFields = maxColumns - writtenColumns.length - 1

/** Which columns it takes: fields are found by looking at all tasks. */
function sheetOf({ tasks }: ExportedPlan): Sheet {
  const found = new Set<string>()
  let hasOthers = false
  for (const task of tasks) {
    for (const name of Object.keys(leftFields(task))) {
      if (found.has(name)) continue
      if (headerOf(name) === null || found.size >= maxFields) hasOthers = true
      else found.add(name)
    }
  }
  const fields = [...found]
  const headers = [
    ...writtenColumns.map(columnName),
    ...fields.map((name) => headerOf(name)!),
    ...(hasOthers ? [columnName('others')] : []),
  ]
  return { headers, fields, hasOthers }
}

async function* rowsOf(plan: ExportedPlan, sheet: Sheet): AsyncGenerator<Cell[][]> {
  const known = new Set(sheet.fields)
  for await (const { tasks, cells } of taskRows(plan)) {
    yield tasks.map((task, at) => {
      const left = leftFields(task)
      const own = sheet.fields.map((name) => cellOf(left[name]))
      const others = Object.entries(left).filter(([name]) => !known.has(name))
      const json = others.length === 0 ? null : JSON.stringify(Object.fromEntries(others))
      const last: Cell[] = sheet.hasOthers ? [{ type: 'text', value: json }] : []
      return [...writtenColumns.map((column) => cells[at]![column] ?? nothing), ...own, ...last]
    })
  }
}

const nothing: Cell = { type: 'text', value: null }

function cellOf(value: unknown): Cell {
  if (value === undefined) return nothing
  const cell = fieldCell(value)
  return {
    type: typeof cell === 'string' ? 'text' : (typeof cell as 'number' | 'boolean'),
    value: cell,
  }
}
