import type { ClientBase } from 'pg'

/**
 * Whether PostgreSQL itself is at the other end. A proxy that hands out connections by transaction
 * tells a client another number than the process has that answers it. What was prepared there, or
 * asked to be told, is not there for the next transaction.
 */
export async function isDirect(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<[number]>({
    text: 'select pg_catalog.pg_backend_pid()',
    rowMode: 'array',
  })
  // The types of the driver leave it out.
  const { processID } = client as ClientBase & { processID: number | null }
  return rows[0]?.[0] === processID
}
