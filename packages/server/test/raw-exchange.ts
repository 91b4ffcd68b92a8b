import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'

/** A connection on which a test writes and reads bytes as it likes. */
export interface RawConnection {
  socket: Socket
  /** What has arrived so far. */
  received: () => string
  /** Resolves when this has arrived; fails when the connection ends before. */
  until: (text: string) => Promise<string>
  /** Everything, once the connection has ended. */
  ended: Promise<string>
}

export async function connectRaw(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let received = ''
  let isOver = false
  const waiting = new Set<() => void>()
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received += chunk
    for (const look of waiting) look()
  })
  // `close` always follows.
  socket.on('error', () => {})
  const ended = new Promise<string>((resolve) => {
    socket.on('close', () => {
      isOver = true
      for (const look of waiting) look()
      resolve(received)
    })
  })
  await once(socket, 'connect')

  function until(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      function look(): void {
        if (received.includes(text)) resolve(received)
        else if (isOver) reject(new Error(`ended before ${text}: ${received.slice(0, 500)}`))
        else return
        waiting.delete(look)
      }
      waiting.add(look)
      look()
    })
  }
  return { socket, received: () => received, until, ended }
}

/** What comes back for exactly these bytes, until the other side ends it. */
export async function exchangeRaw(port: number, bytes: string): Promise<string> {
  const { socket, ended } = await connectRaw(port)
  socket.write(bytes, 'latin1')
  return ended
}
