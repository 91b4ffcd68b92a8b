import type { NewChange } from '@triptych/contract/changes'
import type { FileReference } from '@triptych/contract/files'

/** What a change of the drive is about, as the routes answer it. */
export function referenceIn({ entity, after }: NewChange): FileReference {
  return { id: entity, name: String(after?.['value']) }
}
