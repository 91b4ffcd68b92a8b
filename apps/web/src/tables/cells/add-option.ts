import type { Server } from 'triptych-client'
import type { Column } from '@triptych/contract/tables'
import { nextColor } from '../choice-colors.ts'
import { colorOf } from '../choice-drafts.ts'

/** One more choice of a column, the last one, in another colour than the others. */
export async function addOption(
  server: Server,
  { table, column, option }: { table: string; column: Column; option: string },
): Promise<void> {
  const { name, options, colors } = column
  const others = (options ?? []).map(String)
  const color = nextColor(others.map((text) => ({ text, color: colorOf(colors, text) ?? null })))
  const changes = [{ changeColumn: { name, addOptions: [option], setColors: { [option]: color } } }]
  await server.send({
    method: 'PATCH',
    path: `tables/${encodeURIComponent(table)}`,
    body: { changes },
  })
}
