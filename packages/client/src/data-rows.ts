import type { CellValue } from '@triptych/contract/tables'
import { live } from './live.ts'
import type { Live } from './live.ts'
import { sendWrite } from './send-write.ts'
import type { Server } from './server.ts'

export type { CellValue } from '@triptych/contract/tables'

export type Stored<Row> = Row & { id: number }

/** How the values of a column are compared, as in the addresses of the server. */
export interface Compared<Value> {
  eq?: Value | readonly Value[]
  ne?: Value
  lt?: Value
  lte?: Value
  gt?: Value
  gte?: Value
  contains?: string
  startsWith?: string
  endsWith?: string
}

/** What columns must be: a value, one of several, `null` for none, or a comparison. All of them must fit. */
export type Where<Row> = {
  [Name in keyof Stored<Row>]?:
    | Stored<Row>[Name]
    | readonly Stored<Row>[Name][]
    | Compared<Stored<Row>[Name]>
}

export interface RowQuery<Row> {
  where?: Where<Row>
  /** Text in any text column, in any letter case. */
  search?: string
  /** `['-year', 'name']`: the newest first, and those of a year by name. */
  sort?: readonly (Column<Row> | `-${Column<Row>}`)[]
  /** The value of SVAR's filter, beside `where`. */
  filter?: object
  /** 100 unless told, at most 10,000. */
  limit?: number
  /** `next` of the page before. */
  cursor?: string
}

export interface Found<Row> {
  rows: Stored<Row>[]
  /** How many there are in all. */
  total: number
  /** The `cursor` of the page behind; `null` at the end. */
  next: string | null
}

export interface RowData<Row> {
  find(query?: RowQuery<Row>): Promise<Found<Row>>
  /** All of them, page by page. */
  each(query?: RowQuery<Row>): AsyncIterable<Stored<Row>>
  get(id: number): Promise<Stored<Row>>
  add(row: Partial<Row>): Promise<Stored<Row>>
  /** Columns that are left out stay as they are. */
  change(id: number, row: Partial<Row>): Promise<Stored<Row>>
  remove(id: number): Promise<void>
  /** What `find` answers, anew whenever somebody changes the table. */
  live(query?: RowQuery<Row>): Live<Found<Row>>
}

type Column<Row> = keyof Stored<Row> & string

const usualLimit = 100

export function rowData<Row>(server: Server, table: string): RowData<Row> {
  const address = encodeURIComponent(table)

  async function find(query: RowQuery<Row> = {}, signal?: AbortSignal): Promise<Found<Row>> {
    let headers = new Headers()
    const rows = await server.send({
      method: 'GET',
      path: `${address}?${parametersOf(query as RowQuery<Record<string, CellValue>>)}`,
      onHeaders: (told) => (headers = told),
      ...(signal && { signal }),
    })
    const cursor = /[?&]cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1]
    return {
      rows: rows as Stored<Row>[],
      total: Number(headers.get('x-total-count')),
      next: cursor === undefined ? null : decodeURIComponent(cursor),
    }
  }

  async function write(method: 'POST' | 'PUT', path: string, row: Partial<Row>) {
    return (await sendWrite(server, { method, path, body: { row } })).answer as Stored<Row>
  }

  return {
    find: (query) => find(query),
    async *each(query = {}) {
      for (let cursor = query.cursor ?? null, isFirst = true; isFirst || cursor; isFirst = false) {
        const found = await find({ ...query, ...(cursor && { cursor }) })
        yield* found.rows
        cursor = found.next
      }
    },
    get: (id) => server.send({ method: 'GET', path: `${address}/${id}` }) as Promise<Stored<Row>>,
    add: (row) => write('POST', address, row),
    change: (id, row) => write('PUT', `${address}/${id}`, row),
    async remove(id) {
      await sendWrite(server, { method: 'DELETE', path: `${address}/${id}` })
    },
    live: (query) =>
      live(server, {
        isAbout: ({ area, entity }) => area === 'tables' && entity.split('/')[0] === table,
        read: (signal) => find(query, signal),
      }),
  }
}

function parametersOf(query: RowQuery<Record<string, CellValue>>): string {
  const { where = {}, search, sort = [], filter, limit = usualLimit, cursor } = query
  const parameters = new URLSearchParams({
    limit: String(limit),
    tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(search && { search }),
    ...(sort.length > 0 && { sort: sort.join(',') }),
    ...(filter && { filter: JSON.stringify(filter) }),
    ...(cursor && { cursor }),
  })
  for (const [name, wanted] of Object.entries(where)) {
    if (wanted === undefined) continue
    const isCompared = typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted)
    for (const [how, value] of Object.entries(isCompared ? wanted : { eq: wanted })) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (one !== undefined) parameters.append(`${name}:${how}`, one === null ? '' : String(one))
      }
    }
  }
  return parameters.toString()
}
