import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { errorCodes } from '@triptych/contract/errors'
import { ChangeTable, TableStep } from '@triptych/contract/table-schema'
import { commands } from '../../src/cli/triptych.ts'
import { defaultOf, flagName } from '../../src/config/options.ts'
import { settingKeys, settings } from '../../src/config/settings.ts'
import { statusOf } from '../../src/http/wire/error-response.ts'
import type { ErrorCode } from '@triptych/contract/errors'
import type { Option } from '../../src/config/options.ts'
import { load } from '../fixtures/config-folder.ts'

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

function code(text: string | null): string {
  return `\`${text}\``
}

const facts = ['default', 'allowed', 'meaning']

function factsOf(option: Option<unknown>): string[] {
  const value = defaultOf(option)
  return [value === '' ? 'none' : code(value), option.allowed, option.help]
}

function words(text: string, pattern: RegExp): string[] {
  return [...new Set(text.match(pattern))].toSorted()
}

describe('the reference of the configuration', () => {
  it('has every setting as the code has it, and no other', () => {
    const documented = table(page('config'), 'key', 'flag', 'variable', ...facts)

    const expected = allSettings.map((setting) => [
      setting.fileKey === null ? 'none' : code(setting.fileKey),
      code(flagName(setting)),
      code(setting.variable),
      ...factsOf(setting),
    ])
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
      () => load(['--port', 'abc']),
      ({ message }: Error) => page('config').includes(`\n${message}\n`),
    )
  })
})

describe('the reference of the command line', () => {
  const all = [...commands.values()]
  /** By their headings. */
  const sections = new Map(
    page('cli')
      .split(/^## /m)
      .map((text) => [text.split('\n', 1)[0]!, text]),
  )

  it('has every command with its usage, and no other', () => {
    const documented = [...sections.keys()].filter((heading) => heading.startsWith('`'))

    assert.deepEqual(
      documented,
      all.map(({ usage }) => code(usage)),
    )
  })

  it('has every setting that serve shows, and no other', () => {
    const documented = table(sections.get(code(commands.get('serve')!.usage))!, 'flag', 'meaning')

    assert.deepEqual(
      documented,
      allSettings.map((setting) => [code(flagName(setting)), setting.help]),
    )
  })

  it('has every flag of the other commands as the code has it, and no other', () => {
    for (const { usage, options, settings: taken } of all) {
      if (taken === 'shown') continue
      const expected = Object.values(options).map((one) => [code(flagName(one)), ...factsOf(one)])
      assert.deepEqual(table(sections.get(code(usage))!, 'flag', ...facts), expected, usage)
    }
  })

  it('speaks of no flag that is not there', () => {
    const own = all.flatMap(({ options }) => Object.values(options))
    const flags = new Set([...allSettings, ...own].map(({ flag }) => flag as string))

    const spoken = words(page('cli'), /--[a-z][a-z-]*/g)
    assert.deepEqual(spoken, [...flags, '--help', '--version'].toSorted())
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

describe('the decisions', () => {
  it('each has a number of its own, and says it', () => {
    const folder = new URL('../../../../decisions/', import.meta.url)
    for (const [index, file] of readdirSync(folder).toSorted().entries()) {
      const number = String(index + 1).padStart(3, '0')
      assert.ok(file.startsWith(`${number}-`), file)
      assert.ok(readFileSync(new URL(file, folder), 'utf8').startsWith(`# ${number} `), file)
    }
  })
})
