import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { cwd, load, refused } from '../../test/fixtures/config-folder.ts'
import { text, toggle } from '../config/options.ts'
import { Text } from '../config/values.ts'
import { readArguments } from './read-arguments.ts'

describe('flags', () => {
  it('take their value after a space or an equals sign', () => {
    assert.equal(load(['--port=81']).port, 81)
    assert.equal(load(['--port', '82']).port, 82)
  })

  it('take FOLDER, before or after flags, for the folder of the file manager', () => {
    assert.equal(load(['pictures', '--empty']).files, join(cwd, 'pictures'))
    assert.equal(load(['--empty', 'pictures']).files, join(cwd, 'pictures'))
    assert.equal(load(['--', '--odd']).files, join(cwd, '--odd'))
  })

  it('collect a list up to the next flag', () => {
    const { cors, files } = load(
      '--cors http://a.test http://b.test --port 1 --cors http://c.test,http://d.test -- folder'.split(
        ' ',
      ),
    )

    assert.deepEqual(cors, ['http://a.test', 'http://b.test', 'http://c.test', 'http://d.test'])
    assert.equal(files, join(cwd, 'folder'))
  })

  it('refuse an unknown one and name it, its value, and those that were likely meant', () => {
    refused(() => load(['--prot=80']), "--prot (value '80') is unknown; did you mean --port?")
    refused(() => load(['--Host=::1']), 'did you mean --host?')
    refused(() => load(['--databse', 'x']), 'did you mean --database?')
    refused(() => load(['--detebase', 'x']), 'did you mean --database?')
    refused(() => load(['--dot-files']), 'did you mean --dotfiles?')
    refused(() => load(['--loglevel=warn']), 'did you mean --log-level?')
    refused(() => load(['--batch']), 'did you mean --batch-path or --batch-limit?')
    refused(() => load(['--hlep']), 'did you mean --help?')
  })

  it('refuse one that is like none there is, and name them all', () => {
    refused(() => load(['-p', '80']), '-p is unknown; allowed are --port, --host, ', '--help')
    refused(() => load(['--da']), '--da is unknown; allowed are --port, ')
    refused(() => load(['--toString']), '--toString is unknown; allowed are --port, ')
    refused(() => load(['--no-empty']), '--no-empty is unknown; allowed are ', '--empty')
  })

  it('refuse a missing value and say what it must be', () => {
    refused(() => load(['--port']), '--port', 'PORT', '0 to 65535')
    refused(() => load(['--data', '--port', '1']), '--data', 'DIR')
    refused(() => load(['--cors']), '--cors', 'ORIGIN')
  })

  it('refuse the same thing twice, FOLDER beside --files too', () => {
    refused(() => load(['--port', '1', '--port', '2']), '--port', '1', '2', 'only one')
    refused(() => load(['a', '--files', 'b']), 'FOLDER', 'a', '--files', 'b', 'only one')
  })
})

describe('arguments', () => {
  const place = { schema: Text, allowed: 'a place', help: '' }
  const syntax = {
    usage: 'triptych move FILE [NAME] --to PLACE [FLAG…]',
    arguments: { file: 'FILE', name: '[NAME]' },
    options: { to: text('--to', 'PLACE', place), dry: toggle('--dry', '') },
  }

  function read(...argv: string[]): Record<string, unknown> {
    return Object.fromEntries(readArguments(syntax, argv).map(({ key, value }) => [key, value]))
  }

  it('may stand before, between and after flags', () => {
    const expected = { file: 'a', name: 'b', to: 'c', dry: true }

    assert.deepEqual(read('a', 'b', '--to', 'c', '--dry'), expected)
    assert.deepEqual(read('--dry', 'a', '--to=c', 'b'), expected)
    assert.deepEqual(read('--dry', '--to', 'c', '--', 'a', 'b'), expected)
  })

  it('begin with a dash only after two of them', () => {
    assert.deepEqual(read('--to', 'c', '--', '-a'), { file: '-a', to: 'c' })
    refused(() => read('-a', '--to', 'c'), '-a is unknown')
  })

  it('are refused where one is missing, as is a flag that has to be given', () => {
    refused(() => read('--to', 'c'), `FILE is missing; usage: ${syntax.usage}`)
    refused(() => read('a'), `--to is missing; usage: ${syntax.usage}`)
  })

  it('are refused where there are too many', () => {
    refused(
      () => read('a', 'b', 'c', '--to', 'd'),
      `unexpected argument 'c'; usage: ${syntax.usage}`,
    )
  })
})
