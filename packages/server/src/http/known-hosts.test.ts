import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTriptych } from '../main.ts'
import { knownHosts } from './known-hosts.ts'

describe('the name a server is asked by', () => {
  it('is known when it is an address, or a name that cannot be registered', () => {
    const isKnown = knownHosts([])
    for (const host of ['localhost', 'localhost:3200', '127.0.0.1:1', '[::1]:3200', 'localhost.']) {
      assert.ok(isKnown(host), host)
    }
    for (const host of ['app.localhost', 'shop.test:3200', '192.168.0.7']) {
      assert.ok(isKnown(host), host)
    }
  })

  it('is not known when a page could have made it point here', () => {
    const isKnown = knownHosts(['https://tool.example.com'])
    for (const host of [
      'evil.example',
      'evil.example:3200',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      'evil.local',
      'evil',
    ]) {
      assert.ok(!isKnown(host), host)
    }
    assert.ok(isKnown('tool.example.com'))
    assert.ok(isKnown('TOOL.example.com:443'))
  })

  it('is everything where every origin may come', () => {
    assert.ok(knownHosts(['*'])('evil.example'))
  })

  it('stops a rebound page from writing', async () => {
    const triptych = await createTriptych({ data: ':memory:', port: 0 })
    const { port } = await triptych.listen()
    const { request } = await import('node:http')
    const status = await new Promise((resolve, reject) => {
      const headers = { host: `evil.example:${port}`, origin: `http://evil.example:${port}` }
      const sent = request({ port, host: '127.0.0.1', path: '/films/1', method: 'DELETE', headers })
      sent
        .on('response', (answer) => resolve(answer.statusCode))
        .on('error', reject)
        .end()
    })

    assert.equal(status, 403)
    assert.equal((await triptych.fetch(new Request('http://x/films/1'))).status, 200)
    await triptych.close()
  })
})
