import { sendWrite } from 'triptych-client'
import type { Server } from 'triptych-client'
import type { TrashEntry, TrashPage } from '@triptych/contract/trash'

export type { TrashEntry }

export async function listTrash(server: Server): Promise<TrashPage> {
  return (await server.send({ method: 'GET', path: 'trash' })) as TrashPage
}

/** Answers where it is now. */
export async function restoreTrash(server: Server, id: string): Promise<{ id: string }[]> {
  const request = { method: 'POST', path: 'trash/restore', body: { ids: [id] } } as const
  return (await sendWrite(server, request)).answer as { id: string }[]
}

/** For good; `null`: all of it. */
export async function emptyTrash(server: Server, ids: readonly string[] | null): Promise<void> {
  await server.send({ method: 'DELETE', path: 'trash', body: { ids } })
}
