import type { Options } from '../compare.ts'
import type { Server } from '../server.ts'
import type { Peers } from './peers.ts'

/** What each group of cases gets. */
export interface Stage {
  /** Empty, on the disk that is measured. */
  folder: string
  options: Options
  peers: Peers
  /** Starts a server that is stopped when the group has been measured. */
  start(server: Promise<Server>): Promise<Server>
}

/** How many there are at this scale, but so many that there is something to measure. */
export function scaled({ options }: Stage, full: number, least = 50): number {
  return Math.max(Math.min(full, least), Math.round(full * options.scale))
}

/** The same bytes that a server answers, to be had from the memory of the floor. */
export async function keepInFloor(floor: Server, server: Server, path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`)
  const body = await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`GET ${path} was answered ${answer.status}`)
  const kept = `/kept${path}`
  await fetch(`http://127.0.0.1:${floor.port}${kept}`, { method: 'PUT', body })
  return kept
}

/** A figure of somebody who answers something else means nothing. */
export async function expectItems(server: Server, path: string, items: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`)
  const body = (await answer.json()) as unknown[] | { data: unknown[] }
  const { length } = Array.isArray(body) ? body : body.data
  if (length !== items) throw new Error(`${server.name}: ${path} has ${length} items, not ${items}`)
}

export function thousands(count: number): string {
  return count.toLocaleString('en')
}
