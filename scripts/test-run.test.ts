import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { runTests } from './test-run.ts'
import { leftOut } from './test-summary.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-runner-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let made = 0

function fileWith(text: string): string {
  const file = join(folder, `${++made}.test.mjs`)
  writeFileSync(file, `import { describe, it } from 'node:test'\n${text}`)
  return file
}

/** A process that Node's own runner has started would tell that one only. */
const outside = { NODE_TEST_CONTEXT: '' }
const run = (...texts: string[]) =>
  runTests({ stage: 'SQLite', files: texts.map(fileWith), isShown: false }, outside)

describe('a process with tests', () => {
  it('tells how many passed, and why others were left out', async () => {
    const { isGood, passed, skipped } = await run(`
      it('a', () => {})
      it('b', { skip: 'it rains' }, () => {})
      describe('c', { skip: 'it rains' }, () => it('d', () => {}))
      describe('e', () => it('f', (t) => t.skip('it snows')))`)

    assert.deepEqual([isGood, passed], [true, 1])
    assert.deepEqual(skipped, ['it rains', 'it rains', 'it snows'])
  })

  it('has failed when one of its tests has, and shows it', async () => {
    const { isGood, passed, text } = await run(
      `it('a', () => {})\nit('b', () => { throw new Error('thunder') })`,
    )

    assert.deepEqual([isGood, passed], [false, 1])
    assert.match(text, /thunder/)
  })

  it('has failed when it ends before its tests do', async () => {
    for (const end of ['process.exit(0)', 'process.kill(process.pid, "SIGKILL")']) {
      const { isGood } = await run(`it('a', async () => { ${end} })`)
      assert.equal(isGood, false, end)
    }
  })

  it('ends with its tests, also where one has left something running', async () => {
    const forever = `setInterval(() => {}, 1000)`
    const { isGood, text } = await run(
      `it('a', (t) => t.waitFor(async () => {
         await new Promise((answered) => setTimeout(answered, 300))
         throw new Error('thunder')
       }, { timeout: 400 }))
       ${forever}`,
    )

    assert.equal(isGood, false)
    assert.match(text, /thunder/)
    assert.equal((await run(`it('b', () => {})\n${forever}`)).isGood, true)
  })

  it('may have the tests of several files', async () => {
    const good = `it('a', () => {})`
    assert.equal((await run(good, good)).passed, 2)
    const files = [good, `describe('b', () => it('c', () => { throw new Error() }))`].map(fileWith)
    const { isGood, redFiles } = await runTests({ stage: 'SQLite', files, isShown: false }, outside)
    assert.deepEqual([isGood, redFiles], [false, files.slice(1)])
  })
})

describe('the last line', () => {
  it('says what was left out, how often and why', () => {
    const outcomes = [{ skipped: ['it rains'] }, { skipped: ['it rains', 'it snows'] }]
    assert.equal(leftOut(outcomes), 'Left out: 2 because it rains, 1 because it snows.')
  })

  it('knows when nothing was', () => {
    assert.equal(leftOut([{ skipped: [] }]), null)
  })
})
