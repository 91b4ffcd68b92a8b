import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { cannotBrowse, foreignHost, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

/** What is on the drive, by name. */
const files: Record<string, string | Uint8Array> = {
  'config.js': 'globalThis.secret = 1',
  'config.css': 'body { color: rgb(1, 2, 3) }',
  'sw.js': 'self.addEventListener("fetch", (e) => e.respondWith(new Response("taken over")))',
  'note.txt': 'a note',
  'song.wav': silence(),
  'picture.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
}

describe('what is on the drive', { skip: cannotBrowse }, () => {
  let site: Site
  let pages: PagesElsewhere
  before(async () => {
    pages = await startPagesElsewhere()
    site = await openSite()
    for (const [name, bytes] of Object.entries(files)) {
      const form = new FormData()
      form.append('file', new Blob([bytes as BlobPart]), name)
      const answer = await fetch(new URL('upload?id=/', site.url), { method: 'POST', body: form })
      assert.equal(answer.status, 200)
    }
  })
  after(async () => {
    await site.stop()
    await pages.stop()
  })

  const address = (path: string) => new URL(path, site.url).href

  async function visit(t: TestContext, url: string): Promise<Page> {
    const { page } = await site.openPage()
    t.after(() => page.context().close())
    await page.goto(url)
    return page
  }

  it('is no script and no style for a page elsewhere', async (t) => {
    const page = await visit(t, pages.foreign('/'))

    for (const query of ['', '&download']) {
      const script = address(`direct?id=/config.js${query}`)
      assert.equal(await embed(page, 'script', { src: script }), 'error')
      assert.equal(await embed(page, 'script', { src: script, type: 'module' }), 'error')
      const href = address(`direct?id=/config.css${query}`)
      assert.equal(await embed(page, 'link', { rel: 'stylesheet', href }), 'error')
    }
    assert.deepEqual(await traces(page), { secret: undefined, color: 'rgb(0, 0, 0)' })
  })

  it('is no script, style or worker for the page of the server itself', async (t) => {
    const page = await visit(t, address(''))

    for (const query of ['', '&download']) {
      const script = address(`direct?id=/config.js${query}`)
      assert.equal(await embed(page, 'script', { src: script }), 'error')
      assert.equal(await embed(page, 'script', { src: script, type: 'module' }), 'error')
      const href = address(`direct?id=/config.css${query}`)
      assert.equal(await embed(page, 'link', { rel: 'stylesheet', href }), 'error')
      assert.equal(await register(page, `/direct?id=/sw.js${query}`), 'refused')
    }
    const { secret, color } = await traces(page)
    assert.equal(secret, undefined)
    assert.notEqual(color, 'rgb(1, 2, 3)')
    await page.reload()
    assert.notEqual(await page.textContent('body'), 'taken over')
  })

  it('looks the same from elsewhere, whether it is there or not', async (t) => {
    const page = await visit(t, pages.foreign('/'))

    for (const name of ['picture.svg', 'none.svg']) {
      for (const path of [
        'preview?id=/',
        'direct?id=/',
        'direct?download&id=/',
        'files/',
        'info/',
      ]) {
        const src = address(path + name)
        assert.equal(await embed(page, 'img', { src }), 'error', src)
        assert.equal(await embed(page, 'object', { data: src }), 'error', src)
        assert.equal(await embed(page, 'video', { src }), 'error', src)
        const fetched = page.evaluate((url) => fetch(url, { mode: 'no-cors' }), src)
        await assert.rejects(fetched, /Failed to fetch/, src)
      }
    }
  })

  it('is not opened by a script elsewhere, which could see whether something was saved', async (t) => {
    for (const name of ['picture.svg', 'none.svg']) {
      const target = address(`direct?download&id=/${name}`)
      const page = await visit(t, pages.foreign(`/?to=${encodeURIComponent(target)}`))

      await page.waitForURL(target)

      assert.match((await page.textContent('body')) ?? '', /"forbidden"/)
    }
  })

  it('is opened by a person who follows a link from elsewhere', async (t) => {
    const page = await visit(t, pages.foreign('/'))
    await page.evaluate((url) => {
      document.body.innerHTML = `<a href="${url}">a note</a>`
    }, address('direct?id=/note.txt'))

    await page.click('a')
    await page.waitForURL(/note\.txt/)

    assert.equal(await page.textContent('body'), 'a note')
  })

  it('serves the pages of this machine, and icons serve everybody', async (t) => {
    const near = await visit(t, pages.near('/'))
    assert.equal(await embed(near, 'img', { src: address('preview?id=/picture.svg') }), 'load')
    assert.equal(await embed(near, 'img', { src: address('icons/big/txt.svg') }), 'load')

    const foreign = await visit(t, pages.foreign('/'))
    assert.equal(await embed(foreign, 'img', { src: address('icons/big/txt.svg') }), 'load')
  })

  it('plays when it is opened by itself', async (t) => {
    const page = await visit(t, address('direct?id=/song.wav'))

    // No script runs in there, so the page cannot tell by itself.
    await t.waitFor(async () => {
      const seconds = await page.evaluate(() => document.querySelector('video')?.duration)
      assert.equal(seconds, 0.5)
    }, patient)
  })
})

/** Puts something into the page, and tells what becomes of it. */
function embed(page: Page, tag: string, attributes: Record<string, string>): Promise<string> {
  return page.evaluate(
    ([name, values]) =>
      new Promise<string>((tell) => {
        const element = Object.assign(document.createElement(name), values)
        for (const type of ['load', 'error', 'loadedmetadata']) {
          element.addEventListener(type, () => tell(type))
        }
        document.body.append(element)
      }),
    [tag, attributes] as const,
  )
}

function register(page: Page, script: string): Promise<string> {
  return page.evaluate(
    (url) =>
      navigator.serviceWorker.register(url).then(
        () => 'registered',
        () => 'refused',
      ),
    script,
  )
}

/** What the script and the style would have left in the page. */
function traces(page: Page): Promise<{ secret: unknown; color: string }> {
  return page.evaluate(() => ({
    secret: (globalThis as { secret?: unknown }).secret,
    color: getComputedStyle(document.body).color,
  }))
}

interface PagesElsewhere {
  foreign(path: string): string
  /** On this machine, and of another site than the server. */
  near(path: string): string
  stop(): Promise<void>
}

/** An empty page, under several names; it leads on by itself when it is told `to`. */
async function startPagesElsewhere(): Promise<PagesElsewhere> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>Elsewhere</title><body><script>
      const to = new URLSearchParams(location.search).get('to')
      if (to) setTimeout(() => location.assign(to))
    </script>`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    foreign: (path) => `http://${foreignHost}:${port}${path}`,
    near: (path) => `http://localhost:${port}${path}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Half a second of sound. */
function silence(): Uint8Array {
  const samples = 4000
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + samples, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples, 40)
  return Buffer.concat([head, Buffer.alloc(samples, 128)])
}
