import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { after, before, describe } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import type { Observation } from '../../src/observe/observation.ts'
import { openServer } from '../fixtures/test-server.ts'
import { openClient, versions } from './grid-client.ts'
import type { ClientOptions, GridClient, Row, Version } from './grid-client.ts'
import type { NewColumn } from './grid-columns.ts'

export type Seed = Record<string, unknown>

export interface GridTable {
  name: string
  url: string
  columns: NewColumn[]
  /** A page that has loaded the table. */
  open(options?: Partial<ClientOptions>): Promise<GridClient>
  /** The rows as the server answers them. */
  rows(): Promise<Row[]>
  /** What the log has about the rows, after those the table was made with. */
  log(): Promise<Change[]>
}

export interface GridServer {
  url: string
  /** What came over the wire for a table, as `PUT /films/1`, in the order of arrival. */
  requests(table: string): string[]
  /** A table of its own, with these rows in it. */
  table(columns: NewColumn[], rows?: Seed[]): Promise<GridTable>
  close(): Promise<void>
}

/** Listens on a port of its own; `data` is a folder or `:memory:`. */
export async function openGridServer(data: string, version: Version): Promise<GridServer> {
  const failures: Observation[] = []
  const server = await openServer({ data }, (one) => {
    if (one.kind === 'failure') failures.push(one)
  })
  const { url, port } = await server.listen()
  const requests: string[] = []
  const record = (message: unknown) => {
    const { request } = message as { request: IncomingMessage }
    if (request.socket.localPort === port) requests.push(`${request.method} ${request.url}`)
  }
  subscribe('http.server.request.start', record)
  let tables = 0

  return {
    url,
    requests: (table) => requests.filter((one) => one.split('/').includes(table)),
    async table(columns, rows = []) {
      const name = `grid-${++tables}`
      await plain('POST', `${url}tables`, { name, columns })
      for (const row of rows) await plain('POST', url + name, { row })
      return {
        name,
        url: url + name,
        columns,
        open: (options) => openClient({ version, url: url + name, columns, ...options }),
        rows: async () => (await plain('GET', url + name)) as Row[],
        async log() {
          const changes = await changesOf(url)
          const own = changes.filter(({ entity }) => entity.startsWith(`${name}/`))
          return own.slice(rows.length)
        },
      }
    },
    async close() {
      unsubscribe('http.server.request.start', record)
      await server.close()
      assert.deepEqual(failures, [])
    },
  }
}

/** Runs a suite with both providers, each against a server in memory and one in a folder. */
export function withEveryClient(suite: (server: GridServer, version: Version) => void): void {
  for (const version of versions) {
    for (const place of ['memory', 'a folder'] as const) withClient(version, place, suite)
  }
}

/** Runs a suite that is long with both providers and in both places, but not with all pairs. */
export function withEachClient(suite: (server: GridServer, version: Version) => void): void {
  withClient('2.7.3', 'a folder', suite)
  withClient('2.6.0', 'memory', suite)
}

type Place = 'memory' | 'a folder'

function withClient(
  version: Version,
  place: Place,
  suite: (server: GridServer, version: Version) => void,
): void {
  // Cases have tables of their own; side by side they wait less for the disk.
  const concurrency = 8
  describe(`provider ${version}, server in ${place}`, { concurrency }, () =>
    suite(serverIn(place, version), version),
  )
}

/** The server of the surrounding `describe`: it listens while the cases in there run. */
export function serverIn(place: Place, version: Version): GridServer {
  const folder = place === 'memory' ? null : mkdtempSync(join(tmpdir(), 'triptych-grid-'))
  let opened: GridServer | null = null
  const server = () => {
    assert.ok(opened, 'only a case may use the server')
    return opened
  }
  before(async () => {
    opened = await openGridServer(folder ?? ':memory:', version)
  })
  after(async () => {
    await opened?.close()
    if (folder) rmSync(folder, { recursive: true })
  })
  return {
    get url() {
      return server().url
    },
    requests: (table) => server().requests(table),
    table: (columns, rows) => server().table(columns, rows),
    close: () => server().close(),
  }
}

/** A request that is no part of what is tested: it must succeed. */
export async function plain(method: string, url: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(url, { method, body: body ? JSON.stringify(body) : null })
  const text = await answer.text()
  assert.equal(answer.status, 200, `${method} ${url}: ${text}`)
  return JSON.parse(text)
}

async function changesOf(url: string): Promise<Change[]> {
  const all: Change[] = []
  for (;;) {
    const since = all.at(-1)?.revision ?? 0
    const page = (await plain('GET', `${url}changes?since=${since}`)) as Change[]
    all.push(...page)
    if (page.length === 0) return all
  }
}
