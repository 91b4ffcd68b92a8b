import type { ServerResponse } from 'node:http'

/**
 * Writes pieces to the connection itself, which tells when it has done with each of them; only then
 * `release` gets it.
 */
export async function writePieces(
  outgoing: ServerResponse,
  pieces: AsyncIterable<Uint8Array>,
  release: (piece: Uint8Array) => void,
): Promise<void> {
  for await (const piece of pieces) {
    await written(outgoing, piece)
    release(piece)
  }
}

function written(outgoing: ServerResponse, piece: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    outgoing.write(piece, (error) => (error ? reject(error) : resolve()))
  })
}
