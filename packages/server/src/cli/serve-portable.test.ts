import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { newFolder, serving } from '../../test/fixtures/run-program.ts'

/** As on macOS and Windows, but for what these alone refuse. */
const env = { TRIPTYCH_PATHS: 'portable' }

/** Windows ends a process without asking it. */
const stopped = process.platform === 'win32' ? null : 0

describe('a server where open folders lead nowhere', () => {
  it('says at its start what it cannot promise, and serves files all the same', async () => {
    const files = newFolder()
    mkdirSync(join(files, 'f'))
    writeFileSync(join(files, 'f', 'a.txt'), 'text')
    symlinkSync(newFolder(), join(files, 'link'), 'junction')
    const argv = ['--data', newFolder(), '--no-page', '--empty', '--files', files]
    const { url, child, ended, err } = await serving(argv, { env })
    const ask = (path: string, init?: RequestInit) => fetch(new URL(path, url), init)

    assert.match(err(), /held by their paths.+docs\/reference\/systems\.md/)
    const read = await ask('/direct?id=%2Ff%2Fa.txt')
    assert.equal(await read.text(), 'text')
    const made = await ask('/files/%2Ff', {
      method: 'POST',
      body: JSON.stringify({ name: 'new.txt', type: 'file' }),
    })
    assert.equal(made.status, 200)
    assert.equal(readFileSync(join(files, 'f', 'new.txt'), 'utf8'), '')
    assert.equal((await ask('/direct?id=%2Flink%2Fx')).status, 403)
    child.kill('SIGTERM')
    assert.equal(await ended, stopped)
  })

  it('says nothing of it where they do', { skip: process.platform !== 'linux' }, async () => {
    const { child, ended, err } = await serving(['--data', newFolder(), '--no-page', '--empty'], {
      env: { TRIPTYCH_PATHS: 'descriptors' },
    })

    assert.doesNotMatch(err(), /held by their paths/)
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
  })
})
