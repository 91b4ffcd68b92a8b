import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { person } from '../../test/fixtures/person.ts'
import { newFolder } from '../../test/fixtures/run-program.ts'

// What it copies is seen by published.test.ts: only an installed server can be copied.
describe('triptych copy', () => {
  it('refuses a folder that is not there, and makes none', async (t) => {
    const folder = newFolder()
    const { code, said } = await person(t, 'copy', join(folder, 'built'))

    assert.equal(code, 1)
    assert.match(said, /^There is no folder .*built\.\n$/)
    assert.deepEqual(readdirSync(folder), [])
  })

  it('copies nothing out of the repository, whose sources no app can run', async (t) => {
    const folder = newFolder()
    const { code, said } = await person(t, 'copy', folder)

    assert.equal(code, 1)
    assert.match(said, /npm run pack/)
    assert.deepEqual(readdirSync(folder), [])
  })
})
