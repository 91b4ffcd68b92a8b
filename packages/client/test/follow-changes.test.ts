import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import { followChanges } from '../src/index.ts'
import { createTriptych } from '../../server/src/index.ts'
import { startBalancer } from '../../server/test/faults/balancer.ts'
import { patient } from '../../server/test/fixtures/patient.ts'

it('the client helper follows the log, and goes on where it was when the server comes back', async (t) => {
  const first = await createTriptych({ data: ':memory:', port: 0 })
  const { url, port } = await first.listen()
  const head = Number((await fetch(`${url}changes?limit=0`)).headers.get('x-revision'))
  const received: Change[] = []
  const lost: unknown[] = []
  const stop = new AbortController()
  t.after(() => stop.abort())
  const followed = followChanges({
    url,
    since: head - 1,
    onChange: (change) => received.push(change),
    onLost: (error) => lost.push(error),
    signal: stop.signal,
  })

  await t.waitFor(() => assert.equal(received.length, 1), patient)
  await fetch(`${url}films/1`, { method: 'PATCH', body: '{"key":"votes","value":"7"}' })
  await t.waitFor(() => assert.equal(received.length, 2), patient)
  await first.close()
  // The same demo content has the same log, up to the edit.
  const second = await createTriptych({ data: ':memory:', port })
  await second.listen()
  await fetch(`${url}films/1`, { method: 'PATCH', body: '{"key":"votes","value":"8"}' })
  await fetch(`${url}films/2`, { method: 'PATCH', body: '{"key":"votes","value":"9"}' })
  await t.waitFor(() => assert.equal(received.length, 3), patient)
  stop.abort()
  await followed
  await second.close()

  assert.deepEqual(
    received.map(({ revision }) => revision),
    [head, head + 1, head + 2],
  )
  assert.equal(received[2]?.entity, 'films/2')
})

it('the client helper goes over to another server, and loses nothing, when its own stops', async (t) => {
  // The same demo content has the same log.
  const both = [1, 2].map(() => createTriptych({ data: ':memory:', port: 0, drain: 1 }))
  const [first, second] = await Promise.all(both)
  t.after(() => second!.close())
  const balancer = await startBalancer()
  t.after(() => balancer.close())
  await balancer.add((await first!.listen()).url)
  const { told, received } = following(t, balancer.url)
  await t.waitFor(() => assert.deepEqual(told, ['open']), patient)

  const { url } = await second!.listen()
  await balancer.add(url)
  await first!.close()
  await t.waitFor(() => assert.deepEqual(told, ['open', 'open']), patient)
  await fetch(`${url}films/2`, { method: 'PATCH', body: '{"key":"votes","value":"9"}' })

  await t.waitFor(() => assert.equal(received.length, 1), patient)
  assert.equal(received[0]?.entity, 'films/2')
  assert.deepEqual(told, ['open', 'open'])
})

it('the client helper hears of every text as it is, whatever ends a line elsewhere', async (t) => {
  const triptych = await createTriptych({ data: ':memory:', port: 0 })
  t.after(() => triptych.close())
  const { url } = await triptych.listen()
  const { told, received } = following(t, url)
  await t.waitFor(() => assert.deepEqual(told, ['open']), patient)
  const names = ['a\u2028b', 'a\u2029event: reload', 'a\u2028retry: 100000', 'data: x\n\nid: 9']

  for (const value of names) {
    await fetch(`${url}films/1`, { method: 'PATCH', body: JSON.stringify({ key: 'name', value }) })
  }

  await t.waitFor(() => {
    assert.deepEqual(
      received.map(({ after }) => after?.['name']),
      names,
    )
  }, patient)
  assert.deepEqual(told, ['open'])
})

it('the client helper comes back when the server has asked it to', async (t) => {
  const times: number[] = []
  const url = await streams(t, (response) => {
    times.push(Date.now())
    response.end('retry: 1000\n\nretry: 1500\n\n')
  })
  const { told } = following(t, url)

  await t.waitFor(() => assert.equal(times.length, 2), patient)

  assert.ok(times[1]! - times[0]! >= 1490)
  assert.ok(!told.includes('no_answer'), told.join())
})

it('the client helper takes a stream for lost that breaks, or ends without a word', async (t) => {
  let streamsSoFar = 0
  const url = await streams(t, (response) => {
    if (streamsSoFar++ > 0) response.end('Welcome to the hotel.')
    else response.write('retry: 100\n\n', () => response.destroy())
  })
  const { told } = following(t, url)

  await t.waitFor(
    () => assert.deepEqual(told.slice(0, 4), ['open', 'no_answer', 'open', 'no_answer']),
    patient,
  )
})

/** What is heard of the events there, from now on. */
function following(t: TestContext, url: string) {
  const told: string[] = []
  const received: Change[] = []
  const stop = new AbortController()
  t.after(() => stop.abort())
  void followChanges({
    url,
    onOpen: () => told.push('open'),
    onLost: ({ code }) => told.push(code),
    onChange: (change) => received.push(change),
    signal: stop.signal,
  })
  return { told, received }
}

/** Something that answers every request with a stream. */
async function streams(t: TestContext, answer: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
