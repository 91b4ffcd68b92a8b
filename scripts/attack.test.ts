import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { serving } from '../packages/server/test/fixtures/run-program.ts'
import { allAttacks } from './attack/all-attacks.ts'

const data = mkdtempSync(join(tmpdir(), 'triptych-attacks-'))
after(() => rmSync(data, { recursive: true, force: true }))

describe('a server with little memory', () => {
  for (const [index, { name, sends, run }] of allAttacks(0.02).entries()) {
    it(`holds under ${name}: ${sends}`, async () => {
      const { url, child, ended } = await serving(
        ['--data', join(data, String(index)), '--empty', '--no-page', '--log-level', 'error'],
        { node: ['--max-old-space-size=256'] },
      )

      await run({ base: url })

      assert.equal((await fetch(`${url}health`)).status, 200)
      child.kill('SIGTERM')
      assert.equal(await ended, 0)
    })
  }
})
