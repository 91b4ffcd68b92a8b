import type { IncomingMessage, ServerResponse } from 'node:http'

const timeoutMs = { silent: 5_000, whole: 30_000 }

/**
 * Lets a client see an answer that came before its request had ended: whoever closes a connection on
 * which something is still arriving resets it, and the answer is lost. So what arrives is thrown
 * away, for a while.
 */
export function linger(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { headers } = incoming
  // Then nothing comes behind the headers.
  if (!headers['content-length'] && !headers['transfer-encoding']) return
  // Before Node's own listener, which would close the connection when it is the last answer on it.
  outgoing.prependListener('finish', () => {
    if (incoming.complete || incoming.destroyed) return
    const { socket } = incoming
    const answer = outgoing as ServerResponse & { _last: boolean }
    const isLast = answer._last
    answer._last = false
    throwAway(incoming, isLast)
    if (isLast) socket.end()
  })
}

function throwAway(incoming: IncomingMessage, isLast: boolean): void {
  const { socket } = incoming
  const whole = setTimeout(end, timeoutMs.whole).unref()
  const silent = setTimeout(end, timeoutMs.silent).unref()

  function end(): void {
    stop()
    socket.destroy()
  }
  function stop(): void {
    clearTimeout(whole)
    clearTimeout(silent)
  }
  incoming.on('data', () => void silent.refresh())
  incoming.on('end', isLast ? end : stop)
  incoming.on('close', stop)
  incoming.on('error', stop)
  incoming.resume()
}
