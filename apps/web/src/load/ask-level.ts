import type { Server } from '@triptych/client'
import type { LevelProposal } from '@triptych/contract/schedule'

/** Asks how nobody would have too much to do at once; whoever does not wait any more ends the search. */
export async function proposeLevelling(
  server: Server,
  clear: boolean,
  signal: AbortSignal,
): Promise<LevelProposal> {
  await server.writersSettled()
  const request = { method: 'POST', path: 'schedule/level', body: { clear }, signal } as const
  return (await server.send(request)) as LevelProposal
}
