import type { Database } from '../../ports/database.ts'
import { idOf } from './path.ts'

/** Folders whose sums are wrong, in words. */
export async function wrongTotals(database: Database): Promise<string[]> {
  return database.read(async ({ files }) => {
    const problems: string[] = []
    for (const id of await files.wrongTotals()) {
      const path = await files.pathOf(id)
      problems.push(`${idOf(path ?? [])}: the totals are not the sum of its entries`)
    }
    return problems
  })
}
