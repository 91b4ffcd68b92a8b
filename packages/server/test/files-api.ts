import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import type { ErrorCode, Problem } from '@triptych/contract/errors'
import type { FileEntry, FileReference } from '@triptych/contract/files'
import type { Config } from '../src/config/config.ts'
import type { Observation } from '../src/observe/observation.ts'
import { assertProblem, server } from './api.ts'
import type { Answer, SentHeaders } from './api.ts'

export interface FileAnswer extends Answer {
  bytes: Buffer
}

/** Of everything that lies on the disk: what it is, and what is in it. */
export type Tree = Record<string, string>

export interface FormPart {
  name: string
  filename?: string
  data: string | Uint8Array
}

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/**
 * A server on a folder of its own that listens, so that addresses arrive as they were sent. Beside
 * the folder lies `outside`, which nothing may reach. `content` is on the disk before it starts, and
 * so is what `prepare` adds to it.
 */
export async function filesApi(
  content: Content = {},
  options: Partial<Config> = {},
  prepare: (root: string) => void = () => {},
) {
  const base = mkdtempSync(join(tmpdir(), 'files-api-'))
  folders.push(base)
  const root = join(base, 'root')
  const outside = join(base, 'outside')
  mkdirSync(root)
  fill(outside, { secret: 'SECRET', 'sub/deep': 'SECRET' })
  fill(root, content)
  prepare(root)
  const failures: Observation[] = []
  const triptych = await server({ files: root, ...options }, (observation) => {
    if (observation.kind === 'failure') failures.push(observation)
  })
  const { url, port } = await triptych.listen()

  /** The address is sent to the letter. */
  function ask(
    method: string,
    path: string,
    body?: unknown,
    headers: SentHeaders = {},
  ): Promise<FileAnswer> {
    const asItIs = typeof body === 'string' || body instanceof Uint8Array
    const sent = body === undefined ? '' : asItIs ? body : JSON.stringify(body)
    return exchange(port, { method, path, headers, body: sent })
  }

  async function ok<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, json } = await ask(method, path, body)
    assert.equal(status, 200, `${method} ${path}: ${JSON.stringify(json)}`)
    return json as T
  }

  const list = (folder = '/', query = '') =>
    ok<FileEntry[]>('GET', `/files/${encodeURIComponent(folder)}${query}`)

  async function names(folder = '/', query = ''): Promise<string[]> {
    return (await list(folder, query)).map(({ value }) => value)
  }

  const create = async (folder: string, name: string, type = 'file') =>
    (await ok<{ result: FileReference }>('POST', fileAddress(folder), { name, type })).result

  const rename = async (id: string, name: string) =>
    (await ok<{ result: FileReference }>('PUT', fileAddress(id), { operation: 'rename', name }))
      .result

  const transfer = async (operation: 'move' | 'copy', ids: string[], target: string) =>
    (await ok<{ result: FileReference[] }>('PUT', '/files', { operation, ids, target })).result

  function upload(folder: string, parts: FormPart[], headers: SentHeaders = {}) {
    const { body, type } = formOf(parts)
    const path = `/upload?id=${encodeURIComponent(folder)}`
    return ask('POST', path, body, { 'content-type': type, ...headers })
  }

  const direct = (id: string, headers: SentHeaders = {}, query = '') =>
    ask('GET', `/direct?id=${encodeURIComponent(id)}${query}`, undefined, headers)

  async function head(): Promise<number> {
    const { headers } = await ask('GET', '/changes?limit=1')
    return Number(headers.get('x-revision'))
  }

  const changes = (since = 0) => ok<Change[]>('GET', `/changes?since=${since}&limit=10000`)

  /** What is on the disk, without the server's own folder; dates and inodes too if asked for. */
  const tree = (withDates = false): Tree => treeOf(root, withDates, ['.triptych'])

  const hidden = () => readdirSync(join(root, '.triptych', 'hidden'))

  /** What the server lists, folder by folder, in the words of `tree`. */
  async function listed(folder = '/'): Promise<Tree> {
    const found: Tree = {}
    for (const entry of await list(folder)) {
      found[entry.id.slice(1)] = entry.type
      if (entry.type === 'folder') Object.assign(found, await listed(entry.id))
    }
    return found
  }

  /** The index holds what the disk holds, and nothing is left in the hidden folder. */
  async function assertInStep(): Promise<void> {
    const kinds = Object.entries(tree()).map(([path, what]) => [path, what.split(' ')[0]])
    assert.deepEqual(await listed(), Object.fromEntries(kinds))
    await eventually(() => assert.deepEqual(hidden(), []))
    assert.deepEqual(failures, [])
  }

  /** What was on the disk at the start is looked at in the background. */
  async function whenExplored(files: number): Promise<void> {
    await eventually(async () => {
      assert.equal((await ok<{ files: number }>('GET', '/info')).files, files)
    }, 20_000)
  }

  async function state(): Promise<unknown> {
    return { tree: tree(true), outside: treeOf(outside, true), revision: await head() }
  }

  /** Sends a request that must fail in exactly this way, and change nothing anywhere. */
  async function refuses(
    expected: readonly [status: number, code: ErrorCode],
    method: string,
    path: string,
    body?: unknown,
    headers: SentHeaders = {},
  ): Promise<Problem> {
    const before = await state()
    const answer = await ask(method, path, body, headers)
    const what = `${method} ${path} ${JSON.stringify(body ?? '').slice(0, 200)}`
    const problem = assertProblem(
      path.startsWith('/upload') ? numbered(answer) : answer,
      expected,
      what,
    )
    assert.deepEqual(await state(), before, `${what} changed something`)
    await eventually(() => assert.deepEqual(hidden(), [], `${what} left something`))
    return problem
  }

  async function refusesUpload(
    expected: readonly [status: number, code: ErrorCode],
    folder: string,
    parts: FormPart[],
  ): Promise<Problem> {
    const { body, type } = formOf(parts)
    const path = `/upload?id=${encodeURIComponent(folder)}`
    return refuses(expected, 'POST', path, body, { 'content-type': type })
  }

  /** Nothing that this does leaves a mark in the log, or on the disk. */
  async function changesNothing<T>(work: () => Promise<T>): Promise<T> {
    const before = await state()
    const result = await work()
    assert.deepEqual(await state(), before)
    return result
  }

  return {
    triptych,
    url,
    port,
    root,
    outside,
    failures,
    ask,
    ok,
    list,
    names,
    create,
    rename,
    transfer,
    upload,
    direct,
    head,
    changes,
    tree,
    hidden,
    listed,
    assertInStep,
    whenExplored,
    refuses,
    refusesUpload,
    changesNothing,
    move: (ids: string[], target: string) => transfer('move', ids, target),
    copy: (ids: string[], target: string) => transfer('copy', ids, target),
    remove: (ids: string[]) => ok<object>('DELETE', '/files', { ids }),
    at: (path: string) => join(root, path),
    read: (path: string) => readFileSync(join(root, path), 'utf8'),
    put: (more: Content) => fill(root, more),
  }
}

export type FilesApi = Awaited<ReturnType<typeof filesApi>>

/** Files by path with their text; a path with a slash at its end is a folder. */
export type Content = Record<string, string | Uint8Array>

function fill(folder: string, content: Content): void {
  for (const [path, data] of Object.entries(content)) {
    const at = join(folder, path)
    mkdirSync(path.endsWith('/') ? at : dirname(at), { recursive: true })
    if (!path.endsWith('/')) writeFileSync(at, data)
  }
}

export function fileAddress(id: string): string {
  return `/files/${encodeURIComponent(id)}`
}

export function treeOf(folder: string, withDates = false, except: string[] = []): Tree {
  const tree: Tree = {}
  for (const name of readdirSync(folder).toSorted()) {
    if (except.includes(name)) continue
    const path = join(folder, name)
    const stats = lstatSync(path)
    const dates = withDates ? ` ${stats.mtimeMs} ${stats.ino}` : ''
    tree[name] = what(path, stats) + dates
    if (!stats.isDirectory()) continue
    for (const [inner, about] of Object.entries(treeOf(path, withDates))) {
      tree[`${name}/${inner}`] = about
    }
  }
  return tree
}

function what(path: string, stats: ReturnType<typeof lstatSync>): string {
  if (stats?.isDirectory()) return 'folder'
  if (stats?.isSymbolicLink()) return `link ${readlinkSync(path)}`
  if (!stats?.isFile()) return 'other'
  const content = readFileSync(path)
  if (content.length < 100) return `file ${content.toString('latin1')}`
  return `file ${content.length} ${createHash('sha256').update(content).digest('hex')}`
}

/** Polls for the two seconds in which every change made outside must have been seen. */
export async function eventually<T>(check: () => T | Promise<T>, ms = 2000): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}

export const boundary = 'the-boundary'

export function formOf(parts: readonly FormPart[]): { body: Buffer; type: string } {
  const pieces = parts.flatMap(({ name, filename, data }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`
    const disposition = `content-disposition: form-data; name="${name}"${file}`
    return [`--${boundary}\r\n${disposition}\r\n\r\n`, data, '\r\n']
  })
  const body = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)))
  return { body, type: `multipart/form-data; boundary=${boundary}` }
}

interface Sent {
  method: string
  path: string
  headers: SentHeaders
  body: string | Uint8Array
}

export function exchange(port: number, { method, path, headers, body }: Sent): Promise<FileAnswer> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    const options = { port, host: '127.0.0.1', method, path, headers: { ...length, ...headers } }
    const sending = request(options, (incoming) => {
      const pieces: Buffer[] = []
      incoming.on('data', (piece: Buffer) => pieces.push(piece))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const bytes = Buffer.concat(pieces)
        const answered = new Headers(incoming.headers as Record<string, string>)
        const isJson = /^application\/(problem\+)?json/.test(answered.get('content-type') ?? '')
        const text = bytes.toString()
        const json: unknown = text === '' ? null : isJson ? jsonIn(text) : text
        resolve({ status: incoming.statusCode ?? 0, headers: answered, json, bytes })
      })
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

/** Where the number should be, an upload that failed has the word its widget looks for. */
export function numbered(answer: FileAnswer): FileAnswer {
  const problem = answer.json as Problem | null
  assert.ok(problem === null || [answer.status, 'error', 'server'].includes(problem.status))
  return { ...answer, json: { ...problem, status: answer.status } }
}

/** A file may be called JSON, and hold anything. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
