import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { isOneLine, run } from '../../test/fixtures/run-program.ts'

describe('the program', () => {
  it('refuses an unknown command in one line with exit code 2', async () => {
    for (const argv of [['sevre'], ['--port', '1'], ['help', 'sevre'], ['a\nb']]) {
      const { ended, out, err } = run(argv)

      assert.equal(await ended, 2)
      assert.ok(isOneLine(err()), err())
      assert.match(
        err(),
        /is not a command; allowed are serve, files, tables, workspace, backup, restore, migrate, help, version\n$/,
      )
      assert.equal(out(), '')
    }
  })

  it('shows its commands when asked for help or for nothing', async () => {
    for (const argv of [
      ['--help'],
      ['-h'],
      ['help'],
      ['help', 'help'],
      ['version', '--help'],
      [],
    ]) {
      const { ended, out, err } = run(argv)

      assert.equal(await ended, 0)
      assert.match(
        out(),
        /^Triptych: [^]*\n {2}serve .*\n {2}files .*\n {2}tables .*\n {2}workspace .*\n {2}backup .*\n {2}restore .*\n {2}migrate .*\n {2}help .*\n {2}version /,
      )
      assert.equal(err(), '')
    }
  })

  it('shows every flag of serve when asked, and starts nothing', async () => {
    for (const argv of [
      ['serve', '--help'],
      ['serve', '--port', 'x', '-h'],
      ['help', 'serve'],
    ]) {
      const { ended, out, cwd } = run(argv)

      assert.equal(await ended, 0)
      assert.match(
        out(),
        /Usage: triptych serve \[FOLDER\][^]*--port PORT[^]*TRIPTYCH_PORT[^]*--config FILE/,
      )
      assert.ok(!existsSync(join(cwd, 'data')))
    }
  })

  it('shows its version', async () => {
    const file = new URL('../../package.json', import.meta.url)
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }

    for (const argv of [['--version'], ['version']]) {
      const { ended, out } = run(argv)

      assert.equal(await ended, 0)
      assert.equal(out(), `${version}\n`)
    }
  })

  it('tells an older Node what is needed instead of crashing', async () => {
    const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`
    const node = ['--import', `data:text/javascript,${encodeURIComponent(older)}`]

    const { ended, out, err } = run(['serve'], { node })

    assert.equal(await ended, 1)
    assert.ok(isOneLine(err()), err())
    assert.match(err(), /needs Node\.js 24 or newer, and this is 20\.20\.2\. .*npm start/)
    assert.equal(out(), '')
  })
})
