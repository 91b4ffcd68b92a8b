import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Health, Liveness } from '@triptych/contract/health'
import { responseFrom } from '../../../test/fixtures/route-server.ts'
import { health } from './health.ts'

async function healthWhen(
  ready: () => Promise<boolean>,
  path: '/health' | '/health/live' = '/health',
): Promise<Response> {
  const route = health({ version: '1.2.3', ready }).find((each) => each.path === path)
  return responseFrom(route!)
}

describe('GET /health', () => {
  it('answers 200 when the server is ready', async () => {
    const response = await healthWhen(async () => true)

    assert.equal(response.status, 200)
    assert.deepEqual(Health.parse(await response.json()), {
      live: true,
      ready: true,
      version: '1.2.3',
    })
  })

  it('answers 503 with the same body and headers when it is not', async () => {
    const response = await healthWhen(async () => false)

    assert.equal(response.status, 503)
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(response.headers.get('x-request-id'), 'r1')
    assert.deepEqual(await response.json(), { live: true, ready: false, version: '1.2.3' })
  })

  it('answers 503 when nobody can tell', async () => {
    const response = await healthWhen(() => Promise.reject(new Error('no database')))

    assert.equal(response.status, 503)
    assert.deepEqual(await response.json(), { live: true, ready: false, version: '1.2.3' })
  })
})

describe('GET /health/live', () => {
  it('answers 200 whether or not the server is ready, and asks no database', async () => {
    const response = await healthWhen(() => assert.fail('was asked'), '/health/live')

    assert.equal(response.status, 200)
    assert.deepEqual(Liveness.parse(await response.json()), { live: true, version: '1.2.3' })
  })
})
