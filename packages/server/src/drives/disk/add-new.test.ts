import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { testDrive } from '../../../test/fixtures/drive.ts'
import { uploadFile } from '../../domain/files/upload-file.ts'

/** A drive on a disk, and what others do on it a moment before somebody uploads. */
async function opened(t: TestContext) {
  const made = await testDrive()
  mkdirSync(join(made.root, 'docs'))
  writeFileSync(join(made.root, 'docs/a.txt'), 'theirs')
  const { drive, ctx } = await made.open()
  await drive.idle()

  async function put(folder: string, name: string): Promise<string> {
    const { receive, publish } = await uploadFile(ctx, folder)
    const key = await receive(piece('ours'))
    return (await publish(key, name)).id
  }
  const reads = t.mock.method(made.database, 'read')
  return { drive, put, at: (path: string) => join(made.root, path), reads }
}

async function* piece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

describe('what comes to a folder on which others work', () => {
  it('has the name that they have just given up', async (t) => {
    const { put, at } = await opened(t)
    unlinkSync(at('docs/a.txt'))

    assert.equal(await put('/docs', 'a.txt'), '/docs/a.txt')
    assert.equal(readFileSync(at('docs/a.txt'), 'utf8'), 'ours')
  })

  it('leaves what has just got this name as it is', async (t) => {
    const { put, at } = await opened(t)
    writeFileSync(at('docs/b.txt'), 'theirs, too')

    assert.equal(await put('/docs', 'b.txt'), '/docs/b.new.txt')
    assert.equal(readFileSync(at('docs/b.txt'), 'utf8'), 'theirs, too')
  })

  it('is taken by a folder that is there since a moment ago', async (t) => {
    const { put, at } = await opened(t)
    mkdirSync(at('docs/new'))

    assert.equal(await put('/docs/new', 'a.txt'), '/docs/new/a.txt')
  })

  it('is refused where they have just removed the folder', async (t) => {
    const { drive, put, at } = await opened(t)
    rmSync(at('docs'), { recursive: true })

    await assert.rejects(put('/docs', 'b.txt'), { code: 'files.not_found' })
    await drive.idle()
    await assert.rejects(drive.find(['docs']), { code: 'files.not_found' })
  })
})

describe('a folder that is asked for again', () => {
  it('is asked of the index only after a change', async (t) => {
    const { drive, put, reads } = await opened(t)
    await drive.folder(['docs'])
    const before = reads.mock.callCount()
    const { count } = await drive.folder(['docs'])
    assert.equal(reads.mock.callCount(), before)

    await put('/docs', 'b.txt')
    assert.equal((await drive.folder(['docs'])).count, count + 1)
  })

  it('is as others have just left it', async (t) => {
    const { drive, at } = await opened(t)
    const { count } = await drive.folder(['docs'])
    writeFileSync(at('docs/b.txt'), '')

    assert.equal((await drive.folder(['docs'])).count, count + 1)
  })
})
