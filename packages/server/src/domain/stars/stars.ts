import type { FileEntry } from '@triptych/contract/files'
import { maxStars } from '@triptych/contract/stars'
import type { SetStars } from '@triptych/contract/stars'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { fileTime } from '../../iso-time.ts'
import type { ReadStores } from '../../ports/database.ts'
import { driveRoot } from '../../ports/file-index.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { Path } from '../../ports/storage.ts'
import { idOf, pathOf } from '../files/path.ts'
import { notFound } from '../files/read-index.ts'
import { seenFiles } from '../files/seen-files.ts'

/** What somebody has starred, wherever it lies now; what is in the trash is told again when it is back. */
export function listStars(ctx: Context): Promise<FileEntry[]> {
  authorise(ctx.principal, 'files.read')
  return ctx.workspace.database.read((stores) => starsIn(ctx, stores))
}

/** All of them or none. Answers what is starred then. */
export function setStars(ctx: Context, { ids, starred }: SetStars): Promise<FileEntry[]> {
  authorise(ctx.principal, 'files.read')
  authorise(ctx.principal, 'stars.own')
  const paths = ids.map(pathOf)
  return ctx.workspace.database.transact(async (stores) => {
    const files = await seenFiles(ctx, stores)
    const owner = ownerOf(ctx)
    for (const path of paths) {
      const node = await files.find(path)
      if (!node || node.id === driveRoot) throw notFound()
      if (starred) await stores.stars.add(owner, node.id, ctx.now().getTime())
      else await stores.stars.remove(owner, node.id)
    }
    if (starred && (await stores.stars.of(owner)).length > maxStars) {
      const message = `There are ${maxStars} stars, and there can be no more.`
      throw new AppError('stars.too_many', message, { limit: maxStars })
    }
    return starsIn(ctx, stores)
  })
}

/** Where nobody is asked who they are, all have the same. */
function ownerOf({ principal }: Context): string {
  return principal.id ?? ''
}

async function starsIn(
  ctx: Context,
  stores: Pick<ReadStores, 'stars' | 'files' | 'rules'>,
): Promise<FileEntry[]> {
  const files = await seenFiles(ctx, stores)
  const entries: FileEntry[] = []
  for (const id of await stores.stars.of(ownerOf(ctx))) {
    const path = await files.pathOf(id)
    const node = path && (await files.node(id))
    if (node) entries.push(told(path, node))
  }
  return entries
}

function told(path: Path, { kind, name, modified, size, count, totals }: FileNode): FileEntry {
  return {
    id: idOf(path),
    type: kind,
    value: name,
    date: fileTime(modified),
    ...(kind === 'file' && { size }),
    ...(kind === 'folder' && { lazy: true as const, count, bytes: totals.bytes }),
  }
}
