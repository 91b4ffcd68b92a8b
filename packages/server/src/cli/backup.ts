import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ArchiveExtra } from '@triptych/contract/archive'
import { isWorkspaceName } from '@triptych/contract/workspaces'
import { quote } from '../config/config-error.ts'
import { keepAccounts, loadAccounts } from '../domain/archive/carry-accounts.ts'
import { AppError } from '../errors.ts'
import type { SharedContext, StoredAccounts } from '../open-data.ts'
import { askServer, serverOptions } from './ask-server.ts'
import type { AskServer } from './ask-server.ts'
import { command } from './command.ts'
import { say } from './terminal.ts'
import {
  described,
  describedAccounts,
  exportWorkspace,
  importWorkspace,
  readAccounts,
  readArchive,
  withoutOption,
  writeAccounts,
  writeArchive,
} from './transfer.ts'
import { withData, withStoredData } from './with-data.ts'

const ending = '.tar'
/** Beside the archives; none of them can have this name. */
const accountsFile = 'accounts.json'

export const backup = command({
  name: 'backup',
  summary: 'Keep every workspace as an archive in a folder.',
  about: `Each is kept as it is at one instant. An archive of that name is replaced once the new one is complete
and was read back. The accounts are kept beside them, but not where --url is given.`,
  arguments: { folder: 'FOLDER' },
  options: { ...serverOptions, without: withoutOption },
  settings: 'taken',
  exits: ['done', 'it failed'],
  async run({ folder, url, without, tokenFile }, { config }) {
    if (url !== null) await backupServer(askServer(url, tokenFile), folder, without)
    else await withStoredData(config, (...stored) => backupData(...stored, folder, without))
    return 0
  },
})

export const restore = command({
  name: 'restore',
  summary: 'Make the workspaces of a backup again, on any engine.',
  about: `No workspace is replaced: those that are there already are left alone and named, and so are accounts. It
can be started again.`,
  arguments: { folder: 'FOLDER' },
  settings: 'taken',
  exits: ['done', 'it failed or something was there already'],
  async run({ folder }, { config }) {
    await withData(config, (...stored) => restoreTo(...stored, folder))
    return 0
  },
})

async function backupData(
  shared: SharedContext,
  accounts: StoredAccounts,
  folder: string,
  without: readonly ArchiveExtra[],
): Promise<void> {
  const found = await accounts.find()
  if (found) {
    const kept = await keepAccounts(found)
    mkdirSync(folder, { recursive: true })
    await writeAccounts(join(folder, accountsFile), kept)
    say(`accounts: ${describedAccounts(kept)}`)
  }
  for (const name of await shared.workspaces.names()) {
    await keep(folder, name, exportWorkspace(shared, name, without))
  }
}

async function backupServer(
  ask: AskServer,
  folder: string,
  without: readonly ArchiveExtra[],
): Promise<void> {
  const query = without.length > 0 ? `?without=${without.join()}` : ''
  const list = await ask('GET', 'workspaces')
  for (const { name } of (await list.json()) as { name: string }[]) {
    // It becomes the name of a file here.
    if (!isWorkspaceName(name)) throw new AppError('bad_request', `${quote(name)} is no workspace.`)
    const { body } = await ask('GET', `workspaces/${name}/export${query}`)
    if (body) await keep(folder, name, body)
  }
}

async function keep(
  folder: string,
  name: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  say(`${name}: ${described(await writeArchive(join(folder, name + ending), pieces))}`)
}

async function restoreTo(
  shared: SharedContext,
  accounts: StoredAccounts,
  folder: string,
): Promise<void> {
  const archives = readdirSync(folder).filter((file) => file.endsWith(ending))
  if (archives.length === 0) throw new AppError('bad_request', `${folder} has no archives.`)
  const present = new Set(await shared.workspaces.names())
  const [taken, free] = [[], []] as [string[], string[]]
  for (const file of archives) (present.has(nameOf(file)) ? taken : free).push(file)
  const isWithAccounts = await restoreAccounts(accounts, join(folder, accountsFile))
  for (const file of free) {
    const closing = await importWorkspace(shared, nameOf(file), readArchive(join(folder, file)))
    say(`${nameOf(file)}: ${described(closing)}`)
  }
  const left = [...(isWithAccounts ? [] : ['the accounts']), ...taken.map(nameOf)]
  if (left.length === 0) return
  const names = left.join(', ')
  throw new AppError('workspaces.name_taken', `Was there already, and left alone: ${names}.`)
}

/** `false` where there are others already. */
async function restoreAccounts(accounts: StoredAccounts, file: string): Promise<boolean> {
  if (!existsSync(file)) return true
  const kept = readAccounts(file)
  if (!(await loadAccounts(await accounts.make(), kept))) return false
  say(`accounts: ${describedAccounts(kept)}`)
  return true
}

function nameOf(file: string): string {
  return file.slice(0, -ending.length)
}
