import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import { followChanges } from '../src/index.ts'
import { createTriptych } from '../../server/src/index.ts'

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

  await t.waitFor(() => assert.equal(received.length, 1))
  await fetch(`${url}films/1`, { method: 'PATCH', body: '{"key":"votes","value":"7"}' })
  await t.waitFor(() => assert.equal(received.length, 2))
  await first.close()
  // The same demo content has the same log, up to the edit.
  const second = await createTriptych({ data: ':memory:', port })
  await second.listen()
  await fetch(`${url}films/1`, { method: 'PATCH', body: '{"key":"votes","value":"8"}' })
  await fetch(`${url}films/2`, { method: 'PATCH', body: '{"key":"votes","value":"9"}' })
  await t.waitFor(() => assert.equal(received.length, 3), { timeout: 10_000 })
  stop.abort()
  await followed
  await second.close()

  assert.deepEqual(
    received.map(({ revision }) => revision),
    [head, head + 1, head + 2],
  )
  assert.equal(received[2]?.entity, 'films/2')
})
