import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { newFolder, run } from '../../test/fixtures/run-program.ts'
import { createTriptych } from '../index.ts'

describe('triptych migrate', () => {
  it('goes by the folders that it is given, not by a config file beside them', async () => {
    const cwd = newFolder()
    const files = join(cwd, 'other')
    mkdirSync(files)
    writeFileSync(join(cwd, 'triptych.config.json'), JSON.stringify({ files }))
    const triptych = await createTriptych({ empty: true, port: 0, data: join(cwd, 'old') })
    await triptych.close()
    writeFileSync(join(cwd, 'old/workspaces/main/files/a.txt'), 'text')
    const env = { TRIPTYCH_FILES: files }

    const { ended, out, err } = run(['migrate', '--from', 'old', '--to', 'new'], { cwd, env })

    assert.equal(await ended, 0, err())
    assert.match(out(), /^main: 1 files of 4 bytes, /)
    assert.deepEqual(readdirSync(files), [])
    assert.ok(readdirSync(join(cwd, 'new/workspaces/main/files')).includes('a.txt'))
  })
})
