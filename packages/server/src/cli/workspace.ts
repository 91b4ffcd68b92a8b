import type { ArchiveClosing } from '@triptych/contract/archive'
import { atOption } from './at-option.ts'
import { command } from './command.ts'
import { say } from './terminal.ts'
import {
  described,
  exportWorkspace,
  importWorkspace,
  readArchive,
  withoutOption,
  writeArchive,
} from './transfer.ts'
import { withData, withStoredData } from './with-data.ts'

const takes = { name: 'NAME', file: 'FILE' } as const

export const workspaceExport = command({
  name: 'workspace export',
  summary: 'Put everything of a workspace into one archive.',
  about: `The archive is a tar with tables, plan, views, log and files, with trash and versions. It is read back and
checked before it gets its name. A server that has the data must not run, unless it has it on PostgreSQL and S3; of one
that runs, backup --url takes an archive. With --at it has tables, plan, views and files as they were.`,
  arguments: takes,
  options: { at: atOption, without: withoutOption },
  settings: 'taken',
  exits: ['done', 'it failed and nothing has changed'],
  run: ({ name, file, at, without }, { config }) =>
    told(
      name,
      withStoredData(config, (shared) =>
        writeArchive(file, exportWorkspace(shared, name, without, at)),
      ),
    ),
})

export const workspaceImport = command({
  name: 'workspace import',
  summary: 'Make a workspace out of an archive.',
  about: `What is imported is compared with the archive, and is there completely or not at all. A server that
has the data must not run, unless it has it on PostgreSQL and S3.`,
  arguments: takes,
  settings: 'taken',
  exits: ['done', 'it failed and nothing has changed'],
  run: ({ name, file }, { config }) =>
    told(
      name,
      withData(config, (shared) => importWorkspace(shared, name, readArchive(file))),
    ),
})

async function told(name: string, work: Promise<ArchiveClosing>): Promise<number> {
  say(`${name}: ${described(await work)}`)
  return 0
}
