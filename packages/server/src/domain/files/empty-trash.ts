import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { KeptEntry } from '../../ports/kept.ts'
import { seenTrash } from './list-trash.ts'
import { changeable } from './restore-trash.ts'
import { driveFor } from './seen-drive.ts'
import { endedAtOnce } from './trash.ts'

/** Ends for good what was deleted: these, of which some may be gone already, or all that is theirs to change. */
export async function emptyTrash(ctx: Context, ids: readonly string[] | null): Promise<void> {
  authorise(ctx.principal, 'files.write')
  const drive = await driveFor(ctx)
  if (ids) {
    const named = async (stores: ReadStores): Promise<KeptEntry[]> =>
      (await changeable(ctx, stores, ids.map(Number))).map(({ entry }) => entry)
    await drive.end(named)
    return
  }
  let ended = 0
  do ended = await drive.end((stores) => some(ctx, stores))
  while (ended > 0)
}

/** Some at a time, so that others have their turn. */
async function some(ctx: Context, stores: ReadStores): Promise<KeptEntry[]> {
  const ended: KeptEntry[] = []
  for await (const { entry, leave } of seenTrash(ctx, stores, null)) {
    if (leave.access === 'write' && leave.isWhole) ended.push(entry)
    if (ended.length === endedAtOnce) break
  }
  return ended
}
