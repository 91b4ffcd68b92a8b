import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { badImport, damaged, readBytes, type ByteSource } from '../records.ts'
import type { PackedFile } from './zip-directory.ts'

const isEncrypted = 1
const stored = 0
const deflate = 8
const pieceLength = 64 * 1024

/** The bytes of a file in an archive, as fast as they are taken; exactly as many as it says. */
export async function* unpacked(
  source: ByteSource,
  file: PackedFile,
): AsyncGenerator<Buffer, void, undefined> {
  const start = await dataStart(source, file)
  const packed = pieces(source, start, start + file.packedSize)
  let size = 0
  let crc = 0
  for await (const piece of file.method === stored ? packed : inflated(packed)) {
    size += piece.length
    if (size > file.size) throw damaged()
    crc = crc32(piece, crc)
    yield piece
  }
  if (size !== file.size || crc !== file.crc) throw damaged()
}

async function dataStart(source: ByteSource, file: PackedFile): Promise<number> {
  if (file.flags & isEncrypted) throw badImport('The workbook is protected by a password.')
  if (file.method !== stored && file.method !== deflate) {
    throw badImport('The workbook is compressed in a way that cannot be read here.')
  }
  const header = await readBytes(source, file.offset, 30)
  const start = file.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (header.readUInt32LE(0) !== 0x04034b50) throw damaged()
  if (header.readUInt16LE(8) !== file.method || start + file.packedSize > file.limit) {
    throw damaged()
  }
  return start
}

async function* pieces(
  source: ByteSource,
  start: number,
  end: number,
): AsyncGenerator<Buffer, void, undefined> {
  for (let at = start; at < end; at += pieceLength) {
    yield await readBytes(source, at, Math.min(pieceLength, end - at))
  }
}

async function* inflated(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const inflate = createInflateRaw({ chunkSize: pieceLength })
  // What fails there makes the loop below fail as well.
  const fed = pipeline(packed, inflate).catch(() => {})
  try {
    for await (const piece of inflate) yield piece
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw code.startsWith('Z_') ? damaged() : error
  } finally {
    inflate.destroy()
    await fed
  }
}
