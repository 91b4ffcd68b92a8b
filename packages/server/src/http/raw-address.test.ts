import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exchangeRaw } from '../../test/fixtures/raw-exchange.ts'
import { plainRoute, routeServer } from '../../test/fixtures/route-server.ts'
import { FileId, fileId, WrittenText } from './wire/file-address.ts'
import { queryReader } from './wire/query.ts'

const queried = queryReader({ id: FileId.optional(), text: WrittenText.optional() }, 'everything')

const { port, app } = await routeServer([
  plainRoute('GET', '/files', ({ url }) => ({ all: true, text: queried(url)['text'] ?? null })),
  plainRoute('GET', '/files/{id*}', (_, { id = '' }) => ({ raw: id, id: fileId(id) })),
  plainRoute('GET', '/direct', ({ url }) => ({ id: queried(url)['id'] ?? null })),
  plainRoute('GET', '/{table}', (_, { table }) => ({ table })),
])

async function get(target: string): Promise<{ status: number; body: unknown }> {
  const raw = await exchangeRaw(
    port,
    `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  )
  const [head = '', body = ''] = raw.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) }
}

describe('an address on the wire', () => {
  it('comes to its route as it was sent, with dots and escapes', async () => {
    const ids = {
      '../../etc/passwd': '/../../etc/passwd',
      '%2e%2e/x': '/../x',
      '..%2f..%2Fetc': '/../../etc',
      '%252e%252e': '/%2e%2e',
      './x': '/./x',
      '%2Fdocs%2Fa%20b': '/docs/a b',
      'docs/a%20b': '/docs/a b',
      '%2F': '/',
      'a%5Cb': '/a\\b',
      'a+b:c@d|e{f}': '/a+b:c@d|e{f}',
    }
    for (const [raw, id] of Object.entries(ids)) {
      assert.deepEqual(await get(`/files/${raw}`), { status: 200, body: { raw, id } })
    }
  })

  it('is its path, and nothing of its query', async () => {
    const { status, body } = await get('http://localhost?x=/films')
    assert.deepEqual([status, (body as { code: string }).code], [404, 'not_found'])
    assert.deepEqual((await get('http://localhost/films?x=/files')).body, { table: 'films' })
  })

  it('means the same under its version, its workspace and with slashes too many', async () => {
    for (const front of ['/v1/files', '/w/main/files', '//v1//w/main//files/', '/files/']) {
      const { body } = await get(`${front}/../x/`)
      assert.deepEqual(body, { raw: '../x', id: '/../x' }, front)
    }
    for (const all of ['/files', '/files/', '//files//', '/v1/files/']) {
      assert.deepEqual(await get(all), { status: 200, body: { all: true, text: null } }, all)
    }
  })

  it('is refused where it is not UTF-8', async () => {
    for (const raw of ['%ff', '%zz', '%']) {
      const { status, body } = await get(`/files/${raw}`)
      assert.deepEqual([status, (body as { code: string }).code], [400, 'files.bad_path'], raw)
    }
  })

  it('may be whole, and may have an address in its query', async () => {
    const whole = await get('http://localhost/files/../x')
    assert.deepEqual(whole.body, { raw: '../x', id: '/../x' })
    const inQuery = await get('/files?text=http://a/b+c%')
    assert.deepEqual(inQuery.body, { all: true, text: 'http://a/b+c%' })
    assert.deepEqual((await get('/direct?id=%2Fa%2520b')).body, { id: '/a%20b' })
  })

  it('is taken from the request where there is no socket', async () => {
    const answer = await app(new Request('http://localhost/v1/files/%2Fa%2520b'))
    assert.deepEqual(await answer.json(), { raw: '%2Fa%2520b', id: '/a%20b' })
  })
})
