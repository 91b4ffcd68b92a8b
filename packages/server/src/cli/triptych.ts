import { quote, suggest } from '../config/config-error.ts'
import { version } from '../version.ts'
import { auditExport, auditVerify } from './audit.ts'
import { backup, restore } from './backup.ts'
import { command } from './command.ts'
import { copy } from './copy.ts'
import { doctor } from './doctor.ts'
import { filesRebuild, filesTakeOwnership, filesVerify } from './files.ts'
import { helpOf, overview } from './help.ts'
import { init } from './init.ts'
import { migrate } from './migrate.ts'
import { planExport, planImport } from './plan.ts'
import { serve } from './serve.ts'
import { tablesImport } from './tables.ts'
import { tablesExport, tablesList } from './tables-export.ts'
import { complain } from './terminal.ts'
import { userAdd, userList, userPassword, userRemove, userRevoke } from './user.ts'
import {
  workspaceDelete,
  workspaceExport,
  workspaceImport,
  workspaceList,
  workspaceRename,
  workspaceRestore,
} from './workspace.ts'
import type { Command } from './command.ts'
import type { Environment } from '../config/environment.ts'

const help = command({
  name: 'help',
  summary: 'Show the commands, or what one of them takes.',
  about: 'So do triptych --help, and --help or -h after a command.',
  arguments: { first: '[COMMAND]', second: '[SUBCOMMAND]' },
  settings: 'none',
  exits: ['shown'],
  run: ({ first, second }) => showHelp([first, second].filter((word) => word !== undefined)),
})

const showVersion = command({
  name: 'version',
  summary: 'Show the version.',
  about: 'So does triptych --version.',
  settings: 'none',
  exits: ['shown'],
  run: () => print(`${version}\n`),
})

const all = [
  serve,
  doctor,
  init,
  copy,
  filesVerify,
  filesRebuild,
  filesTakeOwnership,
  tablesList,
  tablesImport,
  tablesExport,
  planImport,
  planExport,
  workspaceList,
  workspaceRename,
  workspaceDelete,
  workspaceRestore,
  workspaceExport,
  workspaceImport,
  backup,
  restore,
  migrate,
  auditVerify,
  auditExport,
  userAdd,
  userList,
  userPassword,
  userRevoke,
  userRemove,
  help,
  showVersion,
]

/** Everything that can be run, by its name. Parsing, help and the tests of the reference go by this table. */
export const commands = new Map(all.map((one) => [one.name, one]))

const synonyms = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
])

/** Runs one command line, without `node` and the script, and answers the exit code. */
export async function run(argv: string[], env: Environment): Promise<number> {
  const words = wordsOf(argv)
  if (asksForHelp(words.slice(1))) return showHelp(words)
  const found = commandIn(words)
  return found ? found.run(words.slice(found.name.split(' ').length), env) : refuse(words)
}

/** Whoever names no command wants the server: `npx` with nothing but the package shows what it is. */
function wordsOf([first = 'serve', ...rest]: string[]): string[] {
  const named = synonyms.get(first) ?? first
  return named.startsWith('-') ? ['serve', named, ...rest] : [named, ...rest]
}

function commandIn([first = '', second = '']: string[]): Command | undefined {
  return commands.get(`${first} ${second}`) ?? commands.get(first)
}

function asksForHelp(argv: string[]): boolean {
  const end = argv.indexOf('--')
  const flags = end === -1 ? argv : argv.slice(0, end)
  return flags.includes('--help') || flags.includes('-h')
}

/** Of the command that the words begin with, of all with the same first word, or of all. */
function showHelp(words: string[]): number {
  const some = words.length === 0 ? all : [commandIn(words) ?? groupOf(words)].flat()
  const [one] = some
  if (!one) return refuse(words)
  return print(some.length === 1 ? helpOf(one) : overview(some))
}

function groupOf([first = '']: string[]): Command[] {
  return all.filter(({ name }) => name.startsWith(`${first} `))
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

function refuse(words: string[]): number {
  const group = groupOf(words)
  const written = words.slice(0, group.length > 0 ? 2 : 1).join(' ')
  const known = (group.length > 0 ? group : all).map(({ name }) => name)
  return complain(`${quote(written)} is not a command; ${suggest(written, known)}`, 2)
}
