import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { person } from '../../test/fixtures/person.ts'
import { isOneLine, newFolder, run } from '../../test/fixtures/run-program.ts'
import { flagName } from '../config/options.ts'
import { commands } from './triptych.ts'

describe('the program', () => {
  it('refuses an unknown command in one line with exit code 2', async () => {
    for (const argv of [['sevre'], ['help', 'nosuch'], ['a\nb']]) {
      const { ended, out, err } = run(argv)

      assert.equal(await ended, 2)
      assert.ok(isOneLine(err()), err())
      assert.match(err(), / is not a command; (did you mean serve\?|allowed are serve, doctor, )/)
      assert.equal(out(), '')
    }
  })

  it('is the server where no command is named', async () => {
    const { ended, err } = run(['--prot', '1'])

    assert.equal(await ended, 2)
    assert.match(err(), /did you mean --port\?/)
  })

  it('names the commands that were likely meant, or those that begin alike, or all', async (t) => {
    const all = [...commands.keys()].join(', ')
    const files = [...commands.keys()].filter((name) => name.startsWith('files '))

    for (const [argv, hint] of [
      [['sevre'], 'did you mean serve?'],
      [['workspace', 'exprot', 'a', 'b'], 'did you mean workspace export?'],
      [['files'], `did you mean ${files.join(' or ')}?`],
      [['files', 'check'], `allowed are ${files.join(', ')}`],
      [['check'], `allowed are ${all}`],
    ] as const) {
      const { code, said } = await person(t, ...argv)

      assert.equal(code, 2)
      assert.ok(said.endsWith(` is not a command; ${hint}\n`), said)
    }
  })

  it('makes no folder that was mistyped, and says where there is none', async (t) => {
    const folder = newFolder()
    const nowhere = join(folder, 'nowhere')
    const out = join(folder, 'out')
    const holdsNone = `${nowhere} holds no data of Triptych; --data names the folder.\n`

    for (const [argv, told] of [
      [['backup', out, '--data', nowhere], holdsNone],
      [['files', 'verify', '--data', nowhere], holdsNone],
      [['files', 'rebuild', '--data', nowhere], holdsNone],
      [['workspace', 'export', 'main', out, '--data', nowhere], holdsNone],
      [['migrate', '--from', nowhere, '--to', out], holdsNone],
      [['restore', nowhere, '--data', ':memory:'], `${nowhere}: there is nothing of this name\n`],
      [
        ['workspace', 'import', 'x', nowhere, '--data', ':memory:'],
        `${nowhere}: there is nothing of this name\n`,
      ],
      [
        ['serve', nowhere, '--data', ':memory:', '--no-page'],
        `Triptych cannot start: There is no folder ${nowhere}; make it, or name another.\n`,
      ],
    ] as const) {
      assert.deepEqual(await person(t, ...argv), { code: 1, said: told }, argv.join(' '))
      assert.deepEqual(readdirSync(folder), [], argv.join(' '))
    }
  })

  it('names the file, the host and the cause where the system has only a code', async (t) => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')

    const { said: inTheWay } = await person(t, 'serve', '--data', file, '--no-page')
    assert.equal(inTheWay, `Triptych cannot start: ${file}: something of this name is in the way\n`)
    const { said: above } = await person(t, 'serve', '--data', join(file, 'below'), '--no-page')
    assert.match(above, /file\/below: it, or something on the way to it, is no folder\n$/)
    const url = 'postgres://nobody@127.0.0.1:1/none'
    const flags = ['--data', newFolder(), '--no-page']
    const { code, said } = await person(t, 'serve', '--database', url, ...flags)
    assert.equal(code, 1)
    assert.match(said, /cannot be reached.*127\.0\.0\.1:1\)\n$/)
  })

  it('shows its commands when asked for help', async () => {
    const lines = [...commands.values()].map(({ name, summary }) => `  ${name} +${summary}\n`)

    for (const argv of [['--help'], ['-h'], ['help']]) {
      const { ended, out, err } = run(argv)

      assert.equal(await ended, 0)
      assert.match(out(), new RegExp(`^Triptych: [^]*\n${lines.join('')}\n`))
      assert.equal(err(), '')
    }
  })

  it('shows the commands that begin with a word', async (t) => {
    for (const argv of [
      ['files', '--help'],
      ['help', 'files'],
    ]) {
      const { code, said } = await person(t, ...argv)

      assert.equal(code, 0)
      assert.match(said, /^ {2}files verify .*\n {2}files rebuild .*\n {2}files \S+ .*\n\n/m)
      assert.doesNotMatch(said, /serve/)
    }
  })

  it('shows what a command takes when asked, and starts nothing', async () => {
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

  it('tells of every command its usage, its own flags and its exit codes', async (t) => {
    for (const { name, usage, options } of commands.values()) {
      for (const argv of [
        [...name.split(' '), '--help'],
        ['help', ...name.split(' ')],
      ]) {
        const { code, said } = await person(t, ...argv)

        assert.equal(code, 0)
        assert.match(
          said,
          /\n\nUsage: triptych [^]*\nExit codes: 0 .*, 2 a wrong command or setting\.\n$/,
        )
        assert.ok(said.includes(`\nUsage: ${usage}\n`), said)
        for (const option of Object.values(options)) {
          assert.ok(said.includes(`\n  ${flagName(option)}\n      ${option.help}\n`), said)
        }
      }
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
    assert.match(err(), /needs Node\.js 22 or newer, and this is 20\.20\.2\. .*npm start/)
    assert.equal(out(), '')
  })
})
