import { ArchiveClosing } from '@triptych/contract/archive'
import { damaged, tooShort } from '../../codecs/tar/tar-header.ts'
import { readJson } from './read-json.ts'
import { archiveSum } from './checksums.ts'
import { readTar } from '../../codecs/tar/tar-read.ts'

/** Reads an archive to its end, and refuses it where it is not what it was when it was made. */
export async function checkArchive(archive: AsyncIterable<Uint8Array>): Promise<ArchiveClosing> {
  const sum = archiveSum()
  let closing: ArchiveClosing | undefined
  for await (const entry of readTar(archive)) {
    if (entry.path === 'end.json') {
      closing = ArchiveClosing.safeParse(await readJson(entry)).data
      continue
    }
    sum.begin(entry)
    for await (const piece of entry.bytes) sum.add(piece)
  }
  if (!closing) throw tooShort()
  if (closing.checksum !== sum.end()) throw damaged()
  return closing
}
