import type { TrashEntry, TrashPage } from '@triptych/contract/trash'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { KeptEntry } from '../../ports/kept.ts'
import { bytesOf } from './quota.ts'
import { trashSight } from './trash-sight.ts'
import type { Leave } from './trash-sight.ts'

/** Where a page has ended. */
export type TrashPlace = Pick<KeptEntry, 'at' | 'node'>

/** What was deleted and is kept, as far as they could see it. */
export function listTrash(
  ctx: Context,
  { limit, after }: { limit: number; after: TrashPlace | null },
): Promise<TrashPage> {
  authorise(ctx.principal, 'files.read')
  return ctx.workspace.database.read(async (stores) => {
    const entries: TrashEntry[] = []
    let last = after
    for await (const { entry, node, leave } of seenTrash(ctx, stores, after)) {
      if (entries.length === limit) return { entries, next: last && `${last.at}-${last.node}` }
      entries.push(told(entry, node, leave))
      last = entry
    }
    return { entries, next: null }
  })
}

const pageSize = 200

/** All of it that they could see, the newest first. */
export async function* seenTrash(
  ctx: Context,
  stores: ReadStores,
  after: TrashPlace | null,
): AsyncGenerator<{ entry: KeptEntry; node: FileNode; leave: Leave }> {
  const leaveOf = await trashSight(ctx, stores)
  let page: KeptEntry[]
  let last = after
  do {
    page = await stores.kept.newest('deleted', last, pageSize)
    for (const entry of page) {
      const node = await stores.files.node(entry.node)
      const leave = await leaveOf(entry)
      if (node && leave.access !== 'none') yield { entry, node, leave }
      last = entry
    }
  } while (page.length === pageSize)
}

function told({ path, at, ...entry }: KeptEntry, node: FileNode, { isWhole }: Leave): TrashEntry {
  return {
    id: String(node.id),
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    type: node.kind,
    size: isWhole ? bytesOf(node) : null,
    deleted: new Date(at).toISOString(),
    actor: entry.actor,
    actorId: entry.actorId,
  }
}
