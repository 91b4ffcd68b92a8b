import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Group, MadeLink } from '@triptych/contract/accounts'
import type { Change } from '@triptych/contract/changes'
import type { People } from '@triptych/contract/people'
import type { Access, Subject, Thing } from '@triptych/contract/rules'
import type { MadeShare } from '@triptych/contract/shares'
import { accountsServer, secretOf } from '../../../test/fixtures/accounts-api.ts'
import type { AccountsServer, Somebody } from '../../../test/fixtures/accounts-api.ts'
import { patient } from '../../../test/fixtures/patient.ts'

const everyone: Subject = { kind: 'everyone' }
const folder = (id: string): Thing => ({ kind: 'folder', id })
const branch = (task: number): Thing => ({ kind: 'branch', task })
const table = (name: string): Thing => ({ kind: 'table', table: name })
const view = (name: string, column: string) => ({ name, sort: [{ column, descending: true }] })

async function done(asked: ReturnType<Somebody['ask']>): Promise<unknown> {
  const { status, json } = await asked
  assert.equal(status, 200, JSON.stringify(json))
  return json
}

/** An owner who does things, and an editor for whom some of them are hidden. */
async function site() {
  const people = await accountsServer()
  const { owner } = people
  const edith = await people.invite('Edith', 'editor')
  const does = (method: string, path: string, body?: unknown) => done(owner.ask(method, path, body))
  const newFolder = (at: string, name: string) =>
    does('POST', `/files/${encodeURIComponent(at)}`, { name, type: 'folder' })
  const rename = (at: string, name: string) =>
    does('PUT', `/files/${encodeURIComponent(at)}`, { operation: 'rename', name })
  const move = (id: string, target: string) =>
    does('PUT', '/files', { operation: 'move', ids: [id], target })
  const task = async (text: string, parent = 0) =>
    ((await does('POST', '/tasks', { text, parent })) as { id: number }).id
  const rule = (thing: Thing, access: Access | null, subject = everyone) =>
    does('PUT', '/auth/rules', { thing, subject, access })

  return { ...people, edith, does, newFolder, rename, move, task, rule }
}

async function logFor({ ask }: Pick<Somebody, 'ask'>, since = 0): Promise<Change[]> {
  const { status, json, headers } = await ask('GET', `/changes?since=${since}`)
  assert.equal(status, 200, JSON.stringify(json))
  const log = json as Change[]
  assert.deepEqual(
    log.map(({ revision }) => revision),
    Array.from({ length: Number(headers.get('x-revision')) - since }, (_, n) => since + n + 1),
    'there are no gaps',
  )
  return log
}

/** What is told of each entry since then. */
async function toldTo(somebody: Somebody, since: number): Promise<string[]> {
  return (await logFor(somebody, since)).map(({ operation, entity }) =>
    entity ? `${operation} ${entity}` : operation,
  )
}

const head = async (somebody: Somebody) => (await logFor(somebody)).length

describe('an entry of the log that is not for somebody', () => {
  it('tells nothing but its revision and time', async () => {
    const { owner, edith, newFolder, rule } = await site()
    await newFolder('/', 'secret')
    await rule(folder('/secret'), 'none')
    await newFolder('/secret', 'plans')

    const [whole] = (await logFor(owner)).slice(-1)
    const [told] = (await logFor(edith)).slice(-1)
    assert.equal(whole?.entity, '/secret/plans')
    assert.deepEqual(told, {
      revision: whole.revision,
      at: whole.at,
      actor: '',
      actorId: null,
      origin: null,
      step: null,
      area: 'withheld',
      operation: 'withheld',
      entity: '',
      before: null,
      after: null,
    })
  })

  it('is each from before the rules were what they are', async () => {
    const { owner, edith, newFolder, rule } = await site()
    await newFolder('/', 'secret')
    await newFolder('/', 'open')
    await rule(folder('/secret'), 'none')
    await newFolder('/', 'more')

    assert.deepEqual(await toldTo(edith, 0), [
      ...Array.from({ length: (await head(owner)) - 2 }, () => 'withheld'),
      'reload',
      'file-added /more',
    ])
  })

  it('is about who may do what, unless one owns the workspace', async () => {
    const { owner, edith, newFolder, rule } = await site()
    const since = await head(owner)
    await newFolder('/', 'a')
    await rule(folder('/a'), 'none', { kind: 'account', id: owner.id })
    await newFolder('/', 'b')

    assert.deepEqual(await toldTo(edith, since), ['file-added /a', 'withheld', 'file-added /b'])
    assert.deepEqual(await toldTo(owner, since), [
      'file-added /a',
      'rule-changed rules',
      'file-added /b',
    ])
  })
})

describe('who may do what, and how much', () => {
  it('stands in the log when somebody takes an invitation, in the name of whoever takes it', async () => {
    const { owner, edith, invite, does } = await site()
    const since = await head(owner)
    const rita = await invite('Rita', 'reader')
    const take = async (role: string) => {
      const made = await does('POST', '/auth/invitations', { workspace: 'main', role })
      const secret = secretOf((made as MadeLink).link)
      await done(edith.ask('POST', '/auth/links/use', { secret }))
    }
    await take('owner')
    // She has more already.
    await take('reader')

    assert.deepEqual(
      (await logFor(owner, since)).map(({ actor, actorId, operation, entity, before, after }) => [
        `${actor} ${operation}`,
        actorId === entity.replace('members/', ''),
        before?.['role'],
        after,
      ]),
      [
        [
          'Rita member-changed',
          true,
          undefined,
          { kind: 'account', id: rita.id, name: 'Rita', role: 'reader' },
        ],
        [
          'Edith member-changed',
          true,
          'editor',
          { kind: 'account', id: edith.id, name: 'Edith', role: 'owner' },
        ],
      ],
    )
  })

  it('stands in the log of each workspace where other people come into a group, or out of it', async () => {
    const { owner, edith, does, newFolder, rule } = await site()
    for (const name of ['other', 'third']) await does('POST', '/workspaces', { name })
    const group = async (name: string) =>
      ((await does('POST', '/auth/groups', { name })) as Group).id
    const [given, ruled, idle] = [await group('Given'), await group('Ruled'), await group('Idle')]
    const role = { kind: 'group', id: given, role: 'reader' }
    await does('PUT', '/auth/members', { workspace: 'other', ...role })
    await newFolder('/', 'docs')
    await rule(folder('/docs'), 'read', { kind: 'group', id: ruled })
    const since = await head(owner)
    const put = (id: string, change: object) => does('PATCH', `/auth/groups/${id}`, change)
    for (const id of [given, ruled, idle]) await put(id, { members: [edith.id] })
    await put(given, { name: 'Renamed', members: [edith.id] })
    await does('DELETE', `/auth/groups/${given}`)

    assert.deepEqual(await toldTo(owner, since), [`group-changed groups/${ruled}`])
    const other = (await owner.ask('GET', '/w/other/changes')).json as Change[]
    assert.deepEqual(
      other
        .slice(-2)
        .map(({ operation, entity, before, after }) => [`${operation} ${entity}`, before, after]),
      [
        [
          `group-changed groups/${given}`,
          { name: 'Given', members: [] },
          { name: 'Given', members: [edith.id] },
        ],
        [`group-changed groups/${given}`, { name: 'Renamed', members: [edith.id] }, null],
      ],
    )
    const third = (await owner.ask('GET', '/w/third/changes')).json as Change[]
    assert.deepEqual(
      third.filter(({ area }) => area === 'access'),
      [],
    )
  })

  it('stands in the log when an account is removed, where it had a role', async () => {
    const { owner, edith, does } = await site()
    await does('POST', '/workspaces', { name: 'other' })
    await does('POST', '/workspaces', { name: 'third' })
    const made = await does('POST', '/auth/groups', { name: 'Team', members: [edith.id] })
    const role = { kind: 'group', id: (made as Group).id, role: 'owner' }
    await does('PUT', '/auth/members', { workspace: 'other', ...role })
    await does('DELETE', `/auth/accounts/${edith.id}`)

    for (const [path, had] of [
      ['/changes', 'editor'],
      ['/w/other/changes', 'owner'],
    ]) {
      const last = ((await owner.ask('GET', path!)).json as Change[]).at(-1)
      assert.equal(last?.operation, 'account-removed', path)
      assert.equal(last.actor, 'Olga')
      const before = { kind: 'account', id: edith.id, name: 'Edith', role: had }
      assert.deepEqual([last.before, last.after], [before, null])
    }
    const third = (await owner.ask('GET', '/w/third/changes')).json as Change[]
    assert.notEqual(third.at(-1)?.operation, 'account-removed')
  })

  it('stands in the log for owners whenever it changes, without secrets', async () => {
    const { owner, edith, does, newFolder } = await site()
    await newFolder('/', 'docs')
    const since = await head(owner)
    const role = { workspace: 'main', kind: 'account', id: edith.id }
    await does('PUT', '/auth/members', { ...role, role: 'reader' })
    await does('PUT', '/auth/members', { ...role, role: 'reader' })
    await does('PUT', '/quotas', { path: '/docs', bytes: 4711 })
    await does('PUT', '/quotas', { path: '/docs', bytes: null })
    const share = { id: '/docs', access: 'read', password: 'a secret word' }
    const made = (await does('POST', '/shares', share)) as MadeShare
    await does('DELETE', `/shares/${made.id}`)

    const log = await logFor(owner, since)
    assert.deepEqual(
      log.map(({ operation, entity }) => `${operation} ${entity}`),
      [
        `member-changed members/${edith.id}`,
        'quota-changed quotas/docs',
        'quota-changed quotas/docs',
        `share-added shares/${made.id}`,
        `share-ended shares/${made.id}`,
      ],
    )
    assert.deepEqual(
      log.map(({ before, after }) => [before?.['role'] ?? before?.['bytes'], after?.['bytes']]),
      [
        ['editor', undefined],
        [undefined, 4711],
        [4711, undefined],
        [undefined, undefined],
        [undefined, undefined],
      ],
    )
    assert.equal(log[3]?.after?.['id'], '/docs')
    assert.equal(log[3]?.after?.['hasPassword'], true)
    const secret = new URL(made.link).pathname.split('/').at(-1) ?? ''
    assert.ok(secret.length > 20)
    for (const hushed of [secret, 'a secret word', '$argon2id']) {
      assert.ok(!JSON.stringify(log).includes(hushed))
    }
    assert.deepEqual(new Set(await toldTo(edith, since)), new Set(['withheld']))
  })
})

describe('what is told of files', () => {
  it('ends at what is hidden, by where things are and not by how paths begin', async () => {
    const { owner, edith, newFolder, rename, move, rule } = await site()
    for (const name of ['a', 'ab', 'c']) await newFolder('/', name)
    await rule(folder('/a'), 'none')
    const since = await head(owner)
    await newFolder('/a', 'x')
    await newFolder('/ab', 'x')
    await rename('/a/x', 'y')
    await move('/a/y', '/c')
    await move('/ab/x', '/a')
    await rename('/c', 'd')

    assert.deepEqual(await toldTo(edith, since), [
      'withheld',
      'file-added /ab/x',
      'withheld',
      'reload',
      'reload',
      'file-moved /d',
    ])
  })

  it('does not tell what a hidden folder was called, nor that it is gone', async () => {
    const { owner, edith, newFolder, rename, does, rule } = await site()
    await newFolder('/', 'top')
    await newFolder('/top', 'secret')
    await rule(folder('/top/secret'), 'none')
    await newFolder('/top/secret', 'x')
    await rename('/top', 'new')
    const names = async () => JSON.stringify(await logFor(edith))
    assert.doesNotMatch(await names(), /secret/)

    await rename('/new/secret', 'other')
    await newFolder('/', 'seen')
    assert.doesNotMatch(await names(), /secret|other/)
    await does('DELETE', '/files', { ids: ['/new/other'] })
    assert.doesNotMatch(await names(), /secret|other/)
    const since = await head(owner)
    await newFolder('/', 'late')
    await newFolder('/', 'later')
    assert.equal((await toldTo(edith, since)).at(-1), 'file-added /later')
  })
})

describe('what is told of the plan', () => {
  it('ends at a hidden branch', async () => {
    const { owner, edith, does, task, rule } = await site()
    const [top, open] = [await task('top'), await task('open')]
    const child = await task('child', top)
    await rule(branch(top), 'none')
    const since = await head(owner)
    await does('PUT', `/tasks/${child}`, { text: 'hush' })
    await task('another', child)
    await task('seen', open)
    await does('POST', '/links', { source: child, target: open, type: 'e2s' })
    const seen = await task('seen too')
    await does('POST', '/links', { source: seen, target: open, type: 'e2s' })
    await does('DELETE', `/tasks/${child}`)
    await does('DELETE', `/tasks/${seen}`)

    const told = await toldTo(edith, since)
    assert.deepEqual(
      told.map((line) => line.replace(/ .*/, '')),
      [
        'withheld',
        'withheld',
        'task-added',
        'withheld',
        // It is gone by now.
        'withheld',
        'withheld',
        'withheld',
        'task-deleted',
      ],
    )
    assert.doesNotMatch(JSON.stringify(await logFor(edith)), /hush|another|child/)
  })

  it('keeps what a task was while it was hidden', async () => {
    const { edith, does, task, rule } = await site()
    const [top, open] = [await task('top'), await task('open')]
    const child = await task('child', top)
    await rule(branch(top), 'none')
    await does('PUT', `/tasks/${child}`, { text: 'hush' })
    await does('PUT', `/tasks/${child}`, { text: 'for all' })
    await does('PUT', `/tasks/${child}`, { operation: 'move', target: open, mode: 'child' })
    await does('PUT', `/tasks/${child}`, { text: 'now' })

    const log = await logFor(edith)
    assert.equal(log.at(-1)?.operation, 'task-updated')
    assert.equal(log.at(-2)?.operation, 'reload')
    assert.doesNotMatch(JSON.stringify(log.slice(0, -1)), /hush|for all/)
  })

  it('has no part of a deleted branch that was hidden', async () => {
    const { edith, does, task, rule } = await site()
    const [top, open] = [await task('top'), await task('open')]
    const hidden = await task('hush', top)
    await rule(branch(hidden), 'none')
    await task('x', open)
    await does('DELETE', `/tasks/${top}`)
    assert.doesNotMatch(JSON.stringify(await logFor(edith)), /hush/)
  })
})

describe('what is told of tables', () => {
  const columns = [
    { name: 'name', type: 'text' },
    { name: 'wage', type: 'integer' },
  ]

  it('ends at hidden tables and columns', async () => {
    const { owner, edith, does, rule } = await site()
    await does('POST', '/tables', { name: 'films', columns })
    await does('POST', '/tables', { name: 'pay', columns })
    await rule(table('pay'), 'none')
    await rule({ kind: 'column', table: 'films', column: 'wage' }, 'none')
    const since = await head(owner)
    await does('POST', '/films', { name: 'Alien', wage: 4711 })
    await does('PATCH', '/films/1', { key: 'wage', value: 4712 })
    await does('PATCH', '/films/1', { key: 'name', value: 'Heat' })
    await does('POST', '/pay', { name: 'hush', wage: 4713 })
    await does('POST', '/tables', { name: 'more', columns })
    await does('DELETE', '/films/1')

    const log = await logFor(edith, since)
    assert.deepEqual(
      log.map(({ operation }) => operation),
      ['row-added', 'withheld', 'row-updated', 'withheld', 'table-created', 'row-deleted'],
    )
    assert.doesNotMatch(JSON.stringify(log), /:471|hush|wage/)
    assert.equal(log[0]?.after?.['name'], 'Alien')
  })

  it('does not tell what views are called that use hidden columns', async () => {
    const { owner, edith, does, rule } = await site()
    await does('POST', '/tables', { name: 'films', columns })
    await rule({ kind: 'column', table: 'films', column: 'wage' }, 'none')
    const since = await head(owner)
    await does('POST', '/tables/films/views', view('dear', 'wage'))
    await does('POST', '/tables/films/views', view('names', 'name'))
    await does('PUT', '/tables/films/views/dear', view('late', 'name'))
    await does('PUT', '/tables/films/views/late', view('cheap', 'wage'))
    await does('DELETE', '/tables/films/views/cheap')

    assert.deepEqual(await toldTo(edith, since), [
      'withheld',
      'view-added films/views/names',
      'reload',
      'reload',
      'withheld',
    ])
  })

  it('does not tell that a hidden table is gone', async () => {
    const { owner, edith, does, rule } = await site()
    await does('POST', '/tables', { name: 'pay', columns })
    await rule(table('pay'), 'none')
    await rule(table('*'), 'read')
    const since = await head(owner)
    await does('POST', '/pay', { name: 'hush' })
    assert.deepEqual(await toldTo(edith, since), ['withheld'])
    await does('DELETE', '/tables/pay')
    assert.doesNotMatch(JSON.stringify(await logFor(edith)), /pay|hush/)
  })
})

describe('what was hidden and is no more', () => {
  const columns = [
    { name: 'name', type: 'text' },
    { name: 'wage', type: 'integer' },
  ]
  type Site = Awaited<ReturnType<typeof site>>

  async function assertUntold({ edith, newFolder }: Site, what: RegExp): Promise<void> {
    for (const name of ['next', 'seen']) await newFolder('/', name)
    const log = await logFor(edith)
    assert.doesNotMatch(JSON.stringify(log), what)
    assert.equal(log.at(-1)?.entity, '/seen')
  }

  it('stays untold when the last rule that bound somebody went with a table', async () => {
    const people = await site()
    const { does, rule } = people
    await does('POST', '/tables', { name: 'pay', columns })
    await rule(table('pay'), 'none')
    await does('POST', '/pay', { name: 'hush' })
    await does('DELETE', '/tables/pay')
    await assertUntold(people, /pay|hush/)
    assert.deepEqual(await does('GET', '/auth/rules'), [])
  })

  it('stays untold when it went with a column', async () => {
    const people = await site()
    const { does, rule } = people
    await does('POST', '/tables', { name: 'films', columns })
    await rule({ kind: 'column', table: 'films', column: 'wage' }, 'none')
    await does('POST', '/films', { name: 'Alien', wage: 4711 })
    await does('PATCH', '/tables/films', { changes: [{ dropColumn: 'wage' }] })
    await assertUntold(people, /:471|wage/)
  })

  it('stays untold when it went with a task', async () => {
    const people = await site()
    const { does, task, rule } = people
    const top = await task('top')
    await rule(branch(top), 'none', { kind: 'account', id: people.edith.id })
    await does('PUT', `/tasks/${top}`, { text: 'hush' })
    await does('DELETE', `/tasks/${top}`)
    await assertUntold(people, /hush/)
  })

  it('is told when an owner has taken the rule away', async () => {
    const { edith, does, rule } = await site()
    await does('POST', '/tables', { name: 'pay', columns })
    await rule(table('pay'), 'none')
    await does('POST', '/pay', { name: 'hush' })
    await rule(table('pay'), null)
    assert.match(JSON.stringify(await logFor(edith)), /hush/)
  })
})

describe('what is told of a batch', () => {
  it('has nothing of what was hidden before the batch brought it to light', async () => {
    const { owner, edith, does, newFolder, task, rule } = await site()
    const [top, open] = [await task('top'), await task('open')]
    const child = await task('child', top)
    await rule(branch(top), 'none')
    const since = await head(owner)
    const item = (data: unknown) => ({ url: `tasks/${child}`, method: 'PUT', data })
    const answers = await does('POST', '/batch', [
      item({ text: 'one' }),
      item({ text: 'hush' }),
      item({ text: 'for all' }),
      item({ operation: 'move', target: open, mode: 'child' }),
    ])
    assert.doesNotMatch(JSON.stringify(answers), /code/)
    await newFolder('/', 'seen')

    assert.deepEqual(await toldTo(edith, since), [
      'withheld',
      'withheld',
      'withheld',
      'reload',
      'file-added /seen',
    ])
  })

  it('has nothing of a hidden table that goes in the middle of it', async () => {
    const { owner, edith, does, task, rule } = await site()
    const columns = [{ name: 'name', type: 'text' }]
    await does('POST', '/tables', { name: 'pay', columns })
    await rule(table('pay'), 'none')
    await rule(table('*'), 'read')
    const since = await head(owner)
    await does('POST', '/batch', [
      { url: 'tasks', method: 'POST', data: { text: 'x' } },
      { url: 'tasks', method: 'POST', data: { text: 'y' } },
      { url: 'pay', method: 'POST', data: { name: 'hush' } },
      { url: 'tables/pay', method: 'DELETE' },
    ])
    await task('z')
    const log = await logFor(edith, since)
    assert.doesNotMatch(JSON.stringify(log), /pay|hush/)
    assert.equal(log.length, 5)
    assert.equal(log.at(-1)?.operation, 'task-added')
  })
})

/** Follows the events of somebody; answers what has come so far. */
async function follow({ triptych }: AccountsServer, { cookie }: Somebody, query = '') {
  const url = `http://localhost/events${query}`
  const response = await triptych.fetch(new Request(url, { headers: { cookie } }))
  assert.equal(response.status, 200)
  const heard = { text: '', isOver: false }
  void (async () => {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      heard.text += piece
    }
    heard.isOver = true
    // It may break when its server ends.
  })().catch(() => {})
  return heard
}

describe('the stream of events', () => {
  it('tells everybody what is for them', async (t) => {
    const people = await site()
    const { edith, owner, newFolder, rule } = people
    await newFolder('/', 'secret')
    await rule(folder('/secret'), 'none')
    const heard = await follow(people, edith, `?since=${await head(owner)}`)
    const whole = await follow(people, owner, `?since=${await head(owner)}`)
    await newFolder('/secret', 'hush')
    await newFolder('/', 'seen')

    await t.waitFor(() => assert.match(heard.text, /\/seen/), patient)
    await t.waitFor(() => assert.match(whole.text, /\/seen/), patient)
    assert.doesNotMatch(heard.text, /hush/)
    assert.match(heard.text, /"withheld"/)
    assert.match(whole.text, /hush/)
  })

  it('ends for those whom a change of rules concerns, and says that they have to look anew', async (t) => {
    const people = await site()
    const { edith, owner, newFolder, rule } = people
    const rita = await people.invite('Rita', 'reader')
    await newFolder('/', 'secret')
    const since = `?since=${await head(owner)}`
    const [hers, ritas] = [await follow(people, edith, since), await follow(people, rita, since)]
    await rule(folder('/secret'), 'none', { kind: 'account', id: edith.id })
    await newFolder('/secret', 'hush')
    await newFolder('/', 'seen')

    await t.waitFor(() => assert.ok(hers.isOver), patient)
    assert.match(hers.text, /event: reload\ndata: \{\}\n\n/)
    assert.doesNotMatch(hers.text, /hush|seen|"rule-changed"/)
    await t.waitFor(() => assert.match(ritas.text, /\/seen/), patient)
    assert.match(ritas.text, /hush/)
    assert.ok(!ritas.isOver)

    const again = await follow(people, edith, since)
    await t.waitFor(() => assert.match(again.text, /\/seen/), patient)
    assert.match(again.text, /"reload"/)
    assert.doesNotMatch(again.text, /hush/)
    await rule(folder('/secret'), null, { kind: 'account', id: edith.id })
    await t.waitFor(() => assert.ok(again.isOver), patient)
  })

  it('goes on for those whom other rules bind', async (t) => {
    const people = await site()
    const { edith, owner, newFolder, rule } = people
    const rita = await people.invite('Rita', 'reader')
    await newFolder('/', 'secret')
    await rule(folder('/secret'), 'none', { kind: 'account', id: edith.id })
    const heard = await follow(people, edith, `?since=${await head(owner)}`)
    await rule(folder('/secret'), 'read', { kind: 'account', id: rita.id })
    await newFolder('/', 'seen')

    await t.waitFor(() => assert.match(heard.text, /\/seen/), patient)
    assert.ok(!heard.isOver)
  })

  it('tells nobody who is bound by rules what others look at, but for what kind of thing', async (t) => {
    const people = await site()
    const { edith, owner, newFolder, rule } = people
    await newFolder('/', 'secret')
    await rule(folder('/secret'), 'none')
    const theirs = await follow(people, owner, `?visitor=${'o'.repeat(16)}&at=tables/hush`)
    await t.waitFor(() => assert.match(theirs.text, /hush/), patient)
    const hers = await follow(people, edith, `?visitor=${'e'.repeat(16)}&at=files`)
    await t.waitFor(() => assert.match(hers.text, /"at":"tables"/), patient)
    assert.doesNotMatch(hers.text, /hush/)
    const { json } = await edith.ask('GET', '/events/people')
    const places = (json as People).people.map(({ at }) => at)
    assert.deepEqual(new Set(places), new Set(['files', 'tables']))
  })
})
