import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ArchiveClosing } from '@triptych/contract/archive'
import { checkArchive } from '../domain/archive/check-archive.ts'
import { progressBar } from './progress-bar.ts'

const mebi = 1024 * 1024

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

/** Shows how much of it was read, where a person is looking. */
export async function* readArchive(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  const { size } = await file.stat()
  const bar = progressBar(process.stderr, size, (done) => `${Math.floor(done / mebi)} MiB`)
  let done = 0
  try {
    for await (const piece of file.createReadStream({ highWaterMark: mebi })) {
      yield piece as Uint8Array
      bar.show((done += (piece as Uint8Array).length))
    }
  } finally {
    bar.end()
  }
}
