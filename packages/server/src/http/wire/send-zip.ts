import { layOutZip } from '../../codecs/zip/zip-layout.ts'
import type { ZipEntry } from '../../codecs/zip/zip-layout.ts'
import { zipStream } from '../../codecs/zip/zip-stream.ts'
import { contentDisposition } from './content-disposition.ts'
import type { Call } from '../call.ts'
import { replyBody } from './reply.ts'
import type { Reply } from './reply.ts'
import { sendPieces } from './send-pieces.ts'

/**
 * Answers with an archive that is made while it is sent; `close` is called when that has ended. `open` gives the bytes of an entry, and
 * closes what it opened when it ends or is left early.
 */
export async function sendZip<Entry extends ZipEntry>(
  call: Call,
  entries: readonly Entry[],
  open: (entry: Entry) => AsyncIterable<Uint8Array>,
  { name, close }: { name: string; close: () => void },
): Promise<Reply<never>> {
  const layout = await layOutZip(entries).catch((error: unknown) => {
    close()
    throw error
  })
  const headers = {
    'content-type': 'application/zip',
    'content-length': String(layout.length),
    'content-disposition': contentDisposition('attachment', name),
  }
  if (call.request.method === 'HEAD') {
    close()
    return replyBody(null, { headers })
  }
  const pieces = zipStream(layout, open)
  return replyBody(sendPieces(call, { pieces, close: async () => close() }), { headers })
}
