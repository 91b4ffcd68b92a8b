import assert from 'node:assert/strict'
import { symlinkSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { server } from '../../../test/fixtures/api.ts'
import { lockedPdf } from '../../../test/fixtures/bad-pdf.ts'
import { diskFilesApi, filesApi, formOf } from '../../../test/fixtures/files-api.ts'
import { deflatedZip } from '../../codecs/zip/deflated-zip.ts'
import { smallPdf } from '../../../test/fixtures/small-pdf.ts'

function red(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#f00' } })
}

const text = Buffer.from('text')

async function archive(parts: Record<string, Buffer>): Promise<Buffer> {
  const files = Object.entries(parts).map(([path, bytes]) => ({ path, bytes: once(bytes) }))
  return Buffer.concat(await Array.fromAsync(deflatedZip(files, new Date(2026, 4, 1))))
}

async function* once(bytes: Buffer) {
  yield bytes
}

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="red"/></svg>',
)

describe('a preview', () => {
  it('is a WebP picture that fits the box', async () => {
    const picture = red(400, 200)
    const { ask } = await filesApi({
      'a.png': await picture.png().toBuffer(),
      'a.jpg': await picture.jpeg().toBuffer(),
      'a.JPEG': await picture.jpeg().toBuffer(),
      'a.webp': await picture.webp().toBuffer(),
      'a.gif': await picture.gif().toBuffer(),
      'a.avif': await picture.avif().toBuffer(),
      'a.tiff': await picture.tiff().toBuffer(),
      'a.svg': svg,
      'a.PDF': smallPdf('First', 'Second'),
    })
    const pictures = ['a.png', 'a.jpg', 'a.JPEG', 'a.webp', 'a.gif', 'a.avif', 'a.tiff', 'a.svg']
    const names = [...pictures, 'a.PDF']

    for (const name of names) {
      const { status, headers, bytes } = await ask(
        'GET',
        `/preview?width=100&height=80&id=/${name}`,
      )
      assert.deepEqual([status, headers.get('content-type')], [200, 'image/webp'], name)
      const { format, width, height } = await sharp(bytes).metadata()
      assert.deepEqual([format, width, height], ['webp', 100, 50], name)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'; sandbox/)
    }
    const { bytes } = await ask('GET', '/preview?id=%2Fa.png')
    assert.equal((await sharp(bytes).metadata()).width, 214)
  })

  it('of a file of an office is the picture within it', async () => {
    const jpeg = await red(256, 192).jpeg().toBuffer()
    const png = await red(256, 192).png().toBuffer()
    const { ask } = await filesApi({
      'a.pptx': await archive({ 'ppt/presentation.xml': text, 'docProps/thumbnail.jpeg': jpeg }),
      'a.odt': await archive({ mimetype: text, 'Thumbnails/thumbnail.png': png }),
      'a.Pages': await archive({ 'preview.jpg': jpeg, 'preview-micro.jpg': text }),
    })
    for (const name of ['a.pptx', 'a.odt', 'a.Pages']) {
      const { headers, bytes } = await ask('GET', `/preview?width=128&height=128&id=/${name}`)
      assert.equal(headers.get('content-type'), 'image/webp', name)
      const { width, height } = await sharp(bytes).metadata()
      assert.deepEqual([width, height], [128, 96], name)
    }
  })

  it('of a file of an office without a picture, or with a bad one, is its icon', async () => {
    const whole = await archive({
      'Thumbnails/thumbnail.png': await red(256, 192).png().toBuffer(),
    })
    const large = Buffer.concat([await red(8, 8).png().toBuffer(), Buffer.alloc(4 * 2 ** 20)])
    const content = {
      'none.docx': await archive({ 'word/document.xml': text }),
      'drawing.docx': await archive({ 'docProps/thumbnail.emf': text }),
      'no-archive.xlsx': 'no archive',
      'empty.odp': '',
      'cut.odt': whole.subarray(0, whole.length - 30),
      'damaged.odt': whole.fill(7, 70, 90),
      'large.odt': await archive({ 'Thumbnails/thumbnail.png': large }),
      'no-picture.odt': await archive({ 'Thumbnails/thumbnail.png': text }),
      'not-asked.zip': await archive({ 'preview.jpg': await red(8, 8).jpeg().toBuffer() }),
    }
    const { ask } = await filesApi(content)
    for (const name of Object.keys(content)) {
      const { status, headers } = await ask('GET', `/preview?id=/${name}`)
      const answer = [status, headers.get('content-type')]
      assert.deepEqual(answer, [200, 'image/svg+xml; charset=utf-8'], name)
    }
  })

  it('is an icon for what has no picture', async () => {
    const content = {
      'a.txt': 'text',
      'broken.png': 'no picture at all',
      'cut.jpg': (await red(400, 200).jpeg().toBuffer()).subarray(0, 100),
      'empty.png': '',
      'broken.pdf': '%PDF-1.4 and no more',
      'locked.pdf': lockedPdf(),
      none: 'x',
      'folder/': '',
    }
    const { ask } = await filesApi(content)

    for (const name of Object.keys(content).map((path) => path.replace('/', ''))) {
      const { status, headers, bytes } = await ask('GET', `/preview?id=/${name}`)
      assert.equal(status, 200, name)
      assert.equal(headers.get('content-type'), 'image/svg+xml; charset=utf-8', name)
      assert.match(bytes.toString(), /^<svg[^]*<\/svg>\s*$/)
    }
  })

  it('is an icon for a link, wherever that leads', async () => {
    const { ask } = await diskFilesApi({}, {}, (root) =>
      symlinkSync('/etc/passwd', `${root}/link.png`),
    )

    const link = await ask('GET', '/preview?id=/link.png')

    assert.equal(link.headers.get('content-type'), 'image/svg+xml; charset=utf-8')
    assert.ok(!link.bytes.includes('root:'))
  })

  it('is refused for a box that is none', async () => {
    const { refuses } = await filesApi({ 'a.png': await red(4, 4).png().toBuffer() })

    for (const size of ['0', '99999', '2001', 'x', '-1', '1.5', '', '1e2', 'NaN']) {
      await refuses([422, 'query.invalid'], 'GET', `/preview?id=/a.png&width=${size}`)
      await refuses([422, 'query.invalid'], 'GET', `/preview?id=/a.png&height=${size}&width=10`)
    }
    await refuses([422, 'query.invalid'], 'GET', '/preview')
    await refuses([404, 'files.not_found'], 'GET', '/preview?id=/none.png')
    await refuses([404, 'files.not_found'], 'GET', '/preview?id=/a.png/x.png')
    await refuses([400, 'files.bad_path'], 'GET', '/preview?id=/../x.png')
  })

  it('takes the largest box there is', async () => {
    const { ask } = await filesApi({ 'a.png': await red(3000, 10).png().toBuffer() })

    const { status, bytes } = await ask('GET', '/preview?id=/a.png&width=2000&height=2000')

    assert.equal(status, 200)
    assert.equal((await sharp(bytes).metadata()).width, 2000)
  })

  it('is not sent again until the file changes', async () => {
    const { ask, upload, remove } = await filesApi({ 'a.png': await red(40, 20).png().toBuffer() })
    const path = '/preview?id=/a.png&width=10&height=10'
    const first = await ask('GET', path)
    const etag = first.headers.get('etag')!

    const again = await ask('GET', path, undefined, { 'if-none-match': etag })
    const head = await ask('HEAD', path)
    const other = await ask('GET', path.replace('width=10', 'width=12'))
    await remove(['/a.png'])
    const taller = await red(20, 40).png().toBuffer()
    await upload('/', [{ name: 'file', filename: 'a.png', data: taller }])
    const changed = await ask('GET', path, undefined, { 'if-none-match': etag })

    assert.deepEqual([again.status, again.bytes.length], [304, 0])
    assert.equal(again.headers.get('etag'), etag)
    assert.deepEqual([head.status, head.bytes.length, head.headers.get('etag')], [200, 0, etag])
    assert.notEqual(other.headers.get('etag'), etag)
    assert.equal(changed.status, 200)
    assert.notEqual(changed.headers.get('etag'), etag)
    assert.equal((await sharp(changed.bytes).metadata()).width, 5)
  })

  it('is another one when others change the file', async () => {
    const { ask, at } = await diskFilesApi({ 'a.png': await red(40, 20).png().toBuffer() })
    const path = '/preview?id=/a.png&width=10&height=10'
    const etag = (await ask('GET', path)).headers.get('etag')!

    writeFileSync(at('a.png'), await red(20, 40).png().toBuffer())

    const changed = await ask('GET', path, undefined, { 'if-none-match': etag })
    assert.equal(changed.status, 200)
    assert.equal((await sharp(changed.bytes).metadata()).width, 5)
  })

  it('is of one picture what thirty ask for at once', async () => {
    const { ask } = await filesApi({ 'a.png': await red(400, 200).png().toBuffer() })

    const answers = await Promise.all(
      Array.from({ length: 30 }, () => ask('GET', '/preview?id=/a.png')),
    )

    for (const { status, bytes } of answers) {
      assert.equal(status, 200)
      assert.deepEqual(bytes, answers[0]!.bytes)
    }
  })

  it('of a picture that came to another workspace is its own', async () => {
    const { ask, ok } = await filesApi({ 'a.png': await red(40, 20).png().toBuffer() })
    await ok('POST', '/workspaces', { name: 'other' })

    const answer = await ask('GET', '/w/other/preview?id=/a.png')

    assert.equal(answer.status, 404)
  })
})

describe('a preview of a picture that is still being uploaded', () => {
  it('is answered when the picture has come, and not before', async () => {
    const { fetch, send } = await uploading('a.png', await red(400, 200).png().toBuffer())
    const preview = fetch('/preview?id=%2Fa.png')
    assert.equal((await fetch('/preview?id=%2Fdocs%2Fa.png')).status, 404)
    let isAnswered = false
    void preview.then(() => (isAnswered = true))
    await fetch('/files')
    assert.equal(isAnswered, false)

    assert.equal((await send()).status, 200)

    const { status, headers } = await preview
    assert.deepEqual([status, headers.get('content-type')], [200, 'image/webp'])
  })

  it('is not found when the upload brings something else, or nothing', async () => {
    for (const name of ['b.png', 'a/b/../c']) {
      const { fetch, send } = await uploading(name, Buffer.from('x'))
      const preview = fetch('/preview?id=%2Fa.png')
      await fetch('/files')

      await send()

      assert.equal((await preview).status, 404)
    }
  })

  it('is not waited for any longer when whoever asked is gone', async () => {
    const { fetch, send } = await uploading('a.png', Buffer.from('x'))
    const leaving = new AbortController()
    const preview = fetch('/preview?id=%2Fa.png', { signal: leaving.signal })
    await fetch('/files')

    leaving.abort()

    assert.equal((await preview).status, 404)
    await send()
  })
})

/** An upload of which the server has seen the first half; `send` brings the rest. */
async function uploading(filename: string, data: Uint8Array) {
  const triptych = await server({})
  const fetch = (path: string, init?: RequestInit) =>
    triptych.fetch(new Request(`http://localhost${path}`, init))
  const { body, type } = formOf([
    { name: 'file', filename: 'x', data },
    { name: 'name', data: filename },
  ])
  const isRead = Promise.withResolvers<void>()
  const rest = Promise.withResolvers<void>()
  const answer = fetch('/upload?id=%2F', {
    method: 'POST',
    headers: { 'content-type': type, 'content-length': String(body.length) },
    body: ReadableStream.from(halves()),
    duplex: 'half',
  })

  async function* halves(): AsyncGenerator<Uint8Array> {
    yield body.subarray(0, -20)
    isRead.resolve()
    await rest.promise
    yield body.subarray(-20)
  }

  await isRead.promise
  return {
    fetch,
    send: () => {
      rest.resolve()
      return answer
    },
  }
}

describe('an icon', () => {
  const policy = /default-src 'none'.*frame-ancestors 'none'; sandbox/

  it('is there for every name and both sizes', async () => {
    const { ask } = await filesApi()
    const names = ['folder', 'search', 'multiple', 'none', 'txt', 'png', 'PDF', 'nosuchthing', '']

    for (const size of ['small', 'big']) {
      for (const name of names) {
        const { status, headers, bytes } = await ask('GET', `/icons/${size}/${name}.svg`)
        assert.equal(status, 200, name)
        assert.equal(headers.get('content-type'), 'image/svg+xml; charset=utf-8')
        assert.equal(headers.get('x-content-type-options'), 'nosniff')
        assert.match(headers.get('content-security-policy') ?? '', policy)
        assert.match(bytes.toString(), /^<svg[^]*<\/svg>\s*$/)
      }
    }
    const icon = async (path: string) => (await ask('GET', path)).bytes.toString()
    assert.notEqual(await icon('/icons/big/folder.svg'), await icon('/icons/big/txt.svg'))
    assert.notEqual(await icon('/icons/big/txt.svg'), await icon('/icons/small/txt.svg'))
    assert.match(await icon('/icons/big/xyz.svg'), /xyz/i)
  })

  it('of a hostile name is a picture still', async () => {
    const { ask } = await filesApi()
    const hostile = [
      '<script>alert(1)</script>',
      '"><image href="//evil"/>',
      ']]>',
      '&lt;',
      '\u0000',
    ]

    for (const name of [...hostile, '../../x', 'x'.repeat(3000), '😀', '\ud83d'.toWellFormed()]) {
      const path = `/icons/big/${encodeURIComponent(name)}.svg`
      const { status, bytes, headers } = await ask('GET', path)
      assert.equal(status, 200, path)
      assert.match(headers.get('content-type') ?? '', /^image\/svg/)
      const text = bytes.toString()
      assert.doesNotMatch(text, /<script|<image|evil"/)
      assert.ok(bytes.length < 10_000)
      // What is no picture cannot be drawn.
      await sharp(bytes).png().toBuffer()
    }
  })

  it('is refused in another size, or at another address', async () => {
    const { refuses } = await filesApi()

    for (const size of ['medium', 'Big', '..', 'constructor']) {
      await refuses([404, 'not_found'], 'GET', `/icons/${size}/txt.svg`)
    }
    await refuses([405, 'method_not_allowed'], 'POST', '/icons/big/txt.svg')
  })
})
