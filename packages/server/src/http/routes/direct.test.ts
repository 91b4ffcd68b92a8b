import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { assertProblem } from '../../../test/fixtures/api.ts'
import type { SentHeaders } from '../../../test/fixtures/api.ts'
import { diskFilesApi, filesApi } from '../../../test/fixtures/files-api.ts'
import type { FileAnswer } from '../../../test/fixtures/files-api.ts'
import { treeOf } from '../../../test/fixtures/files-on-disk.ts'
import { lacking } from '../../../../../scripts/tools.ts'

const text = '0123456789abcdefghij'
const skip = lacking('unzip', 'python3')
const scratch = mkdtempSync(join(tmpdir(), 'direct-'))
after(() => rmSync(scratch, { recursive: true, force: true }))

describe('a file', () => {
  it('comes with its bytes, type, length, version and date', async () => {
    const { direct, list } = await filesApi({ 'docs/a.txt': text })
    const [entry] = await list('/docs')

    const { status, headers, bytes } = await direct('/docs/a.txt')

    assert.deepEqual([status, bytes.toString()], [200, text])
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.equal(headers.get('content-length'), '20')
    assert.equal(headers.get('last-modified'), new Date(entry!.date).toUTCString())
    assert.equal(headers.get('accept-ranges'), 'bytes')
    assert.equal(headers.get('content-disposition'), 'inline; filename="a.txt"')
    assert.match(headers.get('etag') ?? '', /^"[^"]+"$/)
  })

  it('has the date it has on the disk', async () => {
    const { direct, at } = await diskFilesApi({ 'a.txt': text })
    utimesSync(at('a.txt'), 1_700_000_000, 1_700_000_000)

    const { headers } = await direct('/a.txt')

    assert.equal(headers.get('last-modified'), 'Tue, 14 Nov 2023 22:13:20 GMT')
  })

  it('is found by any way to write its id, decoded once', async () => {
    const { ask } = await filesApi({ 'docs/a b%20+.txt': text })
    const ways = ['%2Fdocs%2Fa%20b%2520%2B.txt', '/docs/a%20b%2520+.txt', 'docs//a%20b%2520+.txt']

    for (const way of ways) {
      assert.equal((await ask('GET', `/direct?id=${way}`)).bytes.toString(), text, way)
      assert.equal((await ask('GET', `/direct?download&id=${way}`)).bytes.toString(), text, way)
    }
  })

  it('has the same headers for HEAD, and no body', async () => {
    const { ask, direct } = await filesApi({ 'a.txt': text })
    const whole = await direct('/a.txt')

    const { status, headers, bytes } = await ask('HEAD', '/direct?id=/a.txt')

    assert.deepEqual([status, bytes.length], [200, 0])
    for (const name of ['etag', 'last-modified', 'content-length', 'content-type']) {
      assert.equal(headers.get(name), whole.headers.get(name), name)
    }
  })

  it('is not sent again to whoever has it', async () => {
    const { direct, upload, remove } = await filesApi({ 'a.txt': text })
    const { headers } = await direct('/a.txt')
    const etag = headers.get('etag')!
    const modified = headers.get('last-modified')!
    const known: SentHeaders[] = [
      { 'if-none-match': etag },
      { 'if-none-match': `"x", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': modified },
      { 'if-none-match': etag, 'if-modified-since': 'Tue, 14 Nov 2000 22:13:20 GMT' },
    ]
    const unknown: SentHeaders[] = [
      { 'if-none-match': '"x"' },
      { 'if-none-match': '"x"', 'if-modified-since': modified },
      { 'if-modified-since': 'Tue, 14 Nov 2000 22:13:20 GMT' },
      { 'if-modified-since': 'yesterday' },
    ]

    for (const sent of known) {
      const { status, bytes, headers: now } = await direct('/a.txt', sent)
      assert.deepEqual([status, bytes.length], [304, 0], JSON.stringify(sent))
      assert.equal(now.get('etag'), etag)
    }
    for (const sent of unknown) assert.equal((await direct('/a.txt', sent)).status, 200)
    await remove(['/a.txt'])
    await upload('/', [{ name: 'file', filename: 'a.txt', data: `${text}!` }])
    const changed = await direct('/a.txt', { 'if-none-match': etag })
    assert.deepEqual([changed.status, changed.bytes.toString()], [200, `${text}!`])
  })

  it('gets another version when others change its bytes', async () => {
    const { direct, at } = await diskFilesApi({ 'a.txt': text })
    const etag = (await direct('/a.txt')).headers.get('etag')!

    appendFileSync(at('a.txt'), '!')

    const changed = await direct('/a.txt', { 'if-none-match': etag })
    assert.deepEqual([changed.status, changed.bytes.toString()], [200, `${text}!`])
    const part = await direct('/a.txt', { range: 'bytes=0-1', 'if-range': etag })
    assert.equal(part.status, 200)
  })

  it('gets another version when it is replaced by one of the same length and date', async () => {
    const { direct, at } = await diskFilesApi({ 'a.txt': 'aaa' })
    utimesSync(at('a.txt'), 1_700_000_000, 1_700_000_000)
    const { headers } = await direct('/a.txt')
    rmSync(at('a.txt'))
    writeFileSync(at('b'), 'bbb')
    writeFileSync(at('a.txt'), 'bbb')
    utimesSync(at('a.txt'), 1_700_000_000, 1_700_000_000)

    assert.notEqual((await direct('/a.txt')).headers.get('etag'), headers.get('etag'))
  })

  it('of no bytes is sent as such', async () => {
    const { direct } = await filesApi({ empty: '' })

    const { status, headers, bytes } = await direct('/empty')
    assert.deepEqual([status, headers.get('content-length'), bytes.length], [200, '0', 0])
    assert.equal((await direct('/empty', { range: 'bytes=0-' })).status, 416)
  })

  it('is refused where there is none', async () => {
    const { refuses } = await filesApi({ 'a.txt': text })

    await refuses([422, 'query.invalid'], 'GET', '/direct')
    await refuses([422, 'query.invalid'], 'GET', '/direct?download=true')
    await refuses([404, 'files.not_found'], 'GET', '/direct?id=/none')
    await refuses([404, 'files.not_found'], 'GET', '/direct?id=/none/none')
    await refuses([404, 'files.not_found'], 'GET', '/direct?id=/a.txt/x')
    await refuses([400, 'files.bad_path'], 'GET', '/direct?id=/../a.txt')
    await refuses([405, 'method_not_allowed'], 'PATCH', '/direct?id=/a.txt')
  })

  it('is refused where a link leads to it', async () => {
    const { refuses } = await diskFilesApi({ 'a.txt': text }, {}, (root) =>
      symlinkSync('a.txt', `${root}/link`),
    )

    await refuses([403, 'files.link'], 'GET', '/direct?id=/link')
  })
})

describe('a part of a file', () => {
  const ranges: [range: string, from: number, to: number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=5-9', 5, 9],
    ['bytes=15-', 15, 19],
    ['bytes=0-99', 0, 19],
    ['bytes=-5', 15, 19],
    ['bytes=-99', 0, 19],
    ['bytes=19-19', 19, 19],
    ['Bytes=1-2', 1, 2],
    ['bytes=0-4,5-9', 0, 9],
    ['bytes=0-4,3-9', 0, 9],
    ['bytes=0-4,99-', 0, 4],
  ]

  for (const [range, from, to] of ranges) {
    it(`is sent for ${range}`, async () => {
      const { direct } = await filesApi({ 'a.txt': text })

      const { status, headers, bytes } = await direct('/a.txt', { range })

      assert.equal(status, 206)
      assert.equal(headers.get('content-range'), `bytes ${from}-${to}/20`)
      assert.equal(headers.get('content-length'), String(to - from + 1))
      assert.equal(bytes.toString(), text.slice(from, to + 1))
    })
  }

  it('is sent with others in one body', async () => {
    const { direct } = await filesApi({ 'a.txt': text })

    const answer = await direct('/a.txt', { range: 'bytes=0-1, 5-7, -2' })

    assert.equal(answer.status, 206)
    assert.deepEqual(partsOf(answer), [
      ['bytes 0-1/20', '01'],
      ['bytes 5-7/20', '567'],
      ['bytes 18-19/20', 'ij'],
    ])
    assert.equal(answer.headers.get('content-length'), String(answer.bytes.length))
  })

  it('is refused beyond the end, or among too many', async () => {
    const { direct } = await filesApi({ 'a.txt': 'x'.repeat(1000) })

    for (const range of ['bytes=1000-', 'bytes=1000-2000,3000-', 'bytes=-0']) {
      const answer = await direct('/a.txt', { range })
      assertProblem(answer, [416, 'files.bad_range'], range)
      assert.equal(answer.headers.get('content-range'), 'bytes */1000', range)
    }
    const most = await direct('/a.txt', { range: `bytes=${apart(16).join()}` })
    assert.deepEqual([most.status, partsOf(most).length], [206, 16])
    assert.equal((await direct('/a.txt', { range: `bytes=${apart(17).join()}` })).status, 416)
    const same = await direct('/a.txt', { range: `bytes=${Array(1000).fill('0-0').join()}` })
    assert.deepEqual([same.status, same.bytes.length], [206, 1])
  })

  it('is the whole where the header cannot be understood', async () => {
    const { direct } = await filesApi({ 'a.txt': text })

    for (const range of ['bytes=', 'bytes=x', 'bytes=5-2', 'lines=0-1', '0-1', 'bytes=--1', 'x']) {
      const { status, bytes } = await direct('/a.txt', { range })
      assert.deepEqual([status, bytes.length], [200, 20], range)
    }
  })

  it('is sent only of the version the client has', async () => {
    const { direct, upload, remove } = await filesApi({ 'a.txt': text })
    const { headers } = await direct('/a.txt')
    const etag = headers.get('etag')!
    const modified = headers.get('last-modified')!
    const statusFor = async (ifRange: string) =>
      (await direct('/a.txt', { range: 'bytes=0-1', 'if-range': ifRange })).status

    for (const held of [etag, modified]) assert.equal(await statusFor(held), 206, held)
    for (const old of ['"x"', `W/${etag}`, 'Tue, 14 Nov 2000 22:13:20 GMT', 'x']) {
      assert.equal(await statusFor(old), 200, old)
    }
    await remove(['/a.txt'])
    await upload('/', [{ name: 'file', filename: 'a.txt', data: `${text}!` }])
    assert.equal(await statusFor(etag), 200)
  })
})

describe('what a browser may do with a file', () => {
  const shown: [name: string, type: string, disposition: 'inline' | 'attachment'][] = [
    ['a.html', 'text/plain; charset=utf-8', 'inline'],
    ['a.HTM', 'text/plain; charset=utf-8', 'inline'],
    ['a.xml', 'text/plain; charset=utf-8', 'inline'],
    ['a.xhtml', 'text/plain; charset=utf-8', 'inline'],
    ['a.js', 'text/plain; charset=utf-8', 'inline'],
    ['a.css', 'text/plain; charset=utf-8', 'inline'],
    ['a.json', 'text/plain; charset=utf-8', 'inline'],
    ['a.svg', 'image/svg+xml', 'attachment'],
    ['a.pdf', 'application/pdf', 'inline'],
    ['a.png', 'image/png', 'inline'],
    ['a.mp4', 'video/mp4', 'inline'],
    ['a.zip', 'application/zip', 'attachment'],
    ['a.unknown', 'application/octet-stream', 'attachment'],
    ['a', 'application/octet-stream', 'attachment'],
  ]

  for (const [name, type, disposition] of shown) {
    it(`is nothing in our name: ${name}`, async () => {
      const { direct } = await filesApi({ [name]: '<script>alert(1)</script>' })

      for (const query of ['', '&download=true']) {
        const { status, headers } = await direct(`/${name}`, {}, query)
        assert.equal(status, 200)
        assert.equal(headers.get('x-content-type-options'), 'nosniff')
        const policy = headers.get('content-security-policy') ?? ''
        const isPlayed = /^(audio|video)/.test(type)
        assert.match(policy, isPlayed ? /^sandbox allow-same-origin; / : /^sandbox; /)
        assert.match(policy, /(^|; )default-src 'none'(;|$)/)
        assert.match(policy, /(^|; )frame-ancestors 'self'(;|$)/)
        assert.doesNotMatch(policy, /allow-(?!same-origin)|script-src/)
        assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin')
        if (query !== '') assert.match(headers.get('content-disposition') ?? '', /^attachment;/)
      }
      const { headers } = await direct(`/${name}`)
      assert.equal(headers.get('content-type')?.split(';')[0], type.split(';')[0])
      assert.ok(headers.get('content-disposition')?.startsWith(`${disposition};`))
    })
  }

  it('is to save it where download is there, whatever it says', async () => {
    const { direct } = await filesApi({ 'a.txt': text })

    for (const query of ['&download', '&download=', '&download=true', '&download=false']) {
      const { headers } = await direct('/a.txt', {}, query)
      assert.equal(headers.get('content-disposition'), 'attachment; filename="a.txt"', query)
    }
  })

  it('is of no type that could be run, where it is to be saved', async () => {
    const types = {
      'a.js': 'application/octet-stream',
      'a.mjs': 'application/octet-stream',
      'a.css': 'application/octet-stream',
      'a.wasm': 'application/octet-stream',
      'a.html': 'application/octet-stream',
      'a.xsl': 'application/octet-stream',
      'a.json': 'application/octet-stream',
      'a.xpi': 'application/octet-stream',
      'a.png': 'image/png',
      'a.pdf': 'application/pdf',
      'a.zip': 'application/zip',
      'a.csv': 'text/csv; charset=utf-8',
    }
    const { direct } = await filesApi(types)

    for (const [name, type] of Object.entries(types)) {
      const { headers } = await direct(`/${name}`, {}, '&download')
      assert.equal(headers.get('content-type'), type, name)
    }
  })

  it('is to save it under its own name', async () => {
    const names: [name: string, header: string][] = [
      ['a b.txt', 'filename="a b.txt"'],
      [`a"b\\c.txt`, `filename="a_b_c.txt"; filename*=UTF-8''a%22b%5Cc.txt`],
      ['😀é.txt', `filename="__.txt"; filename*=UTF-8''%F0%9F%98%80%C3%A9.txt`],
      ["it's (1)*.txt", `filename="it's (1)*.txt"`],
      ['100%41.txt', `filename="100_41.txt"; filename*=UTF-8''100%2541.txt`],
      ['a;b=c.txt', 'filename="a;b=c.txt"'],
    ]
    const { direct } = await filesApi(Object.fromEntries(names.map(([name]) => [name, ''])))

    for (const [name, header] of names) {
      const { headers } = await direct(`/${name}`, {}, '&download')
      assert.equal(headers.get('content-disposition'), `attachment; ${header}`, name)
    }
  })

  it('is not to have a header of its own: a name with a line break on the disk', async () => {
    const bad = 'a"\r\nSet-Cookie: x=1.txt'
    const { ask, at } = await diskFilesApi()
    writeFileSync(at(bad), text)

    const { status, headers } = await ask('GET', `/direct?id=/${encodeURIComponent(bad)}`)

    assert.equal(status, 200)
    assert.doesNotMatch(headers.get('content-disposition') ?? '', /\p{Cc}/u)
    assert.equal(headers.get('set-cookie'), null)
  })
})

describe('a folder', { skip }, () => {
  const content = {
    'docs/a.txt': text,
    'docs/deep/é 😀.bin': Buffer.alloc(300_000, 7),
    'docs/empty/': '',
    'docs/none': '',
    'other.txt': 'not in it',
  }

  it('comes as an archive of exactly the length it says, that others can open', async () => {
    const { direct, ask, tree } = await filesApi(content)

    const { status, headers, bytes } = await direct('/docs')

    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/zip')
    assert.equal(headers.get('content-length'), String(bytes.length))
    assert.equal(headers.get('content-disposition'), 'attachment; filename="docs.zip"')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    const { 'other.txt': other, ...docs } = await tree()
    assert.deepEqual([other, treeOf(unzipped('docs', bytes))], ['file not in it', docs])

    const head = await ask('HEAD', '/direct?id=/docs')
    assert.deepEqual([head.status, head.bytes.length], [200, 0])
    const again = await direct('/docs')
    assert.equal(head.headers.get('content-length'), String(again.bytes.length))
  })

  it('comes without what is neither file nor folder', async () => {
    const { direct, at } = await diskFilesApi(content)
    symlinkSync('/etc/passwd', at('docs/link'))
    execFileSync('mkfifo', [at('docs/pipe')])

    const opened = unzipped('without', (await direct('/docs')).bytes)

    rmSync(at('docs/link'))
    rmSync(at('docs/pipe'))
    assert.deepEqual(treeOf(join(opened, 'docs')), treeOf(at('docs')))
  })

  it('may be several things, two of one name among them', async () => {
    const { ask } = await filesApi({ ...content, 'docs/deep/a.txt': 'another' })
    const ids = ['/docs/deep', '/docs/a.txt', '/docs/deep/a.txt', '/docs/a.txt']
    const path = `/direct?${ids.map((id) => `id=${encodeURIComponent(id)}`).join('&')}`

    const { status, headers, bytes } = await ask('GET', path)

    assert.equal(status, 200)
    assert.equal(headers.get('content-disposition'), 'attachment; filename="docs.zip"')
    const opened = treeOf(unzipped('several', bytes))
    assert.deepEqual(
      Object.keys(opened).filter((name) => !name.includes('/')),
      ['a.new.new.txt', 'a.new.txt', 'a.txt', 'deep'],
    )
    assert.equal(opened['a.new.txt'], 'file another')
    assertProblem(await ask('GET', `${path}&id=/gone`), [404, 'files.not_found'])
    const many = Array.from({ length: 1001 }, () => 'id=/other.txt').join('&')
    assertProblem(await ask('GET', `/direct?${many}`), [413, 'files.too_many'])
  })

  it('may be the root, without what is ours', async () => {
    const { direct, tree } = await filesApi(content)

    const { headers, bytes } = await direct('/')

    assert.equal(headers.get('content-disposition'), 'attachment; filename="files.zip"')
    assert.deepEqual(treeOf(join(unzipped('root', bytes), 'files')), await tree())
  })

  it('may be empty', async () => {
    const { direct } = await filesApi(content)

    const { status, bytes } = await direct('/docs/empty', {}, '&download')

    assert.deepEqual([status, bytes.toString('latin1', 0, 2)], [200, 'PK'])
    assert.equal(bytes.readUInt16LE(bytes.length - 12), 0)
  })

  it('keeps the dates of its files', async () => {
    const { direct, at } = await diskFilesApi(content)
    utimesSync(at('docs/a.txt'), 1_700_000_000, 1_700_000_000)
    // The folder must be looked at anew, or else the old date would do.
    mkdirSync(at('docs/new'))

    const opened = unzipped('dates', (await direct('/docs')).bytes)

    assert.equal(Math.floor(lstatSync(join(opened, 'docs/a.txt')).mtimeMs / 1000), 1_700_000_000)
  })
})

/** Opened by one program, and found to be whole by two. */
function unzipped(name: string, bytes: Buffer): string {
  const archive = join(scratch, `${name}.zip`)
  writeFileSync(archive, bytes)
  execFileSync('unzip', ['-qt', archive])
  const python = 'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); print(z.testzip())'
  assert.equal(execFileSync('python3', ['-c', python, archive]).toString(), 'None\n')
  const opened = join(scratch, name)
  // Which names unzip can write depends on the locale.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  execFileSync('unzip', ['-q', archive, '-d', opened], { env })
  return opened
}

/** The parts of `multipart/byteranges`: what each says it is, and its bytes. */
function partsOf({ headers, bytes }: FileAnswer): [range: string, bytes: string][] {
  const [, boundary = ''] =
    /^multipart\/byteranges; boundary="?([^"]+)"?$/.exec(headers.get('content-type') ?? '') ?? []
  const pieces = bytes.toString('latin1').split(`--${boundary}`)
  assert.match(pieces.at(-1) ?? '', /^--(\r\n)?$/)
  return pieces.slice(1, -1).map((piece) => {
    const [head = '', body = ''] = piece.split('\r\n\r\n')
    const [, range = ''] = /content-range: (.+)/i.exec(head) ?? []
    return [range.trim(), body.replace(/\r\n$/, '')]
  })
}

/** Ranges that do not touch. */
function apart(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${n * 2}-${n * 2}`)
}
