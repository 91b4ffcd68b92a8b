import type { Server } from 'triptych-client'
import type { Load, LoadUnit } from '@triptych/contract/load'

/** Days as they are written, both ends included. */
export interface LoadPeriod {
  from: string
  to: string
  unit: LoadUnit
}

export async function readLoad(
  server: Server,
  { from, to, unit }: LoadPeriod,
  resource?: number,
): Promise<Load> {
  const one = resource === undefined ? '' : `&resource=${resource}`
  const path = `schedule/load?from=${from}&to=${to}&unit=${unit}${one}`
  return (await server.send({ method: 'GET', path })) as Load
}
