import { maxPlanBytes } from '@triptych/contract/plan-exchange'
import { readCsv } from '../../../codecs/csv/read-csv.ts'
import type { SourceCell, SourceRecords } from '../../../codecs/records.ts'
import { readXlsx } from '../../../codecs/xlsx/read-xlsx.ts'
import { AppError } from '../../../errors.ts'
import type { SheetCell } from '../../../codecs/xlsx/read-cell.ts'
import type { ImportSource } from '../../tables/import/open-records.ts'
import { columnOf } from './sheet-columns.ts'
import type { SheetColumn } from './sheet-columns.ts'

export type SheetFormat = 'csv' | 'xlsx'

/** A row of a table, by its columns. What cannot be read in it is refused with where it stands. */
export interface SheetRow {
  /** The line of the file, or the row of the sheet. */
  line: number
  has: (column: SheetColumn) => boolean
  /** Empty where nothing stands. */
  text: (column: SheetColumn) => string
  /** `null` where nothing stands, not even an empty text. */
  cell: (column: SheetColumn) => SheetCell
  /** What stands in columns that are none of ours, by their names. */
  fields: () => [name: string, cell: SheetCell][]
  bad: (column: SheetColumn, what: string) => AppError
}

export function badCell(row: number | undefined, column: string, what: string): AppError {
  const at = row === undefined ? column : `Row ${row}, ${column}`
  const details = { ...(row !== undefined && { row }), column }
  return new AppError('gantt.bad_import', `${at}: ${what}.`, details)
}

/** Of two columns with one name nobody knows which of them is meant. */
const strict = { strictNames: true }

/** The rows of a table that have anything in them, one after the other. `named` hears of its columns first. */
export async function* readSheet(
  source: ImportSource,
  format: SheetFormat,
  named: (fields: readonly string[]) => void,
): AsyncGenerator<SheetRow> {
  const records = await asPlan(() =>
    format === 'csv'
      ? readCsv(source.bytes(), strict)
      : source.parts().then((parts) => readXlsx(parts, strict)),
  )
  const { places, fields } = columnsIn(records)
  named(fields.map(({ name }) => name))
  let length = 0
  for (;;) {
    const { done, value: batch } = await asPlan(() => records.batches.next())
    if (done) return
    const [error] = batch.errors
    if (error) throw badRow(error.line, error.reason)
    for (const [at, cells] of batch.rows.entries()) {
      const line = batch.lines[at]!
      if (cells.every((cell) => cell === null || cell === undefined || cell === '')) continue
      for (const cell of cells) length += typeof cell === 'string' ? cell.length : 0
      if (length > maxPlanBytes) throw tooMuch()
      const cell = (column: SheetColumn) => plain(cells[places.get(column) ?? -1])
      yield {
        line,
        has: (column) => places.has(column),
        cell,
        text: (column) => String(cell(column) ?? ''),
        fields: () => fields.map(({ name, place }) => [name, plain(cells[place])]),
        bad: (column, what) =>
          badCell(line, records.names[places.get(column) ?? -1] ?? column, what),
      }
    }
  }
}

/** No table has any other. */
function plain(cell: SourceCell): SheetCell {
  return typeof cell === 'object' || cell === undefined ? null : cell
}

interface Columns {
  places: Map<SheetColumn, number>
  fields: { name: string; place: number }[]
}

function columnsIn({ names }: SourceRecords): Columns {
  const places = new Map<SheetColumn, number>()
  const fields: Columns['fields'] = []
  for (const [place, header] of names.entries()) {
    const found = columnOf(header)
    if ('field' in found) {
      fields.push({ name: found.field, place })
      continue
    }
    const other = places.get(found.column)
    if (other !== undefined) throw badCell(undefined, header, `says the same as ${names[other]!}`)
    places.set(found.column, place)
  }
  if (!places.has('name')) throw badCell(undefined, 'Name', 'There is no such column')
  return { places, fields }
}

/** What the readers of tables refuse, as what a plan refuses. */
async function asPlan<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { line, reason } = error.details
    const why = typeof reason === 'string' ? reason : error.message
    if (error.code === 'tables.import_too_large') throw tooMuch(why)
    if (error.code !== 'tables.bad_import') throw error
    throw badRow(line as number | undefined, why)
  }
}

function badRow(row: number | undefined, reason: string): AppError {
  const message = row === undefined ? reason : `Row ${row}: ${reason}`
  return new AppError('gantt.bad_import', message, row === undefined ? {} : { row })
}

function tooMuch(reason = `A plan has at most ${maxPlanBytes} characters.`): AppError {
  return new AppError('gantt.import_too_large', reason, { limit: maxPlanBytes })
}
