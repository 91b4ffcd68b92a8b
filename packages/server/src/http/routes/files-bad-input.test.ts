import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createSocket } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { ErrorCode } from '@triptych/contract/errors'
import type { FileEntry } from '@triptych/contract/files'
import sharp from 'sharp'
import { chosenPaths } from '../../config/environment.ts'
import {
  diskFilesApi,
  eventually,
  fileAddress,
  filesApi,
  formOf,
} from '../../../test/fixtures/files-api.ts'
import type { DiskFilesApi, FileAnswer, FilesApi } from '../../../test/fixtures/files-api.ts'
import { readFolder, treeOf } from '../../../test/fixtures/files-on-disk.ts'
import { lacking } from '../../../../../scripts/tools.ts'

/**
 * The numbers are those of the table of bad inputs in the research; `refuses` sees that nothing
 * changed. Without a case are 7 (nothing is unpacked here), 11 and 12 (there are no resumable
 * uploads), 20 to 22 and 27 (there are neither shares nor accounts).
 */

type Expected = readonly [status: number, code: ErrorCode]

const docs = { 'a.txt': 'one', 'docs/plan.txt': 'plan', 'docs/deep/x.txt': 'xx', 'empty/': '' }
const skip = lacking('python3')

/** Every request in which an id can stand. `path` goes into addresses, `id` into bodies. */
async function everywhere(
  { refuses, refusesUpload }: FilesApi,
  expected: Expected,
  path: string,
  id: string | null,
): Promise<void> {
  await refuses(expected, 'GET', `/files/${path}`)
  await refuses(expected, 'GET', `/files?id=${path}`)
  await refuses(expected, 'GET', `/files/${path}?text=a`)
  await refuses(expected, 'GET', `/info/${path}`)
  await refuses(expected, 'GET', `/direct?id=${path}`)
  await refuses(expected, 'GET', `/direct?download&id=${path}`)
  await refuses(expected, 'GET', `/preview?id=${path}`)
  await refuses(expected, 'POST', `/files/${path}`, { name: 'x', type: 'folder' })
  await refuses(expected, 'PUT', `/files/${path}`, { operation: 'rename', name: 'x' })
  const { body, type } = formOf([{ name: 'file', filename: 'x', data: 'x' }])
  await refuses(expected, 'POST', `/upload/${path}`, body, { 'content-type': type })
  if (id === null) return
  await refusesUpload(expected, id, [{ name: 'file', filename: 'x', data: 'x' }])
  for (const operation of ['move', 'copy']) {
    await refuses(expected, 'PUT', '/files', { operation, ids: ['/a.txt', id], target: '/empty' })
    await refuses(expected, 'PUT', '/files', { operation, ids: ['/a.txt'], target: id })
  }
}

/** A path has an end where folders are held by it. */
const byPath = chosenPaths() === 'portable' && 'folders are held by their paths'

describe('a path that', () => {
  const out: [path: string, id: string][] = [
    ['..%2f..%2fetc%2fpasswd', '/../../etc/passwd'],
    ['..', '/..'],
    ['../outside/secret', '/../outside/secret'],
    ['%2e%2e', '..'],
    ['%2F..%2Foutside', '../outside'],
    ['./../', '/./../'],
    ['docs/../a.txt', '/docs/../a.txt'],
    ['docs%2F..%2F..%2Foutside%2Fsecret', '/docs/../../outside/secret'],
    ['.', '/.'],
    ['docs/.', '/docs/.'],
    ['%2F%2F..%2F%2F', '//..//'],
  ]

  it('1: leads out is no path in any route', async () => {
    const api = await filesApi(docs)

    for (const [path, id] of out) {
      await everywhere(api, [400, 'files.bad_path'], path, id)
      const body = { ids: ['/a.txt', id] }
      await api.refuses([400, 'files.bad_path'], 'DELETE', '/files', body)
    }
    await api.assertInStep()
  })

  it('1: is encoded twice, or has dots that are no way up, is a name like others', async () => {
    const api = await filesApi(docs)

    for (const [path, id] of [
      ['%252e%252e', '/%2e%2e'],
      ['..%252f..%252fetc', '/..%2f..%2fetc'],
      ['....//', '/....//'],
      ['...', '/...'],
      ['..%5C..%5Cetc', '/..\\..\\etc'],
      ['~', '/~'],
      ['file:%2F%2Fetc', '/file://etc'],
    ] as const) {
      await everywhere(api, [404, 'files.not_found'], path, id)
    }
  })

  it('1: cannot be decoded is no path', async () => {
    const api = await filesApi(docs)

    for (const path of ['%', '%zz', '%ff', 'docs%2', '%c0%ae%c0%ae', '%ed%a0%80', '%E0%A4%A']) {
      await everywhere(api, [400, 'files.bad_path'], path, null)
    }
  })

  it('10: has a NUL is no path, and no control character is in a name', async () => {
    const api = await filesApi(docs)

    for (const [escape, character] of [
      ['%00', '\u0000'],
      ['%0D%0A', '\r\n'],
      ['%07', '\u0007'],
      ['%7F', '\u007f'],
      ['%C2%85', '\u0085'],
    ] as const) {
      const isNul = escape === '%00'
      const expected: Expected = isNul ? [400, 'files.bad_path'] : [404, 'files.not_found']
      await everywhere(api, expected, `a${escape}.txt`, `/a${character}.txt`)
      await refusesName(api, `a${character}.txt`)
    }
  })

  it('10: has a control character can be got rid of, where somebody else has made it', async () => {
    const api = await diskFilesApi(docs)
    writeFileSync(join(api.root, 'a\nb.txt'), 'x')

    const renamed = await api.rename('/a\nb.txt', 'ab.txt')

    assert.equal(renamed.id, '/ab.txt')
  })

  it('18: has a name of 256 bytes, or a thousand and one levels, is no path', async () => {
    const api = await filesApi(docs)
    const deep = Array(1001).fill('d').join('/')

    for (const name of ['x'.repeat(256), `${'é'.repeat(127)}xx`, '😀'.repeat(64)]) {
      await everywhere(api, [400, 'files.bad_path'], encodeURIComponent(name), `/${name}`)
      await refusesName(api, name)
    }
    await everywhere(api, [400, 'files.bad_path'], deep, `/${deep}`)
    await api.refuses([400, 'files.bad_path'], 'DELETE', '/files', {
      ids: [`/d${'/d'.repeat(5000)}`],
    })
  })
})

async function refusesName({ refuses, refusesUpload }: FilesApi, name: string): Promise<void> {
  const expected = [422, 'files.bad_name'] as const
  await refuses(expected, 'POST', '/files/docs', { name })
  await refuses(expected, 'POST', '/files/docs', { name, type: 'folder' })
  await refuses(expected, 'PUT', '/files/a.txt', { operation: 'rename', name })
  const file = { name: 'file', filename: 'x', data: 'x' }
  await refusesUpload(expected, '/docs', [file, { name: 'name', data: name }])
  await refusesUpload(expected, '/docs', [file, { name: 'name', data: `new/${name}/x` }])
}

describe('a symbolic link', () => {
  it('2: to a file outside is shown as a link, and not opened', async () => {
    const { refuses, list, ok, ask } = await linked({ link: '../outside/secret' })

    const entry = (await list()).find(({ value }) => value === 'link')
    assert.deepEqual(Object.keys(entry!).toSorted(), ['date', 'id', 'type', 'value'])
    assert.equal(entry!.type, 'link')
    await refuses([403, 'files.link'], 'GET', '/direct?id=/link')
    await refuses([403, 'files.link'], 'GET', '/direct?id=/link&download')
    assert.deepEqual(await ok('GET', '/info/link'), { Type: 'link' })
    const preview = await ask('GET', '/preview?id=/link')
    assert.match(preview.headers.get('content-type') ?? '', /^image\/svg/)
    assert.ok(!preview.bytes.includes('SECRET'))
  })

  it('2: to a folder outside is not entered', async () => {
    const { refuses, refusesUpload } = await linked({ link: '../outside' })

    await refuses([403, 'files.link'], 'GET', '/files/link')
    await refuses([403, 'files.link'], 'GET', '/files?id=link')
    await refuses([403, 'files.link'], 'GET', '/files/link?text=secret')
    await refuses([403, 'files.link'], 'GET', '/direct?id=/link')
    await refuses([403, 'files.link'], 'POST', '/files/link', { name: 'x' })
    await refusesUpload([403, 'files.link'], '/link', [{ name: 'file', filename: 'x', data: 'x' }])
    for (const operation of ['move', 'copy']) {
      const body = { operation, ids: ['/a.txt'], target: '/link' }
      await refuses([403, 'files.link'], 'PUT', '/files', body)
    }
  })

  it('3: above a file outside is not passed through by any route', async () => {
    const api = await linked({ link: '../outside', 'docs/up': '..', round: 'docs' })

    for (const id of ['/link/secret', '/link/sub/deep', '/docs/up/a.txt', '/round/plan.txt']) {
      await everywhere(api, [403, 'files.link'], encodeURIComponent(id), id)
    }
    const { remove, changesNothing } = api
    await api.refuses([403, 'files.link'], 'DELETE', '/files', { ids: ['/a.txt', '/link/secret'] })
    await changesNothing(() => remove(['/none/secret']))
  })

  it('2, 3: is left out of searches and archives, with what it leads to', async () => {
    const { ok, direct, whenExplored } = await linked({ 'docs/link': '../../outside' })
    await whenExplored(4)

    assert.deepEqual(await ok('GET', '/files?text=secret'), [])
    const { bytes } = await direct('/docs')
    assert.ok(!bytes.includes('SECRET') && !bytes.includes('link'))
  })

  it('4: that leads nowhere is never written through', async () => {
    const { upload, create, rename, outside, tree, copy } = await linked({
      dangling: '../outside/made',
      'docs/dangling': '../../outside/made',
    })

    const file = { name: 'file', filename: 'dangling', data: 'x' }
    const uploaded = await upload('/', [file])
    assert.equal((uploaded.json as { id: string }).id, '/dangling.new')
    assert.equal((await create('/', 'dangling')).id, '/dangling.new.new')
    assert.equal((await create('/', 'dangling', 'folder')).id, '/dangling.new.new.new')
    assert.equal((await rename('/a.txt', 'dangling')).name, 'dangling.new.new.new.new')
    assert.equal((await copy(['/dangling.new'], '/docs'))[0]!.id, '/docs/dangling.new')
    assert.deepEqual(Object.keys(treeOf(outside)), ['secret', 'sub', 'sub/deep'])
    assert.equal((await tree())['dangling'], 'link ../outside/made')
  })

  it('4: is moved, copied and deleted itself, and what it leads to stays', async () => {
    const api = await linked({ link: '../outside', dangling: '../outside/none' })
    const { rename, move, copy, remove, tree, outside, assertInStep } = api

    assert.equal((await rename('/link', 'renamed')).id, '/renamed')
    assert.equal((await move(['/renamed'], '/docs'))[0]!.id, '/docs/renamed')
    assert.equal((await copy(['/docs'], '/empty'))[0]!.id, '/empty/docs')
    assert.equal((await tree())['empty/docs/renamed'], 'link ../outside')
    await remove(['/docs', '/dangling', '/empty/docs/renamed'])
    assert.equal((await tree())['dangling'], undefined)
    assert.deepEqual(treeOf(outside), {
      secret: 'file SECRET',
      sub: 'folder',
      'sub/deep': 'file SECRET',
    })
    await assertInStep()
  })
})

describe('a name', () => {
  it('6: that would lead out of an archive does not', { skip }, async () => {
    const names = ['..\\..\\x', 'C:\\x', '\\abs', 'a\\..\\..\\y', 'C:z']
    const { direct } = await filesApi(
      Object.fromEntries(names.map((name) => [`docs/${name}`, 'x'])),
    )

    const { bytes } = await direct('/docs')

    const python = `import sys,io,zipfile,json
print(json.dumps(zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())).namelist()))`
    const printed = execFileSync('python3', ['-c', python], { input: bytes }).toString()
    const found = JSON.parse(printed) as string[]
    assert.equal(found.length, names.length)
    for (const path of found) {
      assert.match(path, /^docs\//)
      assert.ok(!path.includes('\\') && !path.split('/').includes('..'), path)
    }
  })

  it('8: of a page never makes a page of ours', async () => {
    const names = [
      'x.svg',
      'x.html',
      'x.xml',
      'x.xhtml',
      'x.htm',
      'x.mht',
      'x.svgz',
      'x.xsl',
      'x.PHP',
    ]
    const { direct } = await filesApi(Object.fromEntries(names.map((name) => [name, '<script/>'])))

    for (const name of names) {
      const { headers } = await direct(`/${name}`)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.match(headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/)
      const isPlain = headers.get('content-type')?.startsWith('text/plain')
      const isSaved = headers.get('content-disposition')?.startsWith('attachment')
      assert.ok(isPlain || isSaved, name)
    }
  })

  it('9: with a line break is refused, and never reaches a header', async () => {
    const api = await filesApi(docs)
    const bad = 'a"\r\nSet-Cookie: x=1.txt'

    await refusesName(api, bad)
    await api.refuses([404, 'files.not_found'], 'GET', `/direct?id=/${encodeURIComponent(bad)}`)
    const file = { name: 'file', filename: 'a%0D%0ASet-Cookie: x=1.txt', data: 'x' }
    const { status, json } = await api.upload('/', [file])
    // Browsers escape line breaks so; whatever it is taken for, it must not come back as one.
    if (status === 200) assert.ok(!/[\r\n]/.test((json as { name: string }).name))
    else assert.equal(status, 422)
  })

  const unportable = [
    'CON',
    'nul.txt',
    'a.',
    'a ',
    'a:b',
    'x.txt::$DATA',
    'a\\b',
    'LPT1',
    'a*',
    'a?',
  ]

  it('14: that Windows cannot hold is refused where the setting says so', async () => {
    const api = await filesApi(docs, { portableNames: true })

    for (const name of unportable) await refusesName(api, name)
    assert.equal((await api.create('/', 'console.txt')).id, '/console.txt')
    assert.equal((await api.create('/', '.env')).id, '/.env')
  })

  it('14: that is on the disk already can be used in spite of the setting', async () => {
    const content = Object.fromEntries(unportable.map((name) => [name, 'x']))
    const { rename, direct, remove, tree } = await filesApi(content, { portableNames: true })

    assert.equal((await direct('/CON')).bytes.toString(), 'x')
    assert.equal((await rename('/CON', 'console')).id, '/console')
    await remove(unportable.slice(1).map((name) => `/${name}`))
    assert.deepEqual(await tree(), { console: 'file x' })
  })

  it('14: that Windows cannot hold is a name like others without the setting', async () => {
    const { create, tree, assertInStep } = await filesApi()

    for (const name of unportable) assert.equal((await create('/', name)).id, `/${name}`)

    assert.deepEqual(Object.keys(await tree()), unportable.toSorted())
    await assertInStep()
  })

  it('15: that differs in case only is another, and can be given', async () => {
    const { create, rename, tree, assertInStep } = await filesApi({ Foo: '1' })

    assert.equal((await create('/', 'foo')).id, '/foo')
    assert.equal((await create('/', 'straße')).id, '/straße')
    assert.equal((await create('/', 'STRASSE')).id, '/STRASSE')
    assert.equal((await create('/', 'İ')).id, '/İ')
    assert.equal((await create('/', 'i')).id, '/i')
    assert.equal((await rename('/foo', 'FOO')).id, '/FOO')
    assert.equal((await tree())['Foo'], 'file 1')
    await assertInStep()
  })

  it('16: that differs only in how an accent is written is taken, and stays as it is', async () => {
    const [composed, decomposed] = ['\u00e9.txt', 'e\u0301.txt']
    const { create, upload, rename, tree, names, assertInStep } = await filesApi({
      [decomposed]: 'd',
      'docs/': '',
    })

    assert.equal((await create('/', composed)).name, '\u00e9.new.txt')
    const file = { name: 'file', filename: 'x', data: 'x' }
    const uploaded = await upload('/', [file, { name: 'name', data: composed }])
    assert.equal((uploaded.json as { name: string }).name, '\u00e9.new.new.txt')
    assert.equal((await tree())[decomposed], 'file d')
    assert.ok((await names()).includes(decomposed))
    assert.equal((await create('/docs', composed)).name, composed)
    assert.equal((await create('/docs', decomposed)).name, 'e\u0301.new.txt')
    // Its own other spelling is no obstacle.
    assert.equal((await rename(`/${decomposed}`, composed)).name, composed)
    await assertInStep()
  })

  it('17: that is not UTF-8 is listed, and can be downloaded, copied, renamed and deleted', async () => {
    const bytes = Buffer.from([0x61, 0xff, 0xfe, 0x2e, 0x74, 0x78, 0x74])
    const folder = Buffer.from([0xc3, 0x28])
    const api = await diskFilesApi({ 'docs/': '' }, {}, (root) => {
      const at = (name: Buffer) => Buffer.concat([Buffer.from(`${root}/`), name])
      writeFileSync(at(bytes), 'odd')
      mkdirSync(at(folder))
      writeFileSync(Buffer.concat([at(folder), Buffer.from('/in')]), 'inside')
    })
    const { list, direct, copy, rename, remove, move, root, names } = api

    const file = (await list()).find(({ type }) => type === 'file')!
    const odd = (await list()).find(({ type, value }) => type === 'folder' && value !== 'docs')!
    assert.ok(file.id.isWellFormed() && odd.id.isWellFormed())
    assert.equal((await direct(file.id)).bytes.toString(), 'odd')
    assert.equal((await direct(`${odd.id}/in`)).bytes.toString(), 'inside')
    assert.deepEqual(await names(odd.id), ['in'])
    const [copied] = await copy([file.id], '/docs')
    assert.deepEqual(readdirSync(join(root, 'docs'), { encoding: 'buffer' }), [bytes])
    await move([odd.id], '/docs')
    assert.equal((await rename(copied!.id, 'plain.txt')).id, '/docs/plain.txt')
    await remove([file.id, `/docs${odd.id}`])
    assert.deepEqual(await api.tree(), { docs: 'folder', 'docs/plain.txt': 'file odd' })
    await api.assertInStep()
  })

  it('17: with the characters that stand for such bytes cannot be given', async () => {
    const api = await filesApi(docs)

    for (const name of ['a\uefff.txt', '\uef80']) await refusesName(api, name)
  })

  it('18: of 255 bytes is as good as any, and gets a shorter one beside it', async () => {
    const { create, rename, upload, copy, remove, tree, assertInStep } = await filesApi({ a: '' })
    const longest = ['x'.repeat(255), `${'é'.repeat(127)}x`, `${'y'.repeat(251)}.txt`]

    for (const name of longest) {
      assert.equal((await create('/', name)).name, name)
      const second = (await create('/', name)).name
      assert.ok(Buffer.byteLength(second) <= 255 && second !== name && second.isWellFormed())
      assert.equal((await copy([`/${name}`], '/')).length, 1)
      const file = { name: 'file', filename: 'x', data: 'x' }
      assert.equal((await upload('/', [file, { name: 'name', data: name }])).status, 200)
    }
    await assertInStep()
    await remove(Object.keys(await tree()).map((name) => `/${name}`))
    assert.deepEqual(await tree(), {})
    await create('/', 'b')
    assert.equal((await rename('/b', longest[0]!)).name, longest[0])
  })

  it(
    '18: below a path of more than 4,096 bytes can be used like any other',
    { skip: byPath },
    async () => {
      const {
        create,
        upload,
        names,
        direct,
        rename,
        move,
        copy,
        remove,
        ok,
        tree,
        assertNothingHidden,
      } = await filesApi({ 'a.txt': 'one' })
      const level = 'd'.repeat(250)
      const folder = `/${Array<string>(20).fill(level).join('/')}`
      let parent = '/'
      for (let depth = 0; depth < 20; depth++) parent = (await create(parent, level, 'folder')).id

      assert.equal(parent, folder)
      const file = { name: 'file', filename: 'deep.txt', data: 'deep' }
      assert.equal((await upload(folder, [file])).status, 200)
      assert.equal((await direct(`${folder}/deep.txt`)).bytes.toString(), 'deep')
      assert.equal((await rename(`${folder}/deep.txt`, 'x.txt')).id, `${folder}/x.txt`)
      await copy([`${folder}/x.txt`], '/')
      await move(['/a.txt'], folder)
      assert.deepEqual(await names(folder), ['a.txt', 'x.txt'])
      assert.deepEqual(
        (await ok<FileEntry[]>('GET', '/files?text=a.txt')).map(({ id }) => id),
        [`${folder}/a.txt`],
      )
      const { status, bytes } = await direct(`/${level}`)
      assert.equal(status, 200)
      assert.ok(bytes.includes('deep'))
      await copy([`/${level}`], '/')
      await remove([`/${level}`, `/${level}.new`])
      assert.deepEqual(await tree(), { 'x.txt': 'file deep' })
      await assertNothingHidden()
    },
  )
})

describe('a form', () => {
  it('13: that is broken in any way leaves the server as it was', async () => {
    const { refuses, upload, assertInStep } = await filesApi(docs)
    const type = 'multipart/form-data; boundary=b'
    const part = 'content-disposition: form-data; name="file"; filename="x"\r\n\r\nbytes'
    const broken: [Expected, string, string][] = [
      [[400, 'bad_request'], 'multipart/form-data', `--b\r\n${part}\r\n--b--\r\n`],
      [[400, 'bad_request'], `multipart/form-data; boundary=${'b'.repeat(71)}`, ''],
      [[400, 'body.malformed'], type, `--b\r\n${part}`],
      [[400, 'body.malformed'], type, `--c\r\n${part}\r\n--c--\r\n`],
      [[400, 'body.malformed'], type, '--b\r\n\r\nx\r\n--b--\r\n'],
      [[400, 'body.malformed'], type, `--b\r\nno header at all\r\n\r\nx\r\n--b--\r\n`],
      [[400, 'body.malformed'], type, `--b\r\n${part.replace('"file"', '""')}\r\n--b--\r\n`],
      [[422, 'body.invalid'], type, '--b--\r\n'],
    ]

    for (const [expected, contentType, body] of broken) {
      await refuses(expected, 'POST', '/upload', body, { 'content-type': contentType })
    }
    assert.equal((await upload('/', [{ name: 'file', filename: 'x', data: 'x' }])).status, 200)
    await assertInStep()
  })
})

describe('an operation', () => {
  it('19: that puts a folder into itself, or touches the root, is refused', async () => {
    const { refuses, copy, tree } = await filesApi(docs)

    for (const operation of ['move', 'copy']) {
      for (const target of ['/docs', '/docs/deep']) {
        const body = { operation, ids: ['/docs'], target }
        await refuses([409, 'files.into_itself'], 'PUT', '/files', body)
      }
      const body = { operation, ids: ['/'], target: '/docs' }
      await refuses([403, 'files.root'], 'PUT', '/files', body)
    }
    await refuses([403, 'files.root'], 'PUT', '/files/%2F', { operation: 'rename', name: 'x' })
    await refuses([403, 'files.root'], 'DELETE', '/files', { ids: ['/'] })
    // Onto itself, on the other hand, is beside itself.
    assert.equal((await copy(['/a.txt'], '/'))[0]!.id, '/a.new.txt')
    assert.equal((await tree())['a.txt'], 'file one')
  })

  it('28: that would cost too much is cut short', async () => {
    const { ask, refuses, ok } = await filesApi(docs)
    const ids = Array.from({ length: 200_000 }, (_, n) => `/${n}`)

    await refuses([413, 'body.too_large'], 'DELETE', '/files', { ids })
    assert.deepEqual(await ok('GET', `/files?text=${'a'.repeat(10_000)}`), [])
    assert.deepEqual(await ok('GET', '/files?text=(a%2B)%2B%24'), [])
    assert.equal((await ask('GET', `/files?text=${'a'.repeat(17_000)}`)).status, 431)
    assert.equal((await ask('GET', '/files')).status, 200)
  })
})

describe('a picture', () => {
  it('23: that refers to something else fetches nothing', async () => {
    let asked = 0
    const elsewhere = createServer((_, answer) => {
      asked++
      answer.end()
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const { port } = elsewhere.address() as AddressInfo
    const green = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0f0' } })
      .png()
      .toBuffer()
    const { ask, at, outside } = await diskFilesApi()
    writeFileSync(join(outside, 'green.png'), green)
    const sources = [`http://127.0.0.1:${port}/x.png`, `file://${outside}/green.png`]
    const images = [...sources, '../outside/green.png'].map(
      (href) => `<image href="${href}" width="100" height="100"/>`,
    )
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${images.join('')}</svg>`
    writeFileSync(at('x.svg'), svg)

    const { status, bytes, headers } = await ask('GET', '/preview?id=/x.svg')

    elsewhere.close()
    assert.equal(status, 200)
    assert.equal(asked, 0)
    if (headers.get('content-type') !== 'image/webp') return
    const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    for (let n = 0; n < data.length; n += 3) {
      assert.ok(!(data[n]! < 50 && data[n + 1]! > 200 && data[n + 2]! < 50), 'the green is there')
    }
  })

  it('24: that would fill the memory gives an icon', async () => {
    const huge =
      '<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"><rect/></svg>'
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0f0' } })
      .png()
      .toBuffer()
    png.writeUInt32BE(60_000, 16)
    png.writeUInt32BE(60_000, 20)
    const { ask } = await filesApi({
      'huge.svg': huge,
      'huge.png': png,
      'bad.heic': 'ftypheic',
      'bad.tiff': Buffer.from('II*\0\xff\xff\xff\xff', 'latin1'),
    })

    for (const name of ['huge.svg', 'huge.png', 'bad.heic', 'bad.tiff']) {
      const { status, headers } = await ask('GET', `/preview?id=/${name}`)
      assert.deepEqual([status, headers.get('content-type')?.slice(0, 13)], [200, 'image/svg+xml'])
      assert.equal((await ask('GET', `/info/${name}`)).status, 200, name)
    }
  })
})

describe('a download', () => {
  it('25: of thousands of ranges is of few, or refused', async () => {
    const { direct } = await filesApi({ 'a.txt': 'x'.repeat(10_000) })
    const apart = Array.from({ length: 1000 }, (_, n) => `${n * 3}-${n * 3}`).join()

    const same = await direct('/a.txt', { range: `bytes=${Array(3000).fill('0-0').join()}` })
    assert.deepEqual([same.status, same.bytes.length], [206, 1])
    assert.equal((await direct('/a.txt', { range: `bytes=${apart}` })).status, 416)
    const tooLong = await direct('/a.txt', { range: `bytes=${Array(10_000).fill('0-0').join()}` })
    assert.equal(tooLong.status, 431)
    const overlapping = await direct('/a.txt', { range: 'bytes=0-9999,1-9999,2-9999' })
    assert.deepEqual([overlapping.status, overlapping.bytes.length], [206, 10_000])
    assert.equal((await direct('/a.txt', { range: 'bytes=10000-' })).status, 416)
    assert.equal((await direct('/a.txt', { range: 'bytes=-5--1' })).status, 200)
  })
})

describe('a thing that is neither file nor folder', () => {
  it('26: is shown, but never opened', async () => {
    const { refuses, list, ok, ask, direct, socket } = await withSpecials()

    const special = (await list()).filter(({ type }) => type === 'other')
    assert.deepEqual(
      special.map(({ value }) => value),
      ['pipe', 'socket'],
    )
    for (const id of ['/pipe', '/socket']) {
      await refuses([403, 'files.special'], 'GET', `/direct?id=${id}`)
      await refuses([403, 'files.special'], 'GET', `/direct?id=${id}&download`)
      assert.deepEqual(await ok('GET', `/info${id}`), { Type: 'other' })
      assert.match((await ask('GET', `/preview?id=${id}`)).headers.get('content-type')!, /svg/)
      await refuses([409, 'files.not_a_folder'], 'GET', `/files${id}`)
      const body = { operation: 'copy', ids: ['/a.txt', id], target: '/empty' }
      await refuses([403, 'files.special'], 'PUT', '/files', body)
    }
    const archive = await direct('/special')
    assert.equal(archive.status, 200)
    assert.ok(!archive.bytes.includes('pipe'))
    socket.close()
  })

  it('26: can be moved and deleted as it is', async () => {
    const { rename, move, remove, tree, assertInStep, socket } = await withSpecials()

    assert.equal((await rename('/pipe', 'renamed')).id, '/renamed')
    assert.equal((await move(['/renamed', '/special'], '/docs'))[0]!.id, '/docs/renamed')
    assert.equal((await tree())['docs/special/pipe'], 'other')
    await remove(['/docs', '/socket'])
    assert.deepEqual(await tree(), { 'a.txt': 'file one', empty: 'folder' })
    socket.close()
    await assertInStep()
  })
})

describe('a file of the machine', () => {
  it('1, 2: is not in any answer', async () => {
    const { ask, at } = await diskFilesApi(docs, {}, (root) =>
      symlinkSync('/etc/passwd', `${root}/p`),
    )
    const passwd = readFileSync('/etc/passwd')
    assert.ok(lstatSync(at('p')).isSymbolicLink())

    for (const id of ['p', '..%2f..%2f..%2fetc%2fpasswd', '%2Fetc%2Fpasswd', '//etc/passwd']) {
      for (const path of ['/files/', '/info/', '/direct?id=', '/preview?id=', '/files?id=']) {
        const { bytes } = await ask('GET', path + id)
        assert.ok(!bytes.includes(passwd.subarray(0, 20)), path + id)
      }
      const { bytes } = await ask('PUT', fileAddress(id), { operation: 'rename', name: 'p' })
      assert.ok(!bytes.includes(passwd.subarray(0, 20)))
    }
  })
})

/** Turns `victim` and `tree/inner` into links to the outside and back, and heals what was removed. */
const swapper = `
const fs = require('node:fs')
const [base] = process.argv.slice(1)
const picture = fs.readFileSync(base + '/inside.png')
const attempt = (call) => { try { call() } catch {} }
const pairs = [['victim', '../outside'], ['tree/inner', '../../outside']]
const pause = new Int32Array(new SharedArrayBuffer(4))
for (let round = 0; ; round++) {
  for (const [place, target] of pairs) {
    const at = base + '/root/' + place
    attempt(() => fs.mkdirSync(at + '/sub', { recursive: true }))
    attempt(() => fs.writeFileSync(at + '/secret', 'inside', { flag: 'wx' }))
    attempt(() => fs.writeFileSync(at + '/sub/deep', 'inside', { flag: 'wx' }))
    attempt(() => fs.writeFileSync(at + '/picture.png', picture, { flag: 'wx' }))
    attempt(() => fs.symlinkSync(target, base + '/link'))
    for (let turn = 0; turn < 50; turn++) {
      attempt(() => fs.renameSync(at, base + '/parked'))
      attempt(() => fs.renameSync(base + '/link', at))
      attempt(() => fs.renameSync(at, base + '/link'))
      attempt(() => fs.renameSync(base + '/parked', at))
    }
    attempt(() => fs.rmSync(base + '/link', { recursive: true }))
    attempt(() => fs.rmSync(base + '/parked', { recursive: true }))
    // Or else the server would do nothing but follow what happens here.
    Atomics.wait(pause, 0, 0, 2)
  }
  fs.writeSync(1, 'x')
}`

describe('a folder swapped for a link', { skip: process.platform !== 'linux' }, () => {
  const seconds = Number(process.env['TRIPTYCH_RACE_SECONDS'] ?? 3)

  it(`5: leads no request out of the root in ${seconds} s`, async (t) => {
    const api = await diskFilesApi({
      'victim/sub/': '',
      'tree/inner/': '',
      'target/': '',
      'a.txt': '',
    })
    const { root, outside, ask, upload, direct, failures } = api
    writeFileSync(join(root, '../inside.png'), await colour('#f00'))
    writeFileSync(join(outside, 'picture.png'), await colour('#0f0'))
    writeFileSync(join(outside, 'only-outside'), 'SECRET')
    const before = readFolder(outside)
    const child = spawn(process.execPath, ['-e', swapper, join(root, '..')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    t.after(() => child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    child.stdout.resume()

    const statuses: Record<number, number> = {}
    const escapes: string[] = []
    async function sends(what: string, request: Promise<FileAnswer>): Promise<FileAnswer> {
      const answer = await request
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      if (answer.bytes.includes('SECRET') || answer.bytes.includes('only-outside"'))
        escapes.push(what)
      return answer
    }
    const gets = (path: string) => () => sends(path, ask('GET', path))
    const puts = (body: object, path = '/files') => {
      return () => sends(JSON.stringify(body), ask('PUT', path, body))
    }
    const deletes =
      (...ids: string[]) =>
      () =>
        sends('delete', ask('DELETE', '/files', { ids }))
    const file = { name: 'file', filename: 'up', data: 'x' }
    async function previews(): Promise<void> {
      const { bytes, headers } = await sends(
        'preview',
        ask('GET', '/preview?id=/victim/picture.png'),
      )
      if (headers.get('content-type') !== 'image/webp') return
      const [red = 0, green = 0] = await sharp(bytes).removeAlpha().raw().toBuffer()
      if (green > red) escapes.push('preview')
    }
    // Cut off in the middle when a file in it is gone by its turn.
    const archives = (id: string) => () => sends('zip', direct(id)).catch(() => null)
    const looks = [
      gets('/files/victim'),
      gets('/files/victim/sub'),
      gets('/info/victim/secret'),
      gets('/direct?id=/victim/secret'),
      gets('/direct?id=/victim/sub/deep'),
      gets('/direct?id=/victim/only-outside'),
      gets('/files?text=only-outside'),
      archives('/tree'),
      archives('/victim'),
      previews,
    ]
    const changes = [
      () => sends('upload', upload('/victim', [file])),
      () => sends('upload', upload('/', [file, { name: 'name', data: 'victim/new/up' }])),
      () => sends('create', ask('POST', '/files/victim', { name: 'made', type: 'folder' })),
      puts({ operation: 'rename', name: 'renamed' }, '/files/%2Fvictim%2Fmade'),
      puts({ operation: 'rename', name: 'stolen' }, '/files/%2Fvictim%2Fonly-outside'),
      puts({ operation: 'move', ids: ['/victim/secret'], target: '/target' }),
      puts({ operation: 'move', ids: ['/victim/only-outside'], target: '/target' }),
      puts({ operation: 'copy', ids: ['/victim', '/tree'], target: '/target' }),
      puts({ operation: 'copy', ids: ['/a.txt'], target: '/victim' }),
      deletes('/victim/sub', '/victim/renamed'),
      deletes('/victim/only-outside', '/victim/secret'),
      deletes('/tree/inner'),
      async () => {
        if (Object.values(treeOf(join(root, 'target'))).includes('file SECRET'))
          escapes.push('copy')
        const ids = readdirSync(join(root, 'target')).map((name) => `/target/${name}`)
        await deletes(...ids)()
      },
    ]
    const count = (...ofThese: number[]) =>
      ofThese.reduce((sum, status) => sum + (statuses[status] ?? 0), 0)
    const began = performance.now()
    function goesOn(): boolean {
      const passed = (performance.now() - began) / 1000
      // A slow machine gets the time it needs for a race.
      const isOn = count(200) > 50 && count(403, 404, 409) > 50
      return passed < seconds || (!isOn && passed < 10 * seconds)
    }
    async function lookOn(): Promise<void> {
      while (goesOn()) await Promise.all(looks.map((look) => look()))
    }
    // The cheapest requests are the most likely to be in the middle of something.
    async function readOn(): Promise<void> {
      const reads = [gets('/direct?id=/victim/secret'), gets('/direct?id=/victim/sub/deep')]
      while (goesOn()) await Promise.all([...reads, ...reads, ...reads].map((read) => read()))
    }
    async function changeOn(): Promise<void> {
      while (goesOn()) for (const change of changes) await change()
    }
    await Promise.all([lookOn(), readOn(), changeOn()])
    child.kill('SIGKILL')
    await once(child, 'exit')

    t.diagnostic(JSON.stringify(statuses))
    assert.deepEqual(escapes, [])
    assert.deepEqual(readFolder(outside), before)
    assert.deepEqual(failures, [])
    assert.ok(count(200) > 20, 'nothing ever worked')
    assert.ok(count(403, 404, 409) > 20, 'the race was never on')
    assert.deepEqual(
      Object.keys(statuses).filter((status) => Number(status) >= 500 && status !== '503'),
      [],
    )
  })
})

function linked(links: Record<string, string>): Promise<DiskFilesApi> {
  return diskFilesApi(docs, {}, (root) => {
    for (const [path, target] of Object.entries(links)) symlinkSync(target, join(root, path))
  })
}

async function withSpecials() {
  const api = await diskFilesApi({ ...docs, 'special/': '' }, {}, (root) => {
    execFileSync('mkfifo', [join(root, 'pipe'), join(root, 'special/pipe')])
  })
  const socket = createSocket()
  await new Promise<void>((resolve) => socket.listen(join(api.root, 'socket'), resolve))
  await eventually(async () => assert.ok((await api.names()).includes('socket')))
  return { ...api, socket }
}

function colour(background: string): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
}
