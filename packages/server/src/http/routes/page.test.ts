import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { assertProblem, send, server } from '../../../test/fixtures/api.ts'
import { routeServer } from '../../../test/fixtures/route-server.ts'
import { page } from './page.ts'
import { readGuideFiles, readPageFiles } from './page-files.ts'
import type { PageFiles } from './page-files.ts'
import type { PageState } from './page-state.ts'

const scratch = mkdtempSync(join(tmpdir(), 'triptych-page-'))
after(() => rmSync(scratch, { recursive: true, force: true }))

const index = '<!doctype html><title>Triptych</title>'
const docs = '<!doctype html><title>Triptych API</title>'
const script = 'console.log(1);'.repeat(100)
const folder = pathToFileURL(`${scratch}/`)
mkdirSync(join(scratch, 'assets'))
mkdirSync(join(scratch, 'docs'))
const written: Record<string, string | Uint8Array> = {
  'index.html': index,
  'docs/api.html': docs,
  'built-from.txt': 'secret',
  'assets/index.Ab_3-xYz.js': script,
  'assets/index.Ab_3-xYz.js.br': brotliCompressSync(script),
  'assets/index.Ab_3-xYz.js.gz': gzipSync(script),
  'assets/icon.12345678.svg': '<svg/>',
  'assets/style.12345678.css': 'a{}',
  'assets/font.12345678.woff2': 'x',
  'assets/licences.md': '# Licences',
  'assets/licence-of-icons.txt': 'Free',
}
for (const [name, content] of Object.entries(written)) writeFileSync(join(scratch, name), content)

const ready: PageState = { kind: 'ready', files: readPageFiles(folder)! }

async function showing(state: PageState, guide: PageFiles | null = null) {
  const parts = page(
    () => state,
    () => guide,
  )
  const { app } = await routeServer(parts)
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app(new Request(`http://localhost${path}`, { method, headers }))
}

describe('the page', () => {
  it('is asked for again each time, and sent only when it has changed', async () => {
    const ask = await showing(ready)

    const first = await ask('/')
    const etag = first.headers.get('etag')!
    assert.equal(await first.text(), index)
    assert.equal(first.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(first.headers.get('cache-control'), 'no-cache')
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const again = await ask('/', { 'if-none-match': known })
      assert.deepEqual([again.status, await again.text()], [304, ''])
      assert.equal(again.headers.get('etag'), etag)
      assert.equal(again.headers.get('content-length'), null)
    }
    assert.equal((await ask('/', { 'if-none-match': '"x"' })).status, 200)
  })

  it('may load and run nothing that is not the server’s own, nor be shown inside another', async () => {
    const ask = await showing(ready)

    const { headers } = await ask('/')
    const policy = headers.get('content-security-policy')!

    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
    for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'"]) {
      assert.ok(policy.split('; ').includes(rule), rule)
    }
    assert.match(policy, /frame-ancestors 'none'/)
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.match(headers.get('permissions-policy')!, /camera=\(\)/)
  })

  it('says so while it is being built, and asks again by itself', async () => {
    const ask = await showing({ kind: 'building' })

    const answer = await ask('/')

    assert.equal(answer.status, 503)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.match(await answer.text(), /<meta http-equiv="refresh"[^]*being built/)
    assert.equal((await ask('/assets/index.Ab_3-xYz.js')).status, 404)
  })

  it('says why it could not be built, and what to do', async () => {
    const ask = await showing({ kind: 'failed', reason: 'no <b>such</b> file' })

    const answer = await ask('/')
    const text = await answer.text()

    assert.equal(answer.status, 503)
    assert.match(text, /no &lt;b>such&lt;\/b> file/)
    assert.match(text, /npm run build/)
    assert.doesNotMatch(text, /http-equiv/)
  })

  it('is there for browsers at the address of any workspace, and says itself whether there is one', async () => {
    const ask = await showing(ready)
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

    for (const path of ['/w/none/', '/w/UPPER/', '/w/main/']) {
      const answer = await ask(path, browser)
      assert.equal(answer.status, 200, path)
      assert.match(answer.headers.get('content-type')!, /^text\/html/)
    }
    assert.equal((await ask('/w/none/assets/icon.12345678.svg')).status, 200)
  })

  it('has a word for people who come to an address with nothing, and JSON for programs', async () => {
    const ask = await showing(ready)
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

    for (const path of ['/no/such/address', '/w/none/tables', '/nothing', '/a%3Cb%3E']) {
      const answer = await ask(path, browser)
      const text = await answer.text()
      assert.equal(answer.status, 404, path)
      assert.match(answer.headers.get('content-type')!, /^text\/html/)
      assert.match(text, /<a href="\/">Go to the start page<\/a>/)
      assert.doesNotMatch(text, /<b>/)
      const policy = answer.headers.get('content-security-policy')!
      assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+';/)
      const plain = await ask(path)
      assert.match(plain.headers.get('content-type')!, /json/, path)
    }
  })

  it('is not there when it was left out, and its files neither', async () => {
    const triptych = await server({ noPage: true })

    assertProblem(await send(triptych, 'GET', '/'), [404, 'not_found'])
    assert.equal((await send(triptych, 'GET', '/assets/licences.md')).status, 404)
    assert.equal((await send(triptych, 'GET', '/w/main/')).status, 404)
    assert.equal((await send(triptych, 'GET', '/health')).status, 200)
  })
})

describe('the reference', () => {
  it('is sent as the page is, under the same policy', async () => {
    const ask = await showing(ready)

    const [answer, page] = [await ask('/docs/api'), await ask('/')]

    assert.equal(await answer.text(), docs)
    for (const name of ['content-type', 'cache-control', 'content-security-policy', 'vary']) {
      assert.equal(answer.headers.get(name), page.headers.get(name), name)
    }
    const again = await ask('/docs/api', { 'if-none-match': answer.headers.get('etag')! })
    assert.equal(again.status, 304)
    const head = await ask('/docs/api', {}, 'HEAD')
    assert.deepEqual(
      [head.status, head.headers.get('content-length'), await head.text()],
      [200, String(docs.length), ''],
    )
  })

  it('is no folder: what it loads lies beside it', async () => {
    const ask = await showing(ready)

    for (const path of ['/docs/api/', '//docs/api//', '/v1/docs/api/']) {
      const answer = await ask(path)
      const location = path.replaceAll('//', '/').replace(/\/$/, '')
      assert.deepEqual([answer.status, answer.headers.get('location')], [308, location])
    }
  })

  it('belongs to the server, not to a workspace', async () => {
    const ask = await showing(ready)

    assert.equal((await ask('/w/main/docs/api')).status, 404)
  })

  it('says so while it is being built', async () => {
    const ask = await showing({ kind: 'building' })

    const answer = await ask('/docs/api')

    assert.equal(answer.status, 503)
    assert.match(await answer.text(), /<meta http-equiv="refresh"[^]*being built/)
  })

  it('says that it was left out with the page, and the document is there all the same', async () => {
    const triptych = await server({ noPage: true })

    for (const path of ['/docs', '/docs/api']) {
      const answer = await send(triptych, 'GET', path)
      assertProblem(answer, [404, 'not_found'])
      assert.match((answer.json as { error: string }).error, /openapi\.json/)
    }
    assert.equal((await send(triptych, 'GET', '/openapi.json')).status, 200)
  })
})

describe('the documentation', () => {
  const folderOfGuide = join(scratch, 'guide')
  const files: Record<string, string> = {
    'index.html': '<!doctype html><title>Guide</title>',
    'index.html.gz': 'packed',
    'how-to/s3.html': '<!doctype html><title>S3</title>',
    'assets/guide.12345678.js': 'go()',
    'search.json': '[]',
    'built-from.txt': 'secret',
  }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folderOfGuide, name, '..'), { recursive: true })
    writeFileSync(join(folderOfGuide, name), content)
  }
  const built = readGuideFiles(pathToFileURL(`${folderOfGuide}/`))

  it('is at /docs, a page at its name, under the policy of the page', async () => {
    const ask = await showing(ready, built)
    const policy = (await ask('/')).headers.get('content-security-policy')

    for (const [path, file] of [
      ['/docs', 'index.html'],
      ['/docs/how-to/s3', 'how-to/s3.html'],
    ] as const) {
      const answer = await ask(path)
      assert.equal(await answer.text(), files[file])
      assert.equal(answer.headers.get('content-security-policy'), policy)
    }
    const script = await ask('/docs/assets/guide.12345678.js')
    assert.match(script.headers.get('content-type')!, /^text\/javascript/)
    assert.match(script.headers.get('cache-control')!, /immutable/)
    assert.equal(await (await ask('/docs/api')).text(), docs)
  })

  it('has no folders, as its links are relative', async () => {
    const ask = await showing(ready, built)

    for (const path of ['/docs/', '//docs//', '/v1/docs/', '/docs/how-to/s3/']) {
      const answer = await ask(path)
      const location = path.replaceAll('//', '/').replace(/\/$/, '')
      assert.deepEqual([answer.status, answer.headers.get('location')], [308, location])
    }
  })

  it('is only what the build made', async () => {
    const ask = await showing(ready, built)

    for (const path of ['built-from.txt', 'index.html.gz', 'nosuch', '..%2findex', 'constructor']) {
      assert.equal((await ask(`/docs/${path}`)).status, 404, path)
    }
    assert.equal((await ask('/w/main/docs/how-to/s3')).status, 404)
  })

  it('leads to the reference where it was not built', async () => {
    assert.equal(readGuideFiles(pathToFileURL(join(scratch, 'nosuch/'))), null)
    const answer = await (await showing(ready))('/docs')

    assert.deepEqual([answer.status, answer.headers.get('location')], [307, '/docs/api'])
  })
})

describe('a file of the page', () => {
  it('is kept for good where its name has a hash in it', async () => {
    const ask = await showing(ready)

    for (const [path, control] of [
      ['/assets/index.Ab_3-xYz.js', 'public, max-age=31536000, immutable'],
      ['/assets/icon.12345678.svg', 'public, max-age=31536000, immutable'],
      ['/assets/licences.md', 'no-cache'],
      ['/assets/licence-of-icons.txt', 'no-cache'],
    ] as const) {
      assert.equal((await ask(path)).headers.get('cache-control'), control, path)
    }
  })

  it('has the type that goes with its name', async () => {
    const ask = await showing(ready)

    for (const [path, type] of [
      ['index.Ab_3-xYz.js', 'text/javascript; charset=utf-8'],
      ['style.12345678.css', 'text/css; charset=utf-8'],
      ['icon.12345678.svg', 'image/svg+xml'],
      ['font.12345678.woff2', 'font/woff2'],
      ['licences.md', 'text/markdown; charset=utf-8'],
    ] as const) {
      assert.equal((await ask(`/assets/${path}`)).headers.get('content-type'), type)
    }
  })

  it('is sent packed where the client takes that, under a tag of its own', async () => {
    const ask = await showing(ready)
    const tags = new Set<string | null>()

    for (const [accepted, encoding, body] of [
      ['gzip, br', 'br', brotliCompressSync(script)],
      ['gzip', 'gzip', gzipSync(script)],
      ['br;q=0.1, gzip;q=0.2', 'gzip', gzipSync(script)],
      ['identity', null, Buffer.from(script)],
    ] as const) {
      const answer = await ask('/assets/index.Ab_3-xYz.js', { 'accept-encoding': accepted })
      assert.equal(answer.headers.get('content-encoding'), encoding, accepted)
      assert.equal(answer.headers.get('vary'), 'Accept-Encoding')
      assert.equal(answer.headers.get('content-length'), String(body.length))
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), body)
      tags.add(answer.headers.get('etag'))
    }
    assert.equal(tags.size, 3)
  })

  it('is sent as it is where it was not made smaller', async () => {
    const ask = await showing(ready)

    const answer = await ask('/assets/icon.12345678.svg', { 'accept-encoding': 'br, gzip' })

    assert.equal(answer.headers.get('content-encoding'), null)
    assert.equal(await answer.text(), '<svg/>')
  })

  it('answers HEAD with the same headers', async () => {
    const ask = await showing(ready)

    const answer = await ask('/assets/index.Ab_3-xYz.js', { 'accept-encoding': 'br' }, 'HEAD')

    assert.equal(await answer.text(), '')
    assert.equal(answer.headers.get('content-length'), String(brotliCompressSync(script).length))
  })

  it('is only what the build made: no other file, no packed name, nothing outside', async () => {
    const ask = await showing(ready)

    for (const name of [
      'nosuch.js',
      'index.Ab_3-xYz.js.br',
      'built-from.txt',
      '..%2fbuilt-from.txt',
      '%2e%2e%2fbuilt-from.txt',
      'constructor',
      '__proto__',
    ]) {
      const answer = await ask(`/assets/${name}`)
      assert.equal(answer.status, 404, name)
      assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8')
      await answer.text()
    }
  })

  it('is found by the page in a workspace and below a base too', async () => {
    for (const [base, root] of [
      ['', '/'],
      ['', '/w/main/'],
      ['', '/docs/api'],
      ['', '/v1/docs/api'],
      ['/api', '/api/'],
      ['/api', '/api/w/main/'],
      ['/api', '/api/docs/api'],
    ] as const) {
      const triptych = await server({ base })
      const html = (await send(triptych, 'GET', root)).json as string
      const paths = [...html.matchAll(/(?:src|href)="(\.\.?\/assets\/[^"]+)"/g)].map(
        ([, path]) => path!,
      )
      assert.ok(paths.length > 0, 'the page has been built by `npm run build`')
      for (const path of paths) {
        const { pathname } = new URL(path, `http://localhost${root}`)
        assert.equal((await send(triptych, 'GET', pathname)).status, 200, pathname)
      }
    }
  })

  it('of the page names no other host, and the page has no script or style in it', async () => {
    const triptych = await server()

    for (const path of ['/', '/docs/api']) {
      const html = (await send(triptych, 'GET', path)).json as string
      assert.doesNotMatch(html, /https?:(?!\/\/www\.w3\.org\/2000\/svg)|<style|\sstyle=|\son\w+=/)
      for (const [, content] of html.matchAll(/<script[^>]*>([^<]*)<\/script>/g)) {
        assert.equal(content, '')
      }
    }
  })
})

it('no page is read from a folder that is empty or not there', () => {
  assert.equal(readPageFiles(pathToFileURL(join(scratch, 'nosuch/'))), null)
  assert.equal(readPageFiles(new URL('assets/', folder)), null)
})
