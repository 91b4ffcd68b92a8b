import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Problem } from '@triptych/contract/errors'
import type { Thing } from '@triptych/contract/rules'
import type { OpenApiDocument } from '../../src/http/reference/openapi.ts'
import { accountsServer } from '../fixtures/accounts-api.ts'
import type { AccountsServer, Somebody } from '../fixtures/accounts-api.ts'
import type { Answer } from '../fixtures/api.ts'
import { formOf } from '../fixtures/files-api.ts'
import { ruled } from './rules-table.ts'
import type { Things } from './rules-table.ts'

let people: AccountsServer
/** An editor, from whom `closed` is hidden and for whom `fixed` is to be read only. */
let edith: Somebody

const things = { closed: placeOf('closed'), fixed: placeOf('fixed'), absent: placeOf('absent') }

/** Ids are filled in as they are given. */
function placeOf(name: string): Things {
  return { folder: `/${name}`, table: name, task: 9999, link: 9999, assignment: 9999 }
}

before(async () => {
  people = await accountsServer({ noPage: true })
  await made('/tasks', { text: 'open' })
  await made('/resources', { name: 'Ann' })
  await made('/resources', { name: 'Bob' })
  await made('/files/%2F', { name: 'open', type: 'folder' })
  for (const name of ['closed', 'fixed'] as const) await fill(name)
  edith = await people.invite('Edith', 'editor')
})

async function made(path: string, body: object): Promise<number> {
  const { status, json } = await people.owner.ask('POST', path, body)
  assert.equal(status, 200, `${path} ${JSON.stringify(json)}`)
  return (json as { id: number }).id
}

/** Whatever is in it has its name in it, too. */
async function fill(name: 'closed' | 'fixed'): Promise<void> {
  const place = things[name]
  await made('/files/%2F', { name, type: 'folder' })
  await made(`/files/%2F${name}`, { name: 'x.txt', type: 'file' })
  await made('/tables', { name, columns: [{ name: 'name', type: 'text' }] })
  await made(`/${name}`, { name: `row of ${name}` })
  await made(`/tables/${name}/views`, { name: 'one' })
  place.task = await made('/tasks', { text: name })
  await made('/tasks', { text: `below ${name}`, parent: place.task })
  place.link = await made('/links', { source: 1, target: place.task, type: 'e2s', note: name })
  place.assignment = await made('/assignments', { task: place.task, resource: 1, note: name })
  const access = name === 'closed' ? 'none' : 'read'
  const ruledThings: Thing[] = [
    { kind: 'folder', id: place.folder },
    { kind: 'table', table: place.table },
    { kind: 'branch', task: place.task },
  ]
  for (const thing of ruledThings) {
    const change = { thing, subject: { kind: 'everyone' }, access }
    const { status, json } = await people.owner.ask('PUT', '/auth/rules', change)
    assert.equal(status, 200, JSON.stringify(json))
  }
}

async function ask(key: string, place: Things): Promise<Answer> {
  const one = ruled[key]!
  assert.ok('at' in one)
  const { path, body, file } = one.at(place)
  const [method = ''] = key.split(' ')
  if (file === undefined) return edith.ask(method, path, body)
  const form = formOf([{ name: 'file', filename: file, data: 'name\nnew\n' }])
  return edith.ask(method, path, form.body, { 'content-type': form.type })
}

async function revision(): Promise<string | null> {
  const { headers } = await people.owner.ask('GET', '/changes?limit=1')
  return headers.get('x-revision')
}

/** What is said of one thing, as it would be said of any. */
function outlineOf({ status, json }: Answer): unknown {
  if (status < 400) return { status, json }
  const { code, error } = json as Problem
  return { status, code, error: error.replaceAll(/closed|absent|\d+/g, '…') }
}

const keysThat = (...does: string[]): string[] =>
  Object.keys(ruled).filter((key) => does.includes(ruled[key]!.does))

describe('the table of what rules do', () => {
  it('has every route of a workspace, and no other', async () => {
    const { json } = await people.ask('GET', '/openapi.json')
    const documented = Object.entries((json as OpenApiDocument).paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const ofServer = / \/(auth(?!\/rules)|workspaces|health|metrics|openapi)\b/
    assert.deepEqual(
      Object.keys(ruled).toSorted(),
      documented.filter((key) => !ofServer.test(key)).toSorted(),
    )
  })
})

describe('what is hidden', () => {
  it('is answered by every route as what is not there, and nothing changes', async () => {
    for (const key of keysThat('read', 'change')) {
      const before = await revision()
      const hidden = await ask(key, things.closed)
      const absent = await ask(key, things.absent)
      assert.deepEqual(outlineOf(hidden), outlineOf(absent), key)
      assert.equal(await revision(), before, key)
    }
  })

  it('is told of by its name only, to whoever makes something of the same', async () => {
    for (const key of keysThat('make')) {
      const { status, json } = await ask(key, things.closed)
      assert.equal(status, 409, key)
      assert.deepEqual((json as Problem).code, 'tables.name_taken', key)
    }
  })

  it('is in no list', async () => {
    for (const key of keysThat('list')) {
      const one = ruled[key]!
      const { status, json } = await edith.ask('GET', one.does === 'list' ? one.path : '')
      assert.equal(status, 200, key)
      assert.doesNotMatch(JSON.stringify(json), /closed/, key)
    }
  })
})

describe('what is to be read only', () => {
  it('is read by every route that reads', async () => {
    for (const key of keysThat('read')) {
      const { status, json } = await ask(key, things.fixed)
      assert.ok(status < 400, `${key}: ${JSON.stringify(json)}`)
    }
  })

  it('is refused by every route that changes, and nothing changes', async () => {
    for (const key of keysThat('change')) {
      const before = await revision()
      const { status, json } = await ask(key, things.fixed)
      const what = `${key}: ${status} ${JSON.stringify(json)}`
      assert.equal(status, 403, what)
      assert.equal((json as Problem).code, 'forbidden', what)
      assert.equal(await revision(), before, what)
    }
  })
})
