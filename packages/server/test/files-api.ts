import assert from 'node:assert/strict'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import type { ErrorCode, Problem } from '@triptych/contract/errors'
import type { FileEntry, FileReference } from '@triptych/contract/files'
import type { Config } from '../src/config/config.ts'
import type { Triptych } from '../src/main.ts'
import type { Observation } from '../src/observe/observation.ts'
import { assertProblem, server } from './api.ts'
import type { Answer, SentHeaders } from './api.ts'
import { filesHome } from './files-home.ts'
import { fill, filesOnDisk } from './files-on-disk.ts'
import { treeFrom } from './found-files.ts'
import type { Content, FilesHome, Tree } from './found-files.ts'

export interface FileAnswer extends Answer {
  bytes: Buffer
}

export interface FormPart {
  name: string
  filename?: string
  data: string | Uint8Array
}

/** Those of a case end with it: dozens at once would need too many connections to the database. */
const opened: Triptych[] = []
afterEach(async () => {
  for (const triptych of opened.splice(0)) await triptych.close()
})

/**
 * A server that listens, so that addresses arrive as they were sent. `content` is there before it
 * starts: in a folder of its own, or in a bucket, as the engine of the tests has it.
 */
export async function filesApi(content: Content = {}, options: Partial<Config> = {}) {
  return apiOn(await filesHome(content, options), options)
}

export type FilesApi = Awaited<ReturnType<typeof filesApi>>

/**
 * The same in a folder, whatever the engine: for what others do there. Beside it lies `outside`,
 * which nothing may reach. What `prepare` adds is on the disk before the server starts.
 */
export async function diskFilesApi(
  content: Content = {},
  options: Partial<Config> = {},
  prepare: (root: string) => void = () => {},
) {
  const home = filesOnDisk(content)
  const { root, outside } = home
  prepare(root)
  return {
    ...(await apiOn(home, options)),
    root,
    outside,
    at: (path: string) => join(root, path),
    put: (more: Content) => fill(root, more),
  }
}

export type DiskFilesApi = Awaited<ReturnType<typeof diskFilesApi>>

async function apiOn(home: FilesHome, options: Partial<Config>) {
  const failures: Observation[] = []
  const triptych = await server({ ...options, ...home.options }, (observation) => {
    if (observation.kind === 'failure') failures.push(observation)
  })
  opened.push(triptych)
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

  /** What is really there. */
  const tree = async (): Promise<Tree> => treeFrom(await home.read())

  async function read(path: string): Promise<string> {
    const entry = (await home.read()).find((one) => one.path === path)
    assert.ok(entry, path)
    return entry.bytes.toString()
  }

  /** What the server lists, folder by folder, in the words of `tree`. */
  const listed = async (): Promise<Tree> => Object.fromEntries(await kindsIn('/'))

  /** Pairs, because an object that is assigned to loses what is called `__proto__`. */
  async function kindsIn(folder: string): Promise<[path: string, kind: string][]> {
    const found: [string, string][] = []
    for (const entry of await list(folder)) {
      found.push([entry.id.slice(1), entry.type])
      if (entry.type === 'folder') found.push(...(await kindsIn(entry.id)))
    }
    return found
  }

  async function assertNothingHidden(what = 'something'): Promise<void> {
    await eventually(async () => assert.deepEqual(await home.hidden(), [], `${what} is left`))
  }

  /** The server lists what is really there, and nothing else is left. */
  async function assertInStep(): Promise<void> {
    const kinds = (await home.read()).map(({ path, kind }) => [path, kind])
    assert.deepEqual(await listed(), Object.fromEntries(kinds))
    await assertNothingHidden()
    assert.deepEqual(failures, [])
  }

  /** What was on the disk at the start is looked at in the background. */
  async function whenExplored(files: number): Promise<void> {
    await eventually(async () => {
      assert.equal((await ok<{ files: number }>('GET', '/info')).files, files)
    }, 20_000)
  }

  async function state(): Promise<unknown> {
    return { files: await home.state(), revision: await head() }
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
    await assertNothingHidden(`something of ${what}`)
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

  /** Nothing that this does leaves a mark in the log, or on the files. */
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
    read,
    hidden: () => home.hidden(),
    listed,
    assertNothingHidden,
    assertInStep,
    whenExplored,
    refuses,
    refusesUpload,
    changesNothing,
    move: (ids: string[], target: string) => transfer('move', ids, target),
    copy: (ids: string[], target: string) => transfer('copy', ids, target),
    remove: (ids: string[]) => ok<object>('DELETE', '/files', { ids }),
  }
}

export function fileAddress(id: string): string {
  return `/files/${encodeURIComponent(id)}`
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
