import type { ImportColumn, Imported } from '@triptych/contract/table-import'
import { NewTable } from '@triptych/contract/tables'
import type { Table } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import type { Sight } from '../find-table.ts'
import { columnNamed } from '../row-values.ts'
import { tableFrom } from '../create-table.ts'
import type { FoundValues } from './found-values.ts'
import { guessColumns } from './guess-types.ts'
import type { FormOf } from './guess-types.ts'
import { provedWays, writtenForm } from './written-forms.ts'
import type { WaysOfWriting, WrittenForm } from './written-forms.ts'
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
  /** Places without a name that are left out as long as there is nothing in them. */
  unnamed: number[]
  /** For each column of the table: how the file writes its values, where that is not the usual way. */
  forms: (WrittenForm | null)[]
  /** The columns whose format is guessed by the first rows: what does not fit takes it away. */
  guessed: readonly string[]
  /** The columns that are to be a choice of what is found in them. */
  choices: ReadonlySet<string>
}

export interface Known {
  names: SourceRecords['names']
  nameless?: readonly number[]
  stringsAre: SourceRecords['stringsAre']
  marks?: Exclude<SourceRecords['marks'], undefined>
  /** The first rows. */
  sample: SourceCell[][]
}

type Wishes = ReadonlyMap<string, ImportColumn>

export function wishesIn({ names }: Known, columns: readonly ImportColumn[]): Wishes {
  const wishes = new Map<string, ImportColumn>()
  for (const column of columns) {
    const source = typeof column.source === 'number' ? names[column.source - 1] : column.source
    if (source === undefined || !names.includes(source)) {
      throw badImport(`The file has no column ${column.source}.`)
    }
    if (wishes.has(source)) throw badImport(`It is said twice what becomes of ${source}.`)
    wishes.set(source, column)
  }
  return wishes
}

/** For a table that does not exist yet: its columns are guessed, unless they are told. */
export function planNewTable(
  { table: name, title, ...ways }: { table: string; title?: string | undefined } & WaysOfWriting,
  known: Known,
  wishes: Wishes,
): ColumnPlan {
  const formOf = formsIn(known, wishes, ways)
  const guesses = guessColumns(known, known.sample, formOf)
  const unnamed = unnamedIn(known, wishes)
  const told = guesses.findIndex(({ source }) => isId(wishes.get(source)?.name))
  const likely = guesses.findIndex(({ source, isRowId }) => isRowId && !wishes.has(source))
  const idPlace = told < 0 ? likely : told
  const wanted = guesses.flatMap((guess, place) => {
    const wish = wishes.get(guess.source)
    if (place === idPlace || wish?.skip || unnamed.includes(place)) return []
    const type = wish?.type ?? (wish?.choice ? 'text' : guess.type)
    if (wish?.choice && type !== 'text') {
      throw badImport(`${guess.source} can be a choice of texts, and of nothing else.`)
    }
    const form = type === guess.type ? guess.form : formOf(place, type)
    const nullable = wish?.nullable ?? guess.nullable
    const isSaid = wish?.type !== undefined || wish?.format !== undefined || wish?.choice === true
    const format = isSaid ? wish.format : guess.format
    const column = { name: wish?.name ?? guess.name, type, nullable, ...(format && { format }) }
    const isGuessed = !isSaid && guess.format !== null
    return [{ place, form, column, isGuessed, isChoice: wish?.choice === true }]
  })
  if (wanted.length === 0) throw badImport('The file has no columns for a table.')
  const checked = NewTable.safeParse({ name, title, columns: wanted.map(({ column }) => column) })
  if (!checked.success) {
    const [issue] = checked.error.issues
    const column = guesses[wanted[Number(issue?.path[1])]?.place ?? -1]?.source
    const what = column === undefined ? `table ${name}` : `column ${column}`
    throw new AppError('body.invalid', `The ${what} cannot be made: ${issue?.message}.`)
  }
  const table = tableFrom(checked.data)
  const places = wanted.map(({ place }) => place)
  const forms = wanted.map(({ form }) => form)
  const guessed = wanted.filter(({ isGuessed }) => isGuessed).map(({ column }) => column.name)
  const choices = new Set(
    wanted.filter(({ isChoice }) => isChoice).map(({ column }) => column.name),
  )
  const hasIds = idPlace >= 0
  return { table, places, idPlace, hasIds, doubled: [], unnamed, forms, guessed, choices }
}

/** For a table that exists: columns are known by their names; what it has not must be left out. */
export function planExisting(
  sight: Sight,
  known: Known,
  wishes: Wishes,
  ways: WaysOfWriting,
): ColumnPlan {
  const table = sight.whole
  const unnamed = unnamedIn(known, wishes)
  // A hidden one is found by no name.
  const seen = table.columns.map(({ name }) => (columnNamed(sight.table, name) ? name : null))
  const places = table.columns.map(() => -1)
  let idPlace = -1
  const strange: string[] = []
  const doubled: number[] = []
  for (const [place, source] of known.names.entries()) {
    const wish = wishes.get(source)
    if (wish?.skip || unnamed.includes(place)) continue
    const name = wish?.name ?? source
    const at = columnAt(seen, name)
    if (at >= 0 && table.columns[at]!.formula !== undefined) {
      // An export has what was worked out beside the rest; whoever names it means to write it.
      if (wish?.name !== undefined) throw badImport(`${name} is worked out by its formula.`)
      continue
    }
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
  const formOf = formsIn(known, wishes, ways)
  const forms = table.columns.map(({ type }, at) =>
    places[at]! < 0 ? null : formOf(places[at]!, type),
  )
  const nothing = { guessed: [], choices: new Set<string>() }
  return { table, places, idPlace, hasIds, doubled, unnamed, forms, ...nothing }
}

function unnamedIn({ names, nameless = [], sample }: Known, wishes: Wishes): number[] {
  return nameless.filter(
    (place) => !wishes.has(names[place]!) && sample.every((cells) => isNoId(cells[place])),
  )
}

/** How the first rows write their values. A sheet has types of its own, and a text beside a number is no other number. */
function formsIn(known: Known, wishes: Wishes, said: WaysOfWriting): FormOf {
  if (known.stringsAre === 'values') return () => null
  const columns = known.names.map((_, place) => textsAt(known, place))
  const proved = provedWays(columns)
  return (place, type) => {
    const { decimal, dates } = wishes.get(known.names[place]!) ?? {}
    const ways = {
      decimal: decimal ?? said.decimal ?? proved.decimal,
      dates: dates ?? said.dates ?? proved.dates,
    }
    return writtenForm(columns[place]!, ways, type)
  }
}

/** None where any cell is no text. */
function textsAt({ sample }: Known, place: number): string[] {
  const cells = sample.map((row) => row[place]).filter((cell) => !isNoId(cell))
  const texts = cells.filter((cell) => typeof cell === 'string')
  return texts.length === cells.length ? texts : []
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

export function withoutFormats(plan: ColumnPlan, names: ReadonlySet<string>): ColumnPlan {
  if (names.size === 0) return plan
  const columns = plan.table.columns.map((column) => {
    const { format: _format, ...plain } = column
    return names.has(column.name) ? plain : column
  })
  return { ...plan, table: { ...plan.table, columns } }
}

/** What is found in a column that is to be a choice is what can be chosen from. */
export function withOptions(plan: ColumnPlan, found: FoundValues): ColumnPlan {
  if (plan.choices.size === 0) return plan
  const columns = plan.table.columns.map((column) =>
    plan.choices.has(column.name) ? { ...column, options: found.of(column.name) } : column,
  )
  return { ...plan, table: { ...plan.table, columns } }
}

/** What the plan makes of each column of the file. */
export function describePlan(
  known: Known,
  { table, places, idPlace, hasIds, unnamed, forms, choices }: ColumnPlan,
  found: FoundValues,
): Imported['columns'] {
  return known.names.flatMap((source, place): Imported['columns'] => {
    if (!isInFile(known, place) || unnamed.includes(place)) return []
    const samples = samplesAt(known, place)
    if (place === idPlace && hasIds) {
      return [{ source, name: 'id', type: 'integer', form: null, samples }]
    }
    const at = places.indexOf(place)
    const { name, type, format } = table.columns[at] ?? { name: null, type: null }
    const form = forms[at]?.example ?? null
    const values = name === null ? null : found.of(name)
    const lists = values && (choices.has(name!) ? { options: values, values } : { values })
    return [{ source, name, type, ...(format && { format }), form, ...lists, samples }]
  })
}

const maxSamples = 3
const sampleLength = 60

function samplesAt({ sample }: Known, place: number): string[] {
  const texts = new Set<string>()
  for (const cells of sample) {
    const cell = cells[place]
    if (isNoId(cell)) continue
    const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
    texts.add(text.length > sampleLength ? `${text.slice(0, sampleLength).toWellFormed()}…` : text)
    if (texts.size === maxSamples) break
  }
  return [...texts]
}
