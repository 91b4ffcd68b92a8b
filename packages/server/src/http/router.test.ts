import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainRoute } from '../../test/fixtures/route-server.ts'
import type { Method } from './route.ts'
import { router } from './router.ts'

function at(method: Method, path: string) {
  return plainRoute(method, path, () => null)
}

const find = router([
  at('GET', '/'),
  at('GET', '/{table}/{id}'),
  at('PUT', '/{table}/{id}'),
  at('GET', '/{table}'),
  at('GET', '/tables'),
  at('GET', '/tables/{name}'),
  at('GET', '/files/{id*}'),
  at('GET', '/files'),
  at('GET', '/files/new/{kind}'),
  at('GET', '/files/{one}'),
  at('PUT', '/info/{id*}'),
])

describe('the router', () => {
  it('finds a written path before a variable one, wherever it stands in the table', () => {
    assert.equal(find('GET', '/tables')?.route?.path, '/tables')
    assert.equal(find('GET', '/tables/x')?.route?.path, '/tables/{name}')
    assert.equal(find('GET', '/films')?.route?.path, '/{table}')
    assert.equal(find('GET', '/')?.route?.path, '/')
  })

  it('gives the variable segments decoded once', () => {
    assert.deepEqual(find('GET', '/a%20b/%2541')?.params, { table: 'a b', id: '%41' })
    assert.deepEqual(find('GET', '/caf%C3%A9')?.params, { table: 'café' })
  })

  it('leaves a segment alone that cannot be decoded', () => {
    assert.deepEqual(find('GET', '/films/%E0%A4%A')?.params, { table: 'films', id: '%E0%A4%A' })
  })

  it('knows an address whose method is wrong, and does not try another pattern for it', () => {
    const match = find('PUT', '/tables/x')
    assert.equal(match?.route, null)
    assert.deepEqual(
      match?.routes.map(({ method }) => method),
      ['GET'],
    )
  })

  it('answers HEAD with the route of GET', () => {
    assert.equal(find('HEAD', '/films')?.route?.method, 'GET')
  })

  it('gives all that follows as it was sent, where the path is open', () => {
    for (const rest of ['%2Fdocs%2Fa%20b', '%2F', 'docs/a%20b', '../%2e%2e/%zz', 'x']) {
      assert.deepEqual(find('PUT', `/info/${rest}`)?.params, { id: rest }, rest)
    }
  })

  it('takes an open path last of those that begin alike, but before one that begins with less', () => {
    assert.equal(find('GET', '/files')?.route?.path, '/files')
    assert.equal(find('GET', '/files/new/folder')?.route?.path, '/files/new/{kind}')
    assert.equal(find('GET', '/files/a')?.route?.path, '/files/{one}')
    assert.equal(find('GET', '/files/a/b')?.route?.path, '/files/{id*}')
    assert.equal(find('GET', '/info/a')?.routes[0]?.path, '/info/{id*}')
  })

  it('does not take an open path without anything to follow', () => {
    assert.equal(find('GET', '/info')?.route?.path, '/{table}')
  })

  it('finds nothing for too many or empty segments', () => {
    assert.equal(find('GET', '/a/b/c'), null)
    assert.equal(find('GET', ''), null)
  })
})
