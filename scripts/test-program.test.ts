import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { after, it } from 'node:test'
import { buildProgram } from './test-program.ts'

// In the repository, where it finds the packages that it needs.
mkdirSync(resolve('.cache'), { recursive: true })
const folder = mkdtempSync(resolve('.cache/program-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))

it('the program that tests start is made once, runs, lets everybody in, and replaces what is a day old', async () => {
  const [yesterday, lately] = ['yesterday', 'lately'].map((name) => join(folder, name))
  for (const old of [yesterday!, lately!]) mkdirSync(old)
  utimesSync(yesterday!, 0, 0)

  const [program, same] = await Promise.all([buildProgram(folder), buildProgram(folder)])

  assert.equal(program, same)
  assert.equal(await buildProgram(folder), program)
  assert.equal(statSync(dirname(dirname(program))).mode & 0o777, 0o755)
  assert.equal(readdirSync(folder).length, 2)
  assert.ok(readdirSync(folder).includes('lately'))
  assert.match(
    execFileSync(process.execPath, [program, 'help'], { encoding: 'utf8' }),
    /Usage: triptych/,
  )
})
