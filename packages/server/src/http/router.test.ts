import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { route } from './route.ts'
import type { Method } from './route.ts'
import { router } from './router.ts'

function at(method: Method, path: string) {
  const described = {
    scope: 'workspace',
    group: '',
    summary: '',
    answer: z.any(),
    errors: [],
  } as const
  return route({ ...described, method, path, handle: () => new Response() })
}

const find = router([
  at('GET', '/'),
  at('GET', '/{table}/{id}'),
  at('PUT', '/{table}/{id}'),
  at('GET', '/{table}'),
  at('GET', '/tables'),
  at('GET', '/tables/{name}'),
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

  it('finds nothing for too many or empty segments', () => {
    assert.equal(find('GET', '/a/b/c'), null)
    assert.equal(find('GET', ''), null)
  })
})
