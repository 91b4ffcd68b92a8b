import type { Database } from '../../ports/database.ts'
import type { FileContent } from '../../ports/file-contents.ts'
import type { ObjectStore } from '../../ports/object-store.ts'
import type { Verified } from '../disk/verify-drive.ts'
import { wrongTotals } from '../../domain/files/wrong-totals.ts'
import { isShared } from './bucket-lease.ts'

const pageSize = 1000

/** Holds the index against the store, and changes nothing. */
export async function verifyObjects(
  { database, store }: { database: Database; store: ObjectStore },
  progress: (entries: number) => void,
): Promise<Verified> {
  const found: Verified = { entries: 0, problems: await wrongTotals(database) }
  if (await isShared({ database, store })) {
    found.problems.push(': another database, a copy of this one or its original, uses these bytes')
  }
  const sizes = new Map<string, number>()
  for await (const { key, size } of store.keys(null)) sizes.set(key, size)

  let after: number | null = 0
  while (after !== null) {
    const from: number = after
    const page: FileContent[] = await database.read(({ contents }) => contents.list(from, pageSize))
    for (const { key, size } of page) {
      const there = sizes.get(key)
      if (there === undefined) found.problems.push(`/${key}: not in the bucket`)
      else if (there !== size) found.problems.push(`/${key}: ${there} bytes instead of ${size}`)
    }
    found.entries += page.length
    progress(found.entries)
    after = page.length < pageSize ? null : (page.at(-1)?.id ?? null)
  }
  return found
}
