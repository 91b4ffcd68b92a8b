import type { Server } from '@triptych/client'
import type { Table } from '@triptych/contract/tables'

export interface Option {
  id: number
  label: string
}

/** The rows that reference columns can name, by column; a large table is not listed, there ids are typed. */
export type References = ReadonlyMap<string, readonly Option[]>

const mostOptions = 1000

export async function loadReferences(server: Server, { columns }: Table): Promise<References> {
  const found = await Promise.all(
    columns.map(async ({ name, reference }) => {
      const options = reference ? await optionsIn(server, reference.table) : null
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

export function labelOf(id: number, text: unknown): string {
  return typeof text === 'string' && text !== '' ? text : `#${id}`
}
