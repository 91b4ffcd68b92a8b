import type { Author } from '../../author.ts'
import { hiddenRoot } from '../../../ports/file-index.ts'
import type { Place } from '../../../ports/storage.ts'
import { recordChange } from '../../record-change.ts'
import { fileChange } from '../drive/file-change.ts'
import { itemsStillAt } from '../drive/move-plan.ts'
import { goneName } from './hidden-names.ts'
import type { Objects } from './objects.ts'
import { touchFolder } from './touch-folder.ts'

/** Out of sight at once, all of them or none; their end comes afterwards. */
export async function removeEntries(
  author: Author,
  objects: Objects,
  places: readonly Place[],
): Promise<void> {
  const { database, now } = objects
  await database.transact(async (stores) => {
    const { files } = stores
    for (const { place, node, source } of await itemsStillAt(files, places)) {
      await files.move(node.id, hiddenRoot, goneName())
      await touchFolder(files, source.id, now())
      await recordChange(author, stores, fileChange('file-deleted', { place, entry: node }, null))
    }
  })
  objects.clearUp()
}
