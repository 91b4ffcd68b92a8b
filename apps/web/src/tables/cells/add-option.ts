import type { Server } from 'triptych-client'
import type { Table } from '@triptych/contract/tables'

/** One more choice of a column, the last one. They are asked for first: somebody may have changed them meanwhile. */
export async function addOption(
  server: Server,
  { table, column, option }: { table: string; column: string; option: string },
): Promise<void> {
  const path = `tables/${encodeURIComponent(table)}`
  const { columns } = (await server.send({ method: 'GET', path })) as Table
  const options = columns.find(({ name }) => name === column)?.options ?? []
  if (options.some((one) => String(one) === option)) return
  const changes = [{ changeColumn: { name: column, options: [...options, option] } }]
  await server.send({ method: 'PATCH', path, body: { changes } })
}
