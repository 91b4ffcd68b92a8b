import type { RowImage } from '../../ports/table-images.ts'
import type { TableReader } from '../../ports/table-store.ts'
import { notKept } from './take-back.ts'

/** So many are read before others get their turn. */
const imagesAtOnce = 500

/** What the rows of an entry were that tells of them by their number, page by page; refuses where that was not kept. */
export async function* imagesOf(
  tables: TableReader,
  entry: { revision: number; entity: string },
): AsyncGenerator<RowImage[]> {
  if (!(await tables.hasImages(entry.revision))) throw notKept(entry)
  for (let last = 0; ;) {
    const page = await tables.images(entry.revision, last, imagesAtOnce)
    if (page.length === 0) return
    yield page
    last = page.at(-1)!.id
  }
}
