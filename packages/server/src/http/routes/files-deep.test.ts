import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { mkdirSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { credentialLines } from '../../../test/fixtures/credentials.ts'
import { diskFilesApi, eventually, filesApi, formOf } from '../../../test/fixtures/files-api.ts'

/** A path of so many folders. */
function deep(levels: number, name = 'd'): string {
  return `/${Array(levels).fill(name).join('/')}`
}

const tooDeep = [422, 'files.too_deep'] as const

describe('folders in each other', () => {
  it('are made up to a hundred deep, one by one and on the way of an upload', async () => {
    const { upload, refuses, refusesUpload, create, names } = await filesApi()
    const file = { name: 'file', filename: 'x', data: 'x' }

    const uploaded = await upload('/', [file, { name: 'name', data: `${deep(99).slice(1)}/x` }])
    assert.equal(uploaded.status, 200)
    await refusesUpload(tooDeep, '/', [
      file,
      { name: 'name', data: `${deep(101, 'e').slice(1)}/x` },
    ])
    await refusesUpload(tooDeep, deep(99), [file, { name: 'name', data: 'a/b/x' }])
    await create(deep(99), 'last', 'folder')
    const last = encodeURIComponent(`${deep(99)}/last`)
    await refuses(tooDeep, 'POST', `/files/${last}`, { name: 'more', type: 'folder' })
    await create(`${deep(99)}/last`, 'a file')

    assert.deepEqual(await names(`${deep(99)}/last`), ['a file'])
    assert.deepEqual(await names(), ['d'])
  })

  it('are not moved or copied deeper, with all that is in them', async () => {
    const { create, move, copy, refuses, names, whenExplored } = await filesApi({
      [`${deep(60).slice(1)}/x`]: 'x',
      [`${deep(50, 'e').slice(1)}/x`]: 'x',
    })
    await whenExplored(2)
    await create('/', 'file')

    for (const operation of ['move', 'copy']) {
      for (const target of [deep(51), deep(60)]) {
        await refuses(tooDeep, 'PUT', '/files', { operation, ids: ['/file', '/e'], target })
      }
    }
    await copy(['/file', '/e'], deep(50))
    await move(['/file'], deep(60))

    assert.deepEqual(await names(deep(60)), ['file', 'x'])
    assert.deepEqual(await names(deep(50)), ['d', 'e', 'file'])
  })

  it('that others have made deeper are listed, archived and deleted', async () => {
    const { list, ask, remove, names, root } = await diskFilesApi()
    mkdirSync(root + deep(300, 'levels'), { recursive: true })
    writeFileSync(`${root}${deep(300, 'levels')}/x`, 'x')

    assert.deepEqual(
      (await list(deep(300, 'levels'))).map(({ value }) => value),
      ['x'],
    )
    const archive = await ask('GET', '/direct?id=/levels')
    assert.equal(archive.status, 200)
    assert.ok(archive.bytes.includes(`${deep(300, 'levels').slice(1)}/x`))
    await remove(['/levels'])
    assert.deepEqual(await names(), [])
  })
})

describe('an upload that nobody waits for', () => {
  it('makes no more folders', async () => {
    const { url, names, list, remove, assertNothingHidden } = await filesApi()
    const { hostname, port } = new URL(url)
    const { body, type } = formOf([
      { name: 'name', data: `${deep(100).slice(1)}/x` },
      { name: 'file', filename: 'x', data: 'x' },
    ])
    const who = credentialLines(Number(port))
    const head = `POST /upload HTTP/1.1\r\nhost: localhost\r\n${who}content-type: ${type}\r\n`

    /** How many folders it has made after all. */
    async function leaveEarly(): Promise<number> {
      const socket = connect(Number(port), hostname)
      socket.write(`${head}content-length: ${body.length}\r\n\r\n`)
      socket.write(body)
      await eventually(async () => assert.deepEqual(await names(), ['d']))
      socket.destroy()
      await assertNothingHidden()
      let levels = 0
      for (let found = await list('/'); found[0]?.type === 'folder'; levels += 1) {
        found = await list(found[0].id)
      }
      await remove(['/d'])
      return levels
    }

    // It may have been done before we left.
    const tries: number[] = []
    while (tries.length < 20 && !tries.some((levels) => levels < 100))
      tries.push(await leaveEarly())
    assert.ok(
      tries.some((levels) => levels < 100),
      String(tries),
    )
  })
})
