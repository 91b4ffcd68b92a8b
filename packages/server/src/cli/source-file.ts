import { open, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { ImportSource } from '../domain/tables/import/open-records.ts'
import { AppError } from '../errors.ts'

/** A file that is imported, with how far it was read. */
export interface SourceFile extends ImportSource {
  size: number
  /** How many bytes were read so far. */
  taken(): number
  close(): Promise<void>
}

const pieceBytes = 256 * 1024

export async function openSource(path: string): Promise<SourceFile> {
  const { file, size } = await openedFile(path)
  let taken = 0

  async function read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, offset)
    taken += bytesRead
    return bytes.subarray(0, bytesRead)
  }

  return {
    size,
    taken: () => taken,
    async *bytes() {
      for (let at = 0; at < size;) {
        const piece = await read(at, pieceBytes)
        if (piece.length === 0) return
        at += piece.length
        yield piece
      }
    },
    parts: async () => ({ size, read }),
    close: () => file.close(),
  }
}

async function openedFile(path: string): Promise<{ file: FileHandle; size: number }> {
  const stats = await stat(path).catch(() => null)
  if (!stats) throw new AppError('files.not_found', `There is no file ${path}.`)
  if (!stats.isFile()) throw new AppError('files.not_a_file', `${path} is not a file.`)
  return { file: await open(path), size: stats.size }
}
