import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { assertProblem, send } from '../../test/fixtures/api.ts'
import type { Answer } from '../../test/fixtures/api.ts'
import { plainRoute } from '../../test/fixtures/route-server.ts'
import { trustedPeers } from '../auth/peers.ts'
import { shapeConfig } from '../config/config.ts'
import type { Context } from '../context.ts'
import { recordChange } from '../domain/record-change.ts'
import { AppError } from '../errors.ts'
import { openData } from '../open-data.ts'
import { createApp, webApp } from './app.ts'
import type { App } from './app.ts'
import type { KeyedRequest } from './idempotency.ts'
import { recordingWorkspaces } from './idempotency.ts'
import { crossOrigin } from './cross-origin.ts'
import { noGate } from './gate.ts'
import type { Call } from './call.ts'
import type { Route } from './route.ts'
import { reply } from './wire/reply.ts'

const closers: (() => Promise<void>)[] = []
after(() => Promise.all(closers.map((close) => close())))

interface Handling {
  handle: (call: Call) => unknown
}

/** What every server has, but with one route: `POST /do`. */
async function serverWith({
  handle,
  ...about
}: Pick<Route, 'multiTransaction' | 'form' | 'reads'> & Handling) {
  const { shared, closeData } = await openData(shapeConfig({ data: ':memory:' }), () => {})
  closers.push(closeData)
  await shared.workspaces.create('main')
  const doing = { ...plainRoute('POST', '/do', handle), ...about }
  const appOf = () =>
    createApp({
      ...shared,
      base: '',
      limits: { body: 1000, depth: 10 },
      crossOrigin: crossOrigin([]),
      gate: noGate,
      peers: trustedPeers([]),
      accel: null,
      rateLimits: null,
      ballast: null,
      observe: () => {},
      routes: [doing],
    })
  const post = postTo(appOf())
  const main = (await shared.workspaces.open('main'))!
  const log = () => main.database.read(({ changes }) => changes.since(0, 100))
  return { post, postElsewhere: postTo(appOf()), log, shared }
}

function postTo(app: App): (key: string) => Promise<Answer> {
  return (key) => send({ fetch: webApp(app) }, 'POST', '/do', undefined, { 'idempotency-key': key })
}

function note(context: Context, entity: string): Promise<number> {
  const change = { area: 'files', operation: 'file-added', before: null, after: null } as const
  return context.workspace.database.transact((stores) =>
    recordChange(context, stores, { ...change, entity }),
  )
}

describe('a POST in several transactions', () => {
  it('answers a repeat from the change that completed it, whatever came after', async () => {
    const { post, log } = await serverWith({
      multiTransaction: ({ entity }) => (entity === 'done' ? { result: entity } : undefined),
      async handle(call: Call) {
        await note(call.context, 'begun')
        await note(call.context, 'done')
        throw new Error('the answer got lost on its way')
      },
    })

    assertProblem(await post('k'), [500, 'internal'])
    const again = await post('k')

    assert.deepEqual([again.status, again.json], [200, { result: 'done' }])
    assert.equal(again.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal((await log()).length, 2)
  })

  it('is carried out again when it did not get so far', async () => {
    let calls = 0
    const { post, log } = await serverWith({
      multiTransaction: ({ entity }) => (entity === 'done' ? { result: entity } : undefined),
      async handle(call: Call) {
        await note(call.context, 'begun')
        if (++calls === 1) throw new AppError('unavailable', 'Not now.')
        await note(call.context, 'done')
        return { result: 'done' }
      },
    })

    assertProblem(await post('k'), [503, 'unavailable'])
    assert.equal((await post('k')).headers.get('idempotency-replayed'), null)
    assert.equal((await post('k')).headers.get('idempotency-replayed'), 'true')
    assert.equal((await log()).length, 3)
  })

  for (const [what, transactions] of [
    ['whose changes do not tell the answer', { multiTransaction: () => null }],
    ['that reads a form, and says nothing about it', { form: {} }],
  ] as const) {
    it(`is not carried out twice, but its answer can be lost: one ${what}`, async () => {
      let calls = 0
      const { post, log } = await serverWith({
        ...transactions,
        async handle(call: Call) {
          await note(call.context, 'one')
          await note(call.context, 'two')
          if (++calls === 1) throw new Error('the answer got lost on its way')
          return reply({ calls }, { headers: { etag: '"e"' } })
        },
      })

      assertProblem(await post('lost'), [500, 'internal'])
      assertProblem(await post('lost'), [409, 'idempotency.answer_lost'])
      const first = await post('fine')
      const again = await post('fine')

      assert.deepEqual([first.json, again.json], [{ calls: 2 }, { calls: 2 }])
      assert.equal(again.headers.get('etag'), '"e"')
      assert.equal((await log()).length, 4)
    })
  }

  it('keeps its answer where it changed nothing', async () => {
    let calls = 0
    const { post } = await serverWith({
      multiTransaction: () => null,
      handle: () => ({ calls: ++calls }),
    })

    await post('k')
    assert.deepEqual((await post('k')).json, { calls: 1 })
  })
})

describe('a POST in one transaction', () => {
  it('has its change and its answer in it', async () => {
    let commits = 0
    const { post, log, shared } = await serverWith({
      async handle(call: Call) {
        await note(call.context, 'one')
        await note(call.context, 'two')
        return {}
      },
    })
    const main = await shared.workspaces.open('main')
    main?.database.onCommit(() => (commits += 1))

    await post('k')
    await post('k')

    assert.equal(commits, 1)
    assert.equal((await log()).length, 2)
  })

  it('is done once by two servers of the same data', async () => {
    const { post, postElsewhere, log } = await serverWith({
      async handle(call: Call) {
        await note(call.context, 'one')
        return {}
      },
    })

    const answers = await Promise.all([post('k'), postElsewhere('k')])

    const replayed = answers.filter(({ headers }) => headers.has('idempotency-replayed'))
    assert.equal(replayed.length, 1)
    assert.equal((await log()).length, 1)
  })

  it('leaves nothing when it fails after its changes, and may come again', async () => {
    let isBroken = true
    const { post, log } = await serverWith({
      async handle(call: Call) {
        await note(call.context, 'one')
        if (isBroken) throw new Error('no')
        return {}
      },
    })

    assertProblem(await post('k'), [500, 'internal'])
    assert.equal((await log()).length, 0)
    isBroken = false
    assert.equal((await post('k')).status, 200)
    assert.equal((await log()).length, 1)
  })

  it('is told apart from one that needs a drive, which would wait for itself', async () => {
    const { post } = await serverWith({
      handle: async (call: Call) => await call.context.drives.of(call.context.workspace),
    })
    assertProblem(await post('k'), [500, 'internal'])
    assertProblem(await post('k'), [500, 'internal'])
  })

  it('has its long reads in the same transaction', async () => {
    const { post } = await serverWith({
      async handle(call: Call) {
        const { database } = call.context.workspace
        const heads = database.stream(async function* ({ changes }) {
          yield await changes.head()
        })
        const [streamed] = await Array.fromAsync(heads)
        const read = await database.readLong(({ changes }) => changes.head())
        return { isSame: streamed === read }
      },
    })
    assert.deepEqual((await post('k')).json, { isSame: true })
  })
})

describe('a POST that only reads', () => {
  it('has no use for a key', async () => {
    let calls = 0
    const { post } = await serverWith({
      reads: true,
      handle: () => ({ calls: ++calls }),
    })

    assert.deepEqual((await post('k')).json, { calls: 1 })
    assert.deepEqual((await post('k')).json, { calls: 2 })
    assert.deepEqual((await post('no key')).json, { calls: 3 })
  })
})

describe('a workspace that was made, but not answered', () => {
  it('is taken for its own by the same request, and by no other', async () => {
    const { shared } = await openData(shapeConfig({ data: ':memory:' }), () => {})
    closers.push(() => shared.workspaces.close())
    const claim: KeyedRequest = { owner: 'main/ann', key: 'k', digest: 'd', at: Date.now() }
    const createAs = (one: KeyedRequest) =>
      recordingWorkspaces(shared.workspaces, one).create('made')
    const made = await createAs(claim)

    assert.equal(await createAs(claim), made)
    assert.equal(await createAs({ ...claim, key: 'other' }), null)
    assert.equal(await createAs({ ...claim, owner: 'main/ben' }), null)
    await assert.rejects(createAs({ ...claim, digest: 'other' }), { code: 'idempotency.mismatch' })
    assert.equal(await shared.workspaces.create('made'), null)
  })
})
