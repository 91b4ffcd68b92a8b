import { setImmediate } from 'node:timers/promises'
import type { Author } from '../../author.ts'
import { workQueue } from '../../concurrency/work-queue.ts'
import type { ReadStores, Stores } from '../../ports/database.ts'
import type { Drive, DriveRules, Item, Restoration } from '../../ports/drive.ts'
import { driveRoot, hiddenRoot } from '../../ports/file-index.ts'
import type { KeptEntry } from '../../ports/kept.ts'
import type { Entry } from '../../ports/storage.ts'
import { recordChange } from '../record-change.ts'
import { fileChange } from './file-change.ts'
import { idOf } from './path.ts'
import { bytesOf, quotasAbove } from './quota.ts'
import { notFound } from './read-index.ts'

/** What the trash knows of something that is deleted. */
export function deletedBy(
  { principal }: Author,
  { path, node, source }: Item,
  now: Date,
): KeptEntry {
  return {
    node: node.id,
    kind: 'deleted',
    of: null,
    parent: source.id,
    path: idOf(path),
    at: now.getTime(),
    actor: principal.name,
    actorId: principal.id,
  }
}

/** Gives something from the trash its place in the index, and tells the log; `found` is what it is now. */
export async function bringBack(
  author: Author,
  stores: Stores,
  { node, to, target }: Restoration,
  found: Entry,
): Promise<void> {
  // Somebody else was quicker.
  if (!(await stores.kept.remove(node.id))) throw notFound()
  await stores.files.move(node.id, target.id, to.at(-1) ?? '')
  const change = fileChange('file-added', node.id, null, { path: to, entry: found })
  await recordChange(author, stores, change)
}

export interface Trash {
  /** Ends in the background what has to go. */
  tidy(): void
  /** The same when something was done that takes room. */
  tidied<T>(work: Promise<T>): Promise<T>
  idle(): Promise<void>
  close(): Promise<void>
}

const againMs = 10 * 60 * 1000

/** Each server clears up all of it, and two who do the same do no harm. */
export function openTrash(
  drive: () => Pick<Drive, 'database' | 'rules' | 'end'>,
  now: () => Date,
  failed: (error: unknown) => void,
): Trash {
  let closed = false
  let isWanted = false
  const queue = workQueue((error) => {
    if (!closed) failed(error)
  })

  async function clear(): Promise<void> {
    isWanted = false
    const { database, rules, end } = drive()
    const which = (stores: ReadStores): Promise<KeptEntry[]> => overdue(stores, rules, now())
    // Mostly there is nothing to do, and nobody has to wait for that.
    while (!closed && (await database.read(which)).length > 0) {
      await end(which)
      await setImmediate()
    }
  }

  function tidy(): void {
    // One that has not begun yet will see this, too.
    if (isWanted || closed) return
    isWanted = true
    queue.add(clear)
  }

  const timer = setInterval(tidy, againMs)
  timer.unref()
  return {
    tidy,
    async tidied(work) {
      const done = await work
      tidy()
      return done
    },
    idle: queue.idle,
    close() {
      closed = true
      clearInterval(timer)
      return queue.idle()
    },
  }
}

const dayMs = 24 * 60 * 60 * 1000

/** So many end at a stretch before others get their turn. */
export const endedAtOnce = 200

/**
 * What has to go next, the oldest first: what has been kept for its days, and what is too much. With what is
 * kept the drive takes no more than its quota, but whatever people have in sight comes first.
 */
export async function overdue(
  stores: Pick<ReadStores, 'files' | 'kept' | 'quotas'>,
  rules: Pick<DriveRules, 'quota' | 'trashDays' | 'versions'>,
  now: Date,
): Promise<KeptEntry[]> {
  const { files, kept } = stores
  // This is asked after every upload.
  if ((await kept.oldest(1)).length === 0) return []
  const { days, bytes: mostBytes } = rules.versions
  for (const [kind, since] of [
    ['deleted', rules.trashDays],
    ['version', days],
  ] as const) {
    const until = now.getTime() - since * dayMs
    const [oldest] = await kept.oldest(1, kind)
    if (!oldest || oldest.at > until) continue
    return (await kept.oldest(endedAtOnce, kind)).filter(({ at }) => at <= until)
  }

  const hidden = (await files.node(hiddenRoot))?.totals.bytes ?? 0
  if (mostBytes !== null && hidden > mostBytes) {
    const ended = await oldestOf(stores, (await kept.bytes('version')) - mostBytes, 'version')
    if (ended.length > 0) return ended
  }
  const quota = (await quotasAbove(stores, rules, driveRoot))[0]
  if (!quota || quota.used + hidden <= quota.bytes) return []
  return oldestOf(stores, quota.used + (await kept.bytes()) - quota.bytes)
}

/** As many of the oldest as have so many bytes. */
async function oldestOf(
  { files, kept }: Pick<ReadStores, 'files' | 'kept'>,
  bytes: number,
  kind?: KeptEntry['kind'],
): Promise<KeptEntry[]> {
  let over = bytes
  const ended: KeptEntry[] = []
  for (const entry of over > 0 ? await kept.oldest(endedAtOnce, kind) : []) {
    if (over <= 0) break
    const node = await files.node(entry.node)
    over -= node ? bytesOf(node) : 0
    ended.push(entry)
  }
  return ended
}
