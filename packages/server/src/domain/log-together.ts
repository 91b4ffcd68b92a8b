import type { ChangeLog, NewEntry } from '../ports/change-log.ts'

/** One statement for so many entries takes less than half the time. */
const entriesAtOnce = 50

/**
 * The log in a transaction of many changes, where entries are written in groups. Those of a part that
 * failed are taken back with `keepFirst`, and nothing may be written inside of a part: it would be
 * undone with it.
 */
export function logTogether(given: ChangeLog) {
  const waiting: NewEntry[] = []
  let written: number | null = null

  async function head(): Promise<number> {
    written ??= await given.head()
    return written + waiting.length
  }

  async function write(count: number): Promise<void> {
    if (count === 0) return
    await given.appendAll(waiting.splice(0, count))
    written = (written ?? 0) + count
  }

  const log: ChangeLog = {
    head,
    since() {
      throw new Error('The log is not read while it is being written.')
    },
    async append(change, by) {
      const revision = (await head()) + 1
      waiting.push({ change, by })
      return revision
    },
    async appendAll(entries) {
      await head()
      waiting.push(...entries)
    },
  }
  return {
    log,
    waiting: () => waiting.length,
    keepFirst(count: number): void {
      waiting.length = count
    },
    /** Those that make whole groups. */
    writeSome: () => write(waiting.length - (waiting.length % entriesAtOnce)),
    writeAll: () => write(waiting.length),
  }
}
