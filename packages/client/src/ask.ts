import { pause } from './pause.ts'
import { isPassing, ServerError } from './server-error.ts'
import type { Server } from './server.ts'

const pauseMs = 500

/** Reads until there is an answer: a lost connection is waited out. Rejects when the server says no. */
export function ask(server: Server, path: string, isOver: () => boolean): Promise<unknown> {
  return untilAnswered(() => server.send({ method: 'GET', path }), isOver)
}

/** The same for what takes more than one request. */
export async function untilAnswered<T>(read: () => Promise<T>, isOver: () => boolean): Promise<T> {
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof ServerError) || !isPassing(error) || isOver()) throw error
      await pause(pauseMs)
    }
  }
}
