import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import { createTriptych } from '../../server/src/index.ts'
import { outbox } from '../src/outbox.ts'
import { openServer } from '../src/index.ts'
import type { Server } from '../src/index.ts'
import { patient } from '../../server/test/fixtures/patient.ts'

const triptych = await createTriptych({ data: ':memory:', port: 0 })
const { url } = await triptych.listen()
const opened: Server[] = []
after(async () => {
  for (const server of opened) server.close()
  await triptych.close()
})

function open(): Server {
  const server = openServer({ url })
  opened.push(server)
  return server
}

async function changesSeenBy(server: Server): Promise<Change[]> {
  const seen: Change[] = []
  await server.follow({ change: (change) => seen.push(change), reload: () => assert.fail() })
  return seen
}

const cell = (id: number, value: string) => () =>
  ({ method: 'PATCH', path: `films/${id}`, body: { key: 'votes', value } }) as const

describe('the server as a page sees it', () => {
  it('tells what others changed, and not what this page did', async (t) => {
    const [ours, theirs] = [open(), open()]
    const seen = await changesSeenBy(ours)

    await outbox(ours, { batches: false }).send(cell(1, '11'))
    await outbox(theirs, { batches: false }).send(cell(2, '22'))

    await t.waitFor(() => assert.ok(seen.length > 0), patient)
    assert.deepEqual(
      seen.map(({ entity }) => entity),
      ['films/2'],
    )
  })

  it('tells an own change that came behind one of another page', async (t) => {
    const [ours, theirs] = [open(), open()]
    const seen = await changesSeenBy(ours)
    const mark = ours.mark()
    const forged = ours.mark()
    ours.forgetMark(forged)

    await outbox(theirs, { batches: false }).send(cell(3, '31'))
    await t.waitFor(() => assert.equal(seen.length, 1), patient)
    await ours.send(cell(3, '32')(), { 'x-origin': mark })

    await t.waitFor(() => assert.equal(seen.length, 2), patient)
    await theirs.send(cell(3, '33')(), { 'x-origin': mark })
    await theirs.send(cell(3, '34')(), { 'x-origin': forged })
    await t.waitFor(() => assert.equal(seen.length, 4), patient)
    assert.deepEqual(
      seen.map(({ after }) => after?.['votes']),
      [31, 32, 33, 34],
    )
  })

  it('says why a request was refused', async () => {
    await assert.rejects(open().send({ method: 'GET', path: 'nothing-here' }), {
      name: 'ServerError',
      status: 404,
      code: 'tables.not_found',
    })
  })
})

describe('the outbox', () => {
  it('sends in order, and what has piled up as one batch', async (t) => {
    const [ours, theirs] = [open(), open()]
    const seen = await changesSeenBy(theirs)
    const box = outbox(ours, { batches: true })

    await Promise.all([1, 2, 3, 4, 5].map((n) => box.send(cell(4, `4${n}`))))

    await t.waitFor(() => assert.equal(seen.length, 5), patient)
    assert.deepEqual(
      seen.map(({ after }) => after?.['votes']),
      [41, 42, 43, 44, 45],
    )
    assert.equal(new Set(seen.map(({ origin }) => origin)).size, 1)
  })

  it('makes no batch longer than the server takes', async () => {
    const box = outbox(open(), { batches: true })
    const name = 'x'.repeat(9000)
    const long = () =>
      ({ method: 'PATCH', path: 'films/7', body: { key: 'name', value: name } }) as const

    const answers = await Promise.allSettled(Array.from({ length: 150 }, () => box.send(long)))

    assert.deepEqual(
      answers.filter(({ status }) => status === 'rejected'),
      [],
    )
  })

  it('counts what is not saved yet, of all widgets of the page together', async () => {
    const server = open()
    const counts: number[] = []
    server.onUnsaved((count) => counts.push(count))
    const boxes = [outbox(server, { batches: false }), outbox(server, { batches: false })]

    await Promise.all(boxes.map((box, n) => box.send(cell(8 + n, '81'))))

    assert.deepEqual(counts, [1, 2, 1, 0])
  })

  it('refuses only what failed in a batch', async () => {
    const box = outbox(open(), { batches: true })
    const [good, bad, last] = await Promise.allSettled([
      box.send(cell(5, '51')),
      box.send(cell(5, 'many')),
      box.send(cell(6, '61')),
    ])

    assert.deepEqual([good?.status, last?.status], ['fulfilled', 'fulfilled'])
    assert.equal(bad?.status === 'rejected' && bad.reason.code, 'tables.wrong_type')
  })

  it('lets a later write know what an earlier answer brought', async () => {
    const box = outbox(open(), { batches: false })
    let id = 0
    void box.send(
      () => ({ method: 'POST', path: 'films', body: { name: 'A late film' } }),
      (answer) => (id = (answer as { id: number }).id),
    )
    const answer = await box.send(() => ({ method: 'DELETE', path: `films/${id}` }))

    assert.ok(id > 0)
    assert.deepEqual(Object.keys(answer as object).includes('code'), false)
  })
})
