import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import type { Assignment, Link, Resource, Task } from '@triptych/contract/gantt'
import type { HistoryPage } from '@triptych/contract/history'
import type { Access, Rule } from '@triptych/contract/rules'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import type { Somebody } from '../../../test/fixtures/accounts-api.ts'
import { assertProblem } from '../../../test/fixtures/api.ts'
import type { Body } from '../../../test/fixtures/api.ts'
import { outlineOf, temporary } from '../../../test/fixtures/gantt-api.ts'
import type { Config } from '../../config/config.ts'

type Request = [method: string, path: string, body?: Body]

const tree = {
  a: {},
  secret: { type: 'summary', open: true },
  s1: { parent: 'secret' },
  s2: { parent: 'secret' },
  s21: { parent: 's2' },
  open: { type: 'summary', open: true },
  o1: { parent: 'open' },
  kid: { parent: 'open' },
  o2: { parent: 'open' },
  bare: { type: 'summary', open: true },
  only: { parent: 'bare' },
  ro: { type: 'summary' },
  r1: { parent: 'ro' },
  mine: { parent: 'ro' },
  m1: { parent: 'mine' },
  z: {},
} as const
type Name = keyof typeof tree

const hiddenNames = ['secret', 's1', 's2', 's21', 'kid', 'only'] as const
const seenOutline = 'a open(o1 o2) bare ro(r1 mine(m1)) z'
/** No task, link or assignment has it. */
const nowhere = 4711

async function done<T = { id: number }>(who: Somebody, ...request: Request): Promise<T> {
  const { status, json } = await who.ask(...request)
  assert.equal(status, 200, `${request[0]} ${request[1]}: ${JSON.stringify(json)}`)
  return json as T
}

/** Olga owns the server, Bob may do everything in the plan, and Eve what the rules leave her of that. */
async function plan(options: Partial<Config> = {}) {
  const { owner, invite } = await accountsServer(options)
  const [bob, eve] = [await invite('Bob', 'editor'), await invite('Eve', 'editor')]

  async function rule(task: number, access: Access | null, whom = eve): Promise<void> {
    const thing = { kind: 'branch', task }
    const subject = { kind: 'account', id: whom.id }
    await done(owner, 'PUT', '/auth/rules', { thing, subject, access })
  }
  async function forbidden(...request: Request): Promise<void> {
    const before = await head()
    assertProblem(await eve.ask(...request), [403, 'forbidden'], JSON.stringify(request))
    assert.equal(await head(), before, `${JSON.stringify(request)} changed something`)
  }
  async function head(): Promise<number> {
    const { headers } = await owner.ask('GET', '/changes?limit=1')
    return Number(headers.get('x-revision'))
  }

  const ids = {} as Record<Name, number>
  for (const [text, fields] of Object.entries<Record<string, unknown>>(tree)) {
    const parent = ids[fields['parent'] as Name] ?? 0
    ids[text as Name] = (await done(bob, 'POST', '/tasks', { text, ...fields, parent })).id
  }
  const resource = (await done(bob, 'POST', '/resources', { name: 'Ann' })).id
  const link = async (source: Name, target: Name) =>
    (await done(bob, 'POST', '/links', { source: ids[source], target: ids[target] })).id
  const assign = async (task: Name) =>
    (await done(bob, 'POST', '/assignments', { task: ids[task], resource })).id
  const links = {
    seen: await link('a', 'z'),
    half: await link('a', 's1'),
    deep: await link('s21', 'z'),
    inside: await link('s1', 's2'),
    beside: await link('o1', 'kid'),
    read: await link('a', 'r1'),
  }
  const assignments = {
    seen: await assign('a'),
    hidden: await assign('s21'),
    kid: await assign('kid'),
    read: await assign('r1'),
  }
  const list = <T>(who: Somebody, path: string) => done<T[]>(who, 'GET', path)
  return {
    owner,
    bob,
    eve,
    ids,
    links,
    assignments,
    resource,
    done,
    rule,
    forbidden,
    head,
    list,
    outline: async (who: Somebody) => outlineOf(await list<Task>(who, '/tasks')),
    /** Everything that Bob sees. */
    whole: async () => ({
      tasks: await list<Task>(bob, '/tasks'),
      links: await list<Link>(bob, '/links'),
      resources: await list<Resource>(bob, '/resources'),
      assignments: await list<Assignment>(bob, '/assignments'),
      head: await head(),
    }),
  }
}

async function ruledPlan(options: Partial<Config> = {}) {
  const made = await plan(options)
  const { rule, ids } = made
  for (const name of ['secret', 'kid', 'only'] as const) await rule(ids[name], 'none')
  // What is below something hidden stays so, whatever else stands there.
  await rule(ids.s2, 'write')
  await rule(ids.ro, 'read')
  await rule(ids.mine, 'write')
  return made
}

const idsOf = (all: readonly { id: number }[]) => all.map(({ id }) => id)
const move = (target: unknown, mode = 'after') => ({ operation: 'move', target, mode })
const copy = (target: unknown, mode = 'after') => ({ operation: 'copy', target, mode })

const ofLink = (id: number): Request[] => [
  ['PUT', `/links/${id}`, { lag: 1 }],
  ['DELETE', `/links/${id}`],
]

const ofAssignment = (id: number): Request[] => [
  ['PUT', `/assignments/${id}`, { units: 1 }],
  ['DELETE', `/assignments/${id}`],
]

const askKnowing = async (who: Somebody, known?: string) => {
  const headers: Record<string, string> = known ? { 'if-none-match': known } : {}
  const { status, headers: told } = await who.ask('GET', '/tasks', undefined, headers)
  return { status, tag: told.get('etag')! }
}

describe('a hidden branch', () => {
  it('is in no list, nor are its links and assignments', async () => {
    const { eve, bob, ids, links, assignments, list, outline, done } = await ruledPlan()

    assert.equal(await outline(eve), seenOutline)
    assert.deepEqual(await list(eve, '/tasks/0'), await list(eve, '/tasks'))
    assert.deepEqual(idsOf(await list<Task>(eve, `/tasks/${ids.open}`)), [ids.o1, ids.o2])
    assert.deepEqual(await list(eve, `/tasks/${ids.bare}`), [])
    assert.deepEqual(idsOf(await list<Link>(eve, '/links')), [links.seen, links.read])
    assert.deepEqual(idsOf(await list<Link>(eve, '/links/0?ends=any')), [links.seen, links.read])
    assert.deepEqual(await list(eve, `/links/${ids.open}?ends=any`), [])
    assert.deepEqual(await list(eve, `/links/${ids.open}`), [])
    const seen = [assignments.seen, assignments.read]
    assert.deepEqual(idsOf(await list<Assignment>(eve, '/assignments')), seen)
    assert.deepEqual(idsOf(await list<Assignment>(eve, '/assignments/0')), seen)
    assert.deepEqual(await list(eve, `/assignments/${ids.open}`), [])

    // To others it is there as before, whoever asked last.
    assert.equal(
      await outline(bob),
      'a secret(s1 s2(s21)) open(o1 kid o2) bare(only) ro(r1 mine(m1)) z',
    )
    assert.equal((await done<Link[]>(bob, 'GET', '/links')).length, 6)
    assert.equal(await outline(eve), seenOutline)
  })

  it('does not count where children do', async () => {
    const { eve, bob, ids, list, done } = await ruledPlan({ lazyAbove: 2 })
    const one = async (who: Somebody, id: number) => {
      const listed = (await list<Task>(who, '/tasks')).find((task) => task.id === id)!
      assert.deepEqual(await list(who, `/tasks/${id}/self`), listed)
      return listed
    }

    assert.equal((await one(bob, ids.open))['lazy'], true)
    assert.equal((await one(eve, ids.open))['lazy'], undefined)
    assert.equal((await one(eve, ids.open))['open'], true)
    assert.equal((await one(bob, ids.bare))['open'], true)
    assert.equal((await one(eve, ids.bare))['open'], undefined)
    await done(bob, 'PUT', `/tasks/${ids.bare}`, { operation: 'lazy', value: true })
    assert.equal((await one(bob, ids.bare))['lazy'], true)
    assert.equal((await one(eve, ids.bare))['lazy'], undefined)
  })

  it('is answered as what is not there, wherever its ids are sent, and nothing changes', async () => {
    const { eve, ids, links, assignments, resource, whole } = await ruledPlan()
    const before = await whole()
    const ofTask = (id: number): Request[] => [
      ['GET', `/tasks/${id}`],
      ['GET', `/links/${id}`],
      ['GET', `/links/${id}?ends=any`],
      ['GET', `/assignments/${id}`],
      ['PUT', `/tasks/${id}`, { text: 'x' }],
      ['PUT', `/tasks/${id}`, {}],
      ['PUT', `/tasks/${id}`, { operation: 'lazy', value: true }],
      ['PUT', `/tasks/${id}`, { operation: 'move', mode: 'up' }],
      ['PUT', `/tasks/${id}`, move(ids.a)],
      ['PUT', `/tasks/${id}`, copy(ids.a)],
      ['PUT', `/tasks/${id}`, { ...copy(null, 'child'), id: temporary(1) }],
      ['PUT', `/tasks/${id}`, { ...copy(ids.a), lazy: true }],
      ['DELETE', `/tasks/${id}`],
      ['POST', '/tasks', { text: 'x', parent: id }],
      ...['before', 'after', 'child'].flatMap((mode): Request[] => [
        ['POST', '/tasks', { task: { text: 'x' }, mode, target: id }],
        ['PUT', `/tasks/${ids.a}`, move(id, mode)],
        ['PUT', `/tasks/${ids.a}`, copy(id, mode)],
      ]),
      ['POST', '/links', { source: id, target: ids.a }],
      ['POST', '/links', { source: ids.a, target: id }],
      ['PUT', `/links/${links.seen}`, { target: id }],
      ['POST', '/assignments', { task: id, resource }],
      ['PUT', `/assignments/${assignments.seen}`, { task: id }],
      ['POST', '/batch', [{ method: 'DELETE', url: `/tasks/${id}`, data: {} }]],
      ['POST', '/batch?atomic=true', [{ method: 'DELETE', url: `/tasks/${id}`, data: {} }]],
    ]

    const cases: [(id: number) => Request[], number[]][] = [
      [ofTask, hiddenNames.map((name) => ids[name])],
      [ofLink, [links.half, links.deep, links.inside, links.beside]],
      [ofAssignment, [assignments.hidden, assignments.kid]],
    ]
    const told = async (requests: Request[], about: number): Promise<string[]> => {
      const answers: string[] = []
      for (const request of requests) {
        const { status, json } = await eve.ask(...request)
        const text = JSON.stringify(json).replaceAll(new RegExp(`:${about}\\b`, 'g'), ':it')
        answers.push(`${request[0]} ${request[1].split('/')[1]} ${status} ${text}`)
      }
      return answers
    }
    for (const [requests, hidden] of cases) {
      const missing = await told(requests(nowhere), nowhere)
      for (const id of hidden) assert.deepEqual(await told(requests(id), id), missing)
    }
    assert.deepEqual(await whole(), before)
  })

  it('keeps its ids, which are taken, and never given out', async () => {
    const { eve, ids, links, assignments, resource, done, list } = await ruledPlan()

    for (const [path, body] of [
      ['/tasks', { id: ids.s1, text: 'x' }],
      ['/links', { id: links.inside, source: ids.a, target: ids.o1 }],
      ['/assignments', { id: assignments.hidden, task: ids.o1, resource }],
    ] as const) {
      assertProblem(await eve.ask('POST', path, body), [409, 'gantt.id_taken'], path)
    }
    const { id } = await done(eve, 'POST', '/tasks', { text: 'x' })
    assert.ok(id > ids.z)
    assert.ok(idsOf(await list<Task>(eve, '/tasks')).includes(id))
  })

  it('lets nobody copy, move or delete what holds it, but for a copy of the rest', async () => {
    const { eve, bob, ids, links, done, forbidden, outline, list } = await ruledPlan()

    await forbidden('DELETE', `/tasks/${ids.open}`)
    await forbidden('PUT', `/tasks/${ids.open}`, move(ids.z))
    await forbidden('PUT', `/tasks/${ids.open}`, { operation: 'move', mode: 'up' })
    await forbidden('DELETE', `/tasks/${ids.bare}`)
    const batch = [{ method: 'DELETE', url: `/tasks/${ids.open}`, data: {} }]
    await forbidden('POST', '/batch?atomic=true', batch)

    const request = { ...copy(ids.z), id: temporary(1), lazy: true }
    const { id } = await done(eve, 'PUT', `/tasks/${ids.open}`, request)

    assert.equal(await outline(eve), `${seenOutline} open(o1 o2)`)
    assert.match(await outline(bob), / z open\(o1 o2\)$/)
    assert.equal((await list<Link>(bob, '/links')).length, Object.keys(links).length)
    await done(eve, 'DELETE', `/tasks/${id}`)
  })

  it('is left out of a branch that is copied task by task', async () => {
    const { eve, bob, ids, done, outline } = await ruledPlan()

    const names = ['open', 'o1', 'o2'] as const
    for (const [index, name] of names.entries()) {
      const to = index === 0 ? copy(ids.z) : copy(null, 'child')
      await done(eve, 'PUT', `/tasks/${ids[name]}`, { ...to, id: temporary(100 + index) })
    }

    assert.match(await outline(bob), / z open\(o1 o2\)$/)
  })

  it('is as hidden in a copy that still waits for its place', async () => {
    const { bob, eve, ids, done, outline } = await ruledPlan()
    const lost = (number: number) => ({ ...copy(null, 'child'), id: temporary(number) })
    const waiting = (await done(bob, 'PUT', `/tasks/${ids.s1}`, lost(1))).id
    const deep = { ...lost(2), lazy: true }
    const branch = (await done(bob, 'PUT', `/tasks/${ids.s2}`, deep)).id
    const own = (await done(eve, 'PUT', `/tasks/${ids.o1}`, lost(3))).id

    for (const id of [waiting, branch]) {
      const notThere = [404, 'gantt.task_not_found'] as const
      assertProblem(await eve.ask('GET', `/tasks/${id}`), notThere)
      assertProblem(await eve.ask('PUT', `/tasks/${id}`, { text: 'x' }), notThere)
      assertProblem(await eve.ask('PUT', `/tasks/${id}`, copy(ids.z)), notThere)
    }
    await done(eve, 'PUT', `/tasks/${own}`, { text: 'own' })
    await done(bob, 'DELETE', `/tasks/${ids.s1}`)
    assert.equal((await eve.ask('PUT', `/tasks/${waiting}`, copy(ids.z))).status, 404)
    assert.equal(await outline(eve), seenOutline)
  })

  it('stands between what is seen without being noticed when that is moved', async () => {
    const { eve, bob, ids, done, outline, head } = await ruledPlan()
    const before = await head()

    // Where they are already, as Eve sees it.
    await done(eve, 'PUT', `/tasks/${ids.o2}`, move(ids.o1, 'after'))
    await done(eve, 'PUT', `/tasks/${ids.o1}`, move(ids.o2, 'before'))
    await done(eve, 'PUT', `/tasks/${ids.o2}`, { operation: 'move', mode: 'down' })
    assert.equal(await head(), before)

    await done(eve, 'PUT', `/tasks/${ids.o1}`, { operation: 'move', mode: 'down' })
    assert.match(await outline(eve), / open\(o2 o1\) /)
    assert.match(await outline(bob), / open\(kid o2 o1\) /)
    await done(eve, 'PUT', `/tasks/${ids.o1}`, { operation: 'move', mode: 'up' })
    assert.match(await outline(eve), / open\(o1 o2\) /)
    await done(bob, 'PUT', `/tasks/${ids.kid}`, move(ids.open, 'child'))
    const last = await head()
    await done(eve, 'PUT', `/tasks/${ids.o2}`, move(ids.open, 'child'))
    assert.equal(await head(), last)
    await done(eve, 'PUT', `/tasks/${ids.o1}`, move(ids.open, 'child'))
    assert.match(await outline(bob), / open\(o2 kid o1\) /)
    // The keys of all of them still differ.
    await done(eve, 'POST', '/tasks', { text: 'new', parent: ids.bare })
    assert.match(await outline(bob), / bare\(only new\) /)
  })

  it('may close a circle of links, of which no more is told than what is seen', async () => {
    const { eve, bob, ids, done } = await ruledPlan()
    await done(bob, 'POST', '/links', { source: ids.z, target: ids.kid })
    await done(bob, 'POST', '/links', { source: ids.kid, target: ids.o2 })

    const answer = await eve.ask('POST', '/links', { source: ids.o2, target: ids.z })

    const { cycle } = assertProblem(answer, [409, 'gantt.cycle'], 'a circle')
    assert.deepEqual(cycle, [ids.o2, ids.z])
  })

  it('loses its links with a task at their other end, and its rules when it is deleted', async () => {
    const { owner, eve, bob, ids, links, done, list } = await ruledPlan()

    await done(eve, 'DELETE', `/tasks/${ids.a}`)
    const left = idsOf(await list<Link>(bob, '/links'))
    assert.deepEqual(left, [links.deep, links.inside, links.beside])

    await done(bob, 'DELETE', `/tasks/${ids.secret}`)
    const rules = await done<Rule[]>(owner, 'GET', '/auth/rules')
    const things = rules.map(({ thing }) => (thing.kind === 'branch' ? thing.task : null))
    const expected = [ids.kid, ids.only, ids.ro, ids.mine]
    assert.deepEqual(new Set(things), new Set(expected))
    // Whoever gets the id now has nothing to do with what had it before.
    await done(eve, 'POST', '/tasks', { id: ids.secret, text: 'again' })
    assert.ok(idsOf(await list<Task>(eve, '/tasks')).includes(ids.secret))
  })

  for (const [size, count] of [
    ['small', 0],
    ['of a size that is told of by number', 90],
  ] as const) {
    it(`comes back hidden with a branch ${size}, and only by those who see all of it`, async () => {
      const { owner, eve, bob, ids, done, outline, whole } = await ruledPlan()
      for (let made = 0; made < count; made += 10) {
        const data = { text: 'more', parent: ids.o1, details: 'x'.repeat(95_000) }
        const items = Array.from({ length: 10 }, () => ({ method: 'POST', url: 'tasks', data }))
        await done(bob, 'POST', '/batch', items)
      }
      const rules = await done<Rule[]>(owner, 'GET', '/auth/rules')
      const [before, seen] = [await whole(), await outline(eve)]
      const restore = { of: `tasks/${ids.open}`, at: before.head }
      for (const back of [
        () => done(bob, 'POST', '/undo', {}),
        () => done(bob, 'POST', '/history/restore', restore),
      ]) {
        await done(bob, 'DELETE', `/tasks/${ids.open}`)
        const gone = await whole()
        const { steps } = await done<HistoryPage>(bob, 'GET', '/history?limit=1')

        const undo = await eve.ask('POST', '/undo', { step: steps[0]!.step })
        assert.ok([403, 409].includes(undo.status), JSON.stringify(undo.json))
        assert.equal((await eve.ask('POST', '/history/restore', restore)).status, 409)
        assert.deepEqual(await whole(), gone)

        await back()
        const { head: _then, ...was } = before
        const { head: _now, ...is } = await whole()
        assert.deepEqual(is, was)
        assert.equal(await outline(eve), seen)
        assert.deepEqual(await done<Rule[]>(owner, 'GET', '/auth/rules'), rules)
      }
    })
  }
})

describe('a branch to be read only', () => {
  it('is listed, and takes no change', async () => {
    const { eve, ids, links, assignments, resource, forbidden, list, whole } = await ruledPlan()
    const before = await whole()
    assert.ok(idsOf(await list<Task>(eve, `/tasks/${ids.ro}`)).includes(ids.r1))

    for (const id of [ids.ro, ids.r1]) {
      await forbidden('PUT', `/tasks/${id}`, { text: 'x' })
      await forbidden('PUT', `/tasks/${id}`, { operation: 'lazy', value: true })
      await forbidden('PUT', `/tasks/${id}`, move(ids.a))
      await forbidden('PUT', `/tasks/${id}`, { operation: 'move', mode: 'up' })
      await forbidden('DELETE', `/tasks/${id}`)
      await forbidden('POST', '/tasks', { text: 'x', parent: id })
      await forbidden('POST', '/tasks', { task: { text: 'x' }, mode: 'child', target: id })
      await forbidden('PUT', `/tasks/${ids.a}`, move(id, 'child'))
      await forbidden('PUT', `/tasks/${ids.a}`, copy(id, 'child'))
      await forbidden('POST', '/links', { source: ids.z, target: id })
      await forbidden('POST', '/links', { source: id, target: ids.z })
      await forbidden('PUT', `/links/${links.seen}`, { target: id })
    }
    await forbidden('POST', '/tasks', { task: { text: 'x' }, mode: 'after', target: ids.r1 })
    await forbidden('PUT', `/tasks/${ids.a}`, move(ids.r1, 'before'))
    await forbidden('PUT', `/tasks/${ids.a}`, copy(ids.r1))
    await forbidden('PUT', `/tasks/${ids.r1}`, { operation: 'copy' })
    await forbidden('PUT', `/links/${links.read}`, { lag: 1 })
    await forbidden('PUT', `/links/${links.read}`, { target: ids.z })
    await forbidden('DELETE', `/links/${links.read}`)
    await forbidden('POST', '/links', { source: ids.a, target: ids.r1 })
    await forbidden('POST', '/assignments', { task: ids.r1, resource })
    await forbidden('PUT', `/assignments/${assignments.read}`, { units: 1 })
    await forbidden('PUT', `/assignments/${assignments.read}`, { task: ids.a })
    await forbidden('PUT', `/assignments/${assignments.seen}`, { task: ids.r1 })
    await forbidden('DELETE', `/assignments/${assignments.read}`)
    // It goes with all of its assignments.
    await forbidden('DELETE', `/resources/${resource}`)
    assert.deepEqual(await whole(), before)
  })

  it('may be copied to where one may write', async () => {
    const { eve, bob, ids, done, outline } = await ruledPlan()

    const { id } = await done(eve, 'PUT', `/tasks/${ids.ro}`, { ...copy(ids.z), lazy: true })

    assert.match(await outline(bob), / z ro\(r1 mine\(m1\)\)$/)
    await done(eve, 'PUT', `/tasks/${id}`, { text: 'my own' })
  })

  it('may hold one that can be changed, but not be taken away', async () => {
    const { eve, bob, ids, resource, done, forbidden, outline } = await ruledPlan()

    await done(eve, 'PUT', `/tasks/${ids.mine}`, { text: 'ours' })
    await done(eve, 'POST', '/tasks', { text: 'm2', parent: ids.mine })
    await done(eve, 'POST', '/links', { source: ids.a, target: ids.m1 })
    await done(eve, 'POST', '/assignments', { task: ids.m1, resource })
    await done(eve, 'PUT', `/tasks/${ids.m1}`, { operation: 'move', mode: 'down' })
    assert.match(await outline(bob), / ro\(r1 ours\(m2 m1\)\) /)
    await forbidden('DELETE', `/tasks/${ids.mine}`)
    await forbidden('PUT', `/tasks/${ids.mine}`, move(ids.z))
    await forbidden('PUT', `/tasks/${ids.mine}`, { operation: 'move', mode: 'up' })
    await done(eve, 'DELETE', `/tasks/${ids.m1}`)
  })

  it('fails alone in a batch, and all of it when it is atomic', async () => {
    const { eve, bob, ids, done, forbidden, list } = await ruledPlan()
    const batch = [
      { method: 'PUT', url: `/tasks/${ids.a}`, data: { text: 'changed' } },
      { method: 'PUT', url: `/tasks/${ids.r1}`, data: { text: 'changed' } },
    ]

    await forbidden('POST', '/batch?atomic=true', batch)
    const answers = await done<object[]>(eve, 'POST', '/batch', batch)

    assert.deepEqual(answers[0], { id: ids.a })
    assert.equal((answers[1] as { code: string }).code, 'forbidden')
    const changed = (await list<Task>(bob, '/tasks')).filter(({ text }) => text === 'changed')
    assert.deepEqual(idsOf(changed), [ids.a])
  })
})

const remove = (id: number) => ({ method: 'DELETE', url: `/tasks/${id}`, data: {} })
const put = (id: number) => ({ method: 'PUT', url: `/tasks/${id}`, data: { text: 'x' } })
const add = (id: number) => ({ method: 'POST', url: '/tasks', data: { id, text: 'x' } })

describe('a batch', () => {
  it('goes by the rules as they are after what it has deleted so far', async () => {
    const { eve, bob, ids, rule, done } = await plan()
    await rule(ids.mine, 'read')
    await rule(ids.m1, 'write')
    await rule(ids.ro, 'write', bob)
    const batch = [remove(ids.ro), put(ids.mine), add(ids.mine), put(ids.mine)]
    const answers = await done<{ code?: string }[]>(bob, 'POST', '/batch', batch)
    const codes = answers.map(({ code }) => code ?? 'done')
    assert.deepEqual(codes, ['done', 'gantt.task_not_found', 'done', 'done'])
    await done(eve, 'PUT', `/tasks/${ids.mine}`, { text: 'y' })
  })
})

describe('the whole plan', () => {
  it('is empty where it is hidden, and takes nothing new', async () => {
    const { eve, bob, ids, links, assignments, resource, rule, forbidden, list, outline, whole } =
      await plan()
    await rule(0, 'none')
    await rule(ids.open, 'write')
    const before = await whole()

    for (const path of ['/tasks', '/tasks/0', '/links', '/links/0', '/assignments', '/resources']) {
      assert.deepEqual(await list(eve, path), [], path)
    }
    const missing: [...Request, code: string][] = [
      ['GET', `/tasks/${ids.open}`, undefined, 'gantt.task_not_found'],
      ['DELETE', `/tasks/${ids.open}`, undefined, 'gantt.task_not_found'],
      ['DELETE', `/links/${links.seen}`, undefined, 'gantt.link_not_found'],
      ['DELETE', `/assignments/${assignments.seen}`, undefined, 'gantt.assignment_not_found'],
      ['DELETE', `/resources/${resource}`, undefined, 'gantt.resource_not_found'],
      ['PUT', `/resources/${resource}`, { name: 'x' }, 'gantt.resource_not_found'],
    ]
    for (const [method, path, body, code] of missing) {
      const { status, json } = await eve.ask(method, path, body)
      assert.deepEqual([status, (json as { code: string }).code], [404, code], path)
    }
    await forbidden('POST', '/tasks', { text: 'x' })
    await forbidden('POST', '/resources', { name: 'x' })
    assert.deepEqual(await whole(), before)
    assert.notEqual(await outline(bob), '')
  })

  it('to be read only may have branches that can be changed', async () => {
    const { eve, ids, resource, rule, done, forbidden, list } = await plan()
    await rule(0, 'read')
    await rule(ids.open, 'write')

    assert.equal((await list<Task>(eve, '/tasks')).length, Object.keys(tree).length)
    await forbidden('POST', '/tasks', { text: 'x' })
    await forbidden('PUT', `/tasks/${ids.a}`, { text: 'x' })
    await forbidden('POST', '/resources', { name: 'x' })
    await forbidden('PUT', `/resources/${resource}`, { name: 'x' })
    await forbidden('PUT', `/tasks/${ids.o1}`, move(0, 'child'))
    await forbidden('DELETE', `/tasks/${ids.open}`)
    await done(eve, 'PUT', `/tasks/${ids.open}`, { text: 'x' })
    await done(eve, 'POST', '/tasks', { text: 'x', parent: ids.open })
    await done(eve, 'PUT', `/tasks/${ids.o1}`, copy(ids.o2))
  })
})

describe('the version of the plan', () => {
  it('is another one for whoever sees less of it, and when a rule changes that', async () => {
    const { eve, bob, ids, rule, outline } = await plan()
    const whole = await askKnowing(eve)
    assert.deepEqual(await askKnowing(bob), whole)

    await rule(ids.secret, 'none')
    const less = await askKnowing(eve, whole.tag)
    assert.equal(less.status, 200)
    assert.notEqual(less.tag, whole.tag)
    assert.equal((await askKnowing(eve, less.tag)).status, 304)
    assert.equal((await askKnowing(bob, less.tag)).status, 200)
    assert.equal((await askKnowing(bob, whole.tag)).status, 304)

    await rule(ids.secret, 'read')
    assert.equal((await askKnowing(eve, less.tag)).status, 200)
    assert.equal((await askKnowing(eve, whole.tag)).status, 304)
    await rule(ids.secret, null)
    await rule(ids.z, 'none')
    assert.equal((await askKnowing(eve, less.tag)).status, 200)
    assert.doesNotMatch(await outline(eve), / z$/)
    assert.match(await outline(bob), / z$/)
  })

  it('is that of a long plan, too, of which each gets what is theirs', async () => {
    const { eve, bob, ids, rule, done, list } = await plan()
    const items = Array.from({ length: 4500 }, (_, n) => ({
      method: 'POST',
      url: '/tasks',
      data: { text: String(n), parent: [ids.s1, ids.open, 0][n % 3] },
    }))
    await done(bob, 'POST', '/batch?atomic=true', items)
    for (const name of ['secret', 'kid', 'only'] as const) await rule(ids[name], 'none')

    // The second time it is known to be long.
    for (let n = 0; n < 2; n++) {
      const all = await list<Task>(bob, '/tasks')
      const below = all.filter(({ id }) => id === ids.open)
      assert.equal(below.length, 1)
      assert.equal((await list<Task>(bob, `/tasks/${ids.open}`)).length, 1503)
      const seen = await list<Task>(eve, '/tasks')
      const expected = all.filter(({ id, parent }) => {
        const names = hiddenNames.map((name) => ids[name])
        return !names.includes(id) && !names.includes(parent)
      })
      assert.deepEqual(idsOf(seen), idsOf(expected))
      assert.deepEqual(idsOf(await list<Task>(eve, `/tasks/${ids.open}`)).length, 1502)
    }
  })
})

describe('rules for branches', () => {
  it('bind no owner, and follow a branch that is moved', async () => {
    const { owner, eve, bob, ids, rule, done, outline } = await plan()
    await rule(ids.s1, 'none')
    await rule(ids.a, 'none', owner)
    assert.match(await outline(owner), /^a secret/)

    await done(bob, 'PUT', `/tasks/${ids.s1}`, move(ids.open, 'child'))
    assert.equal(
      await outline(eve),
      'a secret(s2(s21)) open(o1 kid o2) bare(only) ro(r1 mine(m1)) z',
    )
    await done(bob, 'PUT', `/tasks/${ids.a}`, move(ids.s1, 'child'))
    assert.doesNotMatch(await outline(eve), /a /)
    const changes = await done<Change[]>(owner, 'GET', '/changes?limit=1')
    assert.equal(changes.length, 1)
  })
})
