import { rawRequest } from './load.ts'
import type { Server } from './server.ts'
import { film } from './tables-small-rows.ts'

/** A table of films whose cells are set, again and again. */
export interface Cells {
  /** Sets `votes` of a random row; of `sharers` connections no two ever choose the same row. */
  edit(share: number, sharers: number): string
  /** Every cell holds the value it was last set to on any server, or the figures mean nothing. */
  verify(server: Server): Promise<void>
}

/** `path` is the table's own, with its workspace. */
export async function cellsOf(server: Server, path: string): Promise<Cells> {
  const ids = (await rowsOf(server, path)).map(({ id }) => id)
  const written = new Map<number, number>()
  // No value comes twice, so that every edit changes its cell.
  let last = 1_000_000
  return {
    edit(share, sharers) {
      const place = share + sharers * Math.floor((Math.random() * (ids.length - share)) / sharers)
      const id = ids[place] as number
      written.set(id, ++last)
      return rawRequest('PATCH', `${path}/${id}`, `{"key":"votes","value":"${last}"}`)
    },
    async verify(from) {
      for (const { id, votes } of await rowsOf(from, path)) {
        const expected = written.get(id) ?? votes
        if (votes === expected) continue
        throw new Error(`${from.name}: ${path}/${id} is ${votes}, was set to ${expected}`)
      }
    },
  }
}

const columns = [
  { name: 'name', type: 'text' },
  { name: 'year', type: 'integer' },
  { name: 'votes', type: 'integer' },
]

/** Makes `films` of so many rows in a workspace, `''` or `/w/name`. */
export async function makeFilms(
  server: Server,
  workspace: string,
  name: string,
  count: number,
): Promise<void> {
  await post(server, `${workspace}/tables`, { name, columns })
  for (let first = 0; first < count; first += 1000) {
    const length = Math.min(1000, count - first)
    const rows = Array.from({ length }, (_, n) => film(first + n))
    await post(server, `${workspace}/${name}/rows`, { rows })
  }
}

export async function post({ port }: Server, path: string, body: object): Promise<void> {
  const url = `http://127.0.0.1:${port}${path}`
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`POST ${path} was answered: ${text}`)
}

async function rowsOf({ port }: Server, path: string): Promise<{ id: number; votes: number }[]> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  return (await answer.json()) as { id: number; votes: number }[]
}
