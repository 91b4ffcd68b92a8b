import assert from 'node:assert/strict'
import { lstatSync, statfsSync } from 'node:fs'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { mp4 } from '../../../test/fixtures/audio-samples.ts'
import { isInBucket } from '../../../test/fixtures/engine.ts'
import { diskFilesApi, fileAddress, filesApi } from '../../../test/fixtures/files-api.ts'

const docs = { 'a.txt': 'one', 'docs/plan.txt': 'plan', 'docs/deep/x.txt': 'xx', 'empty/': '' }

describe('making a file or a folder', () => {
  it('answers its id and its name, and tells the log', async () => {
    const { ask, changes, list, tree, assertInStep } = await filesApi(docs)

    const file = await ask('POST', '/files/%2Fdocs', { name: 'new.txt', type: 'file' })
    const folder = await ask('POST', '/files/%2F', { name: 'made', type: 'folder' })
    const untyped = await ask('POST', '/files/made', { name: 'plain' })

    assert.deepEqual(file.json, { result: { id: '/docs/new.txt', name: 'new.txt' } })
    assert.deepEqual(folder.json, { result: { id: '/made', name: 'made' } })
    assert.deepEqual(untyped.json, { result: { id: '/made/plain', name: 'plain' } })
    const { 'docs/new.txt': empty, made, 'made/plain': plain } = await tree()
    assert.deepEqual([empty, made, plain], ['file ', 'folder', 'file '])
    const log = await changes()
    assert.deepEqual(
      log.map(({ actor, operation, entity }) => [actor, operation, entity]),
      [
        ['local', 'file-added', '/docs/new.txt'],
        ['local', 'file-added', '/made'],
        ['local', 'file-added', '/made/plain'],
      ],
    )
    const date = (await list('/docs')).find(({ value }) => value === 'new.txt')?.date
    const after = { id: '/docs/new.txt', type: 'file', value: 'new.txt', date, size: 0 }
    assert.deepEqual([log[0]!.before, log[0]!.after], [null, after])
    await assertInStep()
  })

  it('is read whatever the content type says, as the client sends text', async () => {
    const { ask, names } = await filesApi()
    const body = JSON.stringify({ name: 'a', type: 'file' })

    for (const type of ['text/plain;charset=UTF-8', 'application/json', 'image/png']) {
      assert.equal((await ask('POST', '/files/%2F', body, { 'content-type': type })).status, 200)
    }

    assert.deepEqual(await names(), ['a', 'a.new', 'a.new.new'])
  })

  it('gives a taken name as the client guesses it', async () => {
    const taken = ['a.txt', 'v1.2', '.env', 'plain', 'b.tar.gz', 'dot.']
    const { create, names, assertInStep } = await filesApi(
      Object.fromEntries(taken.map((name) => [name, ''])),
    )
    const made = async (name: string, type = 'file') => (await create('/', name, type)).name

    assert.equal(await made('a.txt'), 'a.new.txt')
    assert.equal(await made('a.txt'), 'a.new.new.txt')
    assert.equal(await made('v1.2', 'folder'), 'v1.new.2')
    assert.equal(await made('.env'), '.new.env')
    assert.equal(await made('plain', 'folder'), 'plain.new')
    assert.equal(await made('b.tar.gz'), 'b.tar.new.gz')
    assert.equal(await made('dot.'), 'dot..new')
    assert.equal((await names()).length, taken.length + 7)
    await assertInStep()
  })

  it('gives thirty who want one name at once thirty names', async () => {
    const { create, names, assertInStep } = await filesApi()

    const made = await Promise.all(Array.from({ length: 30 }, () => create('/', 'a.txt')))

    assert.equal(new Set(made.map(({ id }) => id)).size, 30)
    assert.deepEqual((await names()).toSorted(), made.map(({ name }) => name).toSorted())
    await assertInStep()
  })

  it('is refused for a body of another form', async () => {
    const { refuses } = await filesApi(docs)

    for (const body of [{}, { name: 1 }, { name: 'a', type: 'image' }, [], 'x', null, 7]) {
      await refuses([422, 'body.invalid'], 'POST', '/files/%2F', JSON.stringify(body))
    }
    await refuses([400, 'body.malformed'], 'POST', '/files/%2F', '{"name":')
    await refuses([400, 'body.empty'], 'POST', '/files/%2F', '')
    await refuses([405, 'method_not_allowed'], 'POST', '/files', { name: 'a' })
  })

  it('is refused where there is no folder', async () => {
    const { refuses } = await filesApi(docs)

    await refuses([404, 'files.not_found'], 'POST', '/files/%2Fnone', { name: 'a' })
    await refuses([404, 'files.not_found'], 'POST', '/files/%2Fa.txt%2Fb', { name: 'a' })
    await refuses([409, 'files.not_a_folder'], 'POST', '/files/%2Fa.txt', { name: 'a' })
  })
})

describe('renaming', () => {
  it('answers the new id, and keeps the bytes and their date', async () => {
    const { rename, read, list, changes, assertInStep } = await filesApi(docs)
    const [before] = await list()

    assert.deepEqual(await rename('/a.txt', 'b.txt'), { id: '/b.txt', name: 'b.txt' })
    assert.deepEqual(await rename('/docs', 'Docs'), { id: '/Docs', name: 'Docs' })

    assert.equal(await read('b.txt'), 'one')
    const after = (await list()).find(({ id }) => id === '/b.txt')
    assert.deepEqual(after, { ...before, id: '/b.txt', value: 'b.txt' })
    assert.equal(await read('Docs/deep/x.txt'), 'xx')
    assert.deepEqual(
      (await changes()).map(({ operation, entity, before }) => [operation, entity, before?.['id']]),
      [
        ['file-moved', '/b.txt', '/a.txt'],
        ['file-moved', '/Docs', '/docs'],
      ],
    )
    await assertInStep()
  })

  it('leaves the very file on the disk, and its date', async () => {
    const { rename, at } = await diskFilesApi(docs)
    const { mtimeMs, ino } = lstatSync(at('a.txt'))

    await rename('/a.txt', 'b.txt')

    assert.deepEqual([lstatSync(at('b.txt')).mtimeMs, lstatSync(at('b.txt')).ino], [mtimeMs, ino])
  })

  it('to a taken name takes the next one', async () => {
    const { rename, read, assertInStep } = await filesApi({ 'a.txt': 'a', 'b.txt': 'b' })

    assert.equal((await rename('/a.txt', 'b.txt')).id, '/b.new.txt')

    assert.equal(await read('b.txt'), 'b')
    assert.equal(await read('b.new.txt'), 'a')
    await assertInStep()
  })

  it('to its own name changes nothing', async () => {
    const { rename, changesNothing } = await filesApi(docs)

    for (const [id, name] of [
      ['/a.txt', 'a.txt'],
      ['/docs', 'docs'],
    ] as const) {
      assert.deepEqual(await changesNothing(() => rename(id, name)), { id, name })
    }
  })

  it('is refused for the root, for what is not there and for names that cannot be', async () => {
    const { refuses } = await filesApi(docs)

    for (const root of ['/files/%2F', '/files/%2F%2F']) {
      await refuses([403, 'files.root'], 'PUT', root, renameTo('x'))
    }
    await refuses([404, 'files.not_found'], 'PUT', '/files/%2Fnone', renameTo('x'))
    await refuses([404, 'files.not_found'], 'PUT', '/files/%2Fa.txt%2Fx', renameTo('x'))
    for (const name of ['', '.', '..', 'a/b', '/x', '../x', 'x/', 'a\u0000b', 'a\nb', '\ud800']) {
      await refuses([422, 'files.bad_name'], 'PUT', '/files/%2Fa.txt', renameTo(name))
      await refuses([422, 'files.bad_name'], 'PUT', '/files/%2Fdocs', renameTo(name))
      await refuses([422, 'files.bad_name'], 'POST', '/files/%2Fdocs', { name })
      await refuses([422, 'files.bad_name'], 'POST', '/files/%2F', { name, type: 'folder' })
    }
    await refuses([422, 'body.invalid'], 'PUT', '/files/%2Fa.txt', { name: 'x' })
    await refuses([422, 'body.invalid'], 'PUT', '/files/%2Fa.txt', { operation: 'move', name: 'x' })
  })
})

describe('moving', () => {
  it('answers in the order of the ids, whatever that is', async () => {
    const { move, tree, changes, assertInStep } = await filesApi({ ...docs, 'b.txt': 'b' })

    const moved = await move(['/docs/plan.txt', '/b.txt', '/docs/deep', '/a.txt'], '/empty')

    assert.deepEqual(moved, [
      { id: '/empty/plan.txt', name: 'plan.txt' },
      { id: '/empty/b.txt', name: 'b.txt' },
      { id: '/empty/deep', name: 'deep' },
      { id: '/empty/a.txt', name: 'a.txt' },
    ])
    assert.deepEqual(await tree(), {
      docs: 'folder',
      empty: 'folder',
      'empty/a.txt': 'file one',
      'empty/b.txt': 'file b',
      'empty/deep': 'folder',
      'empty/deep/x.txt': 'file xx',
      'empty/plan.txt': 'file plan',
    })
    assert.equal((await changes()).length, 4)
    await assertInStep()
  })

  it('gives each of several of one name a name of its own', async () => {
    const content = { 'a/x.txt': '1', 'b/x.txt': '2', 'c/x.txt': '3', 't/x.txt': '4' }
    const { move, tree, assertInStep } = await filesApi(content)

    const moved = await move(['/a/x.txt', '/b/x.txt', '/c/x.txt'], '/t')

    assert.deepEqual(
      moved.map(({ name }) => name),
      ['x.new.txt', 'x.new.new.txt', 'x.new.new.new.txt'],
    )
    assert.deepEqual((await tree())['t/x.new.txt'], 'file 1')
    assert.deepEqual((await tree())['t/x.new.new.new.txt'], 'file 3')
    assert.deepEqual((await tree())['t/x.txt'], 'file 4')
    await assertInStep()
  })

  it('of nothing, and of what is there already, changes nothing', async () => {
    const { move, changesNothing } = await filesApi(docs)
    const same = ['/docs/plan.txt', '/docs/deep']

    assert.deepEqual(await changesNothing(() => move([], '/docs')), [])
    const moved = await changesNothing(() => move(same, '/docs'))
    assert.deepEqual(
      moved.map(({ id }) => id),
      same,
    )
    assert.equal((await changesNothing(() => move(['/a.txt'], '/')))[0]!.id, '/a.txt')
  })

  it('moves one that is named twice once', async () => {
    const { move, changes, assertInStep } = await filesApi(docs)

    const moved = await move(['/a.txt', '/a.txt', '//a.txt/'], '/empty')

    const once = { id: '/empty/a.txt', name: 'a.txt' }

    assert.deepEqual(moved, [once, once, once])
    assert.equal((await changes()).length, 1)
    await assertInStep()
  })

  it('takes a folder and something in it apart, in either order', async () => {
    for (const ids of [
      ['/docs', '/docs/deep', '/docs/deep/x.txt'],
      ['/docs/deep/x.txt', '/docs/deep', '/docs'],
    ]) {
      const { move, tree, assertInStep } = await filesApi(docs)

      const moved = await move(ids, '/empty')

      assert.deepEqual(
        moved.map(({ id }) => id),
        ids.map((id) => `/empty/${id.split('/').at(-1)}`),
      )
      assert.deepEqual(await tree(), {
        'a.txt': 'file one',
        empty: 'folder',
        'empty/deep': 'folder',
        'empty/docs': 'folder',
        'empty/docs/plan.txt': 'file plan',
        'empty/x.txt': 'file xx',
      })
      await assertInStep()
    }
  })
})

describe('copying', () => {
  it('answers in the order of the ids, and copies whole folders', async () => {
    const { copy, tree, changes, assertInStep } = await filesApi(docs)

    const copied = await copy(['/docs', '/a.txt'], '/empty')
    const beside = await copy(['/a.txt', '/docs'], '/')

    assert.deepEqual(copied, [
      { id: '/empty/docs', name: 'docs' },
      { id: '/empty/a.txt', name: 'a.txt' },
    ])
    assert.deepEqual(beside, [
      { id: '/a.new.txt', name: 'a.new.txt' },
      { id: '/docs.new', name: 'docs.new' },
    ])
    const { 'empty/docs/deep/x.txt': deep, 'docs.new/deep/x.txt': deepBeside } = await tree()
    assert.deepEqual([deep, deepBeside], ['file xx', 'file xx'])
    assert.equal((await tree())['docs/deep/x.txt'], 'file xx')
    assert.deepEqual(
      (await changes()).map(({ operation, entity }) => [operation, entity]),
      [...copied, ...beside].map(({ id }) => ['file-added', id]),
    )
    await assertInStep()
  })

  it('makes a copy for each time one is named, and nothing for none', async () => {
    const { copy, changesNothing, assertInStep } = await filesApi(docs)

    assert.deepEqual(await changesNothing(() => copy([], '/docs')), [])
    assert.deepEqual(
      (await copy(['/a.txt', '/a.txt'], '/empty')).map(({ name }) => name),
      ['a.txt', 'a.new.txt'],
    )
    await assertInStep()
  })

  it('makes another file: writing one leaves the other', async () => {
    const { copy, read, put } = await diskFilesApi(docs)
    await copy(['/a.txt'], '/empty')

    put({ 'empty/a.txt': 'other' })

    assert.equal(await read('a.txt'), 'one')
  })

  it('makes a file that outlives the other one', async () => {
    const { copy, remove, direct, assertInStep } = await filesApi(docs)
    await copy(['/docs', '/a.txt'], '/empty')

    await remove(['/docs', '/a.txt'])

    await assertInStep()
    assert.equal((await direct('/empty/a.txt')).bytes.toString(), 'one')
    assert.equal((await direct('/empty/docs/deep/x.txt')).bytes.toString(), 'xx')
  })
})

describe('moving and copying', () => {
  it('are refused whole when one item cannot be', async () => {
    const { refuses, assertInStep } = await filesApi({ ...docs, '.hidden': 'h' })
    const impossible: [readonly [number, 'files.not_found'], string][] = [
      [[404, 'files.not_found'], '/none'],
      [[404, 'files.not_found'], '/docs/none'],
      [[404, 'files.not_found'], '/a.txt/x'],
      [[404, 'files.not_found'], '/.triptych'],
    ]
    for (const operation of ['move', 'copy']) {
      const body = (...ids: string[]) => ({ operation, ids: ['/a.txt', ...ids], target: '/empty' })
      for (const [expected, id] of impossible) await refuses(expected, 'PUT', '/files', body(id))
      await refuses([403, 'files.root'], 'PUT', '/files', body('/docs', '/'))
      await refuses([403, 'files.root'], 'PUT', '/files', body('/docs', ''))
      await refuses([400, 'files.bad_path'], 'PUT', '/files', body('/docs', '/../x'))
      await refuses([409, 'files.into_itself'], 'PUT', '/files', body('/docs', '/empty'))
    }
    await assertInStep()
  })

  it('are refused for a folder into itself, or into something below it', async () => {
    const { refuses } = await filesApi(docs)

    for (const operation of ['move', 'copy']) {
      for (const target of ['/docs', '/docs/', '//docs', '/docs/deep', '/docs/deep/']) {
        const body = { operation, ids: ['/a.txt', '/docs'], target }
        await refuses([409, 'files.into_itself'], 'PUT', '/files', body)
      }
    }
  })

  it('are refused where the target is no folder', async () => {
    const { refuses } = await filesApi(docs)

    for (const operation of ['move', 'copy']) {
      const body = (target: string) => ({ operation, ids: ['/docs'], target })
      await refuses([404, 'files.not_found'], 'PUT', '/files', body('/none'))
      await refuses([409, 'files.not_a_folder'], 'PUT', '/files', body('/a.txt'))
      await refuses([404, 'files.not_found'], 'PUT', '/files', body('/a.txt/x'))
      await refuses([404, 'files.not_found'], 'PUT', '/files', body('/.triptych'))
      await refuses([400, 'files.bad_path'], 'PUT', '/files', body('/empty/../docs'))
    }
    for (const body of [{ operation: 'link', ids: [], target: '/' }, { operation: 'move' }]) {
      await refuses([422, 'body.invalid'], 'PUT', '/files', body)
    }
    const nothing = { operation: 'move', ids: [1], target: '/' }
    await refuses([422, 'body.invalid'], 'PUT', '/files', nothing)
  })
})

describe('deleting', () => {
  it('takes files and whole folders, and leaves nothing behind', async () => {
    const { remove, tree, changes, assertInStep } = await filesApi(docs)

    assert.deepEqual(await remove(['/docs', '/a.txt']), {})

    assert.deepEqual(await tree(), { empty: 'folder' })
    assert.deepEqual(
      (await changes()).map(({ operation, entity, after }) => [operation, entity, after]),
      [
        ['file-deleted', '/docs', null],
        ['file-deleted', '/a.txt', null],
      ],
    )
    await assertInStep()
  })

  it('of nothing, and of what is not there, changes nothing', async () => {
    const { remove, changesNothing } = await filesApi(docs)

    for (const ids of [[], ['/none'], ['/docs/none', '/a.txt/x', '/none/none']]) {
      assert.deepEqual(await changesNothing(() => remove(ids)), {})
    }
  })

  it('counts what is named twice, or goes with its folder, once', async () => {
    const { remove, tree, changes, assertInStep } = await filesApi(docs)

    await remove(['/docs/deep/x.txt', '/docs', '/docs/', '/docs/deep', '/a.txt', '/a.txt', '/none'])

    assert.deepEqual(await tree(), { empty: 'folder' })
    assert.equal((await changes()).length, 2)
    await assertInStep()
  })

  it('is refused whole for the root and for paths that cannot be', async () => {
    const { refuses, ask } = await filesApi(docs)

    for (const root of ['/', '', '//']) {
      await refuses([403, 'files.root'], 'DELETE', '/files', { ids: ['/a.txt', root] })
    }
    for (const path of ['/..', '/docs/..', '/.', '/a\u0000', `/${'x'.repeat(256)}`]) {
      await refuses([400, 'files.bad_path'], 'DELETE', '/files', { ids: ['/a.txt', path] })
    }
    for (const body of [{}, { ids: '/a.txt' }, { ids: [null] }, []]) {
      await refuses([422, 'body.invalid'], 'DELETE', '/files', body)
    }
    await refuses([400, 'body.empty'], 'DELETE', '/files', '')
    assert.equal((await ask('DELETE', fileAddress('/a.txt'))).status, 405)
  })
})

describe('info', () => {
  it('of the drive says how full it is, flat and under stats', async () => {
    const { ok, whenExplored } = await filesApi(docs)
    await whenExplored(3)

    const { stats, bytes, files, folders, complete, ...space } = await ok<Record<string, unknown>>(
      'GET',
      '/info',
    )

    assert.deepEqual(stats, space)
    assert.deepEqual([bytes, files, folders, typeof complete], [9, 3, 3, 'boolean'])
    if (isInBucket) assert.deepEqual(space, { used: 9, free: null, total: 9 })
  })

  it('of a drive in a folder says how full its disk is', async () => {
    const { ok, root } = await diskFilesApi(docs)

    const { stats } = await ok<{ stats: Record<string, number> }>('GET', '/info')

    const { used = 0, total = 0, free = 0, ...others } = stats
    const disk = statfsSync(root)
    assert.deepEqual(others, {})
    assert.ok(Math.abs(free - disk.bavail * disk.bsize) < 1e9)
    assert.ok(used > 0 && total > 0 && used + free <= total)
  })

  it('of a folder says how much is in it, and follows every change', async () => {
    const { ok, create, remove, upload, whenExplored } = await filesApi(docs)
    await whenExplored(3)
    const size = (id: string) => ok('GET', `/info/${encodeURIComponent(id)}`)

    assert.deepEqual(await size('/docs'), { Size: 6, Count: 3, Files: 2, Folders: 1 })
    await upload('/docs/deep', [{ name: 'file', filename: 'y', data: '12345' }])
    await create('/docs', 'more', 'folder')
    assert.deepEqual(await size('/docs'), { Size: 11, Count: 5, Files: 3, Folders: 2 })
    await remove(['/docs/deep'])
    assert.deepEqual(await size('/docs'), { Size: 4, Count: 2, Files: 1, Folders: 1 })
    assert.deepEqual(await size('/'), { Size: 7, Count: 5, Files: 2, Folders: 3 })
  })

  it('of a file is flat and of primitives', async () => {
    const { ok } = await filesApi({ 'a.txt': 'one\ntwo\n', 'a b%.txt': '', none: 'x' })

    for (const id of ['%2Fa.txt', 'a.txt', 'a%20b%25.txt', 'none']) {
      const info = await ok<Record<string, unknown>>('GET', `/info/${id}`)
      for (const value of Object.values(info)) assert.match(typeof value, /^(string|number|bool)/)
    }
    assert.equal((await ok<Record<string, unknown>>('GET', '/info/a.txt'))['Lines'], 2)
  })

  it('of a recording or a picture is what it says of itself', async () => {
    const exif = { IFD0: { Make: 'Acme' } }
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .jpeg()
      .withExif(exif)
      .toBuffer()
    const film = mp4(3_000_000, false, { kind: 'film' })
    const { ok } = await filesApi({ 'film.mov': film, 'photo.jpg': photo })

    assert.deepEqual(await ok('GET', '/info/film.mov'), {
      Type: 'video/quicktime',
      Size: film.length,
      Title: 'Größe',
      Artist: 'Ann',
      Album: 'Alb',
      Year: '2004',
      Track: '3/12',
      Genre: 'Rock',
      Duration: 10,
      Bitrate: Math.round((film.length * 8) / 10),
      SampleRate: 44_100,
      Channels: 2,
    })
    const { Width, Height, Make } = await ok<Record<string, unknown>>('GET', '/info/photo.jpg')
    assert.deepEqual([Width, Height, Make], [40, 30, 'Acme'])
  })

  it('is refused for what is not there', async () => {
    const { refuses } = await filesApi(docs)

    await refuses([404, 'files.not_found'], 'GET', '/info/%2Fnone')
    await refuses([404, 'files.not_found'], 'GET', '/info/%2Fa.txt%2Fx')
    await refuses([400, 'files.bad_path'], 'GET', '/info/%2F..')
    await refuses([404, 'files.not_found'], 'GET', '/info/.triptych')
  })
})

describe('names of every kind', () => {
  const kinds = {
    space: 'a b',
    percent: '100%',
    'an escape': 'a%20b',
    'dots in escapes': '%2e%2e',
    plus: 'a+b.txt',
    ampersand: 'a&b=c.txt',
    hash: 'a#b',
    question: 'a?b',
    quotes: `"a" 'b'`,
    backslash: 'a\\b',
    emoji: '😀.txt',
    'an accent in one character': '\u00e9.txt',
    'an accent in two characters': 'e\u0301.txt',
    'a leading dot': '.env',
    'three dots': '...',
    'a leading dash': '-rf',
    'a trailing space': 'a ',
    semicolon: 'a;b',
    'two thousand and more': '\u{10ffff}',
  }

  for (const [kind, name] of Object.entries(kinds)) {
    it(`live through everything: ${kind}`, async () => {
      const api = await filesApi({ 'other/': '' })
      const { upload, list, direct, rename, copy, move, remove, tree, assertInStep } = api
      const uploaded = await upload('/', [
        { name: 'file', filename: 'blob', data: 'bytes' },
        { name: 'name', data: name },
      ])

      assert.deepEqual((uploaded.json as { result: unknown }).result, { id: `/${name}`, name })
      assert.deepEqual((await list('/')).find(({ type }) => type === 'file')?.id, `/${name}`)
      assert.equal((await rename(`/${name}`, 'x')).id, '/x')
      assert.equal((await rename('/x', name)).id, `/${name}`)
      assert.equal((await copy([`/${name}`], '/other'))[0]!.id, `/other/${name}`)
      assert.equal((await direct(`/other/${name}`)).bytes.toString(), 'bytes')
      await remove([`/${name}`])
      assert.equal((await move([`/other/${name}`], '/'))[0]!.id, `/${name}`)
      assert.deepEqual(await tree(), { [name]: 'file bytes', other: 'folder' })
      await assertInStep()
      await remove([`/${name}`])
      assert.equal((await api.create('/', name, 'folder')).id, `/${name}`)
      assert.equal((await api.create(`/${name}`, name)).id, `/${name}/${name}`)
      assert.deepEqual(await api.names(`/${name}`), [name])
    })
  }
})

describe('the folder of the server itself', () => {
  it('is neither listed nor found nor reached by any route', async () => {
    const { ok, names, refuses, root } = await diskFilesApi(docs)
    assert.ok(lstatSync(`${root}/.triptych/hidden`).isDirectory())

    assert.ok(!(await names()).includes('.triptych'))
    assert.deepEqual(await ok('GET', '/files?text=triptych'), [])
    assert.deepEqual(await ok('GET', '/files?text=hidden'), [])
    for (const id of ['/.triptych', '/.triptych/hidden', '//.triptych//hidden/', '/.triptych/x']) {
      const encoded = encodeURIComponent(id)
      await refuses([404, 'files.not_found'], 'GET', `/files/${encoded}`)
      await refuses([404, 'files.not_found'], 'GET', `/files?id=${encoded}`)
      await refuses([404, 'files.not_found'], 'GET', `/files${id}?text=x`)
      await refuses([404, 'files.not_found'], 'GET', `/info/${encoded}`)
      await refuses([404, 'files.not_found'], 'GET', `/direct?id=${encoded}`)
      await refuses([404, 'files.not_found'], 'GET', `/preview?id=${encoded}`)
      await refuses([404, 'files.not_found'], 'POST', `/files/${encoded}`, { name: 'x' })
    }
  })

  it('is neither changed nor made nor deleted by any route', async () => {
    const { refuses, refusesUpload, remove, changesNothing, root } = await diskFilesApi(docs)
    const file = { name: 'file', filename: 'x', data: 'x' }
    const own = { name: '.triptych' }

    await refuses([422, 'files.bad_name'], 'POST', '/files/%2F', own)
    await refuses([422, 'files.bad_name'], 'POST', '/files/%2F', { ...own, type: 'folder' })
    const rename = { operation: 'rename', ...own }
    await refuses([422, 'files.bad_name'], 'PUT', '/files/%2Fa.txt', rename)
    await refuses([404, 'files.not_found'], 'PUT', '/files/.triptych', { ...rename, name: 'x' })
    await refusesUpload([422, 'files.bad_name'], '/', [file, { name: 'name', data: '.triptych' }])
    await refusesUpload([404, 'files.not_found'], '/.triptych', [file])
    await refusesUpload([404, 'files.not_found'], '/.triptych/hidden', [file])
    for (const name of ['.triptych/x', '.triptych/hidden/x']) {
      await refusesUpload([422, 'files.bad_name'], '/', [file, { name: 'name', data: name }])
    }
    await changesNothing(() => remove(['/.triptych', '/.triptych/hidden']))
    assert.ok(lstatSync(`${root}/.triptych/hidden`).isDirectory())
  })

  it('keeps its name to the top: below, anybody may use it', async () => {
    const { create, move, names } = await filesApi(docs)

    assert.equal((await create('/docs', '.triptych', 'folder')).id, '/docs/.triptych')
    assert.deepEqual(await names('/docs/.triptych'), [])
    const [moved] = await move(['/docs/.triptych'], '/empty')
    assert.equal(moved!.id, '/empty/.triptych')
  })

  it('does not give way to something of its name that comes from below', async () => {
    const { create, refuses } = await diskFilesApi(docs)
    await create('/docs', '.triptych', 'folder')
    const ids = ['/a.txt', '/docs/.triptych']

    for (const operation of ['move', 'copy']) {
      const body = { operation, ids, target: '/' }
      await refuses([422, 'files.bad_name'], 'PUT', '/files', body)
    }
  })
})

describe('with hidden dotfiles', () => {
  const dotted = { '.env': 'secret', '.git/config': 'x', 'docs/.x/y': 'y', 'docs/z': 'z', a: 'a' }

  it('they are neither listed nor found nor counted', async () => {
    const { names, ok, whenExplored } = await diskFilesApi(dotted, { dotfiles: null })
    await whenExplored(2)

    assert.deepEqual(await names(), ['a', 'docs'])
    assert.deepEqual(await names('/docs'), ['z'])
    assert.deepEqual(await ok('GET', '/files?text=env'), [])
    assert.deepEqual(await ok('GET', '/files?text=y'), [])
    assert.equal((await ok<{ files: number }>('GET', '/info')).files, 2)
  })

  it('they can be neither reached nor made', async () => {
    const { refuses, refusesUpload, remove, changesNothing } = await diskFilesApi(dotted, {
      dotfiles: 'hide',
    })
    const file = { name: 'file', filename: '.x', data: 'x' }

    for (const id of ['/.env', '/.git', '/.git/config', '/docs/.x/y', '/docs/.x']) {
      const encoded = encodeURIComponent(id)
      for (const path of ['/files/', '/info/', '/direct?id=', '/preview?id=']) {
        await refuses([404, 'files.not_found'], 'GET', path + encoded)
      }
      const rename = { operation: 'rename', name: 'x' }
      await refuses([404, 'files.not_found'], 'PUT', `/files/${encoded}`, rename)
      await refuses([404, 'files.not_found'], 'POST', `/files/${encoded}`, { name: 'x' })
      for (const operation of ['move', 'copy']) {
        const body = { operation, ids: ['/a', id], target: '/docs' }
        await refuses([404, 'files.not_found'], 'PUT', '/files', body)
      }
      await changesNothing(() => remove([id]))
    }
    await refuses([422, 'files.bad_name'], 'POST', '/files/%2F', { name: '.new' })
    await refuses([422, 'files.bad_name'], 'POST', '/files/%2F', { name: '.n', type: 'folder' })
    await refuses([422, 'files.bad_name'], 'PUT', '/files/a', { operation: 'rename', name: '.a' })
    await refusesUpload([422, 'files.bad_name'], '/', [file])
    await refusesUpload([422, 'files.bad_name'], '/', [file, { name: 'name', data: '.d/x' }])
  })
})

describe('the files of another workspace', () => {
  it('lie apart from those of main', async () => {
    const { ask, ok, names, upload, tree } = await filesApi(docs)
    await ok('POST', '/workspaces', { name: 'other' })

    assert.deepEqual(await ok('GET', '/w/other/files'), [])
    await ok('POST', '/w/other/files/%2F', { name: 'theirs', type: 'folder' })
    const there = await ok<{ id: string }[]>('GET', '/v1/w/other/files/%2F')
    assert.deepEqual(
      there.map(({ id }) => id),
      ['/theirs'],
    )
    assert.deepEqual(await names(), ['a.txt', 'docs', 'empty'])
    assert.equal((await ask('GET', '/w/other/direct?id=/a.txt')).status, 404)
    await upload('/', [{ name: 'file', filename: 'mine', data: 'x' }])
    assert.equal((await ok<unknown[]>('GET', '/w/other/files')).length, 1)
    await ok('DELETE', '/w/other/files', { ids: ['/a.txt', '/docs', '/theirs'] })
    assert.equal((await tree())['a.txt'], 'file one')
    assert.equal((await ask('GET', '/w/none/files')).status, 404)
  })
})

function renameTo(name: string): object {
  return { operation: 'rename', name }
}
