import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MadeShare, Share, SignedAddress } from '@triptych/contract/shares'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import type { AccountsServer, Somebody } from '../../../test/fixtures/accounts-api.ts'
import { assertProblem } from '../../../test/fixtures/api.ts'
import { formOf } from '../../../test/fixtures/files-api.ts'

async function putFile(somebody: Somebody, workspace: string): Promise<void> {
  const { body, type } = formOf([{ name: 'file', filename: 'a.txt', data: 'aaa' }])
  const headers = { 'content-type': type }
  const answer = await somebody.ask('POST', `/w/${workspace}/upload`, body, headers)
  assert.equal(answer.status, 200, JSON.stringify(answer.json))
}

async function share(somebody: Pick<Somebody, 'ask'>, workspace: string, more: object = {}) {
  const body = { id: '/a.txt', access: 'read', ...more }
  const answer = await somebody.ask('POST', `/w/${workspace}/shares`, body)
  assert.equal(answer.status, 200, JSON.stringify(answer.json))
  const made = answer.json as MadeShare
  return { made, at: new URL(made.link).pathname }
}

/** A workspace that is not `main`, with a file in it. */
async function other(site: AccountsServer): Promise<void> {
  const made = await site.owner.ask('POST', '/workspaces', { name: 'other' })
  assert.equal(made.status, 200)
  await putFile(site.owner, 'other')
}

async function setRole({ owner }: AccountsServer, id: string, role: string | null): Promise<void> {
  const body = { workspace: 'other', kind: 'account', id, role }
  assert.equal((await owner.ask('PUT', '/auth/members', body)).status, 200)
}

const listFor = async ({ ask }: Pick<Somebody, 'ask'>) =>
  ((await ask('GET', '/w/other/shares')).json as Share[]).length

describe('a share, with accounts', () => {
  it('is for nobody in particular, and as good as what its sharer may', async () => {
    const site = await accountsServer()
    await other(site)
    const ann = await site.invite('Ann', 'editor', 'other')
    const { at, made } = await share(ann, 'other')
    const drop = await share(ann, 'other', { id: '/', access: 'upload' })

    assert.equal(made.sharer, ann.id)
    assert.equal((await site.ask('GET', `${at}/download`)).json, 'aaa')
    assert.equal((await site.ask('GET', drop.at)).status, 200)
    await setRole(site, ann.id, 'reader')
    assert.equal((await site.ask('GET', `${at}/download`)).json, 'aaa')
    assertProblem(await site.ask('GET', drop.at), [404, 'shares.not_found'])
    await setRole(site, ann.id, null)
    const refused = await site.ask('GET', at)
    assertProblem(refused, [404, 'shares.not_found'])
    for (const path of ['/w/none/shares/open/x', '/w/other/shares/open/x', '/shares/open/x']) {
      assert.deepEqual((await site.ask('GET', path)).json, refused.json)
    }
    await setRole(site, ann.id, 'reader')
    assert.equal((await site.ask('GET', at)).status, 200)
    assert.equal((await site.owner.ask('DELETE', `/auth/accounts/${ann.id}`)).status, 200)
    assertProblem(await site.ask('GET', at), [404, 'shares.not_found'])
  })

  it('lets whoever is logged in do no more than anybody', async () => {
    const site = await accountsServer()
    await other(site)
    const drop = await share(site.owner, 'other', { id: '/', access: 'upload' })

    assertProblem(await site.owner.ask('GET', `${drop.at}/files`), [403, 'forbidden'])
  })

  it('is made, listed and ended by those who may', async () => {
    const site = await accountsServer()
    await other(site)
    const ann = await site.invite('Ann', 'reader', 'other')
    const ben = await site.invite('Ben', 'reader', 'other')
    const stranger = await site.invite('Cas', 'owner', 'main')
    const { made } = await share(ann, 'other')

    assert.deepEqual([await listFor(ann), await listFor(ben), await listFor(site.owner)], [1, 0, 1])
    const upload = { id: '/', access: 'upload' }
    assertProblem(await ann.ask('POST', '/w/other/shares', upload), [403, 'forbidden'])
    const one = `/w/other/shares/${made.id}`
    assertProblem(await ben.ask('DELETE', one), [404, 'shares.not_found'])
    assertProblem(await stranger.ask('DELETE', one), [404, 'workspaces.not_found'])
    assertProblem(await site.ask('GET', '/w/other/shares'), [401, 'unauthenticated'])
    const reading = await site.token(ann, { access: 'read' })
    const body = { id: '/a.txt', access: 'read' }
    assertProblem(await reading.ask('POST', '/w/other/shares', body), [403, 'forbidden'])
    assert.equal((await ann.ask('DELETE', one)).status, 200)
  })
})

describe('a signed address, with accounts', () => {
  it('needs no credentials, and has the rights of whoever asked for it', async () => {
    const site = await accountsServer()
    await other(site)
    const ann = await site.invite('Ann', 'reader', 'other')
    const body = { ids: ['/a.txt'], for: 'direct' }
    const signed = await ann.ask('POST', '/w/other/shares/addresses', body)
    const { address } = (signed.json as SignedAddress[])[0]!
    const path = address.slice(new URL(address).origin.length)

    assert.equal((await site.ask('GET', path)).json, 'aaa')
    assertProblem(await site.ask('GET', '/w/other/direct?id=/a.txt'), [401, 'unauthenticated'])
    for (const wrong of [`${path}x`, path.replace('/w/other', '/w/none'), path.slice(8)]) {
      assertProblem(await site.ask('GET', wrong), [403, 'shares.bad_address'], wrong)
    }
    await setRole(site, ann.id, null)
    assertProblem(await site.ask('GET', path), [403, 'shares.bad_address'])
  })
})
