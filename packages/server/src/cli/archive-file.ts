import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ArchiveClosing } from '@triptych/contract/archive'
import { checkArchive } from '../domain/archive/check-archive.ts'

/** Writes an archive under its name only when it is complete, on the disk, and read back as it was. */
export async function writeArchive(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<ArchiveClosing> {
  const draft = `${path}.part`
  const file = await open(draft, 'w')
  try {
    for await (const piece of pieces) await file.writeFile(piece)
    await file.sync()
    await file.close()
    const closing = await checkArchive(readArchive(draft))
    await rename(draft, path)
    const folder = await open(dirname(path))
    await folder.sync()
    await folder.close()
    return closing
  } catch (error) {
    await file.close().catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}

export async function* readArchive(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  yield* file.createReadStream({ highWaterMark: 1024 * 1024 })
}
