import { badImport } from '../formats/records.ts'

/** A file of which any part can be read; its directory stands at its end. */
export interface ByteSource {
  size: number
  /** As many bytes as are asked for; fewer only where the file ends. */
  read(offset: number, length: number): Promise<Uint8Array>
}

export async function readBytes(
  source: ByteSource,
  offset: number,
  length: number,
): Promise<Buffer> {
  if (offset + length > source.size) throw damaged()
  const bytes = await source.read(offset, length)
  if (bytes.length !== length) throw damaged()
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

export function damaged(): Error {
  return badImport('The workbook is damaged or was not uploaded completely.')
}
