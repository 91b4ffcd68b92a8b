import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, NetConnectOpts, Socket } from 'node:net'

/** A line to somebody, of which any connection can be cut at any byte. */
export interface CuttingProxy {
  port: number
  /** Asked for each connection; answers how many were cut. */
  cut(isMeant: () => boolean): number
  close(): Promise<void>
}

export async function cuttingProxy(target: NetConnectOpts): Promise<CuttingProxy> {
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer((near) => {
    const far = connect(target)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const [one, other] of [pair, pair.toReversed()] as [Socket, Socket][]) {
      one.on('error', () => {})
      one.on('close', () => {
        other.destroy()
        pairs.delete(pair)
      })
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function cut(isMeant: () => boolean): number {
    const meant = [...pairs].filter(isMeant)
    for (const sides of meant) for (const side of sides) side.destroy()
    return meant.length
  }

  return {
    port: (server.address() as AddressInfo).port,
    cut,
    async close() {
      server.close()
      cut(() => true)
      await once(server, 'close')
    },
  }
}
