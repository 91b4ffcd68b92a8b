import type { Context } from '../../context.ts'
import type { KeptEntry } from '../../ports/log-chain.ts'

/** All that is needed of a context to go through a whole log; a command has no more. */
export type LogContext = Pick<Context, 'principal' | 'workspace' | 'asker'>

const pageEntries = 1000

/**
 * The log as it is now, in pages. Entries never change, so each page is a read of its own, and none holds anybody up
 * for as long as the whole takes.
 */
export async function* readLog({ workspace, asker }: LogContext): AsyncGenerator<KeptEntry[]> {
  const { database } = workspace
  const head = await database.read(({ changes }) => changes.head())
  let last = await database.read(async ({ history }) => (await history.cut()).revision)
  while (last < head) {
    const limit = Math.min(pageEntries, head - last)
    const page = await database.readLong(({ changes }) => changes.keptSince(last, limit), asker)
    const end = page.at(-1)
    if (!end) return
    last = end.revision
    yield page
  }
}
