/** A client that takes nothing for so long has its stream ended, so that its snapshot is given back. */
const patienceMs = 60_000
/** And one that takes less than so much has it ended after a while too. */
const longestMs = 10 * 60_000
const slowestBytesPerMs = (100 * 1024) / 1000

/** Sends pieces as the client takes them. */
export function streamBody(pieces: AsyncIterableIterator<Uint8Array>): ReadableStream<Uint8Array> {
  let impatient: NodeJS.Timeout | undefined
  const began = performance.now()
  let taken = 0

  function isTooSlow(): boolean {
    return performance.now() - began > longestMs + taken / slowestBytesPerMs
  }

  async function end(): Promise<void> {
    clearTimeout(impatient)
    await pieces.return?.()
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(impatient)
        if (isTooSlow()) {
          await end()
          throw new Error('The client takes too little.')
        }
        const { done, value } = await pieces.next()
        if (done) return controller.close()
        taken += value.length
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
