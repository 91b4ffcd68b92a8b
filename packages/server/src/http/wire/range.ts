/** Both ends count, as in the header. */
export interface ByteRange {
  start: number
  end: number
}

const mostRanges = 16

/**
 * What `Range` asks of a body of `size` bytes (RFC 9110, 14.2). A header that is malformed or speaks
 * of another unit is ignored; ranges that overlap or touch become one; `unsatisfiable` is a 416.
 */
export function parseRange(
  header: string | null,
  size: number,
): ByteRange[] | 'whole' | 'unsatisfiable' {
  const [, list] = /^bytes=(.*)$/i.exec(header?.trim() ?? '') ?? []
  if (list === undefined) return 'whole'
  const specs = list
    .split(',')
    .map((spec) => spec.trim())
    .filter((spec) => spec !== '')
  const ranges = specs.map((spec) => rangeOf(spec, size))
  if (ranges.length === 0 || ranges.includes('malformed')) return 'whole'

  const joined = joinRanges(ranges.filter((range) => typeof range === 'object'))
  // The end of an empty file is the empty file, which no Content-Range can say.
  if (joined.length === 0 && ranges.includes('nothing')) return 'whole'
  return joined.length === 0 || joined.length > mostRanges ? 'unsatisfiable' : joined
}

/** `null` is for a 416, which says only how long the file is. */
export function contentRange(range: ByteRange | null, size: number): string {
  return range ? `bytes ${range.start}-${range.end}/${size}` : `bytes */${size}`
}

export function rangeLength({ start, end }: ByteRange): number {
  return end - start + 1
}

function rangeOf(spec: string, size: number): ByteRange | 'beyond' | 'nothing' | 'malformed' {
  const [, first, last] = /^(\d*)-(\d*)$/.exec(spec) ?? []
  if (first === undefined || last === undefined || first + last === '') return 'malformed'
  if (first === '') {
    if (Number(last) === 0) return 'beyond'
    return size === 0 ? 'nothing' : { start: Math.max(0, size - Number(last)), end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && isLess(last, first)) return 'malformed'
  if (start >= size) return 'beyond'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

function isLess(one: string, other: string): boolean {
  return BigInt(one) < BigInt(other)
}

/** Each in the place where the first of those it was made from stood, as RFC 9110, 15.3.7.2 wishes. */
function joinRanges(ranges: ByteRange[]): ByteRange[] {
  const joined: { start: number; end: number; place: number }[] = []
  const ascending = ranges
    .map(({ start, end }, place) => ({ start, end, place }))
    .toSorted((a, b) => a.start - b.start)
  for (const range of ascending) {
    const last = joined.at(-1)
    if (last && range.start <= last.end + 1) {
      last.end = Math.max(last.end, range.end)
      last.place = Math.min(last.place, range.place)
    } else {
      joined.push(range)
    }
  }
  return joined.toSorted((a, b) => a.place - b.place).map(({ start, end }) => ({ start, end }))
}

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
