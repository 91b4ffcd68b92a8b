import type { Server } from 'triptych-client'
import type { Table } from '@triptych/contract/tables'
import { labelOf, rowNames } from './row-names.ts'
import type { Option } from './row-names.ts'

/** The rows that reference columns can name, by column; a large table is not listed, see `row-names.ts`. */
export type References = ReadonlyMap<string, readonly Option[]>

const mostOptions = 1000

export async function loadReferences(server: Server, { columns }: Table): Promise<References> {
  const found = await Promise.all(
    columns.map(async ({ name, reference }) => {
      const options = reference ? await optionsIn(server, reference.table) : null
      if (reference && !options) rowNames(server, reference.table).forget()
      return options ? ([[name, options]] as const) : []
    }),
  )
  return new Map(found.flat())
}

async function optionsIn(server: Server, table: string): Promise<Option[] | null> {
  const address = encodeURIComponent(table)
  const { columns } = (await server.send({ method: 'GET', path: `tables/${address}` })) as Table
  const label = columns.find(({ type }) => type === 'text')?.name
  const body = { start: 0, end: mostOptions, fields: label ? [label] : [] }
  const request = { method: 'POST', path: `${address}/query`, body } as const
  const { data, total } = (await server.send(request)) as {
    data: ({ id: number } & Record<string, unknown>)[]
    total: number
  }
  if (total > mostOptions) return null
  return data.map((row) => ({ id: row.id, label: labelOf(row.id, label && row[label]) }))
}
