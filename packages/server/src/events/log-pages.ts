import type { LogEntry } from '../ports/change-log.ts'
import type { Database, ReadStores } from '../ports/database.ts'

/** A piece of the log as it is sent. */
export interface Page {
  /** The newest revision in it. */
  last: number
  bytes: Uint8Array
  /** What holds the memory: the same for all that is a part of it. */
  sheet: Sheet
}

/** What was read and encoded at once, for everybody. */
export interface Sheet {
  /** It begins behind this revision. */
  after: number
  revisions: readonly number[]
  /** Where each entry ends. */
  ends: readonly number[]
  bytes: Uint8Array
  /** Of the rules by which it was told. */
  stamp: string
}

/** What of the log is read for somebody. */
export interface PageReader {
  entries: (stores: ReadStores, revision: number, limit: number) => Promise<LogEntry[]>
  /** Whether many read the same, so that it is worth keeping. */
  isShared: boolean
}

export interface LogPages {
  /** What comes behind a revision; `null` where there is nothing yet. */
  after(revision: number): Promise<Page | null>
  /** The log has grown. */
  grow(): void
  /** Nobody reads, or it is to be looked anew whether it has grown. */
  forget(): void
}

const pageEntries = 100

/** The newest sheets stay for those who come a little later. */
const kept = { bytes: 8 * 1024 * 1024, sheets: 16 }

/** Readers who are at the same place in the log get the same bytes: they are read and encoded once. */
export function logPages(
  database: Pick<Database, 'read'>,
  { entries: readEntries, isShared }: PageReader,
): LogPages {
  const encoder = new TextEncoder()
  const recent: Sheet[] = []
  let recentBytes = 0
  /** By where they begin. What is read before the log has grown may not have what it has now. */
  let reading = new Map<number, Promise<Sheet | null>>()

  async function read(revision: number): Promise<Sheet | null> {
    const [entries, stamp] = await database.read(async (stores) => [
      await readEntries(stores, revision, pageEntries),
      await stores.rules.stamp(),
    ])
    if (entries.length === 0) return null
    const sheet = { ...encode(revision, entries), stamp }
    if (!isShared) return sheet
    // By other rules others may have been told it.
    if (recent.at(-1)?.stamp !== stamp) forget()
    recent.push(sheet)
    recentBytes += sheet.bytes.length
    while (recent.length > kept.sheets || (recentBytes > kept.bytes && recent.length > 1)) {
      recentBytes -= recent.shift()!.bytes.length
    }
    return sheet
  }

  function forget(): void {
    recent.length = 0
    recentBytes = 0
    grow()
  }

  function grow(): void {
    reading = new Map()
  }

  function encode(after: number, entries: readonly LogEntry[]): Omit<Sheet, 'stamp'> {
    const ends: number[] = []
    const texts = entries.map(({ revision, json }) => `id: ${revision}\ndata: ${json}\n\n`)
    let end = 0
    for (const text of texts) ends.push((end += Buffer.byteLength(text)))
    return {
      after,
      revisions: entries.map(({ revision }) => revision),
      ends,
      bytes: encoder.encode(texts.join('')),
    }
  }

  function readOnce(revision: number): Promise<Sheet | null> {
    const known = reading.get(revision)
    if (known) return known
    const mine = reading
    const found = read(revision)
    mine.set(revision, found)
    // That there is nothing yet holds for all who have come so far, until the log grows.
    void found.then(
      (sheet) => sheet && mine.delete(revision),
      () => mine.delete(revision),
    )
    return found
  }

  return {
    async after(revision) {
      const known = recent.findLast(
        (sheet) => sheet.after <= revision && revision < sheet.revisions.at(-1)!,
      )
      const sheet = known ?? (await readOnce(revision))
      return sheet && behind(sheet, revision)
    },
    grow,
    forget,
  }
}

/** The part of a sheet that comes behind a revision. */
function behind(sheet: Sheet, revision: number): Page {
  const first = sheet.revisions.findIndex((one) => one > revision)
  const bytes = first === 0 ? sheet.bytes : sheet.bytes.subarray(sheet.ends[first - 1])
  return { last: sheet.revisions.at(-1)!, bytes, sheet }
}
