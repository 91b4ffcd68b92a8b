/** A client that takes nothing for so long has its stream ended, so that its snapshot is given back. */
const patienceMs = 60_000

/** Sends pieces as the client takes them. */
export function streamBody(pieces: AsyncIterableIterator<Uint8Array>): ReadableStream<Uint8Array> {
  let impatient: NodeJS.Timeout | undefined

  async function end(): Promise<void> {
    clearTimeout(impatient)
    await pieces.return?.()
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(impatient)
        const { done, value } = await pieces.next()
        if (done) return controller.close()
        controller.enqueue(value)
        impatient = setTimeout(() => {
          controller.error(new Error('The client takes nothing.'))
          void end()
        }, patienceMs).unref()
      },
      cancel: end,
    },
    { highWaterMark: 1 },
  )
}
