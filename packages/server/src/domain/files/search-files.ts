import { setImmediate } from 'node:timers/promises'
import type { FileKind } from '@triptych/contract/files'
import { mostFound } from '@triptych/contract/most-found'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { FoundPage } from '../../ports/file-index.ts'
import { extensionsOf } from './kinds/file-types.ts'
import type { Family } from './kinds/file-types.ts'
import { folderIn } from './read-index.ts'
import { pathOf } from './path.ts'
import { driveFor } from './seen-drive.ts'

export interface Found {
  /** A JSON array of entries. */
  json: string
  /** Whether there is more than was answered. */
  hasMore: boolean
  /** Whether everything on the drive was looked into by now. */
  isComplete: boolean
}

export interface SearchInput {
  folder: string
  text: string
  kind?: FileKind | undefined
  /** Changed then or later. */
  since?: Date | undefined
  most?: number
}

/** Which files people mean by a word; slides and plain texts are documents, too. */
const families: Record<Exclude<FileKind, 'folder'>, Family[]> = {
  picture: ['picture'],
  document: ['document', 'slides', 'text'],
  spreadsheet: ['sheet'],
  pdf: ['pdf'],
  audio: ['audio'],
  video: ['video'],
  archive: ['archive'],
}

/** Files and folders below a folder with `text` in their name, of a kind, changed lately; what is asked of it. */
export async function searchFiles(ctx: Context, input: SearchInput): Promise<Found> {
  authorise(ctx.principal, 'files.read')
  const drive = await driveFor(ctx)
  const path = pathOf(input.folder)
  await drive.folder(path)

  const { text, kind } = input
  const only =
    kind === undefined || kind === 'folder' ? (kind ?? null) : extensionsOf(families[kind])
  const wanted = { text, only, since: input.since?.getTime() ?? null }
  const found: string[] = []
  let left = input.most ?? mostFound
  let after: number | null = null
  let hasMore = false
  do {
    const from: number | null = after
    // When there are enough, one more is looked for, which tells whether there are more.
    const page: FoundPage = await drive.database.read(async ({ files }) =>
      files.search(await folderIn(files, path), wanted, from, Math.max(left, 1)),
    )
    hasMore = left === 0 && page.count > 0
    if (page.count > 0 && !hasMore) found.push(page.json.slice(1, -1))
    left = Math.max(left - page.count, 0)
    after = page.next
    // The database answers at once, so nobody else would get their turn by waiting for it.
    if (after !== null) await setImmediate()
    ctx.asker?.signal.throwIfAborted()
  } while (after !== null && !hasMore)
  return { json: `[${found.join(',')}]`, hasMore, isComplete: drive.left() === 0 }
}
