import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SignedAddress } from '@triptych/contract/shares'
import sharp from 'sharp'
import { assertProblem } from '../../../test/fixtures/api.ts'
import { filesApi } from '../../../test/fixtures/files-api.ts'
import type { FilesApi } from '../../../test/fixtures/files-api.ts'

async function sign(api: FilesApi, body: object): Promise<string[]> {
  const signed = await api.ok<SignedAddress[]>('POST', '/shares/addresses', body)
  return signed.map(({ address }) => address.slice(new URL(address).origin.length))
}

describe('signed addresses', () => {
  it('open files, folders and previews, wherever those are moved', async () => {
    const red = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    const png = await red.png().toBuffer()
    const api = await filesApi({ 'docs/a.txt': 'aaa', 'docs/p.png': png })
    const [file = '', folder = ''] = await sign(api, {
      ids: ['/docs/a.txt', '/docs'],
      for: 'direct',
    })
    const [picture = ''] = await sign(api, { ids: ['/docs/p.png'], for: 'preview' })

    assert.ok(!file.includes('docs') && file.startsWith('/direct?id='))
    assert.equal((await api.ask('GET', file)).bytes.toString(), 'aaa')
    await api.rename('/docs', 'papers')
    assert.equal((await api.ask('GET', `${file}&download`)).bytes.toString(), 'aaa')
    assert.equal((await api.ask('GET', folder)).headers.get('content-type'), 'application/zip')
    const preview = await api.ask('GET', `${picture}&width=5`)
    assert.equal(preview.headers.get('content-type'), 'image/webp')
    await api.remove(['/papers/a.txt'])
    assertProblem(await api.ask('GET', file), [404, 'files.not_found'])
  })

  it('last as long as was asked for, at most a week', async () => {
    const api = await filesApi({ a: 'a', b: 'b' })
    const [one, two] = await api.ok<SignedAddress[]>('POST', '/shares/addresses', {
      ids: ['/b', '/a'],
      for: 'direct',
      expiresInSeconds: 604_800,
    })

    assert.deepEqual([one?.id, two?.id], ['/b', '/a'])
    const left = (Date.parse(one!.expiresAt) - Date.now()) / 1000
    assert.ok(left > 604_700 && left <= 604_800, String(left))
    for (const expiresInSeconds of [0, 604_801]) {
      const body = { ids: ['/a'], for: 'direct', expiresInSeconds }
      assertProblem(await api.ask('POST', '/shares/addresses', body), [422, 'body.invalid'])
    }
    const ids = Array.from({ length: 1001 }, () => '/a')
    assert.equal((await sign(api, { ids: ids.slice(1), for: 'direct' })).length, 1000)
    const many = await api.ask('POST', '/shares/addresses', { ids, for: 'direct' })
    assertProblem(many, [422, 'body.invalid'])
  })

  it('are good for what they were made for, and as they were made', async () => {
    const api = await filesApi({ 'a.txt': 'a', 'b.txt': 'b' })
    const [address = '', other = ''] = await sign(api, { ids: ['/a.txt', '/b.txt'], for: 'direct' })
    const [preview = ''] = await sign(api, { ids: ['/a.txt'], for: 'preview' })
    const query = new URLSearchParams(address.split('?')[1])
    const changed = (name: string, value: string | null) => {
      const next = new URLSearchParams(query)
      if (value === null) next.delete(name)
      else next.set(name, value)
      return `/direct?${next.toString()}`
    }
    const otherId = new URLSearchParams(other.split('?')[1]).get('id')!
    const signature = query.get('signature')!
    const tampered = [
      changed('id', otherId),
      changed('id', '/a.txt'),
      changed('id', `0${query.get('id')}`).replace('id=0', 'id=%2F0'),
      `${address}&id=${query.get('id')}`,
      changed('expires', String(Number(query.get('expires')) + 1)),
      changed('expires', null),
      changed('signature', null),
      changed('signature', ''),
      changed('signature', signature.slice(0, -1)),
      changed('signature', `${signature.slice(0, -2)}${signature.at(-1)}${signature.at(-2)}x`),
      changed('by', 'somebody'),
      preview.replace('/preview', '/direct'),
      `/w/none${address}`,
    ]

    assert.equal((await api.ask('GET', address)).status, 200)
    for (const path of tampered) {
      const answer = await api.ask('GET', path)
      assertProblem(answer, [403, 'shares.bad_address'], path)
    }
    const swapped = await api.ask('GET', address.replace('/direct', '/preview'))
    assertProblem(swapped, [403, 'shares.bad_address'])
  })

  it('are made of what can be opened', async () => {
    const api = await filesApi({ a: 'a' })

    for (const [id, expected] of [
      ['/none', [404, 'files.not_found']],
      ['/..', [400, 'files.bad_path']],
    ] as const) {
      const answer = await api.ask('POST', '/shares/addresses', { ids: [id], for: 'direct' })
      assertProblem(answer, expected)
    }
  })
})
