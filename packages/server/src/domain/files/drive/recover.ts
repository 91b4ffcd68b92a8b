import { hiddenRoot } from '../../../ports/file-index.ts'
import type { Intent } from '../../../ports/file-index.ts'
import { childrenOf } from './children-of.ts'
import { forgetIndex, hasRoot } from './damage.ts'
import type { Drive } from './drive.ts'
import { undoSteps } from './undo-steps.ts'

/**
 * Mends what a crash has left, before anybody is served: intents that were not completed are taken
 * back, and whatever is hidden belongs to nobody any more. What cannot be mended stays written down.
 */
export async function recover(drive: Drive, failed: (error: unknown) => void): Promise<void> {
  const { database } = drive
  if (!(await hasRoot(drive))) await forgetIndex(drive)

  for (const intent of await database.read(({ files }) => files.intents())) {
    await undoSteps(drive, intent).catch((error: unknown) => {
      drive.unfinished.push(intent)
      failed(error)
    })
  }
  const kept = keysIn(await database.read(({ files }) => files.intents()))
  for (const key of await hiddenKeys(drive)) if (!kept.has(key)) drive.discard(key)
}

/** What could not be brought back yet must not be swept either. */
function keysIn(intents: readonly Intent[]): Set<string> {
  const spots = intents.flatMap(({ steps }) => steps.flatMap(({ from, to }) => [from, to]))
  const hidden = spots.filter(({ area }) => area === 'hidden')
  return new Set(hidden.map(({ place }) => place[0] ?? ''))
}

/** On disk and in the index: after a crash the two need not be the same. */
async function hiddenKeys({ database, storage }: Drive): Promise<Set<string>> {
  const keys = new Set(await storage.hidden())
  for await (const page of childrenOf(database, hiddenRoot)) {
    for (const { name } of page) keys.add(name)
  }
  return keys
}
