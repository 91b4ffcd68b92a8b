import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Thing } from '@triptych/contract/rules'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import type { Somebody } from '../../../test/fixtures/accounts-api.ts'
import { requestOf } from '../../../test/fixtures/api.ts'
import { eventually, filesApi } from '../../../test/fixtures/files-api.ts'
import type { Triptych } from '../../main.ts'

/** More than is made at a stretch, of rows and of tasks. */
const rowsOfLong = 1200
const tasksOfLong = 2200

interface Listed {
  status: number
  headers: Headers
  encoding: string | null
  items: { id: number; name?: string; text?: string; pay?: number }[]
}

async function listAs(
  { fetch }: Pick<Triptych, 'fetch'>,
  { cookie }: Pick<Somebody, 'cookie'>,
  path: string,
  more: Record<string, string> = {},
): Promise<Listed> {
  const headers = { cookie, 'sec-fetch-site': 'same-origin', ...more }
  const response = await fetch(requestOf(`http://localhost${path}`, 'GET', undefined, headers))
  const encoding = response.headers.get('content-encoding')
  const sent = Buffer.from(await response.arrayBuffer())
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? '']
  const text = (unpack ? unpack(sent) : sent).toString()
  const items = text === '' ? [] : (JSON.parse(text) as Listed['items'])
  return { status: response.status, headers: response.headers, encoding, items }
}

function told({ items, headers }: Listed): object {
  const names = ['etag', 'link', 'content-range', 'x-total-count']
  return { items, headers: names.map((name) => headers.get(name)) }
}

/** Only what is kept is ever sent packed. */
async function packedList(ask: () => Promise<Listed>): Promise<Listed> {
  return eventually(async () => {
    const list = await ask()
    assert.ok(list.encoding, 'it is not kept')
    return list
  })
}

async function site() {
  const { triptych, owner, invite } = await accountsServer()
  async function done(path: string, body: object, method = 'POST'): Promise<unknown> {
    const { status, json } = await owner.ask(method, path, body)
    assert.equal(status, 200, JSON.stringify(json))
    return json
  }
  await done('/tables', {
    name: 'staff',
    columns: [
      { name: 'name', type: 'text' },
      { name: 'pay', type: 'integer' },
    ],
  })
  const rows = Array.from({ length: rowsOfLong }, (_, n) => ({ name: `Somebody ${n}`, pay: 777 }))
  await done('/staff/rows', { rows })
  const hide = (thing: Thing) =>
    done('/auth/rules', { thing, subject: { kind: 'everyone' }, access: 'none' }, 'PUT')
  return { triptych, owner, invite, done, hide }
}

async function planOf({ done }: Pick<Awaited<ReturnType<typeof site>>, 'done'>): Promise<void> {
  const start = '2026-01-05T00:00:00.000Z'
  for (let from = 0; from < tasksOfLong; from += 1000) {
    const length = Math.min(1000, tasksOfLong - from)
    const items = Array.from({ length }, (_, n) => {
      const task = { text: `Task ${from + n + 1}`, start, duration: 1 }
      return { url: '/tasks', method: 'POST', data: { task } }
    })
    await done('/batch', items)
  }
}

const br = { 'accept-encoding': 'gzip, br' }

describe('a long list', () => {
  it('is kept once it was sent, and packed for those who take it so', async () => {
    const { triptych, owner } = await site()
    const plain = await listAs(triptych, owner, '/staff')

    const brotli = await packedList(() => listAs(triptych, owner, '/staff', br))
    const gzip = await packedList(() =>
      listAs(triptych, owner, '/staff', { 'accept-encoding': 'gzip, br;q=0' }),
    )
    const again = await listAs(triptych, owner, '/staff')

    assert.deepEqual([brotli.encoding, gzip.encoding, again.encoding], ['br', 'gzip', null])
    assert.equal(plain.items.length, rowsOfLong)
    for (const list of [brotli, gzip, again]) assert.deepEqual(list.items, plain.items)
    assert.equal(brotli.headers.get('vary'), 'Accept-Encoding')
    assert.equal(brotli.headers.get('x-total-count'), String(rowsOfLong))
    assert.equal(brotli.headers.get('etag'), `W/${plain.headers.get('etag')}`)
  })

  it('is answered 304 by the tag of either form', async () => {
    const { triptych, owner } = await site()
    const plain = await listAs(triptych, owner, '/staff')
    const packed = await packedList(() => listAs(triptych, owner, '/staff', br))

    for (const { headers } of [plain, packed]) {
      const known = { 'if-none-match': headers.get('etag') ?? '' }
      const answer = await listAs(triptych, owner, '/staff', { ...br, ...known })
      assert.deepEqual([answer.status, answer.items], [304, []])
    }
  })

  it('is another one after a change', async () => {
    const { triptych, owner, done } = await site()
    const before = await packedList(() => listAs(triptych, owner, '/staff', br))

    await done('/staff/1', { row: { name: 'Changed' } }, 'PUT')
    const after = await listAs(triptych, owner, '/staff', br)
    const packed = await packedList(() => listAs(triptych, owner, '/staff', br))

    assert.equal(before.items[0]?.name, 'Somebody 0')
    assert.deepEqual([after.encoding, after.items[0]?.name], [null, 'Changed'])
    assert.equal(packed.items[0]?.name, 'Changed')
    assert.notEqual(after.headers.get('etag'), before.headers.get('etag'))
  })

  it('has what was done to its rows since, however it comes about', async () => {
    const { triptych, owner, done } = await site()
    const changes: [method: string, path: string, body: object][] = [
      ['PUT', '/staff/600', { row: { name: '},{"id":601,' } }],
      ['POST', '/staff', { row: { name: 'New' } }],
      ['POST', '/staff', { row: { name: 'First' }, before: 1 }],
      ['PUT', '/staff/7', { operation: 'move', target: 900, mode: 'after' }],
      ['DELETE', '/staff/1200', {}],
      ['POST', '/staff/rows', { rows: [{ name: 'One' }, { name: 'Two' }] }],
    ]
    for (const [method, path, body] of changes) {
      await packedList(() => listAs(triptych, owner, '/staff', br))
      await done(path, body, method)

      const list = await listAs(triptych, owner, '/staff')

      const pages = await listAs(triptych, owner, '/staff?start=0&end=2000')
      assert.deepEqual(list.items, pages.items, path)
      assert.equal(list.headers.get('x-total-count'), String(pages.items.length), path)
    }
  })

  it('stays kept while only something else changes', async () => {
    const { triptych, owner, done } = await site()
    await packedList(() => listAs(triptych, owner, '/staff', br))

    await done('/tables', { name: 'other', columns: [{ name: 'name', type: 'text' }] })

    assert.equal((await listAs(triptych, owner, '/staff', br)).encoding, 'br')
  })

  it('that was given up half-way is not kept, and kept when it is next sent', async () => {
    const { triptych, owner } = await site()
    const headers = { cookie: owner.cookie, 'sec-fetch-site': 'same-origin' }
    const response = await triptych.fetch(
      requestOf('http://localhost/staff', 'GET', undefined, headers),
    )
    await response.body?.cancel()

    const next = await listAs(triptych, owner, '/staff', br)
    const kept = await packedList(() => listAs(triptych, owner, '/staff', br))

    assert.deepEqual([next.items.length, next.encoding], [rowsOfLong, null])
    assert.deepEqual(kept.items, next.items)
  })

  it('of a table is not shown to those from whom a column is hidden, nor theirs to others', async () => {
    const { triptych, owner, invite, hide } = await site()
    const ed = await invite('Ed', 'editor')
    const before = await packedList(() => listAs(triptych, ed, '/staff', br))

    await hide({ kind: 'column', table: 'staff', column: 'pay' })
    await packedList(() => listAs(triptych, owner, '/staff', br))
    const after = await listAs(triptych, ed, '/staff', br)

    assert.equal(before.items[0]?.pay, 777)
    assert.equal(after.items.length, rowsOfLong)
    assert.ok(after.items.every((row) => !('pay' in row)))
    const ofOwner = await listAs(triptych, owner, '/staff')
    assert.ok(ofOwner.items.every(({ pay }) => pay === 777))
  })

  it('of a page is what it was the first time, until it changes, and no other for those from whom a column is hidden', async () => {
    const { triptych, owner, invite, done, hide } = await site()
    const ed = await invite('Ed', 'editor')
    const path = '/staff?sort=-id&start=10&end=20'
    const page = (who: Pick<Somebody, 'cookie'>) => listAs(triptych, who, path)
    const first = await page(owner)
    assert.equal(first.items.length, 10)
    for (const who of [owner, ed]) assert.deepEqual(told(await page(who)), told(first))

    await done(`/staff/${first.items[0]!.id}`, { row: { name: 'Changed' } }, 'PUT')
    for (const who of [owner, owner, ed]) {
      const changed = await page(who)
      assert.equal(changed.items[0]?.name, 'Changed')
      assert.notEqual(changed.headers.get('etag'), first.headers.get('etag'))
    }

    await hide({ kind: 'column', table: 'staff', column: 'pay' })
    for (const _ of [1, 2]) {
      assert.ok((await page(owner)).items.every(({ pay }) => pay === 777))
      assert.ok((await page(ed)).items.every((row) => !('pay' in row)))
    }
  })

  it('of tasks is kept for each view of the plan by itself, and not beyond a change', async () => {
    const all = await site()
    const { triptych, owner, invite, done, hide } = all
    await planOf(all)
    const ed = await invite('Ed', 'editor')
    const whole = await packedList(() => listAs(triptych, owner, '/tasks', br))
    assert.equal(whole.items.length, tasksOfLong)

    await hide({ kind: 'branch', task: 1 })
    const ofEd = await packedList(() => listAs(triptych, ed, '/tasks', br))
    const ofOwner = await packedList(() => listAs(triptych, owner, '/tasks', br))
    await done('/tasks/2', { text: 'Changed' }, 'PUT')
    const after = await listAs(triptych, ed, '/tasks', br)

    assert.equal(ofEd.items.length, tasksOfLong - 1)
    assert.ok(!ofEd.items.some(({ id }) => id === 1))
    assert.equal(ofOwner.items.length, tasksOfLong)
    assert.deepEqual([after.encoding, after.items[0]?.text], [null, 'Changed'])
    assert.notEqual(ofEd.headers.get('etag'), ofOwner.headers.get('etag'))
  })

  it('of a folder is kept until something in it changes', async () => {
    const names = Array.from({ length: 2200 }, (_, n) => `file ${String(n).padStart(5, '0')}.txt`)
    const content = Object.fromEntries(names.map((name) => [`many/${name}`, '']))
    const { ask, create, whenExplored } = await filesApi(content)
    await whenExplored(names.length)
    const list = async (): Promise<Listed> => {
      const { status, headers, bytes } = await ask('GET', '/files/%2Fmany', undefined, br)
      const encoding = headers.get('content-encoding')
      const text = (encoding === 'br' ? brotliDecompressSync(bytes) : bytes).toString()
      return { status, headers, encoding, items: JSON.parse(text) as Listed['items'] }
    }

    const kept = await packedList(list)
    await create('/many', 'another.txt')
    const after = await list()

    assert.equal(kept.items.length, 2200)
    assert.deepEqual([after.items.length, after.encoding], [2201, null])
  })
})
