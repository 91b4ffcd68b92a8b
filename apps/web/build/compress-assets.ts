import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const inBrotli = promisify(brotliCompress)
const inGzip = promisify(gzip)

/** Writes every file of a folder once more as `.br` and `.gz`, where that is smaller. */
export async function compressAssets(folder: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(paths.map(compress))
}

async function compress(path: string): Promise<void> {
  const bytes = readFileSync(path)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const variants = [
    { ending: '.br', packed: await inBrotli(bytes, { params }) },
    { ending: '.gz', packed: await inGzip(bytes, { level: 9 }) },
  ]
  for (const { ending, packed } of variants) {
    if (packed.length < bytes.length) writeFileSync(`${path}${ending}`, packed)
  }
}
