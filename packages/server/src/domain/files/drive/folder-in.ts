import type { FileNode, FileReader } from '../../../ports/file-index.ts'
import type { Place } from '../../../ports/storage.ts'
import { notFound, refuseOthers } from './refusals.ts'

/** The folder at a place, as the index knows it. */
export async function folderIn(files: FileReader, place: Place): Promise<FileNode> {
  const folder = await files.find(place)
  if (!folder) throw notFound()
  refuseOthers(folder)
  return folder
}
