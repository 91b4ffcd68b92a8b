import { isPassing, ServerError } from './server-error.ts'
import type { Server } from './server.ts'

const pauseMs = 500

/** Reads until there is an answer: a lost connection is waited out. Rejects when the server says no. */
export async function ask(server: Server, path: string, isOver: () => boolean): Promise<unknown> {
  for (;;) {
    try {
      return await server.send({ method: 'GET', path })
    } catch (error) {
      if (!(error instanceof ServerError) || !isPassing(error) || isOver()) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
