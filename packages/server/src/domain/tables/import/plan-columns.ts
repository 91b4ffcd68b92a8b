import type { ImportColumn } from '@triptych/contract/table-import'
import { NewTable } from '@triptych/contract/tables'
import type { Table } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import type { Sight } from '../find-table.ts'
import { columnNamed } from '../row-values.ts'
import { tableFrom } from '../create-table.ts'
import { guessColumns } from './guess-types.ts'
import { badImport } from '../../../codecs/records.ts'
import type { SourceCell, SourceRecords } from '../../../codecs/records.ts'

/** Which column of the file goes where. */
export interface ColumnPlan {
  table: Table
  /** For each column of the table: its place in the file, -1 where the file has none. */
  places: number[]
  /** Where the ids of the rows would stand in the file, -1 where nowhere. */
  idPlace: number
  /** Whether the rows bring ids along; else they get new ones. */
  hasIds: boolean
  /** Places that no record may have anything in: another one of the file has their column. */
  doubled: number[]
}

interface Known {
  names: SourceRecords['names']
  stringsAre: SourceRecords['stringsAre']
  /** The first rows. */
  sample: SourceCell[][]
}

type Wishes = ReadonlyMap<string, ImportColumn>

export function wishesIn({ names }: Known, columns: readonly ImportColumn[]): Wishes {
  const wishes = new Map<string, ImportColumn>()
  for (const column of columns) {
    const { source } = column
    if (!names.includes(source)) throw badImport(`The file has no column ${source}.`)
    if (wishes.has(source)) throw badImport(`It is said twice what becomes of ${source}.`)
    wishes.set(source, column)
  }
  return wishes
}

/** For a table that does not exist yet: its columns are guessed, unless they are told. */
export function planNewTable(name: string, known: Known, wishes: Wishes): ColumnPlan {
  const guesses = guessColumns(known, known.sample)
  const told = guesses.findIndex(({ source }) => isId(wishes.get(source)?.name))
  const guessed = guesses.findIndex(({ source, isRowId }) => isRowId && !wishes.has(source))
  const idPlace = told < 0 ? guessed : told
  const wanted = guesses.flatMap((guess, place) => {
    const wish = wishes.get(guess.source)
    if (place === idPlace || wish?.skip) return []
    const type = wish?.type ?? guess.type
    const nullable = wish?.nullable ?? guess.nullable
    return [{ place, column: { name: wish?.name ?? guess.name, type, nullable } }]
  })
  if (wanted.length === 0) throw badImport('The file has no columns for a table.')
  const checked = NewTable.safeParse({ name, columns: wanted.map(({ column }) => column) })
  if (!checked.success) {
    const [issue] = checked.error.issues
    const column = guesses[wanted[Number(issue?.path[1])]?.place ?? -1]?.source
    const what = column === undefined ? `table ${name}` : `column ${column}`
    throw new AppError('body.invalid', `The ${what} cannot be made: ${issue?.message}.`)
  }
  const table = tableFrom(checked.data)
  const places = wanted.map(({ place }) => place)
  return { table, places, idPlace, hasIds: idPlace >= 0, doubled: [] }
}

/** For a table that exists: columns are known by their names; what it has not must be left out. */
export function planExisting(sight: Sight, known: Known, wishes: Wishes): ColumnPlan {
  const table = sight.whole
  // A hidden one is found by no name.
  const seen = table.columns.map(({ name }) => (columnNamed(sight.table, name) ? name : null))
  const places = table.columns.map(() => -1)
  let idPlace = -1
  const strange: string[] = []
  const doubled: number[] = []
  for (const [place, source] of known.names.entries()) {
    const wish = wishes.get(source)
    if (wish?.skip) continue
    const name = wish?.name ?? source
    const at = columnAt(seen, name)
    if (at >= 0 && places[at] === -1) places[at] = place
    else if (at < 0 && isId(name) && idPlace < 0) idPlace = place
    else if (isInFile(known, place)) strange.push(source)
    else doubled.push(place)
  }
  if (strange.length > 0) {
    throw badImport(
      `The table has no column for ${strange.slice(0, 10).join(', ')}; give it another name or skip it.`,
    )
  }
  const hasIds = idPlace >= 0 && known.sample.some((cells) => !isNoId(cells[idPlace]))
  return { table, places, idPlace, hasIds, doubled }
}

/** By its exact name, else in any letter case. */
function columnAt(names: readonly (string | null)[], wanted: string): number {
  const exact = names.indexOf(wanted)
  if (exact >= 0) return exact
  const lower = wanted.trim().toLowerCase()
  return names.findIndex((name) => name?.toLowerCase() === lower)
}

function isId(name: string | undefined): boolean {
  return name?.trim().toLowerCase() === 'id'
}

function isNoId(cell: SourceCell): boolean {
  return cell === undefined || cell === null || cell === ''
}

/** Of JSON there are also the names of the table's columns, because later records may have them. */
function isInFile({ stringsAre, sample }: Known, place: number): boolean {
  return stringsAre === 'text' || sample.some((cells) => cells[place] !== undefined)
}

/** What the plan makes of each column of the file. */
export function describePlan(known: Known, { table, places, idPlace, hasIds }: ColumnPlan) {
  return known.names.flatMap((source, place) => {
    if (!isInFile(known, place)) return []
    if (place === idPlace && hasIds) return [{ source, name: 'id', type: 'integer' as const }]
    const column = table.columns[places.indexOf(place)]
    return [{ source, name: column?.name ?? null, type: column?.type ?? null }]
  })
}
