import { contentRange, rangeLength, type ByteRange } from './range.ts'

/** A `multipart/byteranges` body but for the bytes of the file themselves. */
export interface ByteRanges {
  contentType: string
  /** Of the whole body, exactly. */
  contentLength: number
  parts: { head: Buffer; range: ByteRange }[]
  tail: Buffer
}

/** `boundary` must not occur in the file: a random one is as good as certain. */
export function byteRanges(
  ranges: ByteRange[],
  file: { size: number; type: string },
  boundary: string,
): ByteRanges {
  const parts = ranges.map((range, place) => {
    const lines = [
      place === 0 ? `--${boundary}` : `\r\n--${boundary}`,
      `Content-Type: ${file.type}`,
      `Content-Range: ${contentRange(range, file.size)}`,
    ]
    return { head: Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), range }
  })
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const lengths = parts.map(({ head, range }) => head.length + rangeLength(range))
  return {
    contentType: `multipart/byteranges; boundary=${boundary}`,
    contentLength: lengths.reduce((sum, length) => sum + length, tail.length),
    parts,
    tail,
  }
}
