import { settingKeys, settings } from '../config/settings.ts'
import type { SettingKey } from '../config/settings.ts'
import type { Command } from './command.ts'

export function overview(commands: Map<string, Command>): string {
  const lines = [...commands].map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`)
  return `Triptych: the backend for a file manager, a Gantt chart and data tables.

Usage: triptych COMMAND

${lines.join('\n')}

Flags:
  --help     The same as help; after a command, what it takes.
  --version  The same as version.
`
}

export function serveHelp(): string {
  return `Starts the server and prints its address when it is ready to answer.

Usage: triptych serve [FOLDER] [FLAG…]

FOLDER is the folder that the file manager serves.

${settingKeys.map(describe).join('\n')}

Flags win over variables, variables over the config file, where --log-level is called logLevel.
Exit codes: 0 stopped, 1 could not start or was stopped at once, 2 a wrong command or setting.
`
}

export function filesHelp(): string {
  return `Compares the index of the files with what is on disk, or makes it anew. The server must not run.

Usage: triptych files verify [FOLDER] [FLAG…]
       triptych files rebuild [FOLDER] [FLAG…]
       triptych files claim --storage URL [FLAG…]

verify   Says where they differ, and changes nothing. A running server mends this by itself.
rebuild  Forgets the index of every workspace and makes it anew. No file is touched.
claim    Says that no copy of the database uses the same bytes in the bucket any more: servers that
         had stopped to remove bytes because they saw one go on. On PostgreSQL they may run.

FOLDER and the flags are those of serve; --data says where the databases are.
Exit codes: 0 all is well, 1 there are differences or it failed, 2 a wrong command or setting.
`
}

export function tablesHelp(): string {
  return `Imports a file into a table, which is made where it does not exist. The server must not run.

Usage: triptych tables import FILE TABLE [FLAG…]

FILE is CSV, TSV, NDJSON, JSON or XLSX; its ending says which. All of its rows come into the table
at once, or none. After a crash there is nothing to clear away: start again.

  --dry-run           Take nothing; show columns, types, and rows that do not fit.
  --skip-bad          Leave out rows that do not fit; else nothing is taken then.
  --format FORMAT     csv, tsv, ndjson, json or xlsx.
  --delimiter TEXT    Of CSV: what separates cells.
  --sheet NAME        Of a workbook: the name or the number of a sheet.
  --columns JSON      [{"source":"Name","name":"title","type":"text"},{"source":"x","skip":true}]
  --workspace NAME    main unless told.

The other flags are those of serve; --data says where the databases are.
Exit codes: 0 imported, 1 nothing was imported, 2 a wrong command or setting.
`
}

function describe(key: SettingKey): string {
  const { flag, placeholder, help, allowed, variable } = settings[key]
  const value = String(settings[key].default ?? '')
  const facts = [
    `Allowed: ${allowed}.`,
    ...(value === '' ? [] : [`Default: ${value}.`]),
    `Variable: ${variable}.`,
  ]
  const name = placeholder === null ? flag : `${flag} ${placeholder}`
  return `  ${name}\n      ${help}\n      ${facts.join(' ')}`
}
