import type { RowFailure } from '@triptych/contract/table-schema'
import type { Table } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import type { Reshape } from '../../../ports/table-changes.ts'
import type { TableReader } from '../../../ports/table-store.ts'
import { uniqueSetsOf } from '../../../ports/unique-sets.ts'
import { failureList } from './failure-list.ts'
import { finalValues } from './final-values.ts'
import type { FinalRow } from './final-values.ts'
import { repeatedKeys } from './repeated-keys.ts'

/** The rows that have the same values where the new table wants different ones. */
export async function checkUnique(tables: TableReader, change: Reshape): Promise<RowFailure[]> {
  const failures: RowFailure[] = []
  for (const { columns } of uniqueSetsOf(change.after)) {
    if (isKnownUnique(change, columns)) continue
    failures.push(...(await repetitions(tables, change, [...columns])))
  }
  return failures
}

async function repetitions(
  tables: TableReader,
  change: Reshape,
  columns: string[],
): Promise<RowFailure[]> {
  const rows = () => finalValues(tables, change, columns)
  const repeated = await repeatedKeys(async function* () {
    for await (const page of rows()) yield page.map(keyOf)
  })
  if (repeated.size === 0) return []

  const list = failureList(columns)
  const message = `Another row has the same in ${columns.join(', ')}.`
  const refusal = new AppError('tables.not_unique', message)
  for await (const page of rows()) {
    for (const row of page) {
      const key = keyOf(row)
      const value = columns.length === 1 ? row.old[0]! : row.old
      if (key !== null && repeated.has(key)) list.add(row.id, value, refusal)
    }
  }
  return list.all()
}

/** `null` where the row clashes with none: it has no value, or one that is refused anyhow. */
function keyOf({ final }: FinalRow): string | null {
  const isWhole = final.every((value) => value !== null && !(value instanceof AppError))
  return isWhole ? JSON.stringify(final) : null
}

/** The table keeps these columns unique already, and their values stay as they are. */
function isKnownUnique(change: Reshape, columns: readonly string[]): boolean {
  const { before, after, origins } = change
  const isSame = columns.every((name) => {
    const origin = origins.get(name)
    return origin && typeIn(before, origin) === typeIn(after, name)
  })
  const key = keyOfNames(columns.map((name) => origins.get(name) ?? ''))
  return isSame && uniqueSetsOf(before).some((set) => keyOfNames(set.columns) === key)
}

function keyOfNames(names: readonly string[]): string {
  return JSON.stringify(names.toSorted())
}

function typeIn({ columns }: Table, name: string): string | undefined {
  return columns.find((column) => column.name === name)?.type
}
