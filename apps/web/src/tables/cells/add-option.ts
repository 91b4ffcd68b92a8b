import type { Server } from 'triptych-client'

/** One more choice of a column, the last one. */
export async function addOption(
  server: Server,
  { table, column, option }: { table: string; column: string; option: string },
): Promise<void> {
  const changes = [{ changeColumn: { name: column, addOptions: [option] } }]
  await server.send({
    method: 'PATCH',
    path: `tables/${encodeURIComponent(table)}`,
    body: { changes },
  })
}
