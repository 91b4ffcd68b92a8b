import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, it } from 'node:test'
import type { Quota } from '@triptych/contract/files'
import { boundary, diskFilesApi, eventually, filesApi } from '../../../test/fixtures/files-api.ts'
import type { FilesApi } from '../../../test/fixtures/files-api.ts'
import { mostQuotas } from '../../domain/files/set-quota.ts'

const full = [507, 'storage_full'] as const

function file(size: number, name = 'x.bin') {
  return [{ name: 'file', filename: name, data: 'x'.repeat(size) }]
}

const set = ({ ok }: FilesApi, path: string, bytes: number | null) =>
  ok<Quota>('PUT', '/quotas', { path, bytes })

const intoA = (operation: string, ids: string[]) => ({ operation, ids, target: '/a' })

const quotas = ({ ok }: FilesApi) => ok<Quota[]>('GET', '/quotas')

describe('a quota', () => {
  it('is listed with what is used, the drive first', async () => {
    const api = await filesApi({ 'b/x': '123', 'a/y': '12', z: '1' })
    await api.whenExplored(3)

    assert.deepEqual(await quotas(api), [{ path: '/', bytes: null, used: 6 }])
    assert.deepEqual(await set(api, '/b', 5), { path: '/b', bytes: 5, used: 3 })
    await set(api, 'a/', 7)
    await set(api, '/', 100)
    assert.deepEqual(await quotas(api), [
      { path: '/', bytes: 100, used: 6 },
      { path: '/a', bytes: 7, used: 2 },
      { path: '/b', bytes: 5, used: 3 },
    ])
    await set(api, '/', null)
    await set(api, '/a', null)
    assert.deepEqual(await quotas(api), [
      { path: '/', bytes: null, used: 6 },
      { path: '/b', bytes: 5, used: 3 },
    ])
  })

  it('is for folders that are there, and for whole bytes', async () => {
    const { refuses } = await filesApi({ 'a.txt': 'one' })

    await refuses([404, 'files.not_found'], 'PUT', '/quotas', { path: '/none', bytes: 1 })
    await refuses([409, 'files.not_a_folder'], 'PUT', '/quotas', { path: '/a.txt', bytes: 1 })
    await refuses([400, 'files.bad_path'], 'PUT', '/quotas', { path: '/..', bytes: 1 })
    for (const bytes of [-1, 1.5, '1', undefined, 2 ** 60]) {
      await refuses([422, 'body.invalid'], 'PUT', '/quotas', { path: '/', bytes })
    }
  })

  it('lets the last byte in, and not one more', async () => {
    const api = await filesApi({ 'a/': '' })
    await set(api, '/a', 10)

    assert.equal((await api.upload('/a', file(6))).status, 200)
    const problem = await api.refusesUpload(full, '/a', file(5))
    assert.deepEqual(problem['quota'], { path: '/a', bytes: 10, used: 6 })
    assert.equal((await api.upload('/a', file(4))).status, 200)
    await api.refusesUpload(full, '/a', file(1))
    assert.equal((await api.upload('/a', file(0))).status, 200)
    assert.equal((await api.upload('/', file(100))).status, 200)
    await api.assertInStep()
  })

  it('binds what comes deep into the folder, also by folders on the way', async () => {
    const api = await filesApi({ 'a/b/': '' })
    await set(api, '/a', 10)
    await set(api, '/a/b', 20)

    await api.refusesUpload(full, '/a/b', file(11))
    const late = [...file(11), { name: 'name', data: 'a/b/c.bin' }]
    await api.refusesUpload(full, '/', late)
    assert.equal((await api.upload('/', [...file(10), late[1]!])).status, 200)
    await api.assertInStep()
  })

  it('is never passed by many at once', async () => {
    const api = await filesApi({ 'a/': '' })
    await set(api, '/a', 100)

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => api.upload('/a', file(15, `${n}.bin`))),
    )

    const withStatus = (wanted: number) => answers.filter(({ status }) => status === wanted).length
    assert.deepEqual([withStatus(200), withStatus(507)], [6, 14])
    assert.equal((await quotas(api))[1]?.used, 90)
    assert.equal((await api.list('/a')).length, 6)
    await api.assertInStep()
  })

  it('holds for a request that may come again', async () => {
    const api = await filesApi({ 'a/': '' })
    await set(api, '/a', 10)
    const upload = (key: string, size: number) =>
      api.upload('/a', file(size), { 'idempotency-key': key })

    assert.equal((await upload('one', 11)).status, 507)
    assert.equal((await upload('two', 10)).status, 200)
    assert.equal((await upload('two', 10)).status, 200)
    assert.equal((await upload('three', 1)).status, 507)
    await api.assertInStep()
  })

  it('follows a folder that is renamed and moved', async () => {
    const api = await filesApi({ 'a/x': '12345', 'other/': '' })
    await api.whenExplored(1)
    await set(api, '/a', 10)

    await api.rename('/a', 'b')
    await api.move(['/b'], '/other')

    assert.deepEqual((await quotas(api))[1], { path: '/other/b', bytes: 10, used: 5 })
    await api.refusesUpload(full, '/other/b', file(6))
    assert.equal((await api.upload('/other/b', file(5))).status, 200)
    await api.remove(['/other'])
    assert.equal((await quotas(api)).length, 1)
  })

  it('is asked of copies and of what is moved into the folder, all of them or none', async () => {
    const api = await filesApi({ 'a/x': '12345', 'b/1': '123', 'b/2': '123', 'c/y': '123456' })
    await api.whenExplored(4)
    await set(api, '/a', 10)

    for (const operation of ['copy', 'move']) {
      await api.refuses(full, 'PUT', '/files', intoA(operation, ['/b/1', '/b/2']))
      await api.refuses(full, 'PUT', '/files', intoA(operation, ['/c']))
    }
    await api.copy(['/b/1'], '/a')
    await api.refuses(full, 'PUT', '/files', intoA('copy', ['/a/x']))
    await api.remove(['/a/1'])
    await api.move(['/b/1'], '/a')
    await api.refuses(full, 'PUT', '/files', intoA('move', ['/b/2']))
    await api.assertInStep()
  })

  it('refuses nothing that only moves within the folder', async () => {
    const api = await filesApi({ 'a/x': '12345', 'a/deep/': '' })
    await api.whenExplored(1)
    await set(api, '/a', 1)

    await api.move(['/a/x'], '/a/deep')
    await api.rename('/a/deep/x', 'y')
    await api.create('/a', 'empty.txt')
    await api.create('/a', 'folder', 'folder')
    await api.assertInStep()
  })

  it('is told before the bytes are sent', async () => {
    const api = await filesApi({ 'a/': '' })
    await set(api, '/a', 10)

    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request({
        port: api.port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/upload?id=/a',
        headers: {
          'content-length': String(2 ** 40 - 1),
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
      })
      sending.on('response', ({ statusCode }) => resolve(statusCode))
      sending.on('error', reject)
      sending.flushHeaders()
    })

    assert.equal(status, 507)
    await api.assertInStep()
  })

  it('ends an upload of unknown length as soon as it is passed', async () => {
    const api = await filesApi({ 'a/': '' })
    await set(api, '/a', 1000)

    let sent = 0
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request({
        port: api.port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/upload?id=/a',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      })
      sending.on('response', ({ statusCode }) => {
        clearInterval(timer)
        resolve(statusCode)
      })
      sending.on('error', reject)
      const head = 'content-disposition: form-data; name="file"; filename="x"'
      sending.write(`--${boundary}\r\n${head}\r\n\r\n`)
      const timer = setInterval(() => {
        sent += 500
        sending.write('x'.repeat(500))
      }, 5)
    })

    assert.equal(status, 507)
    assert.ok(sent > 1000)
    await api.assertInStep()
  })

  it('of the server binds every workspace, and an owner may only say less', async () => {
    const api = await filesApi({}, { quota: 10 })
    await api.ok('POST', '/workspaces', { name: 'other' })

    assert.deepEqual(await quotas(api), [{ path: '/', bytes: 10, used: 0 }])
    await api.refusesUpload(full, '/', file(11))
    assert.equal((await api.upload('/', file(8))).status, 200)
    await api.refuses([422, 'body.invalid'], 'PUT', '/quotas', { path: '/', bytes: 11 })
    await set(api, '/', 9)
    await api.refusesUpload(full, '/', file(2))
    await set(api, '/', null)
    assert.equal((await api.upload('/', file(2))).status, 200)
    assert.deepEqual(await quotas(api), [{ path: '/', bytes: 10, used: 10 }])
    assert.deepEqual(await api.ok('GET', '/w/other/quotas'), [{ path: '/', bytes: 10, used: 0 }])
  })

  it('is what the drive tells to have in all', async () => {
    const api = await filesApi({}, { quota: 10 })
    await api.upload('/', file(4))

    const info = await api.ok<Record<string, unknown>>('GET', '/info')
    const { used, free, total } = info
    assert.deepEqual({ used, free, total }, { used: 4, free: 6, total: 10 })
  })

  it(`is set for ${mostQuotas} folders, and not for one more`, async () => {
    const content = Object.fromEntries(
      Array.from({ length: mostQuotas + 1 }, (_, n) => [`${n}/`, '']),
    )
    const api = await filesApi(content)
    const atOnce = 20
    for (let from = 0; from < mostQuotas; from += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, (_, n) => set(api, `/${from + n}`, 1)))
    }

    const more = { path: `/${mostQuotas}`, bytes: 1 }
    await api.refuses([422, 'files.too_many_quotas'], 'PUT', '/quotas', more)
    await set(api, '/0', 2)
    await set(api, '/0', null)
    await set(api, `/${mostQuotas}`, 1)
  })
})

describe('what others put into a folder', () => {
  it('counts, and is never refused', async () => {
    const api = await diskFilesApi({ 'a/x': '12345' })
    await api.whenExplored(1)
    await set(api, '/a', 10)

    api.put({ 'a/more': 'x'.repeat(100) })

    await eventually(async () => {
      assert.deepEqual(await api.names('/a'), ['more', 'x'])
      assert.equal((await quotas(api))[1]?.used, 105)
    })
    await api.refusesUpload(full, '/a', file(1))
    await api.rename('/a/more', 'less')
    await api.remove(['/a/less'])
    assert.equal((await api.upload('/a', file(5))).status, 200)
  })
})
