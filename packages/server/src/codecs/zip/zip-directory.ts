import { badImport, damaged, importTooLarge, readBytes, type ByteSource } from '../records.ts'

/** A file in an archive, as the directory at its end tells. */
export interface PackedFile {
  name: string
  flags: number
  method: number
  crc: number
  packedSize: number
  size: number
  /** Where its local header begins. */
  offset: number
  /** Where the next one begins, so that this one has to end before. */
  limit: number
}

interface DirectoryPlace {
  offset: number
  length: number
  count: number
}

const endLength = 22
const maxComment = 0xffff
const maxDirectoryLength = 16 * 2 ** 20
const allOnes32 = 0xffffffff

/** By names in lower case, as those of a workbook are the same in any case. */
export async function readZipDirectory(
  source: ByteSource,
  maxLength = maxDirectoryLength,
): Promise<Map<string, PackedFile>> {
  const place = await findDirectory(source)
  if (place.length > maxLength) throw importTooLarge('The workbook has too many parts.')
  const bytes = await readBytes(source, place.offset, place.length)
  const files: PackedFile[] = []
  let at = 0
  for (let number = 0; number < place.count; number++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw damaged()
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30)
    const end = extraEnd + bytes.readUInt16LE(at + 32)
    if (end > bytes.length) throw damaged()
    files.push(fileAt(bytes, at, nameEnd, extraEnd))
    at = end
  }
  if (at !== bytes.length) throw damaged()
  checkOverlap(files, place.offset)
  return byName(files)
}

async function findDirectory(source: ByteSource): Promise<DirectoryPlace> {
  await checkKind(source)
  const tailLength = Math.min(source.size, endLength + maxComment)
  const tail = await readBytes(source, source.size - tailLength, tailLength)
  let at = tail.length - endLength
  while (at >= 0 && !isEnd(tail, at)) at--
  if (at < 0) throw damaged()
  const place = {
    count: tail.readUInt16LE(at + 10),
    length: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  }
  let directoryEnd = source.size - tailLength + at
  const isLarge = place.count === 0xffff || place.length === allOnes32 || place.offset === allOnes32
  if (isLarge && at >= 20 && tail.readUInt32LE(at - 20) === 0x07064b50) {
    directoryEnd = safeNumber(tail.readBigUInt64LE(at - 12))
    const large = await readBytes(source, directoryEnd, 56)
    if (large.readUInt32LE(0) !== 0x06064b50) throw damaged()
    place.count = safeNumber(large.readBigUInt64LE(32))
    place.length = safeNumber(large.readBigUInt64LE(40))
    place.offset = safeNumber(large.readBigUInt64LE(48))
  }
  if (place.offset + place.length !== directoryEnd) throw damaged()
  return place
}

function isEnd(bytes: Buffer, at: number): boolean {
  if (bytes.readUInt32LE(at) !== 0x06054b50) return false
  return at + endLength + bytes.readUInt16LE(at + 20) === bytes.length
}

const compoundFile = 'd0cf11e0a1b11ae1'

/** Says what a file is that is often taken for a workbook. */
async function checkKind(source: ByteSource): Promise<void> {
  if (source.size < endLength) throw badImport('This is no XLSX workbook.')
  const start = await readBytes(source, 0, 8)
  if (start.toString('hex') === compoundFile) {
    throw badImport(
      'The workbook is protected by a password or of the old XLS format. Save it as XLSX without a password.',
    )
  }
  if (start.readUInt16LE(0) !== 0x4b50) throw badImport('This is no XLSX workbook.')
}

function fileAt(bytes: Buffer, at: number, nameEnd: number, extraEnd: number): PackedFile {
  const file = {
    // Windows programs without care write backslashes; nothing else of a name matters here.
    name: bytes.toString('utf8', at + 46, nameEnd).replaceAll('\\', '/'),
    flags: bytes.readUInt16LE(at + 8),
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    packedSize: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
    limit: 0,
  }
  let large = largeNumbers(bytes.subarray(nameEnd, extraEnd))
  for (const field of ['size', 'packedSize', 'offset'] as const) {
    if (file[field] !== allOnes32) continue
    if (large.length < 8) throw damaged()
    file[field] = safeNumber(large.readBigUInt64LE(0))
    large = large.subarray(8)
  }
  return file
}

/** The extra field that has those numbers of 64 bits that did not fit where they belong. */
function largeNumbers(extra: Buffer): Buffer {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === 1) {
      return extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
    }
  }
  return extra.subarray(0, 0)
}

/** Many entries over the same bytes are how a small archive becomes a huge one. */
function checkOverlap(files: PackedFile[], directoryOffset: number): void {
  let limit = directoryOffset
  for (const file of files.toSorted((a, b) => b.offset - a.offset)) {
    file.limit = limit
    if (file.offset + 30 + file.packedSize > limit) throw damaged()
    limit = file.offset
  }
}

function byName(files: PackedFile[]): Map<string, PackedFile> {
  const named = new Map<string, PackedFile>()
  for (const file of files) {
    const name = file.name.toLowerCase().replace(/^\//, '')
    if (named.has(name)) throw badImport('The workbook has two parts of the same name.')
    named.set(name, file)
  }
  return named
}

function safeNumber(number: bigint): number {
  if (number > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged()
  return Number(number)
}
