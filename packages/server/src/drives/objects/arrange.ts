import type { Author } from '../../author.ts'
import { withinQuotas } from '../../domain/files/quota.ts'
import { foldersFilled, shiftEntry } from '../../domain/files/shift-entry.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { Shift } from '../../ports/drive.ts'
import { asideName, keptName, touchFolder } from './objects.ts'
import type { Objects } from './objects.ts'

/** Only names change, as with all that is moved. */
export async function arrangeEntries(
  author: Author,
  objects: Objects,
  plan: (stores: ReadStores) => Promise<Shift[]>,
): Promise<Shift[]> {
  const { database, rules, now } = objects
  const done = await database.transact(async (stores) => {
    const shifts = await plan(stores)
    if (shifts.length === 0) return shifts
    return withinQuotas(stores, rules, foldersFilled(shifts), async () => {
      for (const shift of shifts) {
        const { does, node, source, target } = shift
        const key = does === 'bytes' ? asideName(rules) : keptName()
        await shiftEntry(author, stores, rules.versions, shift, { key, entry: node, former: null })
        for (const folder of [source, target]) {
          if (folder) await touchFolder(stores.files, folder.id, now())
        }
      }
      await author.complete?.(stores)
      return shifts
    })
  })
  if (done.some(({ does }) => does === 'bytes')) objects.clearUp()
  return done
}
