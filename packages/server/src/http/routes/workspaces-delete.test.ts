import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, it } from 'node:test'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import { api, assertProblem } from '../../../test/fixtures/api.ts'
import { newFolder } from '../../../test/fixtures/run-program.ts'
import { patient } from '../../../test/fixtures/patient.ts'

type Deleted = { name: string; title: string; deleted: { at: string; until: string } }

/** A workspace with a table, a task and a file in it. */
async function withTeam(data: string) {
  const server = await api({ data })
  const { call } = server
  await call('POST', '/workspaces', { name: 'team', title: 'Our team' })
  const columns = [{ name: 'name', type: 'text' }]
  await call('POST', '/w/team/tables', { name: 'boats', columns })
  await call('POST', '/w/team/boats', { name: 'Ida' })
  await call('POST', '/w/team/tasks', { text: 'Dig' })
  const body = new FormData()
  body.set('file', new File(['text'], 'a.txt'))
  const sent = await server.triptych.fetch(
    new Request('http://localhost/w/team/upload?id=/', { method: 'POST', body }),
  )
  assert.equal(sent.status, 200)
  return server
}

const places = { 'in a folder': newFolder, 'in memory': () => ':memory:' }

for (const [place, dataOf] of Object.entries(places)) {
  describe(`a workspace ${place} that is deleted`, () => {
    it('is not there any more, and comes back with everything that was in it', async () => {
      const { call, refuses, triptych } = await withTeam(dataOf())

      const gone = (await call('DELETE', '/workspaces/team')).json as Deleted
      assert.deepEqual([gone.name, gone.title], ['team', 'Our team'])
      const days = (Date.parse(gone.deleted.until) - Date.parse(gone.deleted.at)) / 86_400_000
      assert.equal(days, 30)
      await refuses([404, 'workspaces.not_found'], 'GET', '/w/team/boats')
      await refuses([404, 'workspaces.not_found'], 'DELETE', '/workspaces/team')
      assert.deepEqual((await call('GET', '/workspaces')).json, [{ name: 'main', title: 'main' }])
      assert.deepEqual((await call('GET', '/workspaces?deleted=true')).json, [gone])
      await refuses([409, 'workspaces.name_taken'], 'POST', '/workspaces', { name: 'team' })

      const back = { name: 'team', title: 'Our team' }
      assert.deepEqual((await call('POST', '/workspaces/team/restore')).json, back)
      assert.deepEqual((await call('GET', '/workspaces?deleted=true')).json, [])
      assert.deepEqual((await call('GET', '/w/team/boats')).json, [{ id: 1, name: 'Ida' }])
      assert.equal(((await call('GET', '/w/team/tasks')).json as object[]).length, 1)
      const file = await triptych.fetch(new Request('http://localhost/w/team/direct?id=/a.txt'))
      assert.equal(await file.text(), 'text')
      const log = (await call('GET', '/w/team/changes')).json as { operation: string }[]
      assert.deepEqual(
        log.slice(-2).map(({ operation }) => operation),
        ['workspace-deleted', 'workspace-restored'],
      )
      await refuses([404, 'workspaces.not_deleted'], 'POST', '/workspaces/team/restore')
    })

    it('may be deleted again, and by one of two who ask at once', async () => {
      const { call } = await withTeam(dataOf())
      await call('DELETE', '/workspaces/team')
      await call('POST', '/workspaces/team/restore')

      const both = await Promise.all([1, 2].map(() => call('DELETE', '/workspaces/team')))

      assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 404]))
    })

    it('is never main', async () => {
      const { refuses, call } = await withTeam(dataOf())
      await refuses([409, 'workspaces.stays'], 'DELETE', '/workspaces/main')
      assert.equal((await call('GET', '/films')).status, 200)
      await refuses([404, 'workspaces.not_found'], 'DELETE', '/workspaces/none')
      for (const path of ['x%2F..%2Fmain', 'main%2F', '.%2Fmain', '%00']) {
        const { status } = await call('DELETE', `/workspaces/${path}`)
        assert.ok([400, 404].includes(status), `${path}: ${status}`)
      }
      assert.deepEqual((await call('GET', '/workspaces?deleted=true')).json, [])
      assert.equal((await call('GET', '/films')).status, 200)
    })

    it('ends the streams of its events, and cuts off what is still being sent', async (t) => {
      const { call, triptych } = await withTeam(dataOf())
      const { url, port } = await triptych.listen()
      const events = await fetch(`${url}w/team/events`)
      const ended = events.text()
      const form =
        '--x\r\ncontent-disposition: form-data; name="file"; filename="b.txt"\r\n\r\nbegin'
      const upload = request({
        port,
        path: '/w/team/upload?id=/',
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      })
      const cut = new Promise((resolve) => upload.on('close', resolve))
      upload.on('error', () => {})
      upload.write(form)

      assert.equal((await call('DELETE', '/workspaces/team')).status, 200)

      await ended
      await cut
      assert.equal((await fetch(`${url}w/team/events`)).status, 404)
      await call('POST', '/workspaces/team/restore')
      await t.waitFor(async () => {
        const files = (await call('GET', '/w/team/files')).json as { id: string }[]
        assert.deepEqual(
          files.map(({ id }) => id),
          ['/a.txt'],
        )
      }, patient)
    })

    it('is gone for good, and its name free, where nothing is kept in the trash', async () => {
      const { call } = await api({ data: dataOf(), trashDays: 0 })
      await call('POST', '/workspaces', { name: 'team', title: 'Our team' })

      const { json } = await call('DELETE', '/workspaces/team')

      assert.equal((json as Deleted).deleted.until, null)
      assert.deepEqual((await call('GET', '/workspaces?deleted=true')).json, [])
      const made = { name: 'team', title: 'team' }
      assert.deepEqual((await call('POST', '/workspaces', { name: 'team' })).json, made)
    })
  })
}

describe('who may delete a workspace', () => {
  it('is its owner, who brings it back, too; others have their roles again then', async () => {
    const { owner, invite } = await accountsServer()
    await owner.ask('POST', '/workspaces', { name: 'team' })
    const theo = await invite('Theo', 'owner', 'team')
    const edith = await invite('Edith', 'editor', 'team')
    const stella = await invite('Stella', 'owner', 'main')
    assertProblem(await edith.ask('DELETE', '/workspaces/team'), [403, 'forbidden'])
    assertProblem(await stella.ask('DELETE', '/workspaces/team'), [404, 'workspaces.not_found'])

    assert.equal((await theo.ask('DELETE', '/workspaces/team')).status, 200)

    assertProblem(await edith.ask('GET', '/w/team/tasks'), [404, 'workspaces.not_found'])
    assert.deepEqual((await edith.ask('GET', '/workspaces?deleted=true')).json, [])
    assertProblem(await edith.ask('POST', '/workspaces/team/restore'), [403, 'forbidden'])
    assert.equal(((await theo.ask('GET', '/workspaces?deleted=true')).json as []).length, 1)
    assert.equal((await theo.ask('POST', '/workspaces/team/restore')).status, 200)
    assert.equal((await edith.ask('GET', '/w/team/tasks')).status, 200)
  })

  it('leaves no role behind in another workspace of that name, once it is gone for good', async () => {
    const { owner, invite } = await accountsServer({ trashDays: 0 })
    await owner.ask('POST', '/workspaces', { name: 'team' })
    const edith = await invite('Edith', 'editor', 'team')
    assert.equal((await edith.ask('GET', '/w/team/tasks')).status, 200)

    await owner.ask('DELETE', '/workspaces/team')
    await owner.ask('POST', '/workspaces', { name: 'team' })

    assertProblem(await edith.ask('GET', '/w/team/tasks'), [404, 'workspaces.not_found'])
  })
})
