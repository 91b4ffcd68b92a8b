import type { Database } from '../../ports/database.ts'
import { idOf } from './path.ts'

/** Folders whose sums are wrong, in words. */
export async function wrongTotals(database: Database): Promise<string[]> {
  return database.read(async ({ files }) => {
    const problems: string[] = []
    for (const id of await files.wrongTotals()) {
      const place = await files.placeOf(id)
      problems.push(`${idOf(place ?? [])}: the totals are not the sum of its entries`)
    }
    return problems
  })
}
