import assert from 'node:assert/strict'
import type { Change } from '@triptych/contract/changes'
import type { RowRefusal } from '@triptych/contract/many-rows'
import type { Row } from '@triptych/contract/tables'
import type { Api, Body } from './api.ts'

export const upTo = (count: number, first = 0) => Array.from({ length: count }, (_, n) => n + first)

/** The value of SVAR's filter with one rule. */
export const filterBy = (field: string, value: unknown, filter = 'equal') => ({
  rules: [{ field, filter, value }],
})

export const filterAddress = (filter: unknown, table = 'films') =>
  `/${table}/rows?filter=${encodeURIComponent(JSON.stringify(filter))}`

/** Sends a request that must succeed, and answers what it was answered. */
export async function done<T>(
  { call }: Api,
  method: string,
  path: string,
  body?: Body,
): Promise<T> {
  const { status, json } = await call(method, path, body)
  assert.equal(status, 200, JSON.stringify(json))
  return json as T
}

/** Rows that cannot be taken: index, code and column of each. */
export async function refusedRows(set: Api, rows: unknown[], method = 'POST', more = {}) {
  const problem = await set.refuses([422, 'tables.rows_refused'], method, '/films/rows', {
    rows,
    ...more,
  })
  const { failures, count } = problem as unknown as { failures: RowRefusal[]; count: number }
  assert.equal(failures.length, Math.min(count, 100))
  for (const { error } of failures) assert.ok(error.length > 0)
  return failures.map(({ index, code, column }) => [index, code, column])
}

/** The revision an ETag is made of. */
export async function versionAt({ call }: Api, path: string): Promise<number> {
  const { headers } = await call('GET', path)
  return Number(/-(\d+)"$/.exec(headers.get('etag') ?? '')?.[1])
}

interface Replayed extends Row {
  $order: string
}

/** What a client shows that follows the log: rows by their places, and where those are equal by ids. */
export function replayed(changes: readonly Change[]): Row[] {
  const rows = new Map<number, Replayed>()
  for (const { operation, entity, after } of changes) {
    const id = Number(entity.split('/')[1])
    if (operation === 'row-added') rows.set(id, { ...(after as Replayed) })
    if (operation === 'row-updated' || operation === 'row-moved')
      Object.assign(rows.get(id)!, after)
    if (operation === 'row-deleted') rows.delete(id)
    if (operation !== 'rows-moved') continue
    const orders = after!['$orders'] as Record<string, string>
    for (const [moved, $order] of Object.entries(orders)) rows.get(Number(moved))!.$order = $order
  }
  return [...rows.values()]
    .toSorted((one, other) => (one.$order < other.$order ? -1 : 1))
    .map(withoutPlace)
}

function withoutPlace(row: Replayed): Row {
  const { id, ...values } = row
  return { id, ...Object.fromEntries(Object.entries(values).filter(([name]) => name !== '$order')) }
}
