import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Packing } from '../../ports/body-cache.ts'

/** So much is written at a stretch: the loop is woken for each. */
const chunkSize = 256 * 1024

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT } = zlib.constants
const brotli = { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT }

type Pack = (body: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>

/** In threads of Node's own. The shortest first; zstd is not in the first versions of Node 22. */
const ways: Partial<Record<Packing, Pack>> = {
  br: (body) => promisify(zlib.brotliCompress)(body, { chunkSize, params: brotli }),
  ...('zstdCompress' in zlib && {
    zstd: (body: Uint8Array) => promisify(zlib.zstdCompress)(body, { chunkSize }),
  }),
  gzip: (body) => promisify(zlib.gzip)(body, { chunkSize }),
}

export const packings = Object.keys(ways) as readonly Packing[]

export async function packBody(
  body: Uint8Array,
  packing: Packing,
): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await ways[packing]!(body)
  // Without what the last piece of it has left over.
  return new Uint8Array(packed)
}
