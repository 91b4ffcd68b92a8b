import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FileEntry } from '@triptych/contract/files'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import { filesApi } from '../../../test/fixtures/files-api.ts'
import type { FilesApi } from '../../../test/fixtures/files-api.ts'

const idsOf = (entries: FileEntry[]) => entries.map(({ id }) => id)

async function starred(api: FilesApi, ...ids: string[]): Promise<string[]> {
  return idsOf(await api.ok('PUT', '/stars', { ids, starred: true }))
}

const unstarred = async (api: FilesApi, ...ids: string[]) =>
  idsOf(await api.ok('PUT', '/stars', { ids, starred: false }))

const stars = async (api: FilesApi) => idsOf(await api.ok('GET', '/stars'))

async function filled(): Promise<FilesApi> {
  const api = await filesApi({ 'docs/a.txt': 'aaa', 'docs/b.txt': 'b', 'other/c.txt': 'c' })
  await api.whenExplored(3)
  return api
}

describe('stars', () => {
  it('are listed as entries of files are, the last first, and taken away again', async () => {
    const api = await filled()
    assert.deepEqual(await starred(api, '/docs/a.txt'), ['/docs/a.txt'])
    await starred(api, '/docs')
    assert.deepEqual(await starred(api, '/docs'), ['/docs', '/docs/a.txt'])

    const [docs, file] = await api.ok<FileEntry[]>('GET', '/stars')
    assert.deepEqual([docs?.type, docs?.count, docs?.bytes, docs?.lazy], ['folder', 2, 4, true])
    assert.deepEqual([file?.type, file?.value, file?.size], ['file', 'a.txt', 3])
    const [listed] = await api.list('/docs')
    assert.deepEqual(file, listed)

    assert.deepEqual(await unstarred(api, '/docs', '/docs/b.txt'), ['/docs/a.txt'])
  })

  it('follow what is renamed, moved, replaced, thrown away and brought back, and end with it', async () => {
    const api = await filled()
    await starred(api, '/docs/a.txt')

    await api.rename('/docs', 'papers')
    assert.deepEqual(await stars(api), ['/papers/a.txt'])
    await api.move(['/papers/a.txt'], '/other')
    assert.deepEqual(await stars(api), ['/other/a.txt'])
    await api.copy(['/other/a.txt'], '/papers')
    assert.deepEqual(await stars(api), ['/other/a.txt'])
    await api.ok('POST', '/undo', {})
    assert.deepEqual(await stars(api), ['/other/a.txt'])

    await api.remove(['/other/a.txt'])
    assert.deepEqual(await stars(api), [])
    const [thrown] = await api.trash()
    await api.ok('POST', '/trash/restore', { ids: [thrown?.id] })
    assert.deepEqual(await stars(api), ['/other/a.txt'])

    await api.remove(['/other/a.txt'])
    const [again] = await api.trash()
    await api.ok('DELETE', '/trash', { ids: [again?.id] })
    await api.create('/other', 'a.txt')
    assert.deepEqual(await stars(api), [])
  })

  it('are given all or none, to what is there, and so many at most', async () => {
    const api = await filled()
    const put = (ids: unknown, refusal: [number, string]) =>
      api.refuses(refusal as never, 'PUT', '/stars', { ids, starred: true })

    await put(['/docs', '/none'], [404, 'files.not_found'])
    await put(['/docs', '/..'], [400, 'files.bad_path'])
    await put(['/'], [404, 'files.not_found'])
    await put([], [422, 'body.invalid'])
    assert.deepEqual(await stars(api), [])

    for (let at = 0; at < 500; at += 1) await api.create('/other', `${at}.txt`)
    await starred(api, ...Array.from({ length: 500 }, (_, at) => `/other/${at}.txt`))
    await put(['/docs'], [422, 'stars.too_many'])
    assert.equal((await stars(api)).length, 500)
  })

  it('are no part of what the log tells', async () => {
    const api = await filled()
    const before = await api.head()
    await starred(api, '/docs')
    assert.equal(await api.head(), before)
  })

  it('are everybody’s own where there are accounts, also of those who only read, as far as they see', async () => {
    const { owner, invite, token } = await accountsServer()
    const rita = await invite('Rita', 'reader')
    for (const name of ['secret', 'open']) {
      await owner.ask('POST', '/files/%2F', { name, type: 'folder' })
    }
    const ids = ['/secret', '/open']
    for (const one of [owner, rita]) {
      assert.equal((await one.ask('PUT', '/stars', { ids, starred: true })).status, 200)
    }
    await owner.ask('PUT', '/stars', { ids: ['/open'], starred: false })
    const of = async (one: typeof owner) =>
      idsOf((await one.ask('GET', '/stars')).json as FileEntry[]).toSorted()
    assert.deepEqual([await of(owner), await of(rita)], [['/secret'], ['/open', '/secret']])

    await owner.ask('PUT', '/auth/rules', {
      thing: { kind: 'folder', id: '/secret' },
      subject: { kind: 'everyone' },
      access: 'none',
    })
    assert.deepEqual(await of(rita), ['/open'])
    const hidden = await rita.ask('PUT', '/stars', { ids: ['/secret'], starred: false })
    assert.equal(hidden.status, 404)

    const { ask } = await token(rita, { access: 'read' })
    assert.equal((await ask('GET', '/stars')).status, 200)
    assert.equal((await ask('PUT', '/stars', { ids: ['/open'], starred: false })).status, 403)
  })
})
