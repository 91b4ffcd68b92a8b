import type { Context } from '../../context.ts'
import type { Commented } from '../../ports/comments.ts'
import { pathOf } from '../files/path.ts'
import { listWithMembers } from '../list-with-members.ts'
import type { MadeList } from '../list-with-members.ts'

/** No column and no field can be called so. */
export const countMember = '$comments'

/** What a list is of: the tasks, the rows of a table, or what is in a folder. */
export type Listed = Omit<Commented, 'id'> | { kind: 'folder'; path: string }

/**
 * A list in which everything says how many comments it has. `list` makes it as it is without them: what is not in that is
 * not counted either. Any change of the workspace makes it another one.
 */
export async function withCounts<L extends MadeList>(
  ctx: Context,
  listed: Listed,
  isKnown: (version: string) => boolean,
  list: (isKnown: () => boolean) => Promise<L>,
): Promise<L> {
  const head = await ctx.workspace.database.read(({ changes }) => changes.head())
  const found = await list(() => false)
  return listWithMembers(found, `${found.version}-c${head}`, isKnown, async () => {
    const countOf = await countsFor(ctx, listed)
    return (entry) => ({ [countMember]: countOf(entry) })
  })
}

function countsFor(
  { workspace }: Context,
  listed: Listed,
): Promise<(entry: Record<string, unknown>) => number> {
  return workspace.database.read(async ({ comments, files }) => {
    if (listed.kind !== 'folder') {
      const counts = await comments.counts(listed.kind, listed.table)
      return ({ id }) => counts.get(Number(id)) ?? 0
    }
    const folder = await files.find(pathOf(listed.path))
    const counts = folder ? await comments.countsIn(folder.id) : new Map<string, number>()
    return ({ value }) => counts.get(String(value)) ?? 0
  })
}
