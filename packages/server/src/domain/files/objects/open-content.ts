import { AppError } from '../../../errors.ts'
import type { OpenFile, Place } from '../../../ports/storage.ts'
import { notFound } from '../drive/refusals.ts'
import type { Objects } from './objects.ts'

/** The bytes stay readable for a day after their last name is gone: nobody is cut off. */
export async function openContent({ database, store }: Objects, place: Place): Promise<OpenFile> {
  return database.read(async ({ files, contents }) => {
    const node = await files.find(place)
    if (!node) throw notFound()
    if (node.kind !== 'file') throw new AppError('files.not_a_file', 'This is not a file.')
    const content = node.content === null ? null : await contents.get(node.content)
    if (!content) throw new AppError('unavailable', 'The index has no bytes for this file.')
    return {
      entry: node,
      version: content.checksum,
      read: (start, end) => store.read(content, start, end),
      close: async () => {},
    }
  })
}
