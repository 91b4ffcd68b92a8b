import { AppError } from '../../../errors.ts'
import type { FileContent } from '../../../ports/file-contents.ts'
import type { FileNode } from '../../../ports/file-index.ts'
import type { OpenFile, Place } from '../../../ports/storage.ts'
import { notFound } from '../drive/refusals.ts'
import type { Objects } from './objects.ts'

export async function openContent(objects: Objects, place: Place): Promise<OpenFile> {
  return objects.database.read(async ({ files, contents }) => {
    const node = await files.find(place)
    if (!node) throw notFound()
    if (node.kind !== 'file') throw new AppError('files.not_a_file', 'This is not a file.')
    const content = node.content === null ? null : await contents.get(node.content)
    if (!content) throw new AppError('unavailable', 'The index has no bytes for this file.')
    return contentFile(objects, node, content)
  })
}

/** The bytes stay readable for a day after their last name is gone: nobody is cut off. */
export function contentFile({ store }: Objects, node: FileNode, content: FileContent): OpenFile {
  return {
    entry: node,
    version: content.checksum,
    read: (start, end) => store.read(content, start, end),
    close: async () => {},
  }
}
