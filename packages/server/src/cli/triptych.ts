import { quote } from '../config/config-error.ts'
import { version } from '../version.ts'
import { backup, restore } from './backup.ts'
import { files } from './files.ts'
import { filesHelp, overview, serveHelp, tablesHelp } from './help.ts'
import { backupHelp, migrateHelp, restoreHelp, workspaceHelp } from './house-help.ts'
import { migrate } from './migrate.ts'
import { serve } from './serve.ts'
import { tables } from './tables.ts'
import { workspace } from './workspace.ts'
import type { Command } from './command.ts'
import type { Environment } from '../config/environment.ts'

export const commands = new Map<string, Command>([
  ['serve', { summary: 'Start the server.', help: serveHelp, run: serve }],
  ['files', { summary: 'Check or rebuild the index of the files.', help: filesHelp, run: files }],
  ['tables', { summary: 'Import files into tables.', help: tablesHelp, run: tables }],
  ['workspace', { summary: 'Export or import a workspace.', help: workspaceHelp, run: workspace }],
  ['backup', { summary: 'Keep every workspace as an archive.', help: backupHelp, run: backup }],
  ['restore', { summary: 'Bring back what was kept.', help: restoreHelp, run: restore }],
  ['migrate', { summary: 'Move everything to other engines.', help: migrateHelp, run: migrate }],
  ['help', { summary: 'Show this, or what a command takes.', help: helpText, run: help }],
  ['version', { summary: 'Show the version.', help: helpText, run: () => print(`${version}\n`) }],
])

const synonyms = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
])

/** Runs one command line, without `node` and the script, and answers the exit code. */
export async function run(argv: string[], env: Environment): Promise<number> {
  const [first = 'help', ...rest] = argv
  const command = commands.get(synonyms.get(first) ?? first)
  if (!command) return refuse(first)
  if (asksForHelp(rest)) return print(command.help())
  return command.run(rest, env)
}

function help([name]: string[]): number {
  if (name === undefined) return print(helpText())
  const command = commands.get(name)
  return command ? print(command.help()) : refuse(name)
}

function helpText(): string {
  return overview(commands)
}

function asksForHelp(argv: string[]): boolean {
  const end = argv.indexOf('--')
  const flags = end === -1 ? argv : argv.slice(0, end)
  return flags.includes('--help') || flags.includes('-h')
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

function refuse(name: string): number {
  const allowed = [...commands.keys()].join(', ')
  process.stderr.write(`${quote(name)} is not a command; allowed are ${allowed}\n`)
  return 2
}
