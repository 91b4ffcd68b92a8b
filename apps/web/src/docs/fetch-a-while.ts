/** How long a stream of events is listened to before it is shown. */
const patienceMs = 2000

/** `fetch`, but a stream that has no end is answered with what came in the first seconds. */
export const fetchAWhile: typeof fetch = async (input, init) => {
  const stop = new AbortController()
  const answer = await fetch(input, { ...init, signal: stop.signal })
  if (!answer.body || !answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    return answer
  }
  const timer = setTimeout(() => stop.abort(), patienceMs)
  let text = ''
  try {
    for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) text += piece
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    clearTimeout(timer)
  }
  return new Response(text, answer)
}
