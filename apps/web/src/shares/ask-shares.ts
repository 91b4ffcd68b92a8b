import type { Server } from 'triptych-client'
import type { MadeShare, NewShare, Share } from '@triptych/contract/shares'

export async function listShares(server: Server): Promise<Share[]> {
  const shares = (await server.send({ method: 'GET', path: 'shares' })) as Share[]
  return shares.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
}

export async function makeShare(server: Server, share: NewShare): Promise<MadeShare> {
  return (await server.send({ method: 'POST', path: 'shares', body: share })) as MadeShare
}

export async function endShare(server: Server, { id }: Share): Promise<void> {
  await server.send({ method: 'DELETE', path: `shares/${encodeURIComponent(id)}` })
}
