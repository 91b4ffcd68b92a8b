import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { describe, it } from 'node:test'
import { FileEntry } from '@triptych/contract/files'
import { diskFilesApi, eventually, filesApi } from '../../../test/fixtures/files-api.ts'
import type { FilesApi } from '../../../test/fixtures/files-api.ts'

const docs = { 'a.txt': 'one', 'docs/plan.txt': 'plan', 'docs/deep/x.txt': 'xx', 'empty/': '' }

describe('a list', () => {
  it('has every field the client needs', async () => {
    const { ok, whenExplored } = await filesApi(docs)
    await whenExplored(3)
    const date = 'any'
    const folder = { type: 'folder', lazy: true, date }

    const entries = await ok<FileEntry[]>('GET', '/files')

    assert.deepEqual(
      entries.map((entry) => ({ ...entry, date })),
      [
        { id: '/a.txt', value: 'a.txt', type: 'file', size: 3, date },
        { id: '/docs', value: 'docs', ...folder, count: 2, bytes: 6 },
        { id: '/empty', value: 'empty', ...folder, count: 0, bytes: 0 },
      ],
    )
    for (const entry of entries) FileEntry.strict().parse(entry)
  })

  it('has the dates of the disk, and what is neither file nor folder', async () => {
    const { list, at, whenExplored } = await diskFilesApi(docs)
    await whenExplored(3)
    utimesSync(at('a.txt'), 1_700_000_000.123, 1_700_000_000.123)
    symlinkSync('a.txt', at('link'))
    execFileSync('mkfifo', [at('pipe')])
    const dateOf = (name: string) => new Date(Math.floor(lstatSync(at(name)).mtimeMs)).toISOString()

    const entries = await list()

    assert.equal(entries[0]?.date, '2023-11-14T22:13:20.123Z')
    for (const { value, date } of entries) assert.equal(date, dateOf(value), value)
    assert.deepEqual(entries.slice(3), [
      { id: '/link', value: 'link', type: 'link', date: dateOf('link') },
      { id: '/pipe', value: 'pipe', type: 'other', date: dateOf('pipe') },
    ])
    for (const entry of entries) FileEntry.strict().parse(entry)
  })

  it('holds direct children only, and is an array when empty', async () => {
    const { ok } = await filesApi(docs)

    const ids = (await ok<FileEntry[]>('GET', '/files/%2Fdocs')).map(({ id }) => id)
    assert.deepEqual(ids, ['/docs/deep', '/docs/plan.txt'])
    assert.deepEqual(await ok('GET', '/files/%2Fempty'), [])
  })

  it('of the root is the same at each of its addresses', async () => {
    const { ask, whenExplored } = await filesApi(docs)
    await whenExplored(3)
    const { bytes, headers } = await ask('GET', '/files')
    const addresses = [
      '/files/%2F',
      '/files/',
      '//files',
      '/files//',
      '/files?id=%2F',
      '/files?id=',
    ]

    for (const address of [...addresses, '/files?id=//', '/v1/files', '/w/main/files/%2F%2F']) {
      const answer = await ask('GET', address)
      assert.equal(answer.status, 200, address)
      assert.deepEqual(answer.bytes, bytes, address)
      assert.equal(answer.headers.get('etag'), headers.get('etag'), address)
    }
  })

  it('of a folder is found by any way to write its address', async () => {
    const { names } = await listsOf(docs)
    const ways = ['%2Fdocs%2Fdeep', 'docs/deep', 'docs%2Fdeep', '/docs//deep/', '%2Fdocs/deep%2F']

    for (const way of ways) assert.deepEqual(await names(`/files/${way}`), ['x.txt'], way)
    for (const id of [...ways, '/docs/deep']) {
      assert.deepEqual(await names(`/files?id=${id}`), ['x.txt'], id)
    }
  })

  it('decodes an id exactly once', async () => {
    const { names, api } = await listsOf({
      '%2e%2e/dots': '',
      'a%20b/escape': '',
      'a b/space': '',
      'a+b/plus': '',
      'a%2Fb/slash': '',
      'a/b/deep': '',
    })
    const inside: [string, string][] = [
      ['%252e%252e', 'dots'],
      ['a%2520b', 'escape'],
      ['a%20b', 'space'],
      ['a+b', 'plus'],
      ['a%2Bb', 'plus'],
      ['a%252Fb', 'slash'],
      ['a%2Fb', 'deep'],
    ]

    for (const [id, name] of inside) {
      assert.deepEqual(await names(`/files/${id}`), [name], id)
      assert.deepEqual(await names(`/files/%2F${id}`), [name], id)
      assert.deepEqual(await names(`/files?id=/${id}`), [name], id)
    }
    await api.refuses([400, 'files.bad_path'], 'GET', '/files/%2e%2e')
  })

  it('is refused where there is no folder', async () => {
    const { refuses } = await filesApi(docs)

    await refuses([404, 'files.not_found'], 'GET', '/files/%2Fnone')
    await refuses([404, 'files.not_found'], 'GET', '/files?id=/none')
    await refuses([404, 'files.not_found'], 'GET', '/files/%2Fa.txt%2Fx')
    await refuses([409, 'files.not_a_folder'], 'GET', '/files/%2Fa.txt')
    await refuses([400, 'files.bad_path'], 'GET', '/files/%zz')
    await refuses([400, 'files.bad_path'], 'GET', '/files/%ff')
  })

  it('of 5,000 entries is sent whole, and is what the drive holds', async () => {
    const expected = Array.from({ length: 5000 }, (_, n) => `file ${n} "é".txt`).toSorted()
    const { ask } = await filesApi(Object.fromEntries(expected.map((name) => [`big/${name}`, ''])))

    const { status, json, headers } = await ask('GET', '/files/big')

    assert.equal(status, 200)
    assert.equal(headers.get('x-total-count'), '5000')
    const entries = json as FileEntry[]
    assert.deepEqual(
      entries.map(({ id }) => id),
      expected.map((name) => `/big/${name}`),
    )
    const part = await ask('GET', '/files/big?start=900&end=4100')
    assert.deepEqual(part.json, entries.slice(900, 4100))
  })
})

describe('a part of a list', () => {
  const content = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`n${n}`, 'x']))

  it('is the same part of the whole, with the total', async () => {
    const { ask, list } = await filesApi(content)
    const whole = await list()
    const bounds = ['0', '1', '3', '6', '7', '8', '1000000', '999999999999999']

    for (const start of [null, ...bounds]) {
      for (const end of [null, ...bounds]) {
        if (start !== null && end !== null && Number(end) < Number(start)) continue
        const query = [start && `start=${start}`, end && `end=${end}`].filter(Boolean).join('&')
        const { status, json, headers } = await ask('GET', `/files?${query}`)
        assert.equal(status, 200, query)
        assert.deepEqual(json, whole.slice(Number(start ?? 0), Number(end ?? Infinity)), query)
        assert.equal(headers.get('x-total-count'), '7', query)
      }
    }
  })

  it('is refused for bounds that are none', async () => {
    const { refuses } = await filesApi(content)
    const bad = ['start=3&end=2', 'end=-1', 'start=-1', 'start=x', 'end=1.5', 'start=', 'end=1e3']

    for (const query of [
      ...bad,
      'start=1&end=',
      'start=NaN',
      `end=${'9'.repeat(30)}`,
      'start=+1',
    ]) {
      const problem = await refuses([422, 'query.invalid'], 'GET', `/files?${query}`)
      assert.match(String(problem['parameter']), /^(start|end)$/)
    }
  })
})

describe('the version of a list', () => {
  it('answers 304 until something changes in it or below it', async () => {
    const { ask, create, rename, remove, upload, whenExplored } = await filesApi(docs)
    await whenExplored(3)
    let etag = ''

    async function changed(what: string): Promise<void> {
      const { status, headers } = await ask('GET', '/files', undefined, { 'if-none-match': etag })
      assert.equal(status, 200, what)
      assert.notEqual(headers.get('etag'), etag, what)
      etag = headers.get('etag')!
      for (const sent of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const again = await ask('GET', '/files', undefined, { 'if-none-match': sent })
        assert.deepEqual([again.status, again.bytes.length], [304, 0], `${what} ${sent}`)
        assert.equal(again.headers.get('etag'), etag)
      }
    }

    await changed('at first')
    await create('/', 'new')
    await changed('a new file')
    await rename('/new', 'newer')
    await changed('a new name')
    await upload('/docs', [{ name: 'file', filename: 'big', data: 'x'.repeat(1000) }])
    await changed('a file below: the folder holds more')
    await create('/docs/deep', 'folder', 'folder')
    await changed('a folder far below')
    await remove(['/docs/big'])
    await changed('a file below is gone')
  })

  it('changes with what others do on the disk', async () => {
    const { ask, at, put, whenExplored } = await diskFilesApi(docs)
    await whenExplored(3)
    let etag = ''
    async function changed(): Promise<void> {
      const { status, headers } = await ask('GET', '/files', undefined, { 'if-none-match': etag })
      assert.equal(status, 200)
      etag = headers.get('etag')!
    }

    await changed()
    put({ new: 'x' })
    await changed()
    put({ 'docs/deep/new': 'far below' })
    await eventually(changed)
    appendFileSync(at('a.txt'), 'more')
    await eventually(changed)
    rmSync(at('docs'), { recursive: true })
    await changed()
  })

  it('is the same for HEAD, without a body', async () => {
    const { ask, whenExplored } = await filesApi(docs)
    await whenExplored(3)
    const { headers } = await ask('GET', '/files/docs')

    const answer = await ask('HEAD', '/files/docs')

    assert.deepEqual([answer.status, answer.bytes.length], [200, 0])
    assert.equal(answer.headers.get('etag'), headers.get('etag'))
    assert.equal(answer.headers.get('x-total-count'), '2')
  })
})

describe('a search', () => {
  const content = {
    'Report.txt': '',
    'docs/report (1).TXT': '',
    'docs/deep/REPORTS/x': '',
    'docs/caf\u00e9.txt': '',
    'docs/cafe\u0301-2.txt': '',
    'docs/50% off': '',
    'docs/50 off': '',
    a_b: '',
    axb: '',
    'a+b': '',
    'a b': '',
    'star*': '',
    'quote"d': '',
    "it's": '',
    'x&y': '',
    ab: '',
    'ΟΔΟΣ.txt': '',
    İstanbul: '',
  }

  async function searchable() {
    const api = await filesApi(content)
    await api.whenExplored(Object.keys(content).length)
    return {
      ...api,
      found: async (text: string, folder = '') => {
        const entries = await api.ok<FileEntry[]>('GET', `/files${folder}?text=${text}`)
        return entries.map(({ id }) => id).toSorted()
      },
    }
  }

  it('finds files and folders at any depth, whatever their case', async () => {
    const { ok, found } = await searchable()
    const reports = ['/Report.txt', '/docs/deep/REPORTS', '/docs/report (1).TXT']

    for (const text of ['report', 'REPORT', 'rEpOrT', 'epor']) {
      assert.deepEqual(await found(text), reports, text)
    }
    const [entry] = await ok<FileEntry[]>('GET', '/files?text=REPORTS')
    FileEntry.strict().parse(entry)
    assert.deepEqual([entry!.type, entry!.lazy, entry!.count], ['folder', true, 1])
    assert.deepEqual(await found('%CE%BF%CE%B4%CE%BF%CF%83'), ['/ΟΔΟΣ.txt'])
  })

  it('finds an accent written in either way', async () => {
    const { found } = await searchable()

    for (const text of ['caf%C3%A9', 'cafe%CC%81', 'CAF%C3%89']) {
      assert.deepEqual(await found(text), ['/docs/cafe\u0301-2.txt', '/docs/caf\u00e9.txt'], text)
    }
  })

  it('takes every character for itself', async () => {
    const { found } = await searchable()

    assert.deepEqual(await found('a_b'), ['/a_b'])
    assert.deepEqual(await found('*'), ['/star*'])
    assert.deepEqual(await found('%22'), ['/quote"d'])
    assert.deepEqual(await found("'"), ["/it's"])
    assert.deepEqual(await found('_'), ['/a_b'])
    assert.deepEqual(await found('%25'), ['/docs/50% off'])
    assert.deepEqual(await found('x%26y'), ['/x&y'])
    assert.deepEqual(await found('.*'), [])
    assert.deepEqual(await found('a%00'), [])
    assert.deepEqual(await found('%5Bobject%20Object%5D'), [])
  })

  it('reads what cannot be decoded as it is, and a plus as a plus', async () => {
    const { found } = await searchable()

    assert.deepEqual(await found('50%'), ['/docs/50% off'])
    assert.deepEqual(await found('50%25'), ['/docs/50% off'])
    assert.deepEqual(await found('50%%20off'), ['/docs/50% off'])
    assert.deepEqual(await found('a+b'), ['/a+b'])
    assert.deepEqual(await found('a%20b'), ['/a b'])
    assert.deepEqual(await found('%ff'), [])
  })

  it('below a folder finds only what is in it', async () => {
    const { found } = await searchable()

    assert.deepEqual(await found('report', '/docs'), ['/docs/deep/REPORTS', '/docs/report (1).TXT'])
    assert.deepEqual(await found('report', '/%2Fdocs%2Fdeep'), ['/docs/deep/REPORTS'])
    assert.deepEqual(await found('deep', '/docs/deep'), [])
    assert.deepEqual(await found('x', '/docs/deep/REPORTS'), ['/docs/deep/REPORTS/x'])
  })

  it('finds a kind of thing, by the ending of its name', async () => {
    const kinds = {
      picture: ['a.PNG', 'deep/b.jpeg', 'c.svg'],
      document: ['a.docx', 'deep/b.txt', 'c.odt', 'd.pptx'],
      spreadsheet: ['a.xlsx', 'deep/b.csv'],
      pdf: ['a.pdf', 'deep/b.PDF'],
      audio: ['a.mp3'],
      video: ['a.mp4'],
      archive: ['a.zip', 'b.tar.gz'],
    }
    const all = [...Object.values(kinds).flat(), 'pdf', '.pdf', 'a.unknown']
    const { ok, whenExplored } = await filesApi(Object.fromEntries(all.map((path) => [path, ''])))
    await whenExplored(all.length)
    const found = async (query: string) =>
      (await ok<FileEntry[]>('GET', `/files?${query}`)).map(({ id }) => id).toSorted()

    for (const [kind, names] of Object.entries(kinds)) {
      const paths = names.map((name) => `/${name}`).toSorted()
      assert.deepEqual(await found(`kind=${kind}`), paths, kind)
    }
    assert.deepEqual(await found('kind=folder'), ['/deep'])
    assert.deepEqual(await found('kind=pdf&text=b'), ['/deep/b.PDF'])
    assert.deepEqual(await found('kind=folder&text=b'), [])
  })

  it('finds what was changed since a time', async () => {
    const { ok, at, whenExplored } = await diskFilesApi(
      { 'old.txt': '', 'deep/new.txt': '', 'deep/new.png': '' },
      {},
      (root) => utimesSync(`${root}/old.txt`, 1_700_000_000, 1_700_000_000),
    )
    await whenExplored(3)
    const found = async (query: string) =>
      (await ok<FileEntry[]>('GET', `/files?${query}`)).map(({ id }) => id).toSorted()
    const since = `since=${new Date(lstatSync(at('deep')).mtimeMs - 86_400_000).toISOString()}`

    assert.deepEqual(await found(since), ['/deep', '/deep/new.png', '/deep/new.txt'])
    assert.deepEqual(await found(`${since}&kind=picture`), ['/deep/new.png'])
    assert.deepEqual(await found(`${since}&text=old`), [])
    assert.deepEqual(await found('since=2023-11-14T23:13:20%2B01:00&text=old'), ['/old.txt'])
    assert.deepEqual(await found('since=2023-11-14T22:13:20.001Z&text=old'), [])
  })

  it('is refused for a kind, and for a time, that is none', async () => {
    const { refuses } = await filesApi({})

    for (const query of [
      'kind=',
      'kind=pictures',
      'since=',
      'since=yesterday',
      'since=2026-01-01',
    ]) {
      await refuses([422, 'query.invalid'], 'GET', `/files?${query}`)
    }
    await refuses([422, 'query.invalid'], 'GET', '/files?since=2026-13-01T00:00:00Z')
    await refuses([422, 'query.invalid'], 'GET', '/files?kind=pdf&at=1')
    await refuses([422, 'query.invalid'], 'GET', '/files?kind=pdf&comments=count')
  })

  it('for nothing is a plain list', async () => {
    const { ask, refuses } = await searchable()

    for (const path of ['/files', '/files/docs']) {
      assert.deepEqual((await ask('GET', `${path}?text=`)).json, (await ask('GET', path)).json)
    }
    await refuses([404, 'files.not_found'], 'GET', '/files/none?text=x')
    await refuses([409, 'files.not_a_folder'], 'GET', '/files/ab?text=x')
  })

  it('knows at once what was made, renamed, moved and deleted', async () => {
    const { create, rename, move, remove, found } = await searchable()

    await create('/', 'unicorn')
    assert.deepEqual(await found('unicorn'), ['/unicorn'])
    await rename('/unicorn', 'dragon')
    assert.deepEqual(await found('unicorn'), [])
    await move(['/dragon'], '/docs/deep')
    assert.deepEqual(await found('dragon'), ['/docs/deep/dragon'])
    await rename('/docs/deep', 'deeper')
    assert.deepEqual(await found('dragon'), ['/docs/deeper/dragon'])
    await remove(['/docs'])
    assert.deepEqual(await found('dragon'), [])
  })

  it('says when there is more than it answers', async () => {
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`many/${n}.x`, '']))
    const { ask, whenExplored, remove } = await filesApi(many)
    await whenExplored(1001)
    const answered = async () => {
      const { json, headers } = await ask('GET', '/files?text=.x')
      return [(json as unknown[]).length, headers.get('x-more')]
    }

    assert.deepEqual(await answered(), [1000, 'true'])
    await remove(['/many/7.x'])
    assert.deepEqual(await answered(), [1000, 'false'])
  })
})

describe('what others do on the disk', () => {
  it('to names is in the very next list', async () => {
    const { at, put, names, listed, assertInStep } = await watched(docs)

    put({ 'docs/new.txt': 'x' })
    assert.deepEqual(await names('/docs'), ['deep', 'new.txt', 'plan.txt'])
    renameSync(at('docs/new.txt'), at('docs/old.txt'))
    assert.deepEqual(await names('/docs'), ['deep', 'old.txt', 'plan.txt'])
    rmSync(at('docs/old.txt'))
    assert.deepEqual(await names('/docs'), ['deep', 'plan.txt'])
    renameSync(at('docs'), at('moved'))
    assert.deepEqual(await names('/moved/deep'), ['x.txt'])
    assert.deepEqual(await names(), ['a.txt', 'empty', 'moved'])
    rmSync(at('moved'), { recursive: true })
    assert.deepEqual(await names(), ['a.txt', 'empty'])
    assert.deepEqual(await listed(), { 'a.txt': 'file', empty: 'folder' })
    await assertInStep()
  })

  it('to a kind is in the very next list', async () => {
    const { at, put, list, refuses, assertInStep } = await watched(docs)
    const kindOf = async (name: string) => (await list()).find(({ value }) => value === name)?.type

    rmSync(at('a.txt'))
    put({ 'a.txt/inner': 'a folder now' })
    assert.equal(await kindOf('a.txt'), 'folder')
    rmSync(at('docs'), { recursive: true })
    put({ docs: 'a file now' })
    assert.equal(await kindOf('docs'), 'file')
    await refuses([409, 'files.not_a_folder'], 'GET', '/files/docs')
    rmSync(at('docs'))
    symlinkSync('../outside', at('docs'))
    assert.equal(await kindOf('docs'), 'link')
    await assertInStep()
  })

  it('to bytes is seen within two seconds', async () => {
    const { at, bySize, ok } = await watched(docs)

    appendFileSync(at('docs/plan.txt'), ' and more')
    await eventually(async () => assert.equal((await bySize('/docs'))['plan.txt'], 13))
    writeFileSync(at('docs/deep/x.txt'), '')
    await eventually(async () => assert.equal((await bySize('/docs/deep'))['x.txt'], 0))
    const { Size } = await ok<{ Size: number }>('GET', '/info/docs')
    assert.equal(Size, 13)
  })

  it('is told by the log as done by the disk', async () => {
    const { at, put, changes } = await watched(docs)
    async function told(...expected: string[]): Promise<void> {
      await eventually(async () => {
        const log = await changes()
        assert.deepEqual(
          log.map(({ actor, operation, entity }) => `${actor} ${operation} ${entity}`),
          expected.map((entry) => `disk ${entry}`),
        )
      })
    }

    put({ 'docs/new.txt': 'x' })
    await told('file-added /docs/new.txt')
    const log = ['file-added /docs/new.txt', 'file-updated /docs/new.txt']
    appendFileSync(at('docs/new.txt'), 'yz')
    await told(...log)
    renameSync(at('docs/new.txt'), at('docs/newer.txt'))
    log.push('file-moved /docs/newer.txt')
    await told(...log)
    rmSync(at('docs'), { recursive: true })
    log.push('file-deleted /docs')
    await eventually(async () => {
      const entries = (await changes()).map(({ actor, entity }) => [actor, entity])
      assert.deepEqual(entries.at(-1), ['disk', '/docs'])
    })
  })

  it('is not told twice by a server that has done it itself', async () => {
    const { create, upload, rename, copy, remove, changes, names } = await watched(docs)
    await create('/docs', 'made', 'folder')
    await upload('/docs/made', [{ name: 'file', filename: 'x', data: 'x' }])
    await rename('/docs/made', 'renamed')
    await copy(['/docs/renamed'], '/empty')
    await remove(['/docs/renamed'])

    await new Promise((resolve) => setTimeout(resolve, 500))
    assert.deepEqual(await names('/empty/renamed'), ['x'])

    const log = await changes()
    assert.deepEqual(new Set(log.map(({ actor }) => actor)), new Set(['local']))
    assert.equal(log.length, 5)
  })

  it('with a thousand files at once arrives whole', async () => {
    const { at, root, listed, ok, assertInStep } = await watched({ 'a.txt': '' })
    for (let n = 0; n < 1000; n++) {
      const folder = `${root}/../source/${n % 10}/${n % 7}`
      mkdirSync(folder, { recursive: true })
      writeFileSync(`${folder}/${n}`, 'x'.repeat(n))
    }

    execFileSync('cp', ['-r', `${root}/../source`, at('copied')])

    await eventually(async () => {
      const { files, bytes } = await ok<{ files: number; bytes: number }>('GET', '/info')
      assert.deepEqual([files, bytes], [1001, 499_500])
    })
    assert.equal(Object.keys(await listed()).length, 1 + 1 + 10 + 70 + 1000)
    execFileSync('rm', ['-rf', at('copied')])
    assert.deepEqual(await listed(), { 'a.txt': 'file' })
    await assertInStep()
  })

  it('while requests run is seen all the same', async () => {
    const { create, put, at, assertInStep } = await watched({ 'docs/a': '' })

    for (let n = 0; n < 40; n++) {
      const mine = create('/docs', `mine ${n}`)
      put({ [`docs/theirs ${n}`]: 'x' })
      if (n % 3 === 0) rmSync(at(`docs/theirs ${n}`))
      await mine
      if (n % 5 === 0) renameSync(at(`docs/mine ${n}`), at(`docs/taken ${n}`))
    }

    await assertInStep()
  })
})

async function listsOf(content: Record<string, string>) {
  const api = await filesApi(content)
  const names = async (path: string) => (await api.ok<FileEntry[]>('GET', path)).map((e) => e.value)
  return { api, names }
}

async function sizes({ list }: FilesApi, folder: string) {
  return Object.fromEntries((await list(folder)).map(({ value, size }) => [value, size]))
}

async function watched(content: Record<string, string>) {
  const api = await diskFilesApi(content)
  await api.whenExplored(Object.keys(content).filter((path) => !path.endsWith('/')).length)
  return { ...api, bySize: (folder: string) => sizes(api, folder) }
}
