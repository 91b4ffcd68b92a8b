import type { Request, Server } from './server.ts'

export interface Sent {
  answer: unknown
  /** By which it can be taken back, see `undoWrite`. */
  write: string
}

/** Sends once what is shown only when it comes back as a change. Until it is answered it counts as not saved. */
export async function sendWrite(server: Server, request: Request): Promise<Sent> {
  const write = server.mark()
  // Its change is news to us, too.
  server.forgetMark(write)
  server.countUnsaved(1)
  try {
    return { answer: await server.send(request, { 'x-origin': write }), write }
  } finally {
    server.countUnsaved(-1)
  }
}
