import { AppError } from '../../errors.ts'

/** The bytes that have arrived and are not used yet, and a way to wait for more. */
export interface MultipartSource {
  /** What comes before the next delimiter, a piece at a time; `null` once the delimiter is behind us. */
  nextPiece(): Promise<Buffer | null>
  /** The text before `end`, which is taken too. */
  textUntil(end: string, limit: number): Promise<Buffer>
  /** Whether the next bytes are `text`; if so, they are taken. */
  takes(text: string): Promise<boolean>
  /** Reads what nobody wants, so that the connection can be used again. */
  finish(limit: number): Promise<void>
}

const carriageReturn = 13

export function multipartSource(
  stream: AsyncIterable<Uint8Array>,
  boundary: string,
): MultipartSource {
  const chunks = stream[Symbol.asyncIterator]()
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // The first delimiter need not stand after a line break: so there is always one.
  let ahead: Buffer = Buffer.from('\r\n')

  async function more(): Promise<boolean> {
    const { done, value } = await chunks.next().catch(() => {
      throw new AppError('body.malformed', 'The body did not arrive whole.')
    })
    if (done) return false
    const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    ahead = ahead.length === 0 ? chunk : Buffer.concat([ahead, chunk])
    return true
  }

  async function need(): Promise<void> {
    if (!(await more())) {
      throw new AppError('body.malformed', 'The form ends before its closing boundary.')
    }
  }

  function take(bytes: number): Buffer {
    const taken = ahead.subarray(0, bytes)
    ahead = ahead.subarray(bytes)
    return taken
  }

  /** How many of the last bytes may be the beginning of a delimiter: it has one CR, at its start. */
  function undecided(): number {
    const start = ahead.lastIndexOf(carriageReturn)
    const length = ahead.length - start
    if (start === -1 || length >= delimiter.length) return 0
    return ahead.compare(delimiter, 0, length, start) === 0 ? length : 0
  }

  return {
    async nextPiece() {
      for (;;) {
        const at = ahead.indexOf(delimiter)
        if (at > 0) return take(at)
        if (at === 0) {
          take(delimiter.length)
          return null
        }
        const decided = ahead.length - undecided()
        if (decided > 0) return take(decided)
        await need()
      }
    },
    async textUntil(end, limit) {
      for (let searched = 0; ;) {
        const at = ahead.indexOf(end, searched)
        const atLeast = at === -1 ? ahead.length - end.length + 1 : at
        if (atLeast > limit) throw tooLong('The head of a part', limit)
        if (at !== -1) {
          const text = take(at)
          take(end.length)
          return text
        }
        searched = Math.max(0, ahead.length - end.length + 1)
        await need()
      }
    },
    async takes(text) {
      while (ahead.length < text.length) await need()
      if (ahead.toString('latin1', 0, text.length) !== text) return false
      take(text.length)
      return true
    },
    async finish(limit) {
      let left = limit
      do {
        left -= ahead.length
        if (left < 0) throw tooLong('What follows the form', limit)
        ahead = Buffer.alloc(0)
      } while (await more())
    },
  }
}

export function tooLong(what: string, limit: number): AppError {
  return new AppError('body.too_large', `${what} is longer than ${limit} bytes.`, { limit })
}
