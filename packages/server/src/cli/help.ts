import { defaultOf, flagName } from '../config/options.ts'
import { settings } from '../config/settings.ts'
import type { Option } from '../config/options.ts'
import type { Setting } from '../config/setting.ts'
import type { Command } from './command.ts'

const taken = 'The flags of serve are taken too: they say where the data is.\n'

export function helpOf(command: Command): string {
  const { summary, usage, about, options, exits } = command
  const flags = Object.values(command.settings === 'shown' ? settings : options)
  const more = command.settings === 'taken' ? taken : ''
  const codes = exits.map((meaning, code) => `${code} ${meaning}, `)
  const paragraphs = [
    summary,
    `Usage: ${usage}`,
    about,
    flags.map(described).join('\n'),
    `${more}Exit codes: ${codes.join('')}2 a wrong command or setting.`,
  ]
  return `${paragraphs.filter((text) => text !== '').join('\n\n')}\n`
}

/** Of all commands, or of those that begin with the same word. */
export function overview(commands: Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`)
  return `Triptych: the backend for a file manager, a Gantt chart and data tables.

Usage: triptych [COMMAND]

${lines.join('\n')}

Flags:
  --help     The same as help; after a command, what it takes.
  --version  The same as version.
`
}

function described(option: Option<unknown> | Setting<unknown>): string {
  const value = defaultOf(option)
  const facts = [
    `Allowed: ${option.allowed}.`,
    ...(value === '' ? [] : [`Default: ${value}.`]),
    ...('variable' in option ? [`Variable: ${option.variable}.`] : []),
  ]
  return `  ${flagName(option)}\n      ${option.help}\n      ${facts.join(' ')}`
}
