import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { shapeConfig } from './config/config.ts'
import { openData } from './open-data.ts'

const scratch = mkdtempSync(join(tmpdir(), 'open-data-'))
after(() => rmSync(scratch, { recursive: true, force: true }))

function newPlace(): string {
  return mkdtempSync(join(scratch, 'place-'))
}

describe('the data', () => {
  it('can be read by nobody else on the machine', async () => {
    const data = join(newPlace(), 'data')
    const { shared, closeData } = openData(shapeConfig({ data }), () => {})
    await shared.workspaces.create('main')
    const modes = ['', 'lock', 'ballast', 'workspaces/main/triptych.sqlite'].map((path) =>
      (statSync(join(data, path)).mode & 0o777).toString(8),
    )
    await closeData()

    assert.deepEqual(modes, ['700', '600', '600', '600'])
  })
})
