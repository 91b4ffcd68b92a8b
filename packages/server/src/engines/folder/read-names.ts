import { opendirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { decoded, type Segment } from './segment.ts'
import { pathOf } from './walk.ts'

/** About a millisecond of synchronous calls, after which others may have their turn. */
export const batchSize = 128

export async function readNames(folder: number): Promise<Segment[]> {
  const names = await readDecodedNames(folder)
  if (names) return names
  const bytes = await readdir(pathOf(folder), { encoding: 'buffer' })
  return bytes.map(decoded)
}

/** `null` at U+FFFD, which may stand for bytes that are no UTF-8: such a name would not be found. */
async function readDecodedNames(folder: number): Promise<string[] | null> {
  const names: string[] = []
  const open = opendirSync(pathOf(folder), { bufferSize: batchSize })
  try {
    for (let entry = open.readSync(); entry; entry = open.readSync()) {
      if (entry.name.includes('\uFFFD')) return null
      names.push(entry.name)
      if (names.length % batchSize === 0) await setImmediate()
    }
  } finally {
    open.closeSync()
  }
  return names
}
