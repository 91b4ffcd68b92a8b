import type { FileReference } from '@triptych/contract/files'
import type { Context } from '../../../context.ts'
import type { FileNode } from '../../../ports/file-index.ts'
import type { Place } from '../../../ports/storage.ts'
import { recordChange } from '../../record-change.ts'
import { carryOut } from './carry-out.ts'
import { isSame } from './differences.ts'
import type { Drive } from './drive.ts'
import { fileChange } from './file-change.ts'
import { idOf } from '../path.ts'
import type { Item } from './move-plan.ts'
import { settleFolder } from './settle-folder.ts'
import { asDiskDiffers } from './with-doubts-settled.ts'

export interface Relocation extends Item {
  to: Place
  /** The folder it goes to. */
  target: FileNode
}

/** Gives entries other places or names, all of them or none. To be done alone. */
export async function relocate(
  ctx: Context,
  drive: Drive,
  relocations: readonly Relocation[],
): Promise<void> {
  // What lies deeper goes first: afterwards its path would be another.
  const ordered = relocations.toSorted((a, b) => b.place.length - a.place.length)
  const steps = ordered.map(({ place, to, source, target }) => ({
    from: { area: 'drive', place } as const,
    to: { area: 'drive', place: to } as const,
    source,
    target,
  }))
  await carryOut(drive, steps, async (stores, moved) => {
    for (const [index, { place, node, to, source, target }] of ordered.entries()) {
      const { entry, ...touched } = moved[index]!
      await stores.files.move(node.id, target.id, to.at(-1) ?? '')
      if (!isSame(node, entry)) await stores.files.update(node.id, entry)
      await settleFolder(drive, stores.files, source.id, touched.source)
      await settleFolder(drive, stores.files, target.id, touched.target)
      const change = fileChange('file-moved', { place, entry: node }, { place: to, entry })
      await recordChange(ctx, stores, change)
    }
  }).catch((error: unknown) => {
    throw asDiskDiffers(error)
  })
}

export function referenceTo(place: Place): FileReference {
  return { id: idOf(place), name: place.at(-1) ?? '' }
}
