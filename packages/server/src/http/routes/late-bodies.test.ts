import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Session, Token } from '@triptych/contract/accounts'
import type { MadeShare } from '@triptych/contract/shares'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import type { Somebody } from '../../../test/fixtures/accounts-api.ts'
import { assertProblem } from '../../../test/fixtures/api.ts'

/** A body that comes when it is told to. Whoever sends it was let in when it `begun` to be read. */
function lateBody(text: string) {
  const begun = Promise.withResolvers<void>()
  const rest = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        begun.resolve()
        await rest.promise
        controller.enqueue(Buffer.from(text))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { body, begun: begun.promise, finish: () => rest.resolve() }
}

const lateTable = () => lateBody('{"name":"late","columns":[{"name":"n","type":"text"}]}')

const form = { 'content-type': 'multipart/form-data; boundary=x' }
const lateFile = () =>
  lateBody(
    '--x\r\nContent-Disposition: form-data; name="file"; filename="late.txt"\r\n\r\nlate\r\n--x--\r\n',
  )

async function logOut(somebody: Somebody): Promise<void> {
  const [session] = (await somebody.ask('GET', '/auth/sessions')).json as Session[]
  assert.equal((await somebody.ask('DELETE', `/auth/sessions/${session?.id}`)).status, 200)
}

describe('what comes late', () => {
  it('makes no token for a session that has ended meanwhile', async () => {
    const { invite, logIn } = await accountsServer()
    const rita = await invite('Rita', 'reader')
    const { body, begun, finish } = lateBody('{"name":"x","access":"write"}')
    const answer = rita.ask('POST', '/auth/tokens', body)
    await begun
    await logOut(rita)
    finish()
    assertProblem(await answer, [401, 'unauthenticated'])
    const tokens = (await (await logIn('Rita')).ask('GET', '/auth/tokens')).json as Token[]
    assert.deepEqual(tokens, [])
  })

  it('is done with the role that one has at its end', async () => {
    const { owner, invite } = await accountsServer()
    const eddie = await invite('Eddie', 'editor')
    const member = { workspace: 'main', kind: 'account', id: eddie.id }
    for (const [role, refused] of [
      ['reader', [403, 'forbidden']],
      [null, [404, 'workspaces.not_found']],
    ] as const) {
      const { body, begun, finish } = lateTable()
      await owner.ask('PUT', '/auth/members', { ...member, role: 'editor' })
      const answer = eddie.ask('POST', '/tables', body)
      await begun
      await owner.ask('PUT', '/auth/members', { ...member, role })
      finish()
      assertProblem(await answer, refused)
    }
    assert.deepEqual((await owner.ask('GET', '/tables')).json, [])
  })

  it('goes on where others have changed', async () => {
    const { owner, invite } = await accountsServer()
    const eddie = await invite('Eddie', 'editor')
    const { body, begun, finish } = lateTable()
    const file = lateFile()
    const answers = [
      eddie.ask('POST', '/tables', body),
      eddie.ask('POST', '/upload', file.body, form),
    ]
    await Promise.all([begun, file.begun])
    await logOut(await invite('Rita', 'reader'))
    finish()
    file.finish()
    for (const { status, json } of await Promise.all(answers)) {
      assert.equal(status, 200, JSON.stringify(json))
    }
    assert.equal(((await owner.ask('GET', '/files')).json as unknown[]).length, 1)
  })

  it('leaves no file of somebody who is out, or may only read by then', async () => {
    const { owner, invite } = await accountsServer()
    const eddie = await invite('Eddie', 'editor')
    const member = { workspace: 'main', kind: 'account', id: eddie.id }
    for (const [lose, refused] of [
      [() => owner.ask('PUT', '/auth/members', { ...member, role: 'reader' }), 'forbidden'],
      [() => owner.ask('DELETE', `/auth/accounts/${eddie.id}`), 'unauthenticated'],
    ] as const) {
      await owner.ask('PUT', '/auth/members', { ...member, role: 'editor' })
      const { body, begun, finish } = lateFile()
      const answer = eddie.ask('POST', '/upload', body, form)
      await begun
      assert.equal((await lose()).status, 200)
      finish()
      // Its `status` is a word, for the uploader.
      assert.equal(((await answer).json as { code: string }).code, refused)
    }
    assert.deepEqual((await owner.ask('GET', '/files')).json, [])
  })

  it('leaves no file in a share that has ended', async () => {
    const { ask, owner } = await accountsServer()
    const made = await owner.ask('POST', '/shares', { id: '/', access: 'upload' })
    const { id, link } = made.json as MadeShare
    const { body, begun, finish } = lateFile()
    const answer = ask('POST', `${new URL(link).pathname}/upload`, body, form)
    await begun
    assert.equal((await owner.ask('DELETE', `/shares/${id}`)).status, 200)
    finish()
    assertProblem(await answer, [404, 'shares.not_found'])
    assert.deepEqual((await owner.ask('GET', '/files')).json, [])
  })
})
