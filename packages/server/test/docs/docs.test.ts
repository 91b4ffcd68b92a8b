import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { errorCodes } from '@triptych/contract/errors'
import { ChangeTable, TableStep } from '@triptych/contract/table-schema'
import { houseFlagNames } from '../../src/cli/house-help.ts'
import { importFlagNames } from '../../src/cli/import-flags.ts'
import { commands } from '../../src/cli/triptych.ts'
import { loadConfig } from '../../src/config/config.ts'
import { settingKeys, settings } from '../../src/config/settings.ts'
import { statusOf } from '../../src/http/wire/error-response.ts'
import type { ErrorCode } from '@triptych/contract/errors'

/** The reference pages against the code, both ways: what is missing in either fails. */

const allSettings = settingKeys.map((key) => settings[key])

function page(name: string): string {
  return readFileSync(new URL(`../../../../docs/reference/${name}.md`, import.meta.url), 'utf8')
}

/** The cells of the table whose head begins with these columns. */
function table(text: string, ...columns: string[]): string[][] {
  const lines = text.split('\n')
  const isHead = (line: string) => columns.every((column, i) => cells(line)[i] === column)
  const body = lines.slice(lines.findIndex(isHead) + 2)
  return body
    .slice(
      0,
      body.findIndex((line) => !line.startsWith('|')),
    )
    .map(cells)
}

function cells(line: string): string[] {
  const inside = line.split('|').slice(1, -1)
  return inside.map((cell) => cell.trim().replaceAll(/\\([*_])/g, '$1'))
}

function code(...words: (string | null)[]): string {
  return `\`${words.filter((word) => word !== null).join(' ')}\``
}

function words(text: string, pattern: RegExp): string[] {
  return [...new Set(text.match(pattern))].toSorted()
}

describe('the reference of the configuration', () => {
  it('has every setting as the code has it, and no other', () => {
    const documented = table(page('config'), 'key', 'flag', 'variable', 'default', 'allowed')

    const expected = allSettings.map((setting) => {
      const value = String(setting.default ?? '')
      return [
        setting.fileKey === null ? 'none' : code(setting.fileKey),
        code(setting.flag, setting.placeholder),
        code(setting.variable),
        value === '' ? 'none' : code(value),
        setting.allowed,
        setting.help,
      ]
    })
    assert.deepEqual(documented, expected)
  })

  it('speaks of no flag or variable that is not there', () => {
    const flags = words(page('config'), /--[a-z][a-z-]*/g)
    const variables = words(page('config'), /TRIPTYCH_[A-Z_]+/g)

    assert.deepEqual(flags, allSettings.map(({ flag }) => flag).toSorted())
    assert.deepEqual(variables, allSettings.map(({ variable }) => variable).toSorted())
  })

  it('shows a config file that can be used', () => {
    const sample = /```json\n([^]*?)```/.exec(page('config'))?.[1] ?? ''
    const file = Object.entries(JSON.parse(sample) as Record<string, unknown>)
    assert.ok(file.length > 3)

    for (const [key, value] of file) {
      const setting = allSettings.find(({ fileKey }) => fileKey === key)
      assert.ok(setting?.schema.safeParse(value).success, key)
    }
  })

  it('quotes the message of a wrong setting as it is', () => {
    assert.throws(
      () => loadConfig({ argv: ['--port', 'abc'], env: {}, cwd: '/' }),
      ({ message }: Error) => page('config').includes(`\n${message}\n`),
    )
  })
})

describe('the reference of the command line', () => {
  it('has every command, and no other', () => {
    const documented = [...page('cli').matchAll(/^## `triptych (\w+)/gm)].map(([, name]) => name)

    assert.deepEqual(documented, [...commands.keys()])
  })

  it('has every flag as the code has it, and no other', () => {
    const documented = table(page('cli'), 'flag', 'meaning')

    const expected = allSettings.map(({ flag, placeholder, help }) => [
      code(flag, placeholder),
      help,
    ])
    assert.deepEqual(documented, expected)
  })

  it('speaks of no flag that is not there', () => {
    const settingFlags = allSettings.map(({ flag }) => flag)
    const flags = [...settingFlags, ...importFlagNames, ...houseFlagNames, '--help', '--version']

    assert.deepEqual(words(page('cli'), /--[a-z][a-z-]*/g), flags.toSorted())
  })

  it('has every flag of an import, and no other', () => {
    const documented = table(page('cli'), 'import flag', 'meaning').map(([flag = '']) => flag)

    assert.deepEqual(
      documented.map((flag) => flag.replaceAll(/`| [A-Z]+/g, '')),
      importFlagNames,
    )
  })

  it('is matched by the help text', () => {
    for (const [name, flags] of [
      ['serve', allSettings.map(({ flag }) => flag)],
      ['tables', importFlagNames],
    ] as const) {
      const help = commands.get(name)!.help()
      const told = words(help, /^ {2}--[a-z-]+/gm).map((line) => line.trim())
      assert.deepEqual(told, [...flags].toSorted())
    }
  })
})

describe('the reference of the errors', () => {
  it('has every code with its status and its meaning, and no other', () => {
    const documented = table(page('errors'), 'code', 'status', 'meaning')

    const expected = Object.entries(errorCodes).map(([name, meaning]) => [
      code(name),
      String(statusOf[name as ErrorCode]),
      meaning,
    ])
    assert.deepEqual(documented, expected)
  })
})

describe('the reference of the tables', () => {
  it('has every step of a change, and no other', () => {
    const documented = table(page('tables'), 'step', 'value').map(([step]) => step)

    const steps = TableStep.options.map((step) => Object.keys(step.shape)[0] ?? null)
    assert.deepEqual(
      documented,
      steps.map((step) => code(step)),
    )
  })

  it('has an example of a change that is one', () => {
    const [, example = ''] = /```json\n(\{\n {2}"changes"[^`]+)```/.exec(page('tables')) ?? []

    assert.equal(ChangeTable.parse(JSON.parse(example)).changes.length, 4)
  })
})
