import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Problem } from '@triptych/contract/errors'
import type { FileReference } from '@triptych/contract/files'
import type { HistoryPage } from '@triptych/contract/history'
import type { Access } from '@triptych/contract/rules'
import type { TrashPage } from '@triptych/contract/trash'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import type { Somebody } from '../../../test/fixtures/accounts-api.ts'
import { diskFilesApi, eventually, filesApi, formOf } from '../../../test/fixtures/files-api.ts'
import type { FilesApi } from '../../../test/fixtures/files-api.ts'

const content = { 'docs/plan.txt': 'plan', 'docs/deep/a.txt': 'aa', 'b.txt': 'b' }

const paths = async ({ trash }: FilesApi) => (await trash()).map(({ path }) => path)
const idOf = async ({ trash }: FilesApi, path: string) =>
  (await trash()).find((entry) => entry.path === path)?.id ?? assert.fail(path)

async function restore(api: FilesApi, ids: string[], target?: string): Promise<string[]> {
  const back = await api.ok<FileReference[]>('POST', '/trash/restore', { ids, target })
  return back.map(({ id }) => id)
}

const empty = ({ ok }: FilesApi, ids?: string[]) => ok<object>('DELETE', '/trash', { ids })

const file = (size: number, name: string) => [
  { name: 'file', filename: name, data: 'x'.repeat(size) },
]

const upload = ({ ask }: Somebody, path: string) => {
  const { body, type } = formOf([
    { name: 'name', data: path },
    { name: 'file', filename: path.split('/').at(-1)!, data: 'text' },
  ])
  return ask('POST', '/upload?id=/', body, { 'content-type': type })
}
const seen = async ({ ask }: Somebody) =>
  ((await ask('GET', '/trash')).json as TrashPage).entries.map(({ path, size }) => [path, size])
const ids = async ({ ask }: Somebody, ...wanted: string[]) =>
  ((await ask('GET', '/trash')).json as TrashPage).entries
    .filter(({ path }) => wanted.includes(path))
    .map(({ id }) => id)

/** What they are told that it ended. */
const toldEnds = async (by: Somebody) => {
  const { json } = await by.ask('GET', '/history?area=files')
  return (json as HistoryPage).steps.flatMap(({ entries }) =>
    entries.flatMap(({ operation, entity }) => (operation === 'trash-deleted' ? [entity] : [])),
  )
}

async function site() {
  const people = await accountsServer()
  const ed = await people.invite('Ed', 'editor')
  const { owner } = people
  const rule = async (id: string, access: Access | null) => {
    const thing = { kind: 'folder', id }
    const subject = { kind: 'account', id: ed.id }
    assert.equal((await owner.ask('PUT', '/auth/rules', { thing, subject, access })).status, 200)
  }
  const remove = async (...removed: string[]) => {
    for (const id of removed) await owner.ask('DELETE', '/files', { ids: [id] })
  }
  return { ...people, ed, rule, remove }
}

describe('what is deleted', () => {
  it('is in the trash, the last first, and nowhere else', async () => {
    const api = await filesApi(content)
    await api.whenExplored(3)
    await api.remove(['/b.txt'])
    await api.remove(['/docs'])

    const entries = await api.trash()
    assert.deepEqual(
      entries.map(({ path, name, type, size }) => [path, name, type, size]),
      [
        ['/docs', 'docs', 'folder', 6],
        ['/b.txt', 'b.txt', 'file', 1],
      ],
    )
    assert.ok(entries.every(({ deleted }) => !Number.isNaN(Date.parse(deleted))))
    assert.deepEqual(await api.names(), [])
    assert.deepEqual(await api.names('/', '?text=plan'), [])
    const info = await api.ok<{ bytes: number; files: number }>('GET', '/info')
    assert.deepEqual([info.bytes, info.files], [0, 0])
    await api.assertInStep()
  })

  it('is listed page by page', async () => {
    const api = await filesApi({ a: '', b: '', c: '', d: '' })
    await api.remove(['/a', '/b', '/c'])
    await api.remove(['/d'])
    const found: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const from: string = next && `&after=${next}`
      const page: TrashPage = await api.ok('GET', `/trash?limit=2${from}`)
      assert.ok(page.entries.length > 0 && page.entries.length <= 2)
      found.push(...page.entries.map(({ path }) => path))
      next = page.next
    }
    assert.equal(found[0], '/d')
    assert.deepEqual(found.toSorted(), ['/a', '/b', '/c', '/d'])
  })

  it('comes back to where it was, with all it held, and the log tells it', async () => {
    const api = await filesApi(content)
    await api.whenExplored(3)
    await api.remove(['/docs', '/b.txt'])
    const before = await api.head()

    const ids = [await idOf(api, '/docs'), await idOf(api, '/b.txt')]
    assert.deepEqual(await restore(api, ids), ['/docs', '/b.txt'])
    assert.deepEqual(await api.tree(), {
      'b.txt': 'file b',
      docs: 'folder',
      'docs/deep': 'folder',
      'docs/deep/a.txt': 'file aa',
      'docs/plan.txt': 'file plan',
    })
    assert.deepEqual(await api.trash(), [])
    const told = (await api.changes(before)).map(
      ({ operation, entity }) => `${operation} ${entity}`,
    )
    assert.deepEqual(told.toSorted(), ['file-added /b.txt', 'file-added /docs'])
    await api.whenExplored(3)
    await api.assertInStep()
  })

  it('comes back beside what has its name now, and into its folder wherever that is', async () => {
    const api = await filesApi(content)
    await api.remove(['/docs/plan.txt', '/b.txt'])
    await api.rename('/docs', 'papers')
    await api.create('/', 'b.txt')

    const ids = [await idOf(api, '/docs/plan.txt'), await idOf(api, '/b.txt')]
    assert.deepEqual(await restore(api, ids), ['/papers/plan.txt', '/b.new.txt'])
    assert.equal(await api.read('papers/plan.txt'), 'plan')
    assert.equal(await api.read('b.new.txt'), 'b')
    await api.assertInStep()
  })

  it('comes back to the nearest folder above where its own is gone', async () => {
    const api = await filesApi(content)
    await api.remove(['/docs/deep/a.txt'])
    await api.remove(['/docs/deep'])
    await empty(api, [await idOf(api, '/docs/deep')])
    assert.deepEqual(await restore(api, [await idOf(api, '/docs/deep/a.txt')]), ['/docs/a.txt'])

    await api.remove(['/docs/a.txt'])
    await api.remove(['/docs'])
    await api.create('/', 'docs', 'folder')
    assert.deepEqual(await restore(api, [await idOf(api, '/docs/a.txt')]), ['/docs/a.txt'])
    await api.assertInStep()
  })

  it('comes back with the folder it was in, in whichever order they are named', async () => {
    const api = await filesApi(content)
    await api.remove(['/docs/deep/a.txt'])
    await api.remove(['/docs'])
    const ids = [await idOf(api, '/docs/deep/a.txt'), await idOf(api, '/docs')]

    assert.deepEqual(await restore(api, ids), ['/docs/deep/a.txt', '/docs'])
    assert.equal(await api.read('docs/deep/a.txt'), 'aa')
    await api.assertInStep()
  })

  it('comes back elsewhere where that is asked for', async () => {
    const api = await filesApi(content)
    await api.remove(['/b.txt'])
    const ids = [await idOf(api, '/b.txt')]
    const to = (target: string) => ({ ids, target })

    await api.refuses([404, 'files.not_found'], 'POST', '/trash/restore', to('/none'))
    await api.refuses([409, 'files.not_a_folder'], 'POST', '/trash/restore', to('/docs/plan.txt'))
    assert.deepEqual(await restore(api, ids, '/docs/deep'), ['/docs/deep/b.txt'])
    await api.refuses([404, 'files.not_found'], 'POST', '/trash/restore', { ids })
    await api.assertInStep()
  })

  it('comes back as a whole or not at all', async () => {
    const api = await filesApi(content)
    await api.remove(['/b.txt', '/docs'])
    const ids = [await idOf(api, '/b.txt'), '999999']
    await api.refuses([404, 'files.not_found'], 'POST', '/trash/restore', { ids })
    assert.equal((await api.trash()).length, 2)
    assert.deepEqual(await api.names(), [])
  })

  it('ends for good when the trash is emptied', async () => {
    const api = await filesApi(content)
    await api.remove(['/b.txt'])
    await api.remove(['/docs'])
    const head = await api.head()
    await empty(api, [await idOf(api, '/b.txt'), '999999'])
    assert.deepEqual(await paths(api), ['/docs'])
    await empty(api)
    assert.deepEqual(await paths(api), [])
    const told = (await api.changes(head)).map(({ operation, entity, before, after }) => [
      operation,
      entity,
      before?.['type'],
      before?.['size'],
      after,
    ])
    assert.deepEqual(told, [
      ['trash-deleted', '/b.txt', 'file', 1, null],
      ['trash-deleted', '/docs', 'folder', undefined, null],
    ])
    const { steps } = await api.ok<HistoryPage>('GET', '/history?of=files/docs&limit=2')
    assert.deepEqual(
      steps.map(({ text, canUndo }) => [text, canUndo]),
      [
        ['deleted docs for good', false],
        ['deleted docs', true],
      ],
    )
    const refused = await api.ask('POST', '/undo', { step: steps[0]!.step })
    const { code, error } = refused.json as Problem
    assert.deepEqual([refused.status, code], [409, 'history.not_kept'])
    assert.match(error, /^\/docs was deleted for good/)
    await api.assertInStep()
  })

  it('ends at once where there is no trash', async () => {
    const api = await filesApi(content, { trashDays: 0 })
    await api.remove(['/b.txt', '/docs'])
    assert.deepEqual(await api.trash(), [])
    await api.assertInStep()
  })

  it('keeps its share, which opens nothing until it is back', async () => {
    const api = await filesApi(content)
    const share = await api.ok<{ link: string }>('POST', '/shares', {
      id: '/b.txt',
      access: 'read',
    })
    const secret = share.link.slice(share.link.lastIndexOf('/') + 1)
    const open = async () => (await api.ask('GET', `/shares/open/${secret}`)).status
    assert.equal(await open(), 200)
    await api.remove(['/b.txt'])
    assert.equal(await open(), 404)
    await restore(api, [await idOf(api, '/b.txt')])
    assert.equal(await open(), 200)
  })

  it('is refused where its bytes were taken away behind our back', async () => {
    const api = await diskFilesApi(content)
    await api.remove(['/b.txt'])
    const [key] = await api.hidden()
    const ids = [await idOf(api, '/b.txt')]
    rmSync(api.at(`.triptych/hidden/${key}`))
    const { status } = await api.ask('POST', '/trash/restore', { ids })
    assert.equal(status, 404)
    await empty(api)
    await api.assertInStep()
  })
})

describe('with a quota', () => {
  it('the oldest of the trash gives way to what people have in sight', async () => {
    const api = await filesApi({}, { quota: 10 })
    for (const name of ['1', '2', '3']) {
      await api.upload('/', file(3, name))
      await api.remove([`/${name}`])
    }
    assert.deepEqual(await paths(api), ['/3', '/2', '/1'])

    assert.equal((await api.upload('/', file(6, 'large'))).status, 200)
    await eventually(async () => assert.deepEqual(await paths(api), ['/3']))
    const ids = [await idOf(api, '/3')]
    assert.equal((await api.upload('/', file(1, 'small'))).status, 200)
    await eventually(async () => assert.deepEqual(await paths(api), ['/3']))
    await api.upload('/', file(2, 'more'))
    await eventually(async () => assert.deepEqual(await paths(api), []))
    await api.refuses([404, 'files.not_found'], 'POST', '/trash/restore', { ids })
    await api.assertInStep()
  })

  it('nothing comes back that would pass it', async () => {
    const api = await filesApi({ 'a/x': '12345', 'b/': '' })
    await api.ok('PUT', '/quotas', { path: '/b', bytes: 4 })
    await api.remove(['/a/x'])
    const ids = [await idOf(api, '/a/x')]
    await api.refuses([507, 'storage_full'], 'POST', '/trash/restore', { ids, target: '/b' })
    assert.deepEqual(await restore(api, ids), ['/a/x'])
    await api.assertInStep()
  })
})

describe('rules in the trash', () => {
  it('hide what they hid, by the entry itself and by the folders it was in', async () => {
    const { owner, ed, rule, remove } = await site()
    for (const path of ['hid/x.txt', 'fixed/y.txt', 'own.txt', 'free.txt', 'all/h.txt', 'all/z']) {
      await upload(owner, path)
    }
    await rule('/hid', 'none')
    await rule('/fixed', 'read')
    await rule('/own.txt', 'none')
    await rule('/all/h.txt', 'none')
    await remove('/hid/x.txt', '/fixed/y.txt', '/own.txt', '/free.txt', '/all')

    assert.deepEqual(await seen(ed), [
      ['/all', null],
      ['/free.txt', 4],
      ['/fixed/y.txt', 4],
    ])
    assert.equal((await seen(owner)).length, 5)
    const restored = async (path: string) =>
      (await ed.ask('POST', '/trash/restore', { ids: await ids(owner, path) })).status
    assert.equal(await restored('/hid/x.txt'), 404)
    assert.equal(await restored('/own.txt'), 404)
    assert.equal(await restored('/fixed/y.txt'), 403)
    assert.equal(await restored('/all'), 403)
    const ended = async (path: string) =>
      (await ed.ask('DELETE', '/trash', { ids: await ids(owner, path) })).status
    assert.equal(await ended('/hid/x.txt'), 200)
    assert.equal(await ended('/all'), 403)
    assert.equal((await seen(owner)).length, 5)

    assert.equal(await restored('/free.txt'), 200)
    assert.equal((await ed.ask('DELETE', '/trash', {})).status, 200)
    assert.equal((await seen(owner)).length, 4)
    assert.equal(
      (await owner.ask('POST', '/trash/restore', { ids: await ids(owner, '/own.txt') })).status,
      200,
    )
    assert.equal((await ed.ask('GET', '/direct?id=/own.txt')).status, 404)
  })

  it('hide what was in a folder that is deleted too, and for whom any rule binds what was in one that is gone', async () => {
    const { owner, ed, rule, remove } = await site()
    for (const path of ['hid/x.txt', 'open/y.txt', 'other.txt']) await upload(owner, path)
    await rule('/hid', 'none')
    await remove('/hid/x.txt', '/open/y.txt', '/hid', '/open')
    assert.deepEqual(await seen(ed), [
      ['/open', 0],
      ['/open/y.txt', 4],
    ])
    await owner.ask('DELETE', '/trash', { ids: await ids(owner, '/hid', '/open') })
    assert.deepEqual(await seen(ed), [])
    assert.equal((await seen(owner)).length, 2)
  })

  it('hide that something ended that they hid', async () => {
    const { owner, ed, rule, remove } = await site()
    for (const path of ['hid/x.txt', 'hid/y.txt', 'own.txt', 'free.txt', 'open/in/z.txt']) {
      await upload(owner, path)
    }
    await rule('/hid', 'none')
    await rule('/own.txt', 'none')
    const end = async (...wanted: string[]) => {
      const body = { ids: await ids(owner, ...wanted) }
      assert.equal(body.ids.length, wanted.length)
      assert.equal((await owner.ask('DELETE', '/trash', body)).status, 200)
    }
    await remove('/hid/x.txt', '/free.txt')
    await end('/hid/x.txt', '/free.txt')
    assert.deepEqual(await toldEnds(ed), ['/free.txt'])
    assert.deepEqual((await toldEnds(owner)).toSorted(), ['/free.txt', '/hid/x.txt'])

    // It is hidden by itself, or where it was is hidden by now, or gone.
    await remove('/own.txt', '/open/in/z.txt', '/hid/y.txt')
    await end('/own.txt')
    assert.deepEqual(await toldEnds(ed), [])
    await owner.ask('PUT', '/files', { operation: 'move', ids: ['/open/in'], target: '/hid' })
    await end('/open/in/z.txt')
    await remove('/hid')
    await end('/hid/y.txt', '/hid')
    assert.deepEqual(await toldEnds(ed), [])
    const all = ['/own.txt', '/hid/x.txt', '/free.txt', '/hid/in/z.txt', '/hid/y.txt', '/hid']
    assert.deepEqual((await toldEnds(owner)).toSorted(), all.toSorted())
  })

  it('leave readers the list, but nothing to change', async () => {
    const { owner, invite, remove } = await site()
    const reader = await invite('Ria', 'reader')
    await upload(owner, 'a.txt')
    await remove('/a.txt')
    assert.deepEqual(await seen(reader), [['/a.txt', 4]])
    const body = { ids: await ids(owner, '/a.txt') }
    assert.equal((await reader.ask('POST', '/trash/restore', body)).status, 403)
    assert.equal((await reader.ask('DELETE', '/trash', body)).status, 403)
  })
})
