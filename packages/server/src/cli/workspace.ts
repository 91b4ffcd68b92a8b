import type { ArchiveClosing } from '@triptych/contract/archive'
import { Title } from '@triptych/contract/titles'
import type { Workspace } from '@triptych/contract/workspaces'
import type { Config } from '../config/config.ts'
import { ConfigError, quote } from '../config/config-error.ts'
import { toggle } from '../config/options.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { askServer, serverOptions } from './ask-server.ts'
import { atOption } from './at-option.ts'
import { command } from './command.ts'
import { askLine, say } from './terminal.ts'
import {
  described,
  exportWorkspace,
  importWorkspace,
  readArchive,
  withoutOption,
  writeArchive,
} from './transfer.ts'
import { onWorkspaces, withData, withStoredData } from './with-data.ts'

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
    carried(
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
    carried(
      name,
      withData(config, (shared) => importWorkspace(shared, name, readArchive(file))),
    ),
})

async function carried(name: string, work: Promise<ArchiveClosing>): Promise<number> {
  say(`${name}: ${described(await work)}`)
  return 0
}

const json = toggle('--json', 'Print JSON, for programs.')
const common = { json, ...serverOptions }
const notWhile =
  'Without --url, a server that has the data must not run, unless it has it on PostgreSQL and S3.'

export const workspaceList = command({
  name: 'workspace list',
  summary: 'Show the workspaces, with their titles.',
  about: `With --deleted those that can still be brought back, with until when. ${notWhile}`,
  options: { deleted: toggle('--deleted', 'Those that were deleted instead.'), ...common },
  settings: 'taken',
  exits: ['shown', 'it failed'],
  async run({ deleted, ...how }, { config }) {
    const all = await either(config, how, {
      path: `workspaces${deleted ? '?deleted=true' : ''}`,
      method: 'GET',
      async local(ctx) {
        const { listDeleted } = await import('../domain/workspaces/delete-workspace.ts')
        const { listWorkspaces } = await import('../domain/workspaces/list-workspaces.ts')
        return deleted ? listDeleted(ctx) : listWorkspaces(ctx)
      },
    })
    if (how.json) return told(all)
    const width = Math.max(...all.map(({ name }) => name.length))
    for (const one of all) say(`${one.name.padEnd(width)}  ${one.title}${untilWhen(one)}`)
    return 0
  },
})

export const workspaceRename = command({
  name: 'workspace rename',
  summary: 'Give a workspace another title.',
  about: `Its name, and so all addresses, stay what they are. ${notWhile}`,
  arguments: { name: 'NAME', title: 'TITLE' },
  options: common,
  settings: 'taken',
  exits: ['done', 'it failed and nothing has changed'],
  async run({ name, title: written, ...how }, { config }) {
    const title = titleIn(written)
    const renamed = await either(config, how, {
      path: pathOf(name),
      method: 'PATCH',
      body: { title },
      async local(ctx) {
        const { renameWorkspace } = await import('../domain/workspaces/rename-workspace.ts')
        return renameWorkspace(ctx, name, { title })
      },
    })
    return how.json ? told(renamed) : said(`${name} is called ${renamed.title} now.`)
  },
})

export const workspaceDelete = command({
  name: 'workspace delete',
  summary: 'Delete a workspace; for some days it can be brought back.',
  about: `For as many days as files stay in the trash; its name stays taken until then. main cannot be deleted. On a terminal
its name has to be typed once more. ${notWhile}`,
  arguments: { name: 'NAME' },
  options: { yes: toggle('--yes', 'Do not ask for the name again.'), ...common },
  settings: 'taken',
  exits: ['done', 'it failed and nothing has changed'],
  async run({ name, yes, ...how }, { config }) {
    if (!yes) await confirm(name)
    const gone = await either(config, how, {
      path: pathOf(name),
      method: 'DELETE',
      async local(ctx) {
        const { deleteWorkspace } = await import('../domain/workspaces/delete-workspace.ts')
        return deleteWorkspace(ctx, name)
      },
    })
    if (how.json) return told(gone)
    const until = gone.deleted?.until
    const back = until
      ? `Until ${until.slice(0, 10)} triptych workspace restore ${name} brings it back.`
      : 'It is gone for good.'
    return said(`${name} is deleted. ${back}`)
  },
})

export const workspaceRestore = command({
  name: 'workspace restore',
  summary: 'Bring a deleted workspace back.',
  about: `With everything that was in it. ${notWhile}`,
  arguments: { name: 'NAME' },
  options: common,
  settings: 'taken',
  exits: ['done', 'it failed and nothing has changed'],
  async run({ name, ...how }, { config }) {
    const back = await either(config, how, {
      path: `${pathOf(name)}/restore`,
      method: 'POST',
      async local(ctx) {
        const { restoreWorkspace } = await import('../domain/workspaces/delete-workspace.ts')
        return restoreWorkspace(ctx, name)
      },
    })
    return how.json ? told(back) : said(`${name} is there again.`)
  },
})

interface Work<T> {
  method: string
  path: string
  body?: object
  local: (ctx: Omit<Context, 'workspace'>) => Promise<T>
}

/** Asks a server that runs, or does the same with the data itself. */
async function either<T>(
  config: Config,
  { url, tokenFile }: { url: string | null; tokenFile: string | null },
  { method, path, body, local }: Work<T>,
): Promise<T> {
  if (url === null) return onWorkspaces(config, local)
  return (await askServer(url, tokenFile)(method, path, body)).json() as Promise<T>
}

function pathOf(name: string): string {
  return `workspaces/${encodeURIComponent(name)}`
}

function titleIn(text: string): string {
  const result = Title.safeParse(text)
  if (result.success) return result.data
  throw new ConfigError(`TITLE (value ${quote(text)}) must be one line of 1 to 100 characters`)
}

async function confirm(name: string): Promise<void> {
  const typed = process.stdin.isTTY ? await askLine(`To delete ${name}, type its name: `) : null
  if (typed === name) return
  const why =
    typed === null
      ? 'Nobody is there to be asked; --yes deletes it without that.'
      : 'That is another name.'
  throw new AppError('bad_request', `${why} Nothing was changed.`)
}

function untilWhen({ deleted }: Workspace): string {
  if (!deleted) return ''
  return `  (deleted ${deleted.at.slice(0, 10)}, can come back until ${deleted.until?.slice(0, 10)})`
}

function said(line: string): number {
  say(line)
  return 0
}

function told(answer: object): number {
  return said(JSON.stringify(answer))
}
