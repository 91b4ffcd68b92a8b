interface Keeper {
  /** Whether there is room for so many bytes more; once there is not, nothing more is asked. */
  take(length: number): boolean
  /** Called once: with all of it, or with `null` when it is given up. */
  end(body: Uint8Array<ArrayBuffer> | null): void
}

/** Not a generator: one that nobody has asked for anything leaves what it would read open. */
export function collected(
  pieces: AsyncIterableIterator<Uint8Array>,
  keeper: Keeper,
): AsyncIterableIterator<Uint8Array> {
  /** Copies (`slice` of a Buffer is none): whoever sends the pieces frees their memory. `null` when it has ended. */
  let copies: Uint8Array<ArrayBuffer>[] | null = []

  function end(body: Uint8Array<ArrayBuffer> | null): void {
    if (copies === null) return
    copies = null
    keeper.end(body)
  }

  return {
    async next() {
      try {
        const result = await pieces.next()
        if (result.done) end(copies && joined(copies))
        else if (copies && keeper.take(result.value.length))
          copies.push(new Uint8Array(result.value))
        else end(null)
        return result
      } catch (error) {
        end(null)
        throw error
      }
    },
    async return() {
      end(null)
      await pieces.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

function joined(pieces: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [first] = pieces
  if (first && pieces.length === 1) return first
  const body = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    body.set(piece, at)
    at += piece.length
  }
  return body
}
