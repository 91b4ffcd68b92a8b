import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isWorkspaceName } from '@triptych/contract/workspaces'
import { ConfigError, quote } from '../config/config-error.ts'
import type { Environment } from '../config/environment.ts'
import { AppError } from '../errors.ts'
import { complain, leadingWords, say, takeFlag, withConfig, withData } from './offline.ts'
import {
  described,
  exportWorkspace,
  importWorkspace,
  readArchive,
  writeArchive,
} from './transfer.ts'

const ending = '.tar'

/** `triptych backup FOLDER`: every workspace, of a running server by `--url`, else of the data itself. */
export async function backup(argv: string[], env: Environment): Promise<number> {
  try {
    const { words, rest } = leadingWords('backup', argv, ['FOLDER'] as const)
    const [folder] = words
    const url = takeFlag(rest, '--url')
    mkdirSync(folder, { recursive: true })
    return await withConfig(rest, env, async (config) => {
      if (url !== null) return backupFrom(url, folder)
      await withData(config, async (shared) => {
        for (const name of await shared.workspaces.names()) {
          await keep(folder, name, exportWorkspace(shared, name))
        }
      })
    })
  } catch (error) {
    return complain(error instanceof Error ? error.message : String(error), 2)
  }
}

async function backupFrom(url: string, folder: string): Promise<void> {
  const base = url.endsWith('/') ? url : `${url}/`
  if (!/^https?:\/\//.test(base) || !URL.canParse(base)) {
    throw new ConfigError(`${quote(url)} is no address such as http://127.0.0.1:3200`)
  }
  const list = await ask(new URL('workspaces', base))
  for (const { name } of (await list.json()) as { name: string }[]) {
    // It becomes the name of a file here.
    if (!isWorkspaceName(name)) throw new AppError('bad_request', `${quote(name)} is no workspace.`)
    const { body } = await ask(new URL(`workspaces/${name}/export`, base))
    if (body) await keep(folder, name, body)
  }
}

async function ask(address: URL): Promise<Response> {
  const answer = await fetch(address).catch((error: unknown) => {
    throw new AppError('unavailable', `There is no answer at ${address.href} (${String(error)}).`)
  })
  if (!answer.ok) throw new AppError('unavailable', `${address.href} answers ${answer.status}.`)
  return answer
}

async function keep(
  folder: string,
  name: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  say(`${name}: ${described(await writeArchive(join(folder, name + ending), pieces))}`)
}

/** `triptych restore FOLDER`: every workspace of a backup that is not there yet. Can be started again. */
export async function restore(argv: string[], env: Environment): Promise<number> {
  try {
    const { words, rest } = leadingWords('restore', argv, ['FOLDER'] as const)
    const [folder] = words
    return await withConfig(rest, env, (config) =>
      withData(config, async (shared) => {
        const archives = readdirSync(folder).filter((file) => file.endsWith(ending))
        if (archives.length === 0) throw new AppError('bad_request', `${folder} has no archives.`)
        const present = new Set(await shared.workspaces.names())
        const [taken, free] = [[], []] as [string[], string[]]
        for (const file of archives) (present.has(nameOf(file)) ? taken : free).push(file)
        for (const file of free) {
          const closing = await importWorkspace(
            shared,
            nameOf(file),
            readArchive(join(folder, file)),
          )
          say(`${nameOf(file)}: ${described(closing)}`)
        }
        if (taken.length === 0) return
        const names = taken.map(nameOf).join(', ')
        throw new AppError('workspaces.name_taken', `Was there already, and left alone: ${names}.`)
      }),
    )
  } catch (error) {
    return complain(error instanceof Error ? error.message : String(error), 2)
  }
}

function nameOf(file: string): string {
  return file.slice(0, -ending.length)
}
