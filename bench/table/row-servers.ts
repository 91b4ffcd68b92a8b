import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Server } from '../server.ts'
import { startTriptych } from '../tables-server.ts'
import type { Role } from './case.ts'
import { copyDatabase, importRows, makeDatabase, tablesOf, writeJson } from './data.ts'
import { startFloor } from './floor.ts'
import { startExpress, startJsonServer, startSyncedExpress } from './peers.ts'
import type { Stage } from './stage.ts'

/** How one kind of server wants the same to be said. */
export interface Speaks {
  role: Role
  server: Server
  page: (table: string, start: number) => string
  found: (table: string) => string
  edit: (votes: number) => string
}

const plainEdit = (votes: number) => JSON.stringify({ votes })
const cellEdit = (votes: number) => JSON.stringify({ key: 'votes', value: votes })

/** All who have tables, each with the same rows; `jsonLong` has the long one alone. */
export async function startRowServers(stage: Stage, sizes: number[]) {
  const folder = join(stage.folder, 'rows')
  mkdirSync(folder)
  const [short = 0, middle = 0, long = 0] = sizes
  const bare = makeDatabase(folder, tablesOf(sizes))
  const data = join(folder, 'triptych')
  await importRows(folder, tablesOf(sizes), data)
  const start = async (role: Role, server: Promise<Server>): Promise<Speaks> => ({
    role,
    server: await stage.start(server),
    ...speech[role],
  })
  const floor = (name: string, commit: 'each' | 'group') =>
    start('floor', startFloor(name, copyDatabase(bare, commit), commit))
  const { jsonServer } = stage.peers
  const json = async (name: string, rows: number[]) => {
    if (!jsonServer) return null
    const file = writeJson(folder, name, tablesOf(rows))
    const started = await start('peer', startJsonServer(jsonServer, file))
    return { ...started, ...jsonSpeech }
  }
  return {
    a: await floor('A: a commit a request', 'each'),
    b: await floor('B: group commit', 'group'),
    express: await start('peer', startExpress(copyDatabase(bare, 'express'), folder)),
    expressSynced: await start(
      'peer',
      startSyncedExpress(copyDatabase(bare, 'express-synced'), folder),
    ),
    json: await json('short', [short, middle]),
    jsonLong: await json('long', [long]),
    ours: await start('ours', startTriptych(stage.options, data)),
  }
}

const filter = 'country=Japan'
const speech: Record<Role, Omit<Speaks, 'role' | 'server'>> = {
  floor: {
    page: (table, start) => `/${table}/page/${start}`,
    found: (table) => `/${table}/found`,
    edit: cellEdit,
  },
  peer: {
    page: (table, start) => `/${table}?start=${start}`,
    found: (table) => `/${table}?${filter}&sort=votes&start=0`,
    edit: plainEdit,
  },
  ours: {
    page: (table, start) => `/${table}?start=${start}&end=${start + 50}`,
    found: (table) => `/${table}?${filter}&sort=-votes&start=0&end=50`,
    edit: cellEdit,
  },
}
const jsonSpeech: Pick<Speaks, 'page' | 'found'> = {
  page: (table, start) => `/${table}?_page=${start / 50 + 1}&_per_page=50`,
  found: (table) => `/${table}?${filter}&_sort=-votes&_page=1&_per_page=50`,
}
