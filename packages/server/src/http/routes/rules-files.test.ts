import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { DriveInfo, FileEntry, FileInfo, FileReference } from '@triptych/contract/files'
import type { z } from 'zod'
import type { Problem } from '@triptych/contract/errors'
import type { MadeShare, Share, SignedAddress } from '@triptych/contract/shares'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import type { Somebody } from '../../../test/fixtures/accounts-api.ts'
import { assertProblem } from '../../../test/fixtures/api.ts'
import type { Answer } from '../../../test/fixtures/api.ts'
import { formOf } from '../../../test/fixtures/files-api.ts'
import {
  assertRefused,
  at,
  create,
  forbidden,
  idIn,
  list,
  names,
  ok,
  remove,
  rename,
  resultOf,
  site,
  transfer,
  upload,
} from '../../../test/fixtures/ruled-files.ts'

const found = async (of: Somebody, text: string, folder = '/') =>
  (await list(of, folder, `?text=${text}`)).map(({ id }) => id).toSorted()
const zip = async (of: Somebody) => String((await of.ask('GET', `/direct?${idIn('/docs')}`)).json)

const tagOf = async (of: Somebody) => (await of.ask('GET', at('/docs'))).headers.get('etag')!

describe('a folder or file that is hidden', () => {
  it('is in no list, and no sum has it', async () => {
    const { ed, owner } = await site()

    assert.deepEqual(await names(ed), ['ab', 'docs'])
    assert.deepEqual(await names(ed, '/docs'), ['fixed', 'k.txt', 'o.txt', 'open'])
    assert.deepEqual(await names(owner, '/docs'), [
      'fixed',
      'k.txt',
      'o.txt',
      'open',
      's.txt',
      'secret',
    ])
    const docs = (await list(ed)).find(({ value }) => value === 'docs')
    assert.deepEqual([docs?.count, docs?.bytes], [4, 447])
    const all = (await list(owner)).find(({ value }) => value === 'docs')
    assert.deepEqual([all?.count, all?.bytes], [6, 6447])
    const { headers } = await ed.ask('GET', at('/docs'))
    assert.equal(headers.get('x-total-count'), '4')

    assert.deepEqual(await ok<FileInfo>(ed.ask('GET', `/info/${encodeURIComponent('/docs')}`)), {
      Size: 447,
      Count: 8,
      Files: 5,
      Folders: 3,
    })
    const info = await ok<z.infer<typeof DriveInfo>>(ed.ask('GET', '/info'))
    assert.deepEqual([info.bytes, info.files, info.folders], [467, 6, 5])
    const quota = { path: '/', bytes: 100_000 }
    await ok(owner.ask('PUT', '/quotas', quota))
    const { stats } = await ok<z.infer<typeof DriveInfo>>(ed.ask('GET', '/info'))
    assert.equal(stats.used, 467)
    assert.equal(stats.total, 467 + Number(stats.free))
    const { body, type } = formOf([{ name: 'file', filename: 'big.txt', data: 'x' }])
    const full = await ed.ask('POST', `/upload?${idIn('/ab')}`, body, {
      'content-type': type,
      'content-length': '5000000',
    })
    assertRefused(full, [507, 'storage_full'])
    assert.deepEqual((full.json as { quota?: unknown }).quota, quota)
  })

  it('is in no part of a list', async () => {
    const { ed } = await site()

    assert.deepEqual(await names(ed, '/docs', '?start=1&end=3'), ['k.txt', 'o.txt'])
    assert.deepEqual(await names(ed, '/docs', '?start=3'), ['open'])
    assert.deepEqual(await names(ed, '/docs', '?start=4'), [])
    assert.deepEqual(await names(ed, '/', '?start=0&end=1'), ['ab'])
  })

  it('is not found by its name, nor is anything in it', async () => {
    const { ed, owner } = await site()

    assert.deepEqual(await found(ed, 'x.txt'), ['/ab/x.txt'])
    assert.deepEqual(await found(ed, 's'), ['/docs'])
    assert.deepEqual(await found(ed, 't', '/docs'), [
      '/docs/fixed/f.txt',
      '/docs/fixed/free/g.txt',
      '/docs/k.txt',
      '/docs/o.txt',
      '/docs/open/o.txt',
    ])
    const [docs] = await list(ed, '/', '?text=docs')
    assert.deepEqual([docs?.count, docs?.bytes], [4, 447])
    assert.deepEqual(await found(owner, 'x.txt'), ['/a/x.txt', '/ab/x.txt'])
  })

  it('answers as what is not there, whatever is asked of it', async () => {
    const { ed, owner } = await site()
    const asks: [name: string, ask: (id: string) => Promise<Answer>][] = [
      ['list', (id) => ed.ask('GET', at(id))],
      ['list by query', (id) => ed.ask('GET', `/files?${idIn(id)}`)],
      ['a part', (id) => ed.ask('GET', `${at(id)}?start=0&end=5`)],
      ['search', (id) => ed.ask('GET', `${at(id)}?text=t`)],
      ['info', (id) => ed.ask('GET', `/info/${encodeURIComponent(id)}`)],
      ['open', (id) => ed.ask('GET', `/direct?${idIn(id)}`)],
      ['zip', (id) => ed.ask('GET', `/direct?${idIn(id)}&${idIn('/ab')}`)],
      ['preview', (id) => ed.ask('GET', `/preview?width=10&height=10&${idIn(id)}`)],
      ['upload', (id) => upload(ed, id, 'new.txt')],
      ['create', (id) => create(ed, id, 'new')],
      ['rename', (id) => rename(ed, id, 'new')],
      ['move', (id) => transfer(ed, 'move', [id], '/ab')],
      ['move into', (id) => transfer(ed, 'move', ['/ab/x.txt'], id)],
      ['copy', (id) => transfer(ed, 'copy', [id], '/ab')],
      ['copy into', (id) => transfer(ed, 'copy', ['/ab/x.txt'], id)],
      ['remove', (id) => remove(ed, id)],
      ['share', (id) => ed.ask('POST', '/shares', { id, access: 'read' })],
      ['share to upload', (id) => ed.ask('POST', '/shares', { id, access: 'upload' })],
      [
        'sign',
        (id) =>
          ed.ask('POST', '/shares/addresses', { ids: [id], for: 'direct', expiresInSeconds: 60 }),
      ],
    ]
    const hidden = ['/a', '/a/x.txt', '/docs/secret', '/docs/secret/deep/t.txt', '/docs/s.txt']
    for (const [name, ask] of asks) {
      const missing = await ask('/docs/none')
      const below = await ask('/none/none')
      for (const id of [...hidden, '/docs/s.txt/x', '/a/none', '/a/x.txt/none']) {
        const { status, json } = await ask(id)
        const expected = id.split('/').length === 3 ? missing : below
        assert.deepEqual(
          { status, json },
          { status: expected.status, json: expected.json },
          `${name} ${id}`,
        )
      }
    }
    assert.deepEqual(await names(owner), ['a', 'ab', 'docs'])
    assert.deepEqual(await names(owner, '/a'), ['x.txt'])
    assert.deepEqual(await names(owner, '/docs/secret/deep'), ['t.txt'])
    assert.equal((await names(owner, '/docs')).length, 6)
    assert.deepEqual(await names(owner, '/ab'), ['x.txt'])
  })

  it('keeps its name, which is all that can be found out', async () => {
    const { ed, owner } = await site()

    assert.equal((await resultOf(create(ed, '/', 'a'))).id, '/a.new')
    const uploaded = await resultOf(upload(ed, '/docs', 's.txt'))
    assert.equal(uploaded.id, '/docs/s.new.txt')
    assert.equal((await resultOf(rename(ed, '/docs/o.txt', 's.txt'))).id, '/docs/s.new.new.txt')
    const taken = [409, 'files.name_taken'] as const
    assertRefused(await upload(ed, '/docs', 'secret/new.txt'), taken)
    for (const conflict of ['replace', 'skip', 'fail']) {
      assertRefused(await upload(ed, '/docs', 's.txt', 'new', conflict), taken)
      const body = { operation: 'rename', name: 's.txt', conflict }
      assertRefused(await ed.ask('PUT', at('/docs/k.new.txt'), body), [404, 'files.not_found'])
      assertRefused(await ed.ask('PUT', at('/docs/s.new.txt'), body), taken)
    }
    assert.equal((await owner.ask('GET', `/direct?${idIn('/docs/s.txt')}`)).json, 'x'.repeat(5000))
    assert.deepEqual(await names(owner, '/docs/secret'), ['deep'])
    assert.deepEqual(await names(ed), ['a.new', 'ab', 'docs'])
  })

  it('is in no archive and in no copy', async () => {
    const { ed, owner } = await site()

    const packed = await zip(ed)
    assert.match(packed, /docs\/o\.txt/)
    assert.doesNotMatch(packed, /secret|s\.txt|deep/)
    assert.match(await zip(owner), /docs\/secret\/deep\/t\.txt/)
    const everything = String((await ed.ask('GET', `/direct?${idIn('/')}`)).json)
    assert.match(everything, /files\/ab\/x\.txt/)
    assert.doesNotMatch(everything, /files\/a\/|secret/)

    const [copy] = await resultOf<FileReference[]>(transfer(ed, 'copy', ['/docs'], '/ab'))
    assert.equal(copy?.id, '/ab/docs')
    assert.deepEqual(await names(owner, '/ab/docs'), ['fixed', 'k.txt', 'o.txt', 'open'])
    assert.deepEqual(await names(owner, '/ab/docs/fixed'), ['f.txt', 'free'])
    const totals = await ok<FileInfo>(owner.ask('GET', `/info/${encodeURIComponent('/ab/docs')}`))
    assert.equal(totals['Size'], 447)
  })

  it('stays hidden under another name and in another place', async () => {
    const { ed, owner } = await site()
    await ok(rename(owner, '/a', 'renamed'))
    await ok(transfer(owner, 'move', ['/docs/s.txt', '/docs/secret'], '/ab'))

    assert.deepEqual(await names(ed), ['ab', 'docs'])
    assert.deepEqual(await names(ed, '/ab'), ['x.txt'])
    for (const id of ['/renamed', '/ab/s.txt', '/ab/secret/deep/t.txt']) {
      assertProblem(await ed.ask('GET', `/direct?${idIn(id)}`), [404, 'files.not_found'])
    }
    const [ab, docs] = await list(ed)
    assert.deepEqual([ab?.count, ab?.bytes, docs?.count, docs?.bytes], [1, 20, 4, 447])
    await ok(create(owner, '/', 'a'))
    assert.deepEqual(await names(ed), ['a', 'ab', 'docs'])
  })

  it('stays hidden when others give it another name on the disk', async () => {
    const files = mkdtempSync(join(tmpdir(), 'triptych-rules-'))
    after(() => rmSync(files, { recursive: true, force: true }))
    mkdirSync(join(files, 'secret'))
    writeFileSync(join(files, 'secret', 's.txt'), 'text')
    const { owner, invite } = await accountsServer({ files })
    const ed = await invite('Ed', 'editor')
    const thing = { kind: 'folder', id: '/secret' }
    const rule = { thing, subject: { kind: 'everyone' }, access: 'none' }
    await ok(owner.ask('PUT', '/auth/rules', rule))

    renameSync(join(files, 'secret'), join(files, 'open'))
    for (const path of [
      `/direct?${idIn('/open/s.txt')}`,
      at('/open'),
      `/direct?${idIn('/open')}`,
      `/info/${encodeURIComponent('/open/s.txt')}`,
    ]) {
      assertProblem(await ed.ask('GET', path), [404, 'files.not_found'])
    }
    assertProblem(await transfer(ed, 'copy', ['/open'], '/'), [404, 'files.not_found'])
    assert.deepEqual(await names(ed), [])
    assert.deepEqual(await names(owner), ['open'])
  })

  it('stays hidden when it is renamed and changed on the disk before anybody looks', async () => {
    const files = mkdtempSync(join(tmpdir(), 'triptych-rules-'))
    after(() => rmSync(files, { recursive: true, force: true }))
    for (const name of ['secret', 'outer', 'outer/inner']) mkdirSync(join(files, name))
    writeFileSync(join(files, 'outer', 'note.txt'), 'text')
    writeFileSync(join(files, 'plan.txt'), 'text')
    const { owner, invite } = await accountsServer({ files })
    const ed = await invite('Ed', 'editor')
    for (const id of ['/secret', '/plan.txt', '/outer/inner']) {
      const rule = { thing: { kind: 'folder', id }, subject: { kind: 'everyone' }, access: 'none' }
      await ok(owner.ask('PUT', '/auth/rules', rule))
    }

    renameSync(join(files, 'secret'), join(files, 'open'))
    writeFileSync(join(files, 'open', 'new.txt'), 'text')
    renameSync(join(files, 'plan.txt'), join(files, 'other.txt'))
    appendFileSync(join(files, 'other.txt'), 'more')
    // Of this one only what is in it tells that it is the same.
    renameSync(join(files, 'outer'), join(files, 'moved'))
    writeFileSync(join(files, 'moved', 'new.txt'), 'text')
    assert.deepEqual(await names(owner), ['moved', 'open', 'other.txt'])
    assert.deepEqual(await names(ed), ['moved'])
    assert.deepEqual(await names(ed, '/moved'), ['new.txt', 'note.txt'])
    assert.deepEqual(await names(owner, '/open'), ['new.txt'])
    for (const id of ['/open/new.txt', '/other.txt', '/moved/inner']) {
      assertProblem(await ed.ask('GET', `/direct?${idIn(id)}`), [404, 'files.not_found'])
    }
  })

  it('is told to nobody by a list that was kept, or by its version', async () => {
    const { ed, owner, rule } = await site()
    const [before, all] = [await tagOf(ed), await tagOf(owner)]
    assert.notEqual(before, all)
    assert.deepEqual(await names(ed, '/docs'), await names(ed, '/docs'))
    const known = { 'if-none-match': before }
    assert.equal((await ed.ask('GET', at('/docs'), undefined, known)).status, 304)
    await ok(upload(owner, '/docs/secret', 'more.txt'))
    assert.equal(await tagOf(ed), before)
    assert.notEqual(await tagOf(owner), all)
    const foreign = await ed.ask('GET', at('/docs'), undefined, { 'if-none-match': all })
    assert.equal(foreign.status, 200)
    await rule('/docs/s.txt', null)
    assert.deepEqual(await names(ed, '/docs'), ['fixed', 'k.txt', 'o.txt', 'open', 's.txt'])
    assert.equal((await ed.ask('GET', at('/docs'), undefined, known)).status, 200)
  })

  it('leaves nothing of a drive where it is all of it', async () => {
    const { ed, rule } = await site()
    await rule('/', 'none')

    assert.deepEqual(await names(ed), [])
    assert.deepEqual(await names(ed, '/', '?start=0&end=10'), [])
    assert.deepEqual(await names(ed, '/', '?text=t'), [])
    const info = await ok<z.infer<typeof DriveInfo>>(ed.ask('GET', '/info'))
    assert.deepEqual([info.bytes, info.files, info.folders], [0, 0, 0])
    assertProblem(await ed.ask('GET', `/direct?${idIn('/docs/o.txt')}`), [404, 'files.not_found'])
    assertProblem(await create(ed, '/', 'new'), forbidden)
    assertRefused(await upload(ed, '/', 'new.txt'), forbidden)
    assert.doesNotMatch(String((await ed.ask('GET', `/direct?${idIn('/')}`)).json), /docs/)
  })

  it('is waited for by nobody while something comes into it', async () => {
    const { ed, owner } = await site()
    const [first, rest] = [
      '--x\r\ncontent-disposition: form-data; name="file"; filename="p.png"\r\n\r\n',
      '\r\n--x--\r\n',
    ]
    const sent = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    async function* bytes() {
      yield Buffer.from(first)
      begun.resolve()
      await sent.promise
      yield Buffer.from(rest)
    }
    const type = 'multipart/form-data; boundary=x'
    const coming = owner.ask('POST', `/upload?${idIn('/a')}`, ReadableStream.from(bytes()), {
      'content-type': type,
    })
    await begun.promise

    const preview = `/preview?width=10&height=10&${idIn('/a/p.png')}`
    assertProblem(await ed.ask('GET', preview), [404, 'files.not_found'])
    sent.resolve()
    await ok(coming)
  })
})

describe('a folder or file that is to be read only', () => {
  it('is shown as ever', async () => {
    const { ed } = await site()

    assert.deepEqual(await names(ed, '/docs/fixed'), ['f.txt', 'free'])
    assert.equal((await ed.ask('GET', `/direct?${idIn('/docs/fixed/f.txt')}`)).json, 'xx')
    const [copy] = await resultOf<FileReference[]>(transfer(ed, 'copy', ['/docs/fixed'], '/ab'))
    assert.equal(copy?.id, '/ab/fixed')
    await ok(remove(ed, '/ab/fixed'))
  })

  it('is not changed, nor is what it is in with it', async () => {
    const { ed, owner } = await site()
    const refused: [string, Promise<Answer>][] = [
      ['create', create(ed, '/docs/fixed', 'new')],
      ['create a file', create(ed, '/docs/fixed', 'new', 'file')],
      ['upload', upload(ed, '/docs/fixed', 'new.txt')],
      ['upload below', upload(ed, '/docs/fixed', 'sub/new.txt')],
      ['upload from above', upload(ed, '/docs', 'fixed/new.txt')],
      ['rename', rename(ed, '/docs/fixed', 'new')],
      ['rename in', rename(ed, '/docs/fixed/f.txt', 'new')],
      ['rename a file', rename(ed, '/docs/k.txt', 'new')],
      ['rename what may be filled', rename(ed, '/docs/fixed/free', 'new')],
      ['move out', transfer(ed, 'move', ['/docs/fixed/f.txt'], '/ab')],
      ['move in', transfer(ed, 'move', ['/ab/x.txt'], '/docs/fixed')],
      ['move', transfer(ed, 'move', ['/docs/k.txt'], '/ab')],
      ['copy in', transfer(ed, 'copy', ['/ab/x.txt'], '/docs/fixed')],
      ['remove', remove(ed, '/docs/fixed')],
      ['remove in', remove(ed, '/docs/fixed/f.txt')],
      ['remove a file', remove(ed, '/docs/o.txt', '/docs/k.txt')],
      ['share', ed.ask('POST', '/shares', { id: '/docs/fixed', access: 'upload' })],
      ['rename above', rename(ed, '/docs', 'new')],
      ['move above', transfer(ed, 'move', ['/docs'], '/ab')],
      ['remove above', remove(ed, '/docs')],
    ]
    for (const [name, answer] of refused) {
      const { status, json } = await answer
      assert.equal(status, 403, `${name}: ${JSON.stringify(json)}`)
      assert.equal((json as Problem).code, 'forbidden')
    }
    assert.deepEqual(await names(owner, '/docs/fixed'), ['f.txt', 'free'])
    assert.equal((await names(owner, '/docs')).length, 6)
    assert.deepEqual(await names(owner), ['a', 'ab', 'docs'])
  })

  it('is not replaced, but may be left as it is', async () => {
    const { ed, owner } = await site()

    assertRefused(await upload(ed, '/docs', 'k.txt', 'new', 'replace'), forbidden)
    const body = { operation: 'rename', name: 'k.txt', conflict: 'replace' }
    assertRefused(await ed.ask('PUT', at('/docs/o.txt'), body), forbidden)
    assert.equal((await resultOf(upload(ed, '/docs', 'k.txt', 'new', 'skip'))).id, '/docs/k.txt')
    assert.equal((await owner.ask('GET', `/direct?${idIn('/docs/k.txt')}`)).json, 'x'.repeat(40))
    await ok(upload(ed, '/docs', 'o.txt', 'new', 'replace'))
    assert.equal((await owner.ask('GET', `/direct?${idIn('/docs/o.txt')}`)).json, 'new')
  })

  it('has versions that are read by who reads it, and changed by who changes it', async () => {
    const { ed, owner, rule } = await site()
    for (const name of ['k.txt', 'o.txt', 's.txt']) {
      await ok(upload(owner, '/docs', name, 'new', 'replace'))
    }
    const versionOf = async (name: string) => {
      const found = await ok<{ version: string }[]>(
        owner.ask('GET', `/versions?${idIn(`/docs/${name}`)}`),
      )
      return found[0]?.version ?? assert.fail(name)
    }
    const ask = (method: string, version: string, rest = '') =>
      ed.ask(method, `/versions/${version}${rest}`)
    const [fixed, free, hidden] = [
      await versionOf('k.txt'),
      await versionOf('o.txt'),
      await versionOf('s.txt'),
    ]

    assert.equal((await ask('GET', fixed)).json, 'x'.repeat(40))
    assertRefused(await ask('POST', fixed, '/restore'), forbidden)
    assertRefused(await ask('DELETE', fixed), forbidden)
    const none = [404, 'files.not_found'] as const
    assertRefused(await ed.ask('GET', `/versions?${idIn('/docs/s.txt')}`), none)
    assertRefused(await ask('GET', hidden), none)
    assertRefused(await ask('POST', hidden, '/restore'), none)
    assertRefused(await ask('DELETE', hidden), none)
    await ok(ask('POST', free, '/restore'))
    assert.equal((await ed.ask('GET', `/direct?${idIn('/docs/o.txt')}`)).json, 'x'.repeat(400))
    await rule('/docs', 'none')
    assertRefused(await ask('GET', fixed), none)
  })

  it('can have a part that is to be changed', async () => {
    const { ed } = await site()

    await ok(upload(ed, '/docs/fixed/free', 'new.txt'))
    await ok(upload(ed, '/docs', 'fixed/free/sub/new.txt'))
    await ok(rename(ed, '/docs/fixed/free/g.txt', 'h.txt'))
    await ok(transfer(ed, 'move', ['/docs/fixed/free/h.txt'], '/docs/open'))
    assert.deepEqual(await names(ed, '/docs/fixed/free'), ['new.txt', 'sub'])
    await ok(remove(ed, '/docs/open', '/docs/o.txt'))
  })
})

const share = async ({ ask }: Somebody, id: string, access = 'read') => {
  const { link } = await ok<MadeShare>(ask('POST', '/shares', { id, access }))
  return { at: new URL(link).pathname }
}

describe('a share', () => {
  it('shows what its sharer sees now', async () => {
    const { ed, ask, rule } = await site()
    const docs = await share(ed, '/docs')
    const file = await share(ed, '/docs/o.txt')
    const shared = async () =>
      (await ok<FileEntry[]>(ask('GET', `${docs.at}/files`))).map(({ value }) => value)

    assert.deepEqual(await shared(), ['fixed', 'k.txt', 'o.txt', 'open'])
    assert.doesNotMatch(String((await ask('GET', `${docs.at}/download`)).json), /secret|s\.txt/)
    const gone = await ask('GET', `${docs.at}/download?id=/none`)
    const secret = await ask('GET', `${docs.at}/download?id=/s.txt`)
    assert.deepEqual([secret.status, secret.json], [gone.status, gone.json])
    await rule('/docs/open', 'none')
    assert.deepEqual(await shared(), ['fixed', 'k.txt', 'o.txt'])
    await rule('/docs', 'none')
    for (const { at: place } of [docs, file]) {
      for (const path of [place, `${place}/download`, `${place}/files`]) {
        assertProblem(await ask('GET', path), [404, 'shares.not_found'])
      }
    }
    assert.deepEqual(await ok<Share[]>(ed.ask('GET', '/shares')), [])
    await rule('/docs', null)
    assert.equal((await ok<Share[]>(ed.ask('GET', '/shares'))).length, 2)
    assert.equal((await ask('GET', `${file.at}/download`)).status, 200)
  })

  it('takes files as long as its sharer may put them there', async () => {
    const { ed, ask, rule, owner } = await site()
    const drop = await share(ed, '/docs/open', 'upload')
    const send = async (name: string) => {
      const { body, type } = formOf([{ name: 'file', filename: name, data: 'text' }])
      return ask('POST', `${drop.at}/upload`, body, { 'content-type': type })
    }

    await ok(send('one.txt'))
    await rule('/docs/open', 'read')
    assertProblem(await send('two.txt'), [404, 'shares.not_found'])
    await rule('/docs/open', null)
    await ok(send('two.txt'))
    assert.deepEqual(await names(owner, '/docs/open'), ['o.txt', 'one.txt', 'two.txt'])
  })

  it('is not what a signed address is, but bound in the same way', async () => {
    const { ed, ask, rule } = await site()
    const sent = { ids: ['/docs/o.txt', '/docs'], for: 'direct', expiresInSeconds: 60 }
    const made = await ok<SignedAddress[]>(ed.ask('POST', '/shares/addresses', sent))
    const [file = '', folder = ''] = made.map(({ address }) => {
      const { pathname, search } = new URL(address)
      return `${pathname}${search}`
    })

    assert.equal((await ask('GET', file)).json, 'x'.repeat(400))
    assert.doesNotMatch(String((await ask('GET', folder)).json), /secret|s\.txt/)
    await rule('/docs/o.txt', 'none')
    assertProblem(await ask('GET', file), [404, 'files.not_found'])
    assert.doesNotMatch(String((await ask('GET', folder)).json), /docs\/o\.txt/)
  })
})
