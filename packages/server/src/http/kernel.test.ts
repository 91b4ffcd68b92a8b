import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { errorCodes } from '@triptych/contract/errors'
import type { ErrorCode } from '@triptych/contract/errors'
import { isReservedName, reservedNames } from '@triptych/contract/names'
import { api, assertProblem, requestOf, send, server } from '../../test/fixtures/api.ts'
import type { Answer, Api, SentHeaders } from '../../test/fixtures/api.ts'
import { credentialLines } from '../../test/fixtures/credentials.ts'
import { makeBrokenWorkspace } from '../../test/fixtures/engine.ts'
import type { Config } from '../config/config.ts'
import type { Triptych } from '../main.ts'
import type { Observation } from '../observe/observation.ts'

const scratch = mkdtempSync(join(tmpdir(), 'triptych-kernel-'))
after(() => rmSync(scratch, { recursive: true, force: true }))

const text = { name: 'a', type: 'text' }
const year = { key: 'year', value: '2000' }

/** The paths of the reference with their methods, and films in the place of `{table}`. */
async function knownPaths({ call }: Api): Promise<Map<string, string[]>> {
  const { json } = await call('GET', '/openapi.json')
  const { paths } = json as { paths: Record<string, Record<string, unknown>> }
  return new Map(
    Object.entries(paths).map(([path, operations]) => [
      path.replace('{table}', 'films').replace('{id}', '1'),
      Object.keys(operations).map((method) => method.toUpperCase()),
    ]),
  )
}

/** Ends the stream of an answer that has no end of its own. */
async function status(answer: Promise<Response>): Promise<Response> {
  const response = await answer
  await response.body?.cancel()
  return response
}

describe('an address', () => {
  const listings = [
    ['/films', '/films/', '//films', '//films//', '/v1/films', '/v1/films/', '//v1//films//'],
    ['/w/main/films', '/w/main/films/', '//w//main//films', '/v1/w/main/films', '/films?'],
    ['/films#x', '/v1//w//main//films//', '/./films', '/x/../films', '/films/.', '/%66ilms'],
  ].flat()

  it('means the same with slashes too many, with its version and with its workspace', async () => {
    const { call, rows } = await api()
    const expected = await rows()

    for (const path of listings) {
      const { status, json } = await call('GET', path)
      assert.deepEqual([status, json], [200, expected], path)
    }
  })

  it('means the same for one row and for writing', async () => {
    const { call, row } = await api()
    let votes = 100

    for (const path of listings) {
      if (/[?#]/.test(path)) continue
      const { status } = await call('PATCH', `${path}/1`, { key: 'votes', value: ++votes })
      assert.deepEqual([status, (await row(1))['votes']], [200, votes], path)
      assert.equal((await call('GET', `${path}//1/`)).status, 200, path)
      assert.equal((await call('POST', path, { name: 'x' })).status, 200, path)
    }
  })

  it('has its version in front only, and only one that there is', async () => {
    const { refuses } = await api()

    await refuses([404, 'tables.not_found'], 'GET', '/v2/films')
    await refuses([404, 'tables.not_found'], 'GET', '/v1/v1/films')
    await refuses([404, 'tables.not_found'], 'GET', '/V1/films')
    await refuses([404, 'tables.not_found'], 'GET', '/w/main/v1/films')
    await refuses([404, 'tables.not_found'], 'GET', '/v1films')
  })

  it('begins with the base where there is one', async () => {
    const { call, rows } = await api({ base: '/api/x' })
    const expected = await rows()

    for (const path of listings) {
      const { status, json } = await call('GET', path)
      if (!path.includes('..')) assert.deepEqual([status, json], [200, expected], path)
    }
  })

  it('is nothing outside of the base, for any method', async () => {
    const { triptych, tableState } = await api({ base: '/api/x' })
    const before = await tableState()
    const outside = ['/', '/films', '/films/1', '/api', '/api/films', '/api/xfilms', '/API/x/films']

    for (const path of [
      ...outside,
      '/api/x.',
      '/v1/api/x/films',
      '/w/main/api/x/films',
      '/health',
    ]) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const body = method === 'GET' ? undefined : { name: 'x' }
        const answer = await send(triptych, method, path, body)
        assertProblem(answer, [404, 'not_found'], `${method} ${path}`)
      }
      const head = await send(triptych, 'HEAD', path)
      assert.deepEqual([head.status, head.json], [404, null])
    }

    assert.deepEqual(await tableState(), before)
  })

  it('of the page leads to the folder, on the same host', async () => {
    const { triptych } = await api()
    const folders = [
      '/v1',
      '/w/main',
      '/v1/w/main',
      '//w/main',
      '///v1',
      '//w//main',
      '//v1/w/main',
    ]

    for (const path of folders) {
      const { status, headers } = await send(triptych, 'GET', path)
      assert.equal(status, 308, path)
      const asked = `http://localhost${path}`
      const target = new URL(headers.get('location')!, asked)
      assert.equal(target.host, 'localhost', `${path} leads to ${headers.get('location')}`)
      assert.equal((await send(triptych, 'GET', target.pathname)).status, 200, path)
    }
  })

  it('that cannot be read is refused with a problem, as everything is', async () => {
    const triptych = await server()
    const { port } = await triptych.listen()
    const heads = [
      'GET /films HTTP/1.1\r\nHost: a b/c?d',
      'GET /films HTTP/1.1\r\nHost: user@evil/x',
      String.raw`GET /films\1 HTTP/1.1` + '\r\nHost: localhost',
      'GET * HTTP/1.1\r\nHost: localhost',
    ]

    for (const head of heads) {
      const raw = await exchange(port, `${head}\r\nConnection: close\r\n\r\n`)
      const answer = answerIn(raw)
      assertProblem(answer, [400, 'bad_request'], head)
      assert.equal(answer.headers.get('api-version'), '1', head)
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff', head)
      assert.match(answer.headers.get('x-request-id') ?? '', /^[\w.-]{8,64}$/, head)
    }
  })
})

describe('a workspace', () => {
  it('are as many as a setting allows', async () => {
    const { call, refuses } = await api({ maxWorkspaces: 2 })
    assert.equal((await call('POST', '/workspaces', { name: 'a' })).status, 200)
    await refuses([507, 'workspaces.too_many'], 'POST', '/workspaces', { name: 'b' })
    await refuses([409, 'workspaces.name_taken'], 'POST', '/workspaces', { name: 'a' })
  })

  it('is there once it was made, and is listed by its name', async () => {
    const { call } = await withOther()
    await call('POST', '/workspaces', { name: 'a-7' })

    assert.deepEqual((await call('GET', '/workspaces')).json, [
      { name: 'a-7', title: 'a-7' },
      { name: 'main', title: 'main' },
      { name: 'other', title: 'other' },
    ])
    assert.deepEqual((await call('GET', '/w/other/tables')).json, [])
  })

  it('is not there before, in any route and by any method', async () => {
    // With accounts the page tells nobody which there are.
    const { call, refuses } = await api({ auth: 'none' })
    const names = ['nosuch', 'MAIN', 'Main', 'main.', '__proto__', 'constructor', 'x'.repeat(5000)]

    for (const name of [...names, '%2e%2e%2fmain', '..%2Fmain', 'main%00', '%20main', '*']) {
      const at = `/w/${name}`
      await refuses([404, 'workspaces.not_found'], 'GET', `${at}/films`)
      await refuses([404, 'workspaces.not_found'], 'GET', `${at}/`)
      await refuses([404, 'workspaces.not_found'], 'GET', `${at}/tables`)
      await refuses([404, 'workspaces.not_found'], 'GET', `${at}/changes`)
      await refuses([404, 'workspaces.not_found'], 'GET', `${at}/events`)
      await refuses([404, 'workspaces.not_found'], 'POST', `${at}/films`, { name: 'x' })
      await refuses([404, 'workspaces.not_found'], 'PUT', `${at}/films/1`, { name: 'x' })
      await refuses([404, 'workspaces.not_found'], 'PATCH', `${at}/films/1`, year)
      await refuses([404, 'workspaces.not_found'], 'DELETE', `${at}/films/1`)
    }
    assert.deepEqual((await call('GET', '/workspaces')).json, [{ name: 'main', title: 'main' }])
  })

  it('is not there before on the disk either, and leaves nothing there', async () => {
    const triptych = await server({ auth: 'none', data: mkdtempSync(join(scratch, 'data-')) })

    for (const name of [
      'nosuch',
      'MAIN',
      '.',
      '..',
      '%2e%2e',
      '...',
      'main%2F..',
      'x'.repeat(5000),
    ]) {
      const { status } = await send(triptych, 'GET', `/w/${name}/tables`)
      // Two dots are resolved before anybody sees them: that is `/tables`.
      assert.equal(status, /^(\.\.|%2e%2e)$/.test(name) ? 200 : 404, name)
    }
    assert.deepEqual((await send(triptych, 'GET', '/workspaces')).json, [
      { name: 'main', title: 'main' },
    ])
  })

  it('has tables, rows and a log of its own', async () => {
    const { call, tableState } = await withOther()
    const before = await tableState()

    await call('POST', '/w/other/tables', { name: 'films', columns: [text] })
    await call('POST', '/w/other/films', { a: 'there' })
    // As many changes as in main: the same revision, and still not the same tag.
    for (const id of [2, 3]) await call('POST', '/w/other/films', { a: String(id) })

    assert.deepEqual(await tableState(), before)
    const other = await call('GET', '/w/other/films')
    assert.deepEqual(other.json, [
      { id: 1, a: 'there' },
      { id: 2, a: '2' },
      { id: 3, a: '3' },
    ])
    const main = await call('GET', '/films')
    const tag = other.headers.get('etag')!
    assert.match(tag, /-4"$/)
    assert.match(main.headers.get('etag')!, /-4"$/)
    const asked = await call('GET', '/films', undefined, { 'if-none-match': tag })
    assert.equal(asked.status, 200)
    assert.deepEqual(main.json, before.rows)
    const log = (await call('GET', '/w/other/changes')).json as { revision: number }[]
    assert.deepEqual(
      log.map(({ revision }) => revision),
      [1, 2, 3, 4],
    )
  })

  it('named main is the one without a name', async () => {
    const { call, rows, changes } = await api()

    await call('POST', '/w/main/films', { name: 'x' })

    assert.equal((await rows()).at(-1)!['name'], 'x')
    assert.deepEqual((await call('GET', '/w/main/changes')).json, await changes())
    assert.deepEqual((await call('GET', '/w/main/films')).json, await rows())
  })

  it('has none of the routes of the server', async () => {
    const { refuses } = await withOther()

    for (const workspace of ['main', 'other', 'nosuch']) {
      for (const path of ['health', 'metrics', 'docs', 'workspaces']) {
        await refuses([404, 'not_found'], 'GET', `/w/${workspace}/${path}`)
        await refuses([404, 'not_found'], 'GET', `/v1/w/${workspace}/${path}/`)
      }
      await refuses([404, 'not_found'], 'POST', `/w/${workspace}/workspaces`, { name: 'new' })
    }
  })

  it('is refused a name that is taken or cannot be one', async () => {
    const { refuses } = await withOther()

    for (const name of ['other', 'main']) {
      await refuses([409, 'workspaces.name_taken'], 'POST', '/workspaces', { name })
    }
    const bad = ['', ' ', 'Other', 'MAIN', '-a', 'a_b', 'a.b', '..', '.', 'a/b', 'a\\b', 'a\n', 'é']
    for (const name of [...bad, 'x'.repeat(64), 7, null, [], {}, 'a\u0000', '\ud800', 'main ']) {
      await refuses([422, 'body.invalid'], 'POST', '/workspaces', { name })
    }
    await refuses([422, 'body.invalid'], 'POST', '/workspaces', {})
    await refuses([422, 'body.invalid'], 'POST', '/workspaces', [])
  })

  it('takes the longest name there can be', async () => {
    const { call } = await api()
    const name = 'x'.repeat(63)

    assert.equal((await call('POST', '/workspaces', { name })).status, 200)
    assert.deepEqual((await call('GET', `/w/${name}/tables`)).json, [])
  })

  it('is made once, however many ask for it at the same time', async () => {
    const { call } = await api()

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call('POST', '/workspaces', { name: 'new' })),
    )

    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(answers.filter(({ status }) => status === 409).length, 9)
  })
})

describe('a reserved name', () => {
  it('is refused for a table, whatever the letter case', async () => {
    const { refuses } = await api()
    const patterns = ['v1', 'v2', 'v99', 'sqlite_x', 'sqlite_master', 'pg_x', 'pg_catalog']

    for (const name of [...reservedNames, ...patterns]) {
      for (const written of [name, name.toUpperCase(), name[0]!.toUpperCase() + name.slice(1)]) {
        const body = { name: written, columns: [text] }
        await refuses([422, 'tables.name_reserved'], 'POST', '/tables', body)
      }
    }
    for (const name of ['_x', '_changes', '_tables']) {
      await refuses([422, 'body.invalid'], 'POST', '/tables', { name, columns: [text] })
    }
  })

  it('is whatever the first part of a route is', async () => {
    const paths = await knownPaths(await api())

    const first = [...paths.keys(), '/assets', '/w', '/v1'].map((path) => path.split('/')[1]!)
    for (const name of new Set(first)) {
      if (name !== 'films') assert.ok(isReservedName(name.replace('.json', '')), name)
    }
  })

  it('only looks like one here, so these are free', async () => {
    const { call } = await api()

    for (const name of [
      'v',
      'v1a',
      'version',
      'sqlite',
      'sqlitex',
      'pg',
      'files2',
      'my-files',
      'x_1',
      ...'users settings admin api page static import export webhooks presence'.split(' '),
    ]) {
      const { status, json } = await call('POST', '/tables', { name, columns: [text] })
      assert.equal(status, 200, JSON.stringify(json))
      assert.deepEqual((await call('GET', `/${name}`)).json, [])
    }
  })
})

describe('a method', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

  it('that a table does not have is 405 with those it has', async () => {
    const { refuses, call } = await api()
    const allowed: [string, string][] = [
      ['/films', 'GET, POST'],
      ['/films/1', 'GET, PUT, PATCH, DELETE'],
      ['/tables', 'GET, POST'],
      ['/w/main/films', 'GET, POST'],
      ['/v1/films/1', 'GET, PUT, PATCH, DELETE'],
    ]

    for (const [path, allow] of allowed) {
      const others = methods.filter((method) => !allow.includes(method))
      for (const method of [...others, 'PROPFIND', 'QUERY', 'LINK', 'Patch']) {
        const problem = await refuses([405, 'method_not_allowed'], method, path)
        assert.equal(problem['allow'], allow)
        assert.equal((await call(method, path)).headers.get('allow'), allow)
      }
    }
  })

  it('is 405 for a table that is not there as well: the address would be one', async () => {
    const { refuses } = await api()

    await refuses([405, 'method_not_allowed'], 'DELETE', '/nosuch')
    await refuses([405, 'method_not_allowed'], 'POST', '/nosuch/1')
  })

  it('that an address of our own does not have is 405, and not a table', async () => {
    const set = await api()
    const wrong: string[] = []

    for (const [path, known] of await knownPaths(set)) {
      if (path.startsWith('/films')) continue
      for (const method of methods.filter((one) => !known.includes(one))) {
        const body = method === 'GET' ? undefined : { name: 'x' }
        const { status, headers } = await set.call(method, path, body)
        if (status !== 405 || headers.get('allow') !== known.join(', ')) {
          wrong.push(`${method} ${path} → ${status}`)
        }
      }
    }

    assert.deepEqual(wrong, [])
  })

  it('is 404 where there is no address', async () => {
    const { refuses } = await api()

    for (const method of methods) {
      const body = method === 'GET' ? undefined : {}
      for (const path of ['/films/1/2', '/tables/films/1', '/changes/1/2', '/w/main/a/b/c']) {
        await refuses([404, 'not_found'], method, path, body)
      }
    }
  })

  it('HEAD answers what GET answers, without the body', async () => {
    const set = await api()
    const { triptych, tableState } = set
    const before = await tableState()
    const paths = [
      ...(await knownPaths(set)).keys(),
      '/',
      '/assets/licences.md',
      '/nosuch',
      '/films/99',
    ]

    for (const path of paths) {
      const url = `http://localhost${path.replace('{name}', 'films')}`
      const get = await status(triptych.fetch(new Request(url)))
      const head = await triptych.fetch(new Request(url, { method: 'HEAD' }))
      assert.equal(await head.text(), '', path)
      assert.equal(head.status, get.status, path)
      for (const name of ['content-type', 'etag', 'api-version', 'x-revision', 'cache-control']) {
        assert.equal(head.headers.get(name), get.headers.get(name), `${name} of ${path}`)
      }
    }

    assert.deepEqual(await tableState(), before)
  })

  it('HEAD leaves no reader of the events behind', async () => {
    const { triptych, call } = await api()
    for (let n = 0; n < 5; n++) {
      await triptych.fetch(new Request('http://localhost/events', { method: 'HEAD' }))
    }

    const { json } = await call('GET', '/metrics')

    assert.match(String(json), /^triptych_\w*subscribers\w* 0$/m)
  })

  it('OPTIONS is answered everywhere, and does nothing', async () => {
    const set = await api()
    const before = await set.tableState()
    const paths = [...(await knownPaths(set)).keys(), '/', '/nosuch', '/a/b/c/d', '/w/nosuch/films']

    for (const path of paths) {
      const { status, headers, json } = await set.call('OPTIONS', path, undefined, {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'content-type',
      })
      assert.deepEqual([status, json], [204, null], path)
      const allowed = headers.get('access-control-allow-methods') ?? ''
      for (const method of [...methods, 'OPTIONS']) assert.ok(allowed.includes(method), path)
      assert.equal(headers.get('access-control-allow-origin'), 'http://localhost:5173')
    }

    assert.deepEqual(await set.tableState(), before)
  })
})

describe('a page of another origin', () => {
  const near = [
    ['http://localhost:5173', 'https://localhost', 'http://127.0.0.1:8080', 'http://127.1.2.3'],
    ['http://[::1]:3000', 'http://app.localhost', 'http://localhost:3200'],
  ].flat()
  const foreign = [
    ['https://evil.example', 'http://localhost.evil.example', 'http://127.0.0.1.evil.example'],
    ['null', 'http://evil.example:3200', 'file://', 'http://notlocalhost', 'http://10.0.0.1'],
    ['http://127.evil.example', 'https://localhost@evil.example', 'http://[::2]', 'localhost'],
    ['http://evil.example/localhost', 'http://0.0.0.0:3200', '', 'http://xlocalhost', '*'],
  ].flat()
  const listed = 'https://app.example.com'

  const writes: [method: string, path: string, body?: unknown][] = [
    ['POST', '/films', { name: 'x' }],
    ['PUT', '/films/1', { year: 1 }],
    ['PATCH', '/films/1', year],
    ['DELETE', '/films/1'],
    ['POST', '/tables', { name: 'new', columns: [text] }],
    ['POST', '/workspaces', { name: 'new' }],
    ['POST', '/nosuch', {}],
  ]

  async function assertMayNotWrite(cors: string[], headers: SentHeaders): Promise<void> {
    const { refuses, call } = await api({ cors })
    for (const [method, path, body] of writes) {
      for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded']) {
        const sent = { ...headers, 'content-type': type }
        await refuses([403, 'forbidden'], method, path, body, sent)
      }
    }
    assert.deepEqual((await call('GET', '/workspaces')).json, [{ name: 'main', title: 'main' }])
  }

  it('on this machine may use the server where no origin is listed, without credentials', async () => {
    const { call } = await api()

    for (const origin of near) {
      const answer = await call('GET', '/films', undefined, { origin })
      assert.deepEqual(corsOf(answer), [origin, null])
      assert.match(answer.headers.get('vary') ?? '', /\borigin\b/i)
      const failed = await call('GET', '/nosuch', undefined, { origin })
      assert.deepEqual([failed.status, ...corsOf(failed)], [404, origin, null])
      await assertMayWrite([], { origin })
    }
  })

  it('elsewhere may not read', async () => {
    const { call } = await api()

    for (const origin of foreign) {
      for (const method of ['GET', 'OPTIONS', 'HEAD']) {
        const answer = await call(method, '/films', undefined, { origin })
        assert.deepEqual(corsOf(answer), [null, null], origin)
        if (origin) assert.match(answer.headers.get('vary') ?? '', /\borigin\b/i, origin)
      }
    }
  })

  it('elsewhere learns nothing: what is there and what is not answer alike', async () => {
    const { refuses } = await api()
    const sites = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]
    const referer = 'https://evil.example/localhost'

    for (const headers of [
      ...sites,
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'x', referer },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      },
    ] as SentHeaders[]) {
      for (const path of [
        '/films',
        '/nosuch',
        '/films/1',
        '/films/99',
        '/changes',
        '/workspaces',
      ]) {
        await refuses([403, 'forbidden'], 'GET', path, undefined, headers)
        await refuses([403, 'forbidden'], 'GET', `/w/none${path}`, undefined, headers)
      }
      await refuses([403, 'forbidden'], 'GET', '/events?origin=x&name=Admin', undefined, headers)
    }
  })

  it('elsewhere may have a link that a person follows', async () => {
    const { call, refuses } = await api()
    const visit = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      'sec-fetch-user': '?1',
      referer: 'https://evil.example/',
    }

    assert.equal((await call('GET', '/films', undefined, visit)).status, 200)
    await refuses([403, 'forbidden'], 'POST', '/films', { name: 'x' }, visit)
  })

  it('may not write where the browser names no origin but says that it is another', async () => {
    for (const site of ['cross-site', 'same-site', 'x']) {
      await assertMayNotWrite([], { 'sec-fetch-site': site })
      await assertMayNotWrite([listed], { 'sec-fetch-site': site, referer: `${listed}/` })
    }
  })

  it('may show pictures where it may use the server, and the browser keeps all others from it', async () => {
    const picture = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }
    const cases: [cors: string[], headers: SentHeaders, status: number, policy: string][] = [
      [[], { ...picture, referer: 'http://127.0.0.1:5173/x' }, 200, 'cross-origin'],
      [[], { ...picture, referer: 'https://evil.example/' }, 403, 'same-origin'],
      [[], { ...picture, referer: 'http://localhost@evil.example/' }, 403, 'same-origin'],
      [[], { ...picture, referer: 'x' }, 403, 'same-origin'],
      [[listed], { ...picture, referer: `${listed}/a/b` }, 200, 'cross-origin'],
      [[listed], { ...picture, referer: 'http://127.0.0.1:5173/x' }, 403, 'same-origin'],
      [['*'], picture, 200, 'cross-origin'],
      [[], { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }, 200, 'same-origin'],
      [[], {}, 200, 'same-origin'],
    ]

    for (const [cors, sent, status, policy] of cases) {
      const { call } = await api({ cors })
      const answer = await call('GET', '/films', undefined, sent)
      const { headers } = answer
      const found = [answer.status, headers.get('cross-origin-resource-policy')]
      assert.deepEqual(found, [status, policy], JSON.stringify([cors, sent]))
    }
  })

  it('gets no code from the server, whichever page it is', async () => {
    const { call, refuses } = await api()
    const kinds = ['script', 'style', 'worker', 'sharedworker', 'serviceworker', 'paintworklet']

    for (const site of ['same-origin', 'cross-site']) {
      for (const kind of kinds) {
        const headers = { 'sec-fetch-site': site, 'sec-fetch-dest': kind }
        await refuses([403, 'forbidden'], 'GET', '/direct?id=/x.js', undefined, headers)
        await refuses([403, 'forbidden'], 'GET', '/films', undefined, headers)
      }
      const registering = { 'sec-fetch-site': site, 'service-worker': 'script' }
      await refuses([403, 'forbidden'], 'GET', '/direct?id=/x.js', undefined, registering)
    }
    for (const kind of ['image', 'video', 'audio', 'document', 'empty', 'embed', 'font']) {
      const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': kind }
      assert.equal((await call('GET', '/films', undefined, headers)).status, 200, kind)
    }
  })

  it('elsewhere may not write, not even with a simple request', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example', '']) {
      await assertMayNotWrite([], { origin })
    }
    for (const origin of foreign) {
      const { refuses } = await api()
      const headers = { origin, 'content-type': 'text/plain' }
      await refuses([403, 'forbidden'], 'POST', '/films', '{"name":"x"}', headers)
    }
  })

  it('that is listed may use the server with credentials, and no other', async () => {
    const cors = [listed, 'http://localhost:4000']
    const { call } = await api({ cors })

    for (const origin of cors) {
      assert.deepEqual(corsOf(await call('GET', '/films', undefined, { origin })), [origin, 'true'])
      assert.deepEqual(corsOf(await call('OPTIONS', '/x', undefined, { origin })), [origin, 'true'])
      await assertMayWrite(cors, { origin })
    }
    for (const origin of [...near, ...foreign, `${listed}:444`, 'http://app.example.com']) {
      assert.deepEqual(corsOf(await call('GET', '/films', undefined, { origin })), [null, null])
    }
    await assertMayNotWrite(cors, { origin: 'http://localhost:5173' })
  })

  it('may be any where * is listed, but never with credentials', async () => {
    const { call } = await api({ cors: ['*'] })

    for (const origin of ['https://evil.example', 'null', 'http://localhost:5173']) {
      const answer = await call('GET', '/films', undefined, { origin })
      assert.deepEqual(corsOf(answer), ['*', null])
      assert.deepEqual(corsOf(await call('OPTIONS', '/films', undefined, { origin })), ['*', null])
      await assertMayWrite(['*'], { origin })
    }
  })

  it('has credentials beside * only where it is listed by name', async () => {
    const { call } = await api({ cors: ['*', listed] })
    const from = (origin: string) => call('GET', '/films', undefined, { origin })

    assert.deepEqual(corsOf(await from(listed)), [listed, 'true'])
    assert.deepEqual(corsOf(await from('https://evil.example')), ['*', null])
  })

  it('never gets * together with credentials, whatever is listed and asked', async () => {
    for (const cors of [[], ['*'], [listed], ['*', listed]]) {
      const { call } = await api({ cors })
      for (const origin of [...near, ...foreign, listed]) {
        for (const method of ['GET', 'OPTIONS']) {
          const [allowed, credentials] = corsOf(await call(method, '/films', undefined, { origin }))
          assert.ok(allowed !== '*' || credentials === null, `${cors.join()} ${origin}`)
        }
      }
    }
  })

  it('is told in advance which headers it may send, and which it may see', async () => {
    const { call } = await api()
    const headers = { origin: 'http://localhost:5173' }

    const preflight = await call('OPTIONS', '/films/1', undefined, headers)
    const answer = await call('GET', '/films', undefined, headers)

    const may = preflight.headers.get('access-control-allow-headers')!.toLowerCase().split(/, */)
    for (const name of [
      ['content-type', 'authorization', 'x-requested-with', 'x-csrf-token', 'x-origin', 'if-match'],
      ['if-none-match', 'last-event-id', 'x-request-id'],
    ].flat()) {
      assert.ok(may.includes(name), name)
    }
    const sees = answer.headers.get('access-control-expose-headers')!.toLowerCase().split(/, */)
    for (const name of [
      'etag',
      'x-revision',
      'x-total-count',
      'x-request-id',
      'content-disposition',
    ]) {
      assert.ok(sees.includes(name), name)
    }
    assert.ok(!may.includes('*') && !sees.includes('*'))
  })

  it('is none when the browser says that it is the same origin', async () => {
    const origin = 'https://behind-a-proxy.example'

    await assertMayWrite([], { origin, 'sec-fetch-site': 'same-origin' })
    for (const site of ['same-site', 'cross-site', 'none', 'same-origin, x', 'SAME-ORIGIN']) {
      const { refuses } = await api()
      const headers = { origin, 'sec-fetch-site': site }
      await refuses([403, 'forbidden'], 'POST', '/films', { name: 'x' }, headers)
    }
  })

  it('is none when it is the host that was asked', async () => {
    await assertMayWrite([], { origin: 'http://plan.example:8080', host: 'plan.example:8080' })
    await assertMayWrite([listed], { origin: 'https://plan.example', host: 'plan.example' })

    for (const host of ['plan.example', 'plan.example:8081', 'x.plan.example:8080', '', 'null']) {
      const { refuses } = await api()
      const headers = { origin: 'http://plan.example:8080', host }
      await refuses([403, 'forbidden'], 'POST', '/films', { name: 'x' }, headers)
      const nowhere = { origin: 'null', host }
      await refuses([403, 'forbidden'], 'POST', '/films', { name: 'x' }, nowhere)
    }
  })

  it('is not meant where nobody names one: programs are no pages', async () => {
    const { call } = await api()

    const answer = await call('POST', '/films', { name: 'x' })

    assert.deepEqual([answer.status, ...corsOf(answer)], [200, null, null])
  })
})

describe('a body', () => {
  const limits = { body: 200, depth: 5, changes: 100, upload: 9999, batch: 100 }
  const names = [{ name: 'name', type: 'text' }]
  const taking: [method: string, path: string][] = [
    ['POST', '/tables'],
    ['POST', '/workspaces'],
    ['POST', '/films'],
    ['PUT', '/films/1'],
    ['PATCH', '/films/1'],
  ]

  async function refusedBy(code: ErrorCode, status: number, ...bodies: unknown[]): Promise<void> {
    const { refuses } = await api()
    for (const [method, path] of taking) {
      for (const body of bodies) await refuses([status, code], method, path, body)
    }
  }

  it('that is empty is refused', async () => {
    await refusedBy('body.empty', 400, undefined, '', ' ', '\n', ' \r\n\t ', new Uint8Array())
  })

  it('that is not JSON is refused', async () => {
    const bad = [
      ['{', '}', '[', ']', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '[1,]', '[,1]', '{,}'],
      ["{'a':1}", '{a:1}', '{"a":1}}', '{"a":1}{"b":2}', '{"a":1} x', 'x', 'undefined', 'nul'],
      ['truex', 'True', 'nullnull', '"', '"a', '"\\', '"\\x"', '"\\u12"', '"\\ud8', '"a\nb"'],
      ['"\u0000"', '"\u001f"', '01', '-', '+1', '1.', '.1', '1e', '1e+', '--1', '0x1', '1_000'],
      ['// x\n{}', '/* */{}', '{"a":1 "b":2}', '{"a" 1}', '{1:1}', '{"a":1,,"b":2}', '[1 2]'],
      ['\u00a0{}', '{}\u00a0', '\u2028{}', '\v{}', 'key=year&value=1', '<a/>', '{"a":\'x\'}'],
    ].flat()

    await refusedBy('body.malformed', 400, ...bad)
  })

  it('that is not UTF-8 is refused', async () => {
    await refusedBy(
      'body.malformed',
      400,
      filmNamed(0xff),
      filmNamed(0xc0, 0x80),
      filmNamed(0xed, 0xa0, 0x80),
      filmNamed(0xe2, 0x82),
      filmNamed(0xf5, 0x80, 0x80, 0x80),
      filmNamed(0x80),
      new Uint8Array(Buffer.from('{"name":"x"}', 'utf16le')),
    )
  })

  it('that begins with a byte order mark is refused', async () => {
    await refusedBy('body.malformed', 400, '\ufeff{"name":"x"}', '\ufeff')
  })

  it('that loses a number is refused, and one that does not is not', async () => {
    const lost = ['1e999', '-1e999', '9007199254740993', '-9007199254740993', '1E400', '1.0e309']
    const inside = lost.flatMap((number) => [number, `[${number}]`, `{"a":{"b":${number}}}`])
    await refusedBy('body.number_lost', 422, ...inside)

    const { call, row } = await api()
    for (const number of [
      '9007199254740991',
      '-9007199254740991',
      '1e308',
      '0.1',
      '-0',
      '5e-324',
    ]) {
      const body = `{"key":"extra","value":[${number}]}`
      assert.equal((await call('PATCH', '/films/1', body)).status, 200, number)
      assert.deepEqual(JSON.stringify((await row(1))['extra']), JSON.stringify([Number(number)]))
    }
  })

  it('with __proto__ or a key twice is refused, at any depth', async () => {
    const unsafe = ['{"__proto__":1}', '[{"__proto__":1}]', '{"a":{"b":[{"__proto__":{}}]}}']
    const escaped = [String.raw`{"__proto\u005f_":1}`, String.raw`{"\u005F\u005fproto__":1}`]
    await refusedBy('body.unsafe_key', 400, ...unsafe, ...escaped)
    await refusedBy('body.duplicate_key', 400, '{"a":1,"a":1}', '[{"b":{"a":1,"c":2,"a":3}}]')
  })

  it('may have __proto__ as a value, and constructor as a key', async () => {
    const { call, row } = await api()

    const value = { constructor: { prototype: '__proto__' }, toString: ['__proto__'] }
    await call('PATCH', '/films/1', { key: 'extra', value })

    assert.deepEqual((await row(1))['extra'], value)
  })

  it('of 100,000 nested arrays is refused, open or closed', async () => {
    const open = '['.repeat(100_000)

    await refusedBy('body.too_deep', 400, open, open + ']'.repeat(100_000), '{"a":'.repeat(100_000))
  })

  it('may be nested as deep as the limit, and not deeper', async () => {
    const { call, refuses } = await api({ limits: { ...limits, body: 1000 } })

    for (const brackets of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as [string, string][]) {
      assert.equal((await call('PATCH', '/films/1', nested(5, brackets))).status, 200)
      const problem = await refuses(
        [400, 'body.too_deep'],
        'PATCH',
        '/films/1',
        nested(6, brackets),
      )
      assert.equal(problem['limit'], 5)
    }
    const wide = { key: 'extra', value: '[[[[[[[{{{{{{{' }
    await refuses([422, 'tables.wrong_type'], 'PATCH', '/films/1', wide)
    assert.equal((await call('PATCH', '/films/1', { ...wide, key: 'name' })).status, 200)
  })

  it('may be as long as the limit, and not longer, over the wire', async () => {
    const { triptych, tableState } = await api({ limits }, names)
    const { url } = await triptych.listen()
    const over = async (body: string | ReadableStream) => {
      const response = await fetch(requestOf(`${url}films`, 'POST', body))
      const { status, headers } = response
      return { status, headers, json: await response.json() }
    }

    for (const size of [1, 7, 64, 1000]) {
      assert.equal((await over(inPieces(filmOf(200), size))).status, 200)
    }
    assert.equal((await over(filmOf(200))).status, 200)
    assert.equal((await over(filmOf(199))).status, 200)

    const before = await tableState()
    for (const body of [filmOf(201), filmOf(100_000), inPieces(filmOf(201), 7), ' '.repeat(201)]) {
      const problem = assertProblem(await over(body), [413, 'body.too_large'])
      assert.equal(problem['limit'], 200)
    }
    assertProblem(await over(inPieces(filmOf(1_000_000), 10_000)), [413, 'body.too_large'])
    assert.deepEqual(await tableState(), before)
  })

  it('may be as long as the limit, and not longer, where the server is mounted', async () => {
    const { call, refuses } = await api({ limits }, names)

    for (const [method, path] of taking) {
      for (const body of [filmOf(201), ' '.repeat(201)]) {
        const problem = await refuses([413, 'body.too_large'], method, path, body)
        assert.equal(problem['limit'], 200)
        await refuses([413, 'body.too_large'], method, path, body, { 'content-length': '201' })
        await refuses([413, 'body.too_large'], method, path, inPieces(body, 7))
      }
    }
    const exact = { 'content-length': '200' }
    assert.equal((await call('POST', '/films', filmOf(200), exact)).status, 200)
    assert.equal((await call('POST', '/films', filmOf(200))).status, 200)
    assert.equal((await call('POST', '/films', inPieces(filmOf(200), 1))).status, 200)
  })

  it('is held to the limit whatever it says of its length', async () => {
    const { refuses } = await api({ limits }, names)

    for (const length of ['1', '200', '0', '-1', 'x', '', '1e1']) {
      const headers = { 'content-length': length }
      await refuses([413, 'body.too_large'], 'POST', '/films', filmOf(10_000), headers)
    }
  })

  it('that promises too much is refused before it is sent', async () => {
    const { triptych, tableState } = await api({ limits }, names)
    const before = await tableState()
    const { port } = await triptych.listen()

    const raw = await exchange(
      port,
      `POST /films HTTP/1.1\r\nHost: localhost\r\n${credentialLines(port)}Connection: close\r\nContent-Length: 1000000000\r\n\r\n{`,
    )

    assertProblem(answerIn(raw), [413, 'body.too_large'])
    assert.deepEqual(await tableState(), before)
  })

  it('that ends too early changes nothing, and the server goes on', async () => {
    const { triptych, tableState } = await api()
    const before = await tableState()
    const { port } = await triptych.listen()
    const head = `POST /films HTTP/1.1\r\nHost: localhost\r\n${credentialLines(port)}`
    const cut = [
      `${head}Content-Length: 12\r\n\r\n{"name":"x"`,
      `${head}Transfer-Encoding: chunked\r\n\r\nc\r\n{"name":"x"}\r\n`,
      `${head}Transfer-Encoding: chunked\r\n\r\nc\r\n{"name":`,
    ]

    for (const request of cut) await exchange(port, request, 50)

    assert.deepEqual(await tableState(), before)
  })

  it('on a request that takes none is not looked at', async () => {
    const { triptych, call } = await api({ limits }, names)
    const { port } = await triptych.listen()

    for (const body of ['{', 'x'.repeat(100_000)]) {
      assert.equal((await call('DELETE', '/films/99', body)).status, 404)
      const raw = await exchange(
        port,
        `GET /films HTTP/1.1\r\nHost: localhost\r\n${credentialLines(port)}Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      assert.equal(answerIn(raw).status, 200)
    }
  })
})

describe('an answer', () => {
  /** One request for every kind of answer. */
  const kinds: [status: number, method: string, path: string, headers?: SentHeaders][] = [
    [200, 'GET', '/films'],
    [200, 'GET', '/films/1'],
    [200, 'GET', '/tables'],
    [200, 'GET', '/changes'],
    [200, 'GET', '/events'],
    [200, 'GET', '/health'],
    [200, 'GET', '/metrics'],
    [200, 'GET', '/docs/api'],
    [200, 'GET', '/openapi.json'],
    [200, 'GET', '/workspaces'],
    [200, 'GET', '/'],
    [200, 'GET', '/assets/licences.md'],
    [200, 'HEAD', '/films'],
    [204, 'OPTIONS', '/films'],
    [304, 'GET', '/films', { 'if-none-match': '*' }],
    [308, 'GET', '/v1'],
    [422, 'GET', '/changes?since=x'],
    [403, 'DELETE', '/films/1', { origin: 'https://evil.example' }],
    [404, 'GET', '/nosuch'],
    [404, 'GET', '/a/b/c'],
    [404, 'GET', '/assets/nosuch.js'],
    [404, 'GET', '/assets/..%2f..%2fpackage.json'],
    [404, 'GET', '/assets/constructor'],
    [405, 'DELETE', '/films'],
    [409, 'GET', '/changes?since=99'],
    [412, 'DELETE', '/films/1', { 'if-match': '"0"' }],
  ]

  async function each(
    work: (response: Response, kind: (typeof kinds)[number]) => Promise<void> | void,
    extra: SentHeaders = {},
  ): Promise<void> {
    const { triptych } = await api()
    for (const kind of kinds) {
      const [expected, method, path, headers] = kind
      const request = requestOf(`http://localhost${path}`, method, undefined, {
        ...headers,
        ...extra,
      })
      const response = await triptych.fetch(request)
      assert.equal(response.status, expected, `${method} ${path}`)
      await work(response, kind)
      if (!response.bodyUsed) await response.body?.cancel()
    }
  }

  it('carries the version of the API, and is taken for what it says it is', async () => {
    await each(({ headers }, [, method, path]) => {
      assert.equal(headers.get('api-version'), '1', `${method} ${path}`)
      assert.equal(headers.get('x-content-type-options'), 'nosniff', `${method} ${path}`)
      assert.ok(headers.has('cache-control'), `${method} ${path}`)
    })
  })

  it('tells no address of ours to others, and lets nobody have our windows', async () => {
    await each(({ headers }, [, method, path]) => {
      assert.equal(headers.get('referrer-policy'), 'no-referrer', `${method} ${path}`)
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin', `${method} ${path}`)
      assert.ok(headers.has('content-security-policy'), `${method} ${path}`)
    })
  })

  it('has a request id of its own, or the one that was sent', async () => {
    const made = new Set<string>()
    await each(({ headers }) => void made.add(headers.get('x-request-id')!))
    assert.equal(made.size, kinds.length)
    for (const id of made) assert.match(id, /^[\w.-]{8,64}$/)

    for (const id of ['abc', 'a.b-c_D9', 'x'.repeat(64)]) {
      await each(({ headers }) => assert.equal(headers.get('x-request-id'), id), {
        'x-request-id': id,
      })
    }
  })

  it('has a new request id where the one that was sent is none', async () => {
    for (const id of ['', 'a b', 'x'.repeat(65), 'é', '<script>', 'a,b', '"', '../x']) {
      await each(
        ({ headers }) => {
          assert.notEqual(headers.get('x-request-id'), id)
          assert.match(headers.get('x-request-id')!, /^[\w.-]{8,64}$/)
        },
        { 'x-request-id': id },
      )
    }
  })

  it('that tells of an error is a problem, and nothing else', async () => {
    await each(async (response, [status, method]) => {
      if (status < 400 || method === 'HEAD') return
      const { headers } = response
      const json: unknown = await response.json()
      const { code } = json as { code: ErrorCode }
      assertProblem({ status, headers, json }, [status, code])
      assert.ok(Object.hasOwn(errorCodes, code))
      assert.equal((json as { title: string }).title, errorCodes[code])
      assert.equal(headers.get('cache-control'), 'no-store')
    })
  })

  it('that tells of success has a JSON body, also where there is nothing to tell', async () => {
    const { call } = await api()
    const writes: [string, string, unknown?][] = [
      ['POST', '/films', { name: 'x' }],
      ['PUT', '/films/1', {}],
      ['PATCH', '/films/1', year],
      ['DELETE', '/films/1'],
      ['POST', '/workspaces', { name: 'new' }],
      ['POST', '/tables', { name: 'new', columns: [text] }],
    ]

    for (const [method, path, body] of writes) {
      const { status, headers, json } = await call(method, path, body)
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.ok(typeof json === 'object' && json !== null)
    }
  })
})

describe('a failure', () => {
  it('is answered as internal, with the request id and without a word of why', async () => {
    const { triptych, data, complaint } = await withCorruptWorkspace()

    const headers = { 'x-request-id': 'find-me' }
    const answer = await send(triptych, 'GET', '/w/broken/films', undefined, headers)

    const problem = assertProblem(answer, [500, 'internal'])
    assert.match(problem.error, /find-me/)
    assert.deepEqual(Object.keys(problem).toSorted(), ['code', 'error', 'status', 'title', 'type'])
    assert.ok(!JSON.stringify(problem).includes(data))
    assert.doesNotMatch(JSON.stringify(problem), complaint)
    assert.doesNotMatch(JSON.stringify(problem), /broken/)
  })

  it('is reported whole to whoever runs the server', async () => {
    const { triptych, seen, complaint } = await withCorruptWorkspace()

    const headers = { 'x-request-id': 'find-me' }
    await send(triptych, 'GET', '/w/broken/films', undefined, headers)

    const failure = seen.find((one) => one.kind === 'failure')
    assert.equal(failure?.requestId, 'find-me')
    assert.ok(failure.error instanceof Error && complaint.test(failure.error.message))
  })

  it('in one workspace leaves the others alone', async () => {
    const { triptych } = await withCorruptWorkspace()

    for (let n = 0; n < 3; n++) {
      assert.equal((await send(triptych, 'GET', '/w/broken/films')).status, 500)
      assert.equal((await send(triptych, 'GET', '/tables')).status, 200)
    }
  })

  it('is not what a client reports that is at fault', async () => {
    const seen: Observation[] = []
    const triptych = await server({}, (observation) => seen.push(observation))

    for (const body of ['{', '{"a":1e999}', '[]']) await send(triptych, 'POST', '/tables', body)
    await send(triptych, 'GET', '/nosuch')

    assert.deepEqual(
      seen.filter(({ kind }) => kind === 'failure'),
      [],
    )
  })
})

describe('a server that was closed', () => {
  const requests: [method: string, path: string, body?: unknown][] = [
    ['GET', '/films'],
    ['GET', '/films/1'],
    ['POST', '/films', { name: 'x' }],
    ['PUT', '/films/1', { year: 1 }],
    ['PATCH', '/films/1', year],
    ['DELETE', '/films/1'],
    ['GET', '/tables'],
    ['POST', '/tables', { name: 'late', columns: [text] }],
    ['GET', '/changes'],
    ['GET', '/events'],
    ['POST', '/workspaces', { name: 'late' }],
    ['GET', '/w/main/films'],
  ]

  it('is unavailable, for everything that needs its data', async () => {
    const triptych = await closed({})

    for (const [method, path, body] of requests) {
      const answer = await send(triptych, method, path, body)
      assertProblem(answer, [503, 'unavailable'], `${method} ${path}`)
    }
  })

  it('does not open its data again', async () => {
    const data = mkdtempSync(join(scratch, 'closed-'))
    const triptych = await closed({ data })

    for (const [method, path, body] of requests) {
      const answer = await send(triptych, method, path, body)
      assertProblem(answer, [503, 'unavailable'], `${method} ${path}`)
    }

    const next = await server({ data })
    assert.equal(((await send(next, 'GET', '/films')).json as unknown[]).length, 3)
    assert.deepEqual((await send(next, 'GET', '/workspaces')).json, [
      { name: 'main', title: 'main' },
    ])
  })

  it('says that it is alive, and not ready', async () => {
    const triptych = await closed({})

    const { status, json } = await send(triptych, 'GET', '/health')

    assert.equal(status, 503)
    const { live, ready } = json as { live: boolean; ready: boolean }
    assert.deepEqual({ live, ready }, { live: true, ready: false })
  })

  it('finishes what is under way, and can be closed twice', async () => {
    const { triptych, call } = await api()

    const writing = Array.from({ length: 20 }, () => call('POST', '/films', { name: 'x' }))
    const closing = triptych.close()

    for (const { status } of await Promise.all(writing)) assert.ok([200, 503].includes(status))
    await closing
    await triptych.close()
  })
})

/** What comes back over a connection for exactly these bytes, until the other side or the time ends it. */
function exchange(port: number, bytes: string, timeoutMs = 60_000): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk))
    socket.on('error', () => {})
    const impatient = setTimeout(() => socket.destroy(), timeoutMs)
    socket.on('close', () => {
      clearTimeout(impatient)
      resolve(received)
    })
    socket.write(bytes)
  })
}

/** The answer in what came over a connection that carried one. */
function answerIn(raw: string): Answer {
  const [head = '', body = ''] = raw.split(/\r\n\r\n([^]*)/)
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map((line) => [line.split(':')[0]!, line.slice(line.indexOf(':') + 1).trim()]),
  )
  const isJson = /json/.test(headers.get('content-type') ?? '')
  return {
    status: Number(first.split(' ')[1]),
    headers,
    json: isJson && body ? JSON.parse(body) : null,
  }
}

async function withOther(): Promise<Api> {
  const set = await api()
  assert.deepEqual((await set.call('POST', '/workspaces', { name: 'other' })).json, {
    name: 'other',
    title: 'other',
  })
  return set
}

function corsOf({ headers }: Answer): [origin: string | null, credentials: string | null] {
  return [
    headers.get('access-control-allow-origin'),
    headers.get('access-control-allow-credentials'),
  ]
}

async function assertMayWrite(cors: string[], headers: SentHeaders): Promise<void> {
  const { call } = await api({ cors })
  const answer = await call('POST', '/films', { name: 'x' }, headers)
  assert.equal(answer.status, 200, JSON.stringify([cors, headers, answer.json]))
}

function inPieces(body: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body)
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + size))
      at += size
    },
  })
}

async function withCorruptWorkspace() {
  const data = mkdtempSync(join(scratch, 'corrupt-'))
  const complaint = await makeBrokenWorkspace(data)
  const seen: Observation[] = []
  const triptych = await server({ data }, (observation) => seen.push(observation))
  return { triptych, seen, data, complaint }
}

/** One that has been in use: what it may have kept is no answer any more. */
async function closed(options: Partial<Config>): Promise<Triptych> {
  const { triptych, tableState } = await api(options)
  await tableState()
  await triptych.close()
  return triptych
}

/** A body of exactly so many bytes, half of them in characters of two bytes. */
function filmOf(bytes: number): string {
  const frame = '{"name":""}'
  const room = bytes - frame.length
  return `{"name":"${'é'.repeat(Math.floor(room / 4))}${'x'.repeat(room - 2 * Math.floor(room / 4))}"}`
}

/** A body whose text has these bytes in it. */
function filmNamed(...bytes: number[]): Uint8Array {
  return new Uint8Array([...Buffer.from('{"name":"'), ...bytes, ...Buffer.from('"}')])
}

/** A cell whose value makes the body so many levels deep. */
function nested(levels: number, [open, close]: [string, string]): string {
  return `{"key":"extra","value":${open.repeat(levels - 1)}1${close.repeat(levels - 1)}}`
}
