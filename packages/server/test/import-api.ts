import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { ErrorCode, Problem } from '@triptych/contract/errors'
import type { Imported } from '@triptych/contract/table-import'
import type { Column, Row } from '@triptych/contract/tables'
import SqliteDatabase from 'better-sqlite3'
import type { Config } from '../src/config/config.ts'
import { assertProblem } from './api.ts'
import type { SentHeaders } from './api.ts'
import { behindTheServer } from './engine.ts'
import { boundary, eventually, filesApi, formOf } from './files-api.ts'
import type { FileAnswer } from './files-api.ts'
import type { Content } from './found-files.ts'

export type Options = Record<string, string | object | undefined>
type Data = string | Uint8Array

const scratch = mkdtempSync(join(tmpdir(), 'triptych-import-'))
after(() => rmSync(scratch, { recursive: true, force: true }))

/** A server on a drive with `content` in it, and what a test asks of its imports. */
export async function importApi(content: Content = {}, options: Partial<Config> = {}) {
  const data = mkdtempSync(join(scratch, 'data-'))
  const drive = await filesApi(content, { data, ...options })
  const { ask, ok, head } = drive

  /** Answers whatever became of it. */
  function send(
    table: string,
    name: string,
    bytes: Data,
    query: Options = {},
    headers: SentHeaders = {},
  ): Promise<FileAnswer> {
    const { body, type } = formOf([{ name: 'file', filename: name, data: bytes }])
    const sent = { 'content-type': type, ...headers }
    return ask('POST', importAddress(table, query), body, sent)
  }

  /** An upload that must succeed. */
  async function upload(table: string, name: string, bytes: Data, query: Options = {}) {
    return importedBy(await send(table, name, bytes, query))
  }

  async function fromDrive(table: string, file: string, query: Options = {}): Promise<Imported> {
    return importedBy(await ask('POST', importAddress(table, { file, ...query })))
  }

  /** An answer that must be this problem, and has left nothing. */
  async function refused(
    expected: readonly [status: number, code: ErrorCode],
    work: () => Promise<FileAnswer>,
  ): Promise<Problem> {
    const before = await state()
    const problem = assertProblem(await work(), expected)
    assert.deepEqual(await state(), before)
    assert.deepEqual(await staged(), [])
    return problem
  }

  const refuses = (
    expected: readonly [status: number, code: ErrorCode],
    table: string,
    name: string,
    bytes: Data,
    query: Options = {},
  ) => refused(expected, () => send(table, name, bytes, query))

  const rows = (table: string) => ok<Row[]>('GET', `/${table}`)

  async function columns(table: string): Promise<Column[]> {
    return (await ok<{ columns: Column[] }>('GET', `/tables/${table}`)).columns
  }

  async function state(): Promise<unknown> {
    const tables = await ok<{ name: string }[]>('GET', '/tables')
    const all = await Promise.all(tables.map(({ name }) => rows(name)))
    return { tables, rows: all, revision: await head(), tree: await drive.tree() }
  }

  /** The names of tables that an import has left behind, or still needs. */
  async function staged(): Promise<unknown[]> {
    const found = await behindTheServer(data, {
      sqlite: stagedNames,
      postgres: `select tablename from pg_tables where schemaname = 'main' and tablename like '\\_staged\\_%'`,
    })
    return found.flat()
  }

  return {
    ...drive,
    data,
    send,
    upload,
    fromDrive,
    refused,
    refuses,
    rows,
    columns,
    state,
    staged,
    table: (name: string, list: object[], more: object = {}) =>
      ok('POST', '/tables', { name, columns: list, ...more }),
    open: (table: string, query: Options = {}, headers: SentHeaders = {}) =>
      openUpload(drive.url, table, query, headers),
    whenStaged: (count = 1) =>
      eventually(async () => assert.equal((await staged()).length, count), 10_000),
    whenNothingIsStaged: () => eventually(async () => assert.deepEqual(await staged(), []), 10_000),
  }
}

export type ImportApi = Awaited<ReturnType<typeof importApi>>

export function importAddress(table: string, query: Options): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const texts = given.map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return `/${encodeURIComponent(table)}/import?${new URLSearchParams(texts).toString()}`
}

export function importedBy({ status, json }: FileAnswer): Imported {
  assert.equal(status, 200, JSON.stringify(json))
  return json as Imported
}

const stagedNames = "select name from sqlite_master where type = 'table' and name glob '_staged_*'"

/** Of a data folder in SQLite. */
export function stagedIn(data: string, workspace = 'main'): string[] {
  const file = join(data, 'workspaces', workspace, 'triptych.sqlite')
  const database = new SqliteDatabase(file, { readonly: true })
  try {
    return database.prepare(stagedNames).pluck().all() as string[]
  } finally {
    database.close()
  }
}

/** The cells of rows without their ids, column by column as they come. */
export function cellsOf(rows: Row[]): unknown[][] {
  return rows.map(({ id: _id, ...cells }) => Object.values(cells))
}

export const idsOf = (rows: Row[]): number[] => rows.map(({ id }) => id)

export interface OpenUpload {
  /** Sends more of the file. */
  more(data: string): Promise<void>
  /** Sends what is left, and answers what was answered. */
  end(data?: string): Promise<FileAnswer>
  /** Goes away in the middle of it. */
  leave(): void
}

/** An upload that takes as long as a test likes. */
export function openUpload(
  url: string,
  table: string,
  query: Options = {},
  headers: SentHeaders = {},
): OpenUpload {
  const sending = request(new URL(importAddress(table, query), url), {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
  })
  sending.on('error', () => {})
  const answer = once(sending, 'response').then(([incoming]) => answerIn(incoming as never))
  answer.catch(() => {})
  sending.write(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`,
  )
  return {
    more: (data) => new Promise((resolve) => sending.write(data, () => resolve())),
    end(data = '') {
      sending.end(`${data}\r\n--${boundary}--\r\n`)
      return answer
    },
    leave: () => sending.destroy(),
  }
}

async function answerIn(incoming: IncomingMessage): Promise<FileAnswer> {
  const bytes = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>))
  const headers = new Headers(incoming.headers as Record<string, string>)
  return { status: incoming.statusCode ?? 0, headers, json: JSON.parse(bytes.toString()), bytes }
}
