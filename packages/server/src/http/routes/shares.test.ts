import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { FileEntry } from '@triptych/contract/files'
import type { MadeShare, Share } from '@triptych/contract/shares'
import { assertProblem, server } from '../../../test/fixtures/api.ts'
import { diskFilesApi, eventually, filesApi, formOf } from '../../../test/fixtures/files-api.ts'
import type { FileAnswer, FilesApi } from '../../../test/fixtures/files-api.ts'

const tree = {
  'top.txt': 'top',
  'docs/a.txt': 'aaa',
  'docs/page.html': '<script>1</script>',
  'docs/sub/b.txt': 'bb',
  'docs2/c.txt': 'not shared',
}

type Asking = Pick<FilesApi, 'ask' | 'ok'>

async function share(api: Asking, body: object): Promise<{ made: MadeShare; at: string }> {
  const made = await api.ok<MadeShare>('POST', '/shares', { access: 'read', ...body })
  return { made, at: new URL(made.link).pathname }
}

const sharesOf = (api: Asking) => api.ok<Share[]>('GET', '/shares')

/** A link that leads nowhere, by whatever way it is used. */
async function leadsNowhere({ ask }: Asking, at: string): Promise<void> {
  const form = formOf([{ name: 'file', filename: 'x', data: 'x' }])
  const type = { 'content-type': form.type }
  const answers = [
    await ask('GET', at),
    await ask('GET', `${at}/files`),
    await ask('GET', `${at}/download`),
    await ask('HEAD', `${at}/download`),
    await ask('POST', `${at}/upload`, form.body, type),
    await ask('POST', `${at}/password`, passwordForm('x').body, type),
  ]
  const [first] = answers
  for (const answer of answers) {
    assert.equal(answer.status, 404)
    assertUnseen(answer)
    if (answer.json !== null) assert.deepEqual(answer.json, first!.json)
  }
  assertProblem(first!, [404, 'shares.not_found'])
}

function assertUnseen({ headers }: FileAnswer): void {
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow')
  assert.equal(headers.get('cache-control')?.includes('public') ?? false, false)
}

function passwordForm(password: string) {
  return formOf([{ name: 'password', data: password }])
}

async function enter({ ask }: Asking, at: string, password: string, accept = '*/*') {
  const { body, type } = passwordForm(password)
  return ask('POST', `${at}/password`, body, { 'content-type': type, accept })
}

function sendTo({ ask }: Asking, at: string, filename: string, data = 'sent', more = {}) {
  const { body, type } = formOf([{ name: 'file', filename, data }])
  return ask('POST', `${at}/upload`, body, { 'content-type': type, ...more })
}

describe('a share', () => {
  it('is told with its link once, listed without it, and ended', async () => {
    const api = await filesApi(tree, { auth: 'none' })
    const { made, at } = await share(api, { id: '/docs', name: 'for Ann', expiresInDays: 1 })
    const { link, ...listed } = made

    assert.match(link, /\/shares\/open\/[\w-]{43}$/)
    assert.deepEqual(await sharesOf(api), [listed])
    assert.equal(listed.file, '/docs')
    assert.equal(listed.sharer, null)
    assert.equal(Date.parse(listed.expiresAt!) - Date.parse(listed.createdAt), 86_400_000)
    assert.equal((await api.ask('GET', at)).status, 200)

    await api.ok('DELETE', `/shares/${made.id}`)

    assert.deepEqual(await sharesOf(api), [])
    await leadsNowhere(api, at)
    assertProblem(await api.ask('DELETE', `/shares/${made.id}`), [404, 'shares.not_found'])
  })

  it('that never was leads nowhere, in whichever workspace', async () => {
    const api = await filesApi(tree)
    await share(api, { id: '/docs' })

    for (const secret of ['x', 'A'.repeat(43), '..%2f', encodeURIComponent("' or 1=1 --")]) {
      await leadsNowhere(api, `/shares/open/${secret}`)
      await leadsNowhere(api, `/w/none/shares/open/${secret}`)
    }
  })

  it('has its secret nowhere but in the answer, whatever key is sent', async () => {
    const api = await filesApi(tree)
    const headers = { 'idempotency-key': 'k' }
    const body = { id: '/docs', access: 'read', password: 'open sesame' }
    const [one, two] = [
      await api.ask('POST', '/shares', body, headers),
      await api.ask('POST', '/shares', body, headers),
    ]

    assert.notEqual((one.json as MadeShare).link, (two.json as MadeShare).link)
    const secret = (one.json as MadeShare).link.split('/').at(-1)!
    const hash = createHash('sha256').update(secret).digest('hex')
    const told = JSON.stringify([await sharesOf(api), await api.changes()])
    for (const hidden of [secret, hash, 'sesame', 'argon2']) assert.ok(!told.includes(hidden))
  })

  it('is made of what can be opened, and only of a folder to upload into', async () => {
    const api = await filesApi(tree)
    const refusals: [object, [number, Parameters<typeof assertProblem>[1][1]]][] = [
      [{ id: '/none' }, [404, 'files.not_found']],
      [{ id: '/docs/..' }, [400, 'files.bad_path']],
      [{ id: '/top.txt', access: 'upload' }, [409, 'files.not_a_folder']],
      [{ id: '/docs', access: 'upload', downloads: 1 }, [422, 'body.invalid']],
      [{ id: '/docs', access: 'write' }, [422, 'body.invalid']],
      [{ id: '/docs', downloads: 0 }, [422, 'body.invalid']],
      [{ id: '/docs', expiresInDays: 3651 }, [422, 'body.invalid']],
      [{ id: '/docs', password: 'abc' }, [422, 'body.invalid']],
    ]

    for (const [body, expected] of refusals) {
      await api.refuses(expected, 'POST', '/shares', { access: 'read', ...body })
    }
    assert.deepEqual(await sharesOf(api), [])
    for (const body of [{ password: 'abcd' }, { downloads: 1 }, { expiresInDays: 3650 }]) {
      await share(api, { id: '/docs', ...body })
    }
  })

  it('follows its entry when that is renamed and moved, and goes with it', async () => {
    const api = await filesApi(tree)
    const file = await share(api, { id: '/docs/a.txt' })
    const folder = await share(api, { id: '/docs' })

    await api.rename('/docs', 'papers')
    await api.rename('/papers/a.txt', 'z.txt')
    await api.create('/', 'docs', 'folder')
    await api.move(['/papers'], '/docs2')

    const moved = (await sharesOf(api)).map((one) => one.file)
    assert.deepEqual(moved.toSorted(), ['/docs2/papers', '/docs2/papers/z.txt'])
    assert.equal((await api.ask('GET', `${file.at}/download`)).bytes.toString(), 'aaa')
    const names = await api.ok<FileEntry[]>('GET', `${folder.at}/files`)
    assert.deepEqual(
      names.map(({ id }) => id),
      ['/page.html', '/sub', '/z.txt'],
    )

    await api.remove(['/docs2/papers/z.txt'])
    await api.create('/docs2/papers', 'z.txt')
    await leadsNowhere(api, file.at)
    await api.remove(['/docs2'])
    await leadsNowhere(api, folder.at)
    assert.deepEqual(await sharesOf(api), [])
  })

  it('of a workspace is a link into that one, and no other', async () => {
    const api = await filesApi(tree)
    await api.ok('POST', '/workspaces', { name: 'other' })
    const form = formOf([{ name: 'file', filename: 'o.txt', data: 'other' }])
    const sent = { 'content-type': form.type }
    assert.equal((await api.ask('POST', '/w/other/upload', form.body, sent)).status, 200)
    const made = await api.ok<MadeShare>('POST', '/w/other/shares', {
      id: '/o.txt',
      access: 'read',
    })
    const { pathname } = new URL(made.link)

    assert.ok(pathname.startsWith('/w/other/shares/open/'))
    assert.equal((await api.ask('GET', `${pathname}/download`)).bytes.toString(), 'other')
    await leadsNowhere(api, pathname.replace('/w/other', ''))
  })
})

describe('a share to read', () => {
  it('of a file is that file, to be saved, and nothing else', async () => {
    const api = await filesApi(tree)
    const { at } = await share(api, { id: '/docs/page.html' })
    const page = await api.ask('GET', at)
    const file = await api.ask('GET', `${at}/download`)

    assert.match(String(page.json), /<h1><bdi>page.html<\/bdi><\/h1>/)
    assert.match(page.headers.get('content-security-policy')!, /^default-src 'none'; /)
    assert.doesNotMatch(page.headers.get('content-security-policy')!, /unsafe/)
    assert.ok(page.bytes.length < 8000)
    for (const answer of [page, file]) assertUnseen(answer)
    assert.equal(file.bytes.toString(), '<script>1</script>')
    assert.match(file.headers.get('content-disposition')!, /^attachment; /)
    assert.match(file.headers.get('content-security-policy')!, /^sandbox/)
    assert.equal(file.headers.get('content-type'), 'application/octet-stream')
    for (const id of ['a.txt', 'page.html', '%2Fdocs%2Fa.txt']) {
      const beside = await api.ask('GET', `${at}/download?id=${id}`)
      assertProblem(beside, [404, 'files.not_found'])
    }
    assertProblem(await api.ask('GET', `${at}/files`), [409, 'files.not_a_folder'])
    assertProblem(await sendTo(api, at, 'x'), [403, 'forbidden'])
  })

  it('of a folder is what is below it, by paths that begin there', async () => {
    const api = await filesApi(tree)
    const { at } = await share(api, { id: '/docs' })
    const list = await api.ok<FileEntry[]>('GET', `${at}/files`)
    const inner = await api.ok<FileEntry[]>('GET', `${at}/files?id=/sub`)
    const part = await api.ask('GET', `${at}/files?start=1&end=2`)

    assert.deepEqual(
      list.map(({ id, size }) => [id, size]),
      [
        ['/a.txt', 3],
        ['/page.html', 18],
        ['/sub', undefined],
      ],
    )
    assert.deepEqual(
      inner.map(({ id, value }) => [id, value]),
      [['/sub/b.txt', 'b.txt']],
    )
    assert.deepEqual(part.json, [list[1]])
    assert.equal(part.headers.get('x-total-count'), '3')
    const own = await api.list('/docs')
    assert.equal(own[0]!.id, '/docs/a.txt', 'what owners see is not mixed up with it')
    assert.equal((await api.ask('GET', `${at}/download?id=/sub/b.txt`)).bytes.toString(), 'bb')
    const zip = await api.ask('GET', `${at}/download`)
    assert.equal(zip.headers.get('content-disposition'), 'attachment; filename="docs.zip"')
    assert.ok(zip.bytes.includes('docs/sub/b.txt') && !zip.bytes.includes('c.txt'))
  })

  it('reaches nothing that is not in it', async () => {
    const api = await filesApi(tree)
    const { at } = await share(api, { id: '/docs' })
    const above = ['..', '%2e%2e', '/../top.txt', '/sub/../../top.txt', '..%2ftop.txt', './a.txt']

    for (const id of above) {
      for (const what of ['files', 'download']) {
        assertProblem(await api.ask('GET', `${at}/${what}?id=${id}`), [400, 'files.bad_path'], id)
      }
    }
    for (const id of ['/top.txt', '/docs/a.txt', '/docs2', '%252e%252e', '....//top.txt']) {
      assertProblem(await api.ask('GET', `${at}/download?id=${id}`), [404, 'files.not_found'], id)
    }
    assertProblem(await api.ask('GET', `${at}/../../../shares`), [404, 'not_found'])
  })

  it('shows its folders on a page that needs no script', async () => {
    const api = await filesApi({
      ...tree,
      'docs/<b>"x".txt': '',
      'docs/sub/deep/d': 'd',
      'docs/1 + 1 & %': '2',
    })
    const { at } = await share(api, { id: '/docs' })
    const html = String((await api.ask('GET', at)).json)
    const inner = String((await api.ask('GET', `${at}?id=/sub`)).json)
    const secret = at.split('/').at(-1)!

    assert.ok(html.includes('&lt;b&gt;&quot;x&quot;.txt') && !html.includes('<b>'))
    assert.ok(!html.includes('<script'))
    const [, odd = ''] = /href="([^"]+)"[^>]*>1 \+ 1/.exec(html) ?? []
    assert.equal((await api.ask('GET', `/shares/open/${odd}`)).bytes.toString(), '2')
    assert.ok(html.includes(`href="${secret}/download?id=%2Fa.txt"`))
    assert.ok(html.includes(`href="${secret}?id=%2Fsub"`))
    assert.ok(inner.includes(`href="${secret}?id=%2Fsub%2Fdeep"`))
    assert.ok(inner.includes(`href="${secret}/download?id=%2Fsub"`))
    const slashed = String((await api.ask('GET', `${at}/`)).json)
    assert.ok(slashed.includes(`href="../${secret}/download?id=%2Fa.txt"`))
    const gone = await api.ask('GET', `${at}?id=/none`, undefined, { accept: 'text/html' })
    assert.equal(gone.status, 404)
    assert.match(String(gone.json), /leads nowhere/)
  })

  it('shows a long folder in parts, at n and at n + 1', async () => {
    const names = Array.from({ length: 501 }, (_, n) => `f${String(n).padStart(3, '0')}`)
    const api = await filesApi(Object.fromEntries(names.map((name) => [`long/${name}`, ''])))
    const { at } = await share(api, { id: '/long' })
    const html = String((await api.ask('GET', at)).json)
    const next = String((await api.ask('GET', `${at}?start=500`)).json)

    assert.ok(html.includes('f499') && !html.includes('f500') && html.includes('>More<'))
    assert.ok(next.includes('f500') && !next.includes('f499') && next.includes('>Back<'))
    await api.remove(['/long/f500'])
    assert.ok(!String((await api.ask('GET', at)).json).includes('>More<'))
  })
})

describe('a share on a disk', () => {
  it('follows no link, and shows nothing that is hidden', async () => {
    const content = { 'docs/.env': 'key', 'docs/a.txt': 'a' }
    const api = await diskFilesApi(content, { dotfiles: 'hide' }, (root) => {
      symlinkSync('../../outside/secret', `${root}/docs/link`)
      symlinkSync('../../outside', `${root}/docs/away`)
    })
    const { at } = await share(api, { id: '/docs' })
    const list = await api.ok<FileEntry[]>('GET', `${at}/files`)

    assert.ok(list.every(({ value }) => value !== '.env'))
    assertProblem(await api.ask('GET', `${at}/download?id=/.env`), [404, 'files.not_found'])
    for (const id of ['/link', '/away', '/away/secret']) {
      assertProblem(await api.ask('GET', `${at}/download?id=${id}`), [403, 'files.link'], id)
    }
    const zip = await api.ask('GET', `${at}/download`)
    assert.ok(!zip.bytes.includes('SECRET') && !zip.bytes.includes('.env'))
    assert.ok(!String((await api.ask('GET', at)).json).includes('link'))
    await api.refuses([403, 'files.link'], 'POST', '/shares', { id: '/docs/link', access: 'read' })
  })

  it('leads nowhere when others have removed the file, or put another there', async () => {
    const api = await diskFilesApi({ 'a.txt': 'a', 'b.txt': 'b' })
    const gone = await share(api, { id: '/a.txt' })
    const other = await share(api, { id: '/b.txt' })
    rmSync(api.at('a.txt'))
    renameSync(api.at('b.txt'), api.at('c.txt'))
    await eventually(async () => assert.deepEqual(await api.names(), ['c.txt']))
    writeFileSync(api.at('a.txt'), 'another')
    writeFileSync(api.at('b.txt'), 'another')

    await leadsNowhere(api, gone.at)
    const left = await api.ask('GET', `${other.at}/download`)
    assert.ok(left.status === 404 || left.bytes.toString() === 'b')
  })
})

describe('downloads that are counted', () => {
  it('are as many as there may be, and then the link leads nowhere', async () => {
    const api = await filesApi(tree)
    const { at } = await share(api, { id: '/docs', downloads: 2 })
    const missing = await api.ask('GET', `${at}/download?id=/none`)
    const head = await api.ask('HEAD', `${at}/download`)

    assert.deepEqual([missing.status, head.status], [404, 200])
    assert.equal((await api.ask('GET', `${at}/download?id=/a.txt`)).status, 200)
    assert.equal((await sharesOf(api))[0]!.downloaded, 1)
    assert.equal((await api.ask('GET', `${at}/download`)).status, 200)
    await leadsNowhere(api, at)
    assert.equal((await sharesOf(api))[0]!.downloaded, 2)
  })

  it('are no more when many come at once', async () => {
    const api = await filesApi(tree)
    const { at } = await share(api, { id: '/docs/a.txt', downloads: 5 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.ask('GET', `${at}/download`)),
    )

    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [...Array(5).fill(200), ...Array(15).fill(404)])
    for (const { status, bytes } of answers) if (status === 200) assert.equal(String(bytes), 'aaa')
  })

  it('are not had in parts, one for each', async () => {
    const api = await filesApi(tree)
    const range = { range: 'bytes=1-2' }
    const once = await share(api, { id: '/docs/a.txt', downloads: 1 })
    const whole = await api.ask('GET', `${once.at}/download`, undefined, range)
    const always = await share(api, { id: '/docs/a.txt' })
    const part = await api.ask('GET', `${always.at}/download`, undefined, range)

    assert.deepEqual([whole.status, whole.bytes.toString()], [200, 'aaa'])
    assert.deepEqual([part.status, part.bytes.toString()], [206, 'aa'])
    await leadsNowhere(api, once.at)
  })
})

describe('a share with a password', () => {
  it('tells nothing before it, and opens with the cookie that it gives', async () => {
    const api = await filesApi(tree)
    const { at } = await share(api, { id: '/docs', password: 'open sesame' })
    const other = await share(api, { id: '/docs', password: 'open sesame' })
    const before = await api.ask('GET', at)

    assert.match(String(before.json), /type="password"/)
    assert.ok(!String(before.json).includes('docs'))
    for (const path of [`${at}/files`, `${at}/download`, `${at}/download?id=/none`]) {
      assertProblem(await api.ask('GET', path), [401, 'shares.password_required'])
    }
    const wrong = await enter(api, at, 'open sesam')
    assertProblem({ ...wrong, json: wrong.json }, [403, 'shares.wrong_password'])

    const right = await enter(api, at, 'open sesame')
    const set = right.headers.get('set-cookie')!
    assert.equal(right.status, 200)
    assert.match(set, /^triptych-share-\w{12}=\d+\.[\w-]{43}; Max-Age=3600; /)
    assert.ok(set.endsWith(`; Path=${at}; HttpOnly; SameSite=Lax`), set)
    const cookie = set.split(';')[0]!
    const value = cookie.split('=')[1]!
    assert.equal((await api.ask('GET', `${at}/files`, undefined, { cookie })).status, 200)
    const page = await api.ask('GET', at, undefined, { cookie: `a=b; ${cookie}` })
    assert.match(String(page.json), /a\.txt/)

    const otherName = (await enter(api, other.at, 'open sesame')).headers
      .get('set-cookie')!
      .split('=')[0]
    const forged = [
      cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      cookie.replace(/=\d/, '=9'),
      `${cookie.split('=')[0]}=9999999999.${'A'.repeat(43)}`,
    ]
    for (const sent of forged) {
      const answer = await api.ask('GET', `${at}/files`, undefined, { cookie: sent })
      assertProblem(answer, [401, 'shares.password_required'], sent)
    }
    const foreign = { cookie: `${otherName}=${value}` }
    const elsewhere = await api.ask('GET', `${other.at}/files`, undefined, foreign)
    assertProblem(elsewhere, [401, 'shares.password_required'])
  })

  it('takes ten wrong ones, and not the eleventh, however they come; others are not bothered', async () => {
    const api = await filesApi(tree)
    const { at } = await share(api, { id: '/docs', password: 'open sesame' })
    const other = await share(api, { id: '/docs', password: 'open sesame' })
    assert.equal((await enter(api, at, 'open sesame')).status, 200)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => enter(api, at, `wrong ${n}`)),
    )

    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [...Array(10).fill(403), 429, 429])
    const late = await enter(api, at, 'open sesame')
    assertProblem(late, [429, 'shares.too_many_tries'])
    const seconds = Number(late.headers.get('retry-after'))
    assert.ok(seconds > 800 && seconds <= 900, String(seconds))
    assert.equal((await enter(api, other.at, 'open sesame')).status, 200)
  })

  it('leads a browser back to the page, which says what was wrong', async () => {
    const api = await filesApi(tree)
    const { at } = await share(api, { id: '/docs', password: 'open sesame' })
    const secret = at.split('/').at(-1)!
    const wrong = await enter(api, at, 'x', 'text/html')
    const right = await enter(api, at, 'open sesame', 'text/html')

    assert.equal(wrong.status, 303)
    assert.equal(wrong.headers.get('location'), `../${secret}?notice=wrong-password`)
    assert.equal(wrong.headers.get('set-cookie'), null)
    const page = await api.ask('GET', `${at}?notice=wrong-password`)
    assert.match(String(page.json), /This is not the password\./)
    assert.deepEqual([right.status, right.headers.get('location')], [303, `../${secret}`])
    assert.ok(right.headers.get('set-cookie'))
  })
})

describe('a share to upload', () => {
  it('takes files and shows none, not even that a name was taken', async () => {
    const api = await filesApi(tree)
    const { at, made } = await share(api, { id: '/docs', access: 'upload' })
    const page = await api.ask('GET', at)

    assert.match(String(page.json), /type="file"/)
    assert.ok(!String(page.json).includes('a.txt'))
    for (const path of [`${at}/files`, `${at}/download`, `${at}/download?id=/a.txt`]) {
      assertProblem(await api.ask('GET', path), [403, 'forbidden'])
    }
    const [fresh, taken] = [await sendTo(api, at, 'n.txt'), await sendTo(api, at, 'a.txt')]
    assert.deepEqual([fresh.json, taken.json], [{ name: 'n.txt' }, { name: 'a.txt' }])
    assert.deepEqual(await api.names('/docs'), ['a.new.txt', 'a.txt', 'n.txt', 'page.html', 'sub'])
    assert.equal(await api.read('docs/a.txt'), 'aaa')
    assert.equal((await api.changes()).at(-1)!.actor, `share ${made.id}`)
    for (const name of ['sub/x', '../x', '/x', '..', '']) {
      assertProblem(await sendTo(api, at, name), [422, 'files.bad_name'], name)
    }
    await api.assertNothingHidden()
  })

  it('takes a file of the largest size, and none of one byte more', async () => {
    const limits = { body: 1000, depth: 9, changes: 99, upload: 100, batch: 9 }
    const api = await filesApi(tree, { limits })
    const { at } = await share(api, { id: '/docs', access: 'upload' })

    assert.equal((await sendTo(api, at, 'n', 'x'.repeat(100))).status, 200)
    const larger = await sendTo(api, at, 'n', 'x'.repeat(101))
    assertProblem(larger, [413, 'files.too_large'])
    await api.assertNothingHidden()
  })

  it('carries an upload out once for each key, and tells no other name', async () => {
    const api = await filesApi(tree)
    const { at } = await share(api, { id: '/docs', access: 'upload' })
    const key = { 'idempotency-key': 'k' }
    const [one, two] = [
      await sendTo(api, at, 'a.txt', 'sent', key),
      await sendTo(api, at, 'a.txt', 'sent', key),
    ]

    assert.deepEqual([one.json, two.json], [{ name: 'a.txt' }, { name: 'a.txt' }])
    assert.equal((await api.names('/docs')).length, 4)
  })

  it('leads a browser back to the page', async () => {
    const api = await filesApi(tree)
    const { at } = await share(api, { id: '/docs', access: 'upload' })
    const secret = at.split('/').at(-1)!
    const sent = await sendTo(api, at, 'n.txt', 'sent', { accept: 'text/html,*/*' })
    const refused = await sendTo(api, at, '..', 'sent', { accept: 'text/html,*/*' })

    assert.deepEqual(
      [sent, refused].map(({ status, headers }) => [status, headers.get('location')]),
      [
        [303, `../${secret}?notice=uploaded`],
        [303, `../${secret}?notice=not-uploaded`],
      ],
    )
  })
})

describe('a log', () => {
  it('does not tell the secret of a link', async () => {
    const seen: string[] = []
    const { fetch } = await server({}, (observation) => seen.push(JSON.stringify(observation)))
    for (const path of ['', '/files', '/download?id=/x', '/none', '/']) {
      await fetch(new Request(`http://here/shares/open/TheSecret${path}`))
      await fetch(new Request(`http://here/v1/w/main/shares/open/TheSecret${path}`))
    }

    assert.ok(seen.filter((one) => one.includes('"request"')).length >= 10)
    assert.ok(!seen.join().includes('TheSecret'), seen.join())
  })
})
