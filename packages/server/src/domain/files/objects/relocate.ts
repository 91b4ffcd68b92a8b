import type { Author } from '../../author.ts'
import type { FileReader } from '../../../ports/file-index.ts'
import { recordChange } from '../../record-change.ts'
import type { Relocation } from '../drive/drive.ts'
import { fileChange } from '../drive/file-change.ts'
import { deepestFirst } from '../drive/move-plan.ts'
import type { Objects } from './objects.ts'
import { touchFolder } from './touch-folder.ts'

/** Only names change: no byte is moved, however much it is. */
export function relocate(
  author: Author,
  { database, now }: Objects,
  plan: (files: FileReader) => Promise<Relocation[]>,
): Promise<Relocation[]> {
  return database.transact(async (stores) => {
    const { files } = stores
    const relocations = await plan(files)
    for (const { place, node, to, source, target } of deepestFirst(relocations)) {
      await files.move(node.id, target.id, to.at(-1) ?? '')
      for (const folder of new Set([source.id, target.id])) await touchFolder(files, folder, now())
      const change = fileChange('file-moved', { place, entry: node }, { place: to, entry: node })
      await recordChange(author, stores, change)
    }
    return relocations
  })
}
