import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
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
  const get = (path: string) => responseFrom(routes.find((route) => route.path === path)!)
  return { get, timesAsked: () => asked }
}

describe('the reference', () => {
  it('is made when it is first asked for, and once', async () => {
    const { get, timesAsked } = opened()
    assert.equal(timesAsked(), 0)

    for (const path of ['/openapi.json', '/docs', '/openapi.json', '/docs']) await get(path)

    assert.equal(timesAsked(), 1)
  })

  it('for programs is JSON', async () => {
    const response = await opened().get('/openapi.json')

    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(response.headers.get('x-request-id'), 'r1')
    const { openapi, info } = (await response.json()) as Record<string, unknown>
    assert.deepEqual([openapi, (info as { version: string }).version], ['3.1.0', '1.2.3'])
  })

  it('for people is a page that may load nothing but its own style', async () => {
    const response = await opened().get('/docs')

    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(response.headers.get('x-request-id'), 'r1')
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(await response.text())!
    const hash = createHash('sha256').update(style).digest('base64')
    const policy = response.headers.get('content-security-policy')!
    assert.deepEqual(policy.split('; '), [
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
  })
})
