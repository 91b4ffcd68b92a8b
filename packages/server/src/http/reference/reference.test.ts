import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { responseFrom } from '../../../test/fixtures/route-server.ts'
import { reference } from './reference.ts'
import type { Route } from '../route.ts'

const settings = {
  version: '1.2.3',
  base: '',
  limits: { body: 1000, depth: 7, changes: 50, upload: 9999, batch: 100 },
}

function opened() {
  let asked = 0
  const routes: Route[] = reference(() => {
    asked++
    return routes
  }, settings)
  return { get: () => responseFrom(routes[0]!), timesAsked: () => asked }
}

describe('the reference', () => {
  it('is made when it is first asked for, and once', async () => {
    const { get, timesAsked } = opened()
    assert.equal(timesAsked(), 0)

    await get()
    await get()

    assert.equal(timesAsked(), 1)
  })

  it('is JSON', async () => {
    const response = await opened().get()

    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(response.headers.get('x-request-id'), 'r1')
    const { openapi, info } = (await response.json()) as Record<string, unknown>
    assert.deepEqual([openapi, (info as { version: string }).version], ['3.1.0', '1.2.3'])
  })
})
