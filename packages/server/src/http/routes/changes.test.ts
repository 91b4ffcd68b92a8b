import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AuditEntry, Change } from '@triptych/contract/changes'
import { api } from '../../../test/fixtures/api.ts'
import { entryHash } from '../../ports/log-chain.ts'

/** A table with three rows: four entries. */
async function withLog() {
  const set = await api()
  const changes = async (query = ''): Promise<Change[]> =>
    (await set.call('GET', `/changes${query}`)).json as Change[]
  const audited = async (query = ''): Promise<AuditEntry[]> =>
    (await set.call('GET', `/changes/audit${query}`)).json as AuditEntry[]
  return { ...set, changes, audited }
}

describe('an entry of the log', () => {
  it('has the same step as the others of its request, and no others', async () => {
    const { call, changes } = await withLog()
    const items = [1, 2].map((id) => ({ method: 'DELETE', url: `films/${id}` }))
    await call('POST', '/batch', items)
    await call('DELETE', '/films/3')

    const steps = (await changes('?since=4')).map(({ step }) => step)

    assert.equal(steps.length, 3)
    assert.match(steps[0] ?? '', /^[0-9a-f-]{36}$/)
    assert.equal(steps[1], steps[0])
    assert.notEqual(steps[2], steps[0])
  })

  it('has a step and an address of the server, whatever a client says', async () => {
    const { triptych, changes, audited } = await withLog()
    const { url } = await triptych.listen()
    const headers = {
      'x-step': 'mine',
      'x-request-id': 'mine',
      'x-forwarded-for': '192.0.2.1',
      forwarded: 'for=192.0.2.1',
    }
    for (const id of [1, 2]) await fetch(`${url}films/${id}`, { method: 'DELETE', headers })

    const [one, other] = await audited('?since=4')

    assert.match(one?.address ?? '', /^(::ffff:)?127\.0\.0\.1$|^::1$/)
    assert.notEqual(one?.step, 'mine')
    assert.notEqual(one?.step, other?.step)
    const [change] = await changes('?since=4')
    const told = 'actor actorId after area at before entity operation origin revision step'
    assert.equal(
      Object.keys(change ?? {})
        .toSorted()
        .join(' '),
      told,
    )
  })
})

describe('GET /changes/audit', () => {
  it('answers what is needed to follow the chain, page by page', async () => {
    const { audited, call } = await withLog()
    const entries = [...(await audited('?limit=3')), ...(await audited('?since=3'))]

    assert.deepEqual(
      entries.map(({ revision }) => revision),
      [1, 2, 3, 4],
    )
    let before: string | null = null
    for (const entry of entries) {
      assert.equal(entry.hash, entryHash(before, entry))
      before = entry.hash
    }
    const { headers } = await call('GET', '/changes/audit?limit=0')
    assert.equal(headers.get('x-revision'), '4')
  })

  it('answers values as the texts that were hashed', async () => {
    const { audited, changes } = await withLog()
    const [entry] = await audited('?since=3')
    const [change] = await changes('?since=3')
    assert.deepEqual(JSON.parse(entry?.after ?? ''), change?.after)
  })

  it('refuses a revision that the log has not reached', async () => {
    const { refuses } = await withLog()
    await refuses([409, 'changes.unknown_revision'], 'GET', '/changes/audit?since=5')
  })
})
