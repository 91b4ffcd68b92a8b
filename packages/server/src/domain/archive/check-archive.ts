import { ArchiveClosing } from '@triptych/contract/archive'
import { AppError } from '../../errors.ts'
import { archiveSum } from './sums.ts'
import { readTar } from './tar-read.ts'

/** Reads an archive to its end, and refuses it where it is not what it was when it was made. */
export async function checkArchive(archive: AsyncIterable<Uint8Array>): Promise<ArchiveClosing> {
  const sum = archiveSum()
  let closing: ArchiveClosing | undefined
  for await (const entry of readTar(archive)) {
    if (entry.path === 'end.json') {
      const text = Buffer.concat(await Array.fromAsync(entry.bytes)).toString('utf8')
      closing = ArchiveClosing.safeParse(JSON.parse(text)).data
      continue
    }
    sum.begin(entry)
    for await (const piece of entry.bytes) sum.add(piece)
  }
  if (!closing) throw new AppError('bad_request', 'The archive ends too early.')
  if (closing.checksum !== sum.end()) throw new AppError('bad_request', 'The archive is damaged.')
  return closing
}
