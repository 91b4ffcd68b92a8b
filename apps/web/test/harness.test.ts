import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { browserSeconds } from '../../../scripts/browser-seconds.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite, connectionLost } from './browser.ts'
import { startFixture } from './fixture-server.ts'
import { screenshot } from './screenshot.ts'
import { startPageServer } from './page-server.ts'
import type { Site, Visit } from './browser.ts'

const noCounts = process.platform === 'linux' ? false : 'only Linux tells'

describe('a visit', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite(startFixture)
  })
  after(() => site.stop())

  async function complaintsOf(act: string): Promise<string> {
    const visit = await site.openPage()
    await visit.page.evaluate(act)
    return (await visit.complaints()).join('\n')
  }

  it('has nothing to complain about when nothing happens', async () => {
    const visit = await site.openPage()
    await visit.page.evaluate(`fetch('fine').then((answer) => answer.text())`)
    await visit.noComplaints()
    await visit.close()
  })

  it('counts what the processes of the browser take', { skip: noCounts }, async () => {
    const before = browserSeconds()
    const visit = await site.openPage()
    await visit.page.evaluate('for (const end = Date.now() + 3000; Date.now() < end; );')
    const open = browserSeconds() - before
    await visit.close()
    const closed = browserSeconds() - before
    // Most of the time others may have the machine.
    for (const seconds of [open, closed]) assert.ok(seconds > 0.2 && seconds < 30, `${seconds}`)
  })

  it('complains about an error in the console', async () => {
    assert.match(
      await complaintsOf(`console.error('this is wrong')`),
      /console error: this is wrong/,
    )
  })

  it('complains about an error nobody caught, thrown or rejected', async () => {
    const thrown = await complaintsOf(
      `new Promise((done) => { setTimeout(done, 0); queueMicrotask(() => { throw new Error('thrown') }) })`,
    )
    const rejected = await complaintsOf(
      `new Promise((done) => { setTimeout(done, 20); void Promise.reject(new Error('left alone')) })`,
    )
    assert.match(thrown, /uncaught: Error: thrown/)
    assert.match(rejected, /uncaught: Error: left alone/)
  })

  it('complains about a request that is answered with an error', async () => {
    assert.match(await complaintsOf(`fetch('missing')`), /answered 404: GET http.*\/missing/)
  })

  it('complains about a request that is not answered', async () => {
    assert.match(await complaintsOf(`fetch('hung-up').catch(() => {})`), /failed: GET .*\/hung-up/)
  })

  it('complains about a request to anyone else, and no name is looked up for it', async () => {
    const found = await complaintsOf(`fetch('https://fonts.example.com/a.css').catch(() => {})`)
    assert.match(found, /foreign request: GET https:\/\/fonts\.example\.com\/a\.css/)
    assert.match(found, /failed: .*net::ERR_NAME_NOT_RESOLVED/)
  })

  it('complains about another port of the same machine', async () => {
    const found = await complaintsOf(`fetch('http://127.0.0.1:9/').catch(() => {})`)
    assert.match(found, /foreign request: GET http:\/\/127\.0\.0\.1:9\//)
  })

  it('complains about what the policy of the page forbids', async () => {
    const found = await complaintsOf(`
      document.body.append(Object.assign(document.createElement('script'), { textContent: '1' }))
    `)
    assert.match(found, /console error: .*Content Security Policy/)
  })

  it('does not complain about what the page called off itself', async () => {
    const found = await complaintsOf(`
      const stop = new AbortController()
      const gone = fetch('slow', { signal: stop.signal }).catch(() => {})
      stop.abort()
      gone
    `)
    assert.equal(found, '')
  })

  it('fails a test that has complaints, unless they are allowed', async () => {
    const visit = await site.openPage()
    await visit.page.evaluate(`fetch('missing')`)
    await assert.rejects(visit.noComplaints(), /missing/)
    await assert.rejects(visit.close(), /missing/)
    visit.allow(/\/missing/)
    await visit.close()
  })

  it('is offline and back', async () => {
    const visit = await site.openPage()
    await visit.goOffline()
    assert.deepEqual(await look(visit), { isOnline: false, answer: 'TypeError' })
    await visit.goOnline()
    assert.deepEqual(await look(visit), { isOnline: true, answer: 'fine' })
    await visit.close()
  })

  it('sees an open stream break while it is offline', async () => {
    const visit = await site.openPage()
    const broken = visit.page.evaluate(`new Promise((done) => {
      const stream = new EventSource('stream')
      stream.addEventListener('open', () => console.info('open'))
      stream.addEventListener('error', () => done('broken'))
    })`)
    await visit.page.waitForEvent('console', (message) => message.text() === 'open')
    await visit.goOffline()
    assert.equal(await broken, 'broken')
    await visit.close()
  })

  it('can be slow', async () => {
    const visit = await site.openPage()
    await visit.slow({ latencyMs: 300 })
    const took = `(async () => {
      const start = performance.now()
      await (await fetch('fine')).text()
      return performance.now() - start
    })()`
    assert.ok((await visit.page.evaluate<number>(took)) >= 300)
    await visit.close()
  })

  it('has a time zone, a language, a size and a colour scheme', async () => {
    const visit = await site.openPage({
      timezone: 'Pacific/Auckland',
      locale: 'de-DE',
      colorScheme: 'dark',
      width: 360,
      height: 640,
    })
    const seen = `[
      Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.language,
      matchMedia('(prefers-color-scheme: dark)').matches, innerWidth, innerHeight,
    ]`
    assert.deepEqual(await visit.page.evaluate(seen), ['Pacific/Auckland', 'de-DE', true, 360, 640])
    await visit.close()
  })

  it('shows whom the page keeps out, under a strict policy', async () => {
    const visit = await site.openPage()
    assert.deepEqual(await axeViolations(visit.page), [])
    await visit.page.evaluate(`document.body.append(document.createElement('button'))`)
    assert.match((await axeViolations(visit.page)).join('\n'), /^button-name: .* button/)
    await visit.page.evaluate(`document.querySelector('h1').style.color = '#bbb'`)
    assert.match((await axeViolations(visit.page)).join('\n'), /^color-contrast: .* h1/m)
    await visit.close()
  })

  it('can be photographed', async () => {
    const visit = await site.openPage()
    const png = await readFile(await screenshot(visit.page, 'harness'))
    assert.equal(png.subarray(1, 4).toString(), 'PNG')
    await visit.close()
  })
})

describe('a real server', { skip: cannotBrowse }, () => {
  it('is at the same address with the same data after a restart', async (t) => {
    const site = await openSite(startPageServer)
    t.after(() => site.stop())
    const visit = await site.openPage({ path: 'health' })
    const table = JSON.stringify({ name: 'kept', columns: [{ name: 'a', type: 'text' }] })
    const make = `fetch('tables', { method: 'POST', body: '${table}' }).then((answer) => answer.ok)`
    assert.equal(await visit.page.evaluate(make), true)
    visit.allow(/favicon/)
    visit.allow(connectionLost)
    await site.restartServer(async () => {
      assert.equal(await visit.page.evaluate(`fetch('health').catch(() => 'down')`), 'down')
    })
    const read = `fetch('kept').then((answer) => answer.text())`
    assert.equal(await visit.page.evaluate(read), '[]')
    await visit.close()
  })
})

async function look(visit: Visit): Promise<unknown> {
  return visit.page.evaluate(`(async () => ({
    isOnline: navigator.onLine,
    answer: await fetch('fine').then((answer) => answer.text(), (error) => error.name),
  }))()`)
}

describe('a test process whose site could not be opened', { skip: cannotBrowse }, () => {
  it('ends, and fails', async (t) => {
    const script = `
      import { before, describe, it } from 'node:test'
      import { openSite } from '${new URL('browser.ts', import.meta.url).href}'
      describe('a site', () => {
        before(() => openSite(() => Promise.reject(new Error('no server'))))
        it('is there', () => {})
      })`
    const argv = ['--input-type=module', '-e', script]
    const { NODE_TEST_CONTEXT: _ours, ...env } = process.env
    const child = spawn(process.execPath, argv, { stdio: 'ignore', env, signal: t.signal })
    assert.deepEqual(await once(child, 'exit'), [1, null])
  })
})
