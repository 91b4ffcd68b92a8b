import type { FileReference } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { namesIn } from './drive/free-name.ts'
import { findNode } from './drive/look-into.ts'
import { itemsAt, parentsOf, placesOf } from './drive/move-plan.ts'
import { checkNewName } from './path.ts'
import { referenceTo, relocate } from './drive/relocate.ts'
import { withDoubtsSettled } from './drive/with-doubts-settled.ts'

export async function renameFile(
  ctx: Context,
  { id, name }: { id: string; name: string },
): Promise<FileReference> {
  authorise(ctx.principal, 'files.write')
  const drive = await ctx.drives.of(ctx.workspace)
  const places = placesOf([id])
  checkNewName(name, drive.rules)

  return withDoubtsSettled(drive, parentsOf(places), async () => {
    for (const place of places) await findNode(drive, place)
    return drive.lock.alone(async () => {
      const [item] = await drive.database.read(({ files }) => itemsAt(files, places))
      const { place, node, source } = item!
      const free = await drive.database.read(({ files }) =>
        namesIn(files, source.id)(name, node.id),
      )
      if (free === node.name) return referenceTo(place)
      const to = [...place.slice(0, -1), free]
      await relocate(ctx, drive, [{ ...item!, to, target: source }])
      return referenceTo(to)
    })
  })
}
