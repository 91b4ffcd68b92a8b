import type { Author } from '../../author.ts'
import type { FileReader } from '../../../ports/file-index.ts'
import type { Place } from '../../../ports/storage.ts'
import { recordChange } from '../../record-change.ts'
import { carryOut } from './carry-out.ts'
import { isSame } from './differences.ts'
import type { Disk } from './disk.ts'
import { fileChange } from '../drive/file-change.ts'
import type { Relocation } from '../drive/drive.ts'
import { deepestFirst, distinct, inTurns, parentsOf } from '../drive/move-plan.ts'
import { findNode, knownFolder } from './look-into.ts'
import { settleFolder } from './settle-folder.ts'
import { asDiskDiffers, withDoubtsSettled } from './with-doubts-settled.ts'

/** Gives entries other places or names, all of them or none. */
export async function relocate(
  author: Author,
  disk: Disk,
  { places, target }: { places: readonly Place[]; target: Place | null },
  plan: (files: FileReader) => Promise<Relocation[]>,
): Promise<Relocation[]> {
  const folders = target ? [...parentsOf(places), target] : parentsOf(places)
  return withDoubtsSettled(disk, folders, async () => {
    for await (const place of inTurns(distinct(places))) await findNode(disk, place)
    if (target) await knownFolder(disk, target)
    return disk.lock.alone(async () => {
      const relocations = await disk.database.read(({ files }) => plan(files))
      if (relocations.length > 0) await carryOutAll(author, disk, relocations)
      return relocations
    })
  })
}

async function carryOutAll(
  author: Author,
  disk: Disk,
  relocations: readonly Relocation[],
): Promise<void> {
  const ordered = deepestFirst(relocations)
  const steps = ordered.map(({ place, to, source, target }) => ({
    from: { area: 'drive', place } as const,
    to: { area: 'drive', place: to } as const,
    source,
    target,
  }))
  await carryOut(disk, steps, async (stores, moved) => {
    for (const [index, { place, node, to, source, target }] of ordered.entries()) {
      const { entry, ...touched } = moved[index]!
      await stores.files.move(node.id, target.id, to.at(-1) ?? '')
      if (!isSame(node, entry)) await stores.files.update(node.id, entry)
      await settleFolder(disk, stores.files, source.id, touched.source)
      await settleFolder(disk, stores.files, target.id, touched.target)
      const change = fileChange('file-moved', { place, entry: node }, { place: to, entry })
      await recordChange(author, stores, change)
    }
  }).catch((error: unknown) => {
    throw asDiskDiffers(error)
  })
}
