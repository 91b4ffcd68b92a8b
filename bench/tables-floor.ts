import Database from 'better-sqlite3'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startServer } from './server.ts'
import type { Server } from './server.ts'
import { filters } from './tables-filters.ts'
import { columns } from './tables-rows.ts'

/** Reads the file of a Triptych that runs, and sends what one would by hand: the measure of it. */
export function startFloor(file: string): Promise<Server> {
  return startServer({ name: 'floor', args: [import.meta.filename, file], stderr: 'inherit' })
}

const members = ['id', ...columns].map((name) => `'${name}', ${name}`).join(', ')
const json = `json_object(${members})`
const quoted = (cell: string) =>
  `case when ${cell} glob '*[",\r\n]*' then '"' || replace(${cell}, '"', '""') || '"' else ${cell} end`
const cells = ['id', quoted('title'), quoted('country'), ...columns.slice(2)].join(', ')

interface Form {
  item: string
  before: string
  between: string
  after: string
}

const jsonArray: Form = { item: json, before: '[', between: ',', after: ']' }
const forms: Record<string, Form> = {
  list: jsonArray,
  json: jsonArray,
  ndjson: { item: `${json} || '\n'`, before: '', between: '', after: '' },
  csv: {
    item: `concat_ws(',', ${cells}) || '\r\n'`,
    before: `id,${columns.join(',')}\r\n`,
    between: '',
    after: '',
  },
}

const rowsAtOnce = 1000

function serveFloor(path: string): void {
  const db = new Database(path, { readonly: true })
  db.pragma('cache_size = -32768')

  /** Thousand rows after thousand rows, each from where the last ended. */
  async function sendAll(response: ServerResponse, form: Form): Promise<void> {
    const { item, before, between, after } = form
    // The id beside a maximum is that of its row.
    const chunk = db
      .prepare<[string, number], [Buffer, string | null, number]>(
        `select cast(group_concat(item, '${between}') as blob), max("$order"), id
         from (select ${item} as item, "$order", id from films
               where ("$order", id) > (?, ?) order by "$order", id limit ${rowsAtOnce})`,
      )
      .raw()
    response.write(before)
    let place: [string, number] = ['', 0]
    for (let isFirst = true; ; isFirst = false) {
      const [bytes, order, id] = chunk.get(...place)!
      if (order === null) break
      if (!isFirst && between !== '') response.write(between)
      place = [order, id]
      if (response.write(bytes)) await nextTurn()
      else await once(response, 'drain')
    }
    response.end(after)
  }

  const found = new Map(
    Object.entries(filters).map(([name, { where, value, avoidsOrder }]) => {
      const order = avoidsOrder ? '+"$order", id' : '"$order", id'
      const statement = db
        .prepare<[string | number], Buffer>(
          `select cast('[' || coalesce(group_concat(${json}, ','), '') || ']' as blob)
           from (select * from films where ${where} order by ${order} limit 50)`,
        )
        .pluck()
      return [name, () => statement.get(value)]
    }),
  )

  const server = createServer((request, response) => {
    const [, what = '', name = ''] = decodeURIComponent(request.url ?? '').split('/')
    response.setHeader('content-type', 'application/json')
    const form = forms[name]
    if (what === 'filter') response.end(found.get(name)?.())
    else if (form) void sendAll(response, form)
    else response.destroy()
  })
  server.listen(0, '127.0.0.1', () => {
    console.log(`Floor is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  })
}

if (import.meta.main) serveFloor(process.argv[2] ?? '')
