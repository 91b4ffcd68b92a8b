import assert from 'node:assert/strict'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { newFolder, serving } from '../fixtures/run-program.ts'
import type { Run } from '../fixtures/run-program.ts'
import { patient } from '../fixtures/patient.ts'

/** Root is let in everywhere, so the server is somebody else. */
const nobody = 65_534
const skip = process.geteuid?.() === 0 ? false : 'only root can run the server as somebody else'

describe('a folder that the server is not let into', { skip }, () => {
  let files: string
  let server: Run & { url: string }

  beforeEach(() => {
    const base = newFolder()
    chmodSync(dirname(base), 0o711)
    chownSync(base, nobody, nobody)
    files = join(base, 'files')
    for (const path of ['', 'top', 'top/sub', 'top/sub/theirs']) folder(path, nobody)
    writeFileSync(join(files, 'top/a.txt'), 'a')
    writeFileSync(join(files, 'top/sub/theirs/kept.txt'), 'kept')
  })

  afterEach(async () => {
    server.child.kill('SIGTERM')
    await server.ended
  })

  function folder(path: string, owner: number): void {
    mkdirSync(join(files, path))
    chownSync(join(files, path), owner, owner)
  }

  async function start(owner: number, mode = 0o000): Promise<void> {
    chownSync(join(files, 'top/sub/theirs'), owner, owner)
    chmodSync(join(files, 'top/sub/theirs'), mode)
    const data = join(dirname(files), 'data')
    const argv = [files, '--data', data, '--empty', '--no-page', '--log-level', 'error']
    // What cannot be emptied is found out when it ends.
    argv.push('--trash-days', '0')
    server = await serving(argv, { uid: nobody, cwd: dirname(files) })
  }

  async function whenLookedThrough(): Promise<void> {
    for (;;) {
      const { complete } = (await (await ask('info')).json()) as { complete: boolean }
      if (complete) return
    }
  }

  const ask = (path: string, init: RequestInit = {}) => fetch(new URL(path, server.url), init)
  const remove = (id: string) =>
    ask('files', { method: 'DELETE', body: JSON.stringify({ ids: [id] }) })
  const hidden = () => readdirSync(join(files, '.triptych/hidden'))

  it('is left out of an archive, which says so', async () => {
    await start(0)

    const answer = await ask('direct?id=/top')
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')

    assert.equal(answer.status, 200)
    assert.ok(text.includes('top/a.txt'))
    assert.ok(text.includes('not in this archive.txt'))
    assert.ok(text.includes('not let into these folders:\n/top/sub/theirs\n'))
    assert.ok(!text.includes('kept.txt'))
  })

  it('keeps what it lies in from being deleted, and the answer tells why', async () => {
    await start(0)
    await whenLookedThrough()

    const answer = await remove('/top')

    assert.equal(answer.status, 403)
    const { code, error } = (await answer.json()) as { code: string; error: string }
    assert.equal(code, 'files.denied')
    assert.match(error, /\/top\/sub\/theirs/)
    assert.ok(existsSync(join(files, 'top/a.txt')))
    assert.deepEqual(hidden(), [])
  })

  it('comes back with what it lies in, where only the deleting shows it', async (t) => {
    await start(0, 0o755)
    await whenLookedThrough()

    assert.equal((await remove('/top')).status, 200)

    const kept = join(files, 'top/sub/theirs/kept.txt')
    await t.waitFor(() => assert.ok(existsSync(kept)), patient)
    assert.deepEqual(hidden(), [])
    await t.waitFor(async () => {
      const listed = (await (await ask('files/top')).json()) as { id: string }[]
      assert.deepEqual(
        listed.map(({ id }) => id),
        ['/top/sub'],
      )
    }, patient)
  })

  it("is deleted with the rest where it is the server's own", async (t) => {
    await start(nobody)
    await whenLookedThrough()

    assert.equal((await remove('/top')).status, 200)

    await t.waitFor(() => assert.deepEqual(hidden(), []), patient)
    assert.ok(!existsSync(join(files, 'top')))
  })
})
