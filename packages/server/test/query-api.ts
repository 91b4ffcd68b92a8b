import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { CellValue, Row, Table } from '@triptych/contract/tables'
import { api, send, server } from './api.ts'
import type { Api, SentHeaders } from './api.ts'
import { keysBetween } from '../src/domain/order-key.ts'
import { openMainOf } from './engine.ts'

export interface Page {
  rows: Row[]
  ids: number[]
  total: string | null
  kind: string | null
  range: string | null
  /** The address in `Link`. */
  next: string | null
  etag: string | null
}

type Query = Record<string, unknown>

/** `/films?…`: what is no text is written as JSON. */
export function address(path: string, query: Query = {}): string {
  const parameters = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters).toString()}`
}

export async function pageAt(
  { call }: Pick<Api, 'call'>,
  path: string,
  query: Query = {},
  sent: SentHeaders = {},
): Promise<Page> {
  const where = address(path, query)
  const { status, headers, json } = await call('GET', where, undefined, sent)
  assert.equal(status, 200, `${where}: ${JSON.stringify(json)}`)
  const rows = json as Row[]
  return {
    rows,
    ids: rows.map(({ id }) => id),
    total: headers.get('x-total-count'),
    kind: headers.get('x-total-kind'),
    range: headers.get('content-range'),
    next: linked(headers.get('link')),
    etag: headers.get('etag'),
  }
}

function linked(link: string | null): string | null {
  if (link === null) return null
  const [, address] = /^<([^<>]+)>; rel="next"$/.exec(link) ?? []
  assert.ok(address, link)
  return address
}

/** Follows `Link` to the end; `meanwhile` happens after each page. */
export async function followed(
  set: Pick<Api, 'call'>,
  path: string,
  query: Query,
  meanwhile: (page: number) => Promise<void> = async () => {},
): Promise<Page[]> {
  const pages = [await pageAt(set, path, query)]
  for (let next = pages[0]!.next; next !== null; next = pages.at(-1)!.next) {
    await meanwhile(pages.length)
    pages.push(await pageAt(set, next))
    assert.ok(pages.length < 1000, 'it does not end')
  }
  return pages
}

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A server on files with these rows in the table `many`; requests would take too long to add them. */
export async function apiWithMany(
  columns: Table['columns'],
  rows: Iterable<Record<string, CellValue> & { id: number }>,
): Promise<Api & { again: () => Promise<Pick<Api, 'call'>> }> {
  const data = mkdtempSync(join(tmpdir(), 'triptych-queries-'))
  folders.push(data)
  const database = await openMainOf(data)
  const table: Table = { name: 'many', columns, indexes: [] }
  await database.transact(async ({ tables }) => {
    await tables.create(table, 1)
    const all = [...rows]
    const orders = keysBetween(null, null, all.length)
    for (const [place, { id, ...values }] of all.entries()) {
      await tables.insert(table, { id, version: 1, order: orders[place]!, values })
    }
  })
  await database.close()
  const set = await api({ data })
  return {
    ...set,
    /** A new server in its place. */
    async again() {
      await set.triptych.close()
      const triptych = await server({ data })
      return { call: (...sent) => send(triptych, ...sent) }
    },
  }
}
