import { AppError } from '../../errors.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { DriveRules, Relocation } from '../../ports/drive.ts'
import { driveRoot } from '../../ports/file-index.ts'
import type { FileNode, FileReader } from '../../ports/file-index.ts'
import type { Quota } from '../../ports/quotas.ts'
import type { Entry } from '../../ports/storage.ts'
import { idOf } from './path.ts'

type Reads = Pick<ReadStores, 'quotas' | 'files'>
type Rules = Pick<DriveRules, 'quota'>

/** Those that bind a folder: its own, those of all above it, and what every drive may hold. */
export async function quotasAbove(
  { quotas, files }: Reads,
  rules: Rules,
  folder: number,
): Promise<Quota[]> {
  return withDefault(files, rules, await quotas.above(folder))
}

/** What every drive may hold is said by whoever runs the server; its owner may only say less. */
export async function withDefault(
  files: Pick<FileReader, 'node'>,
  { quota: most }: Rules,
  found: Quota[],
): Promise<Quota[]> {
  if (most === null) return found
  const own = found.find(({ folder }) => folder === driveRoot)
  const used = own?.used ?? (await files.node(driveRoot))?.totals.bytes ?? 0
  const drive = { folder: driveRoot, bytes: Math.min(own?.bytes ?? most, most), used }
  return [drive, ...found.filter(({ folder }) => folder !== driveRoot)]
}

/** The quota that leaves least room in a folder; `null` where none binds it. */
export async function tightestQuota(
  stores: Reads,
  rules: Rules,
  folder: number,
): Promise<Quota | null> {
  const found = await quotasAbove(stores, rules, folder)
  return found.toSorted((a, b) => roomIn(a) - roomIn(b))[0] ?? null
}

/** Never less than nothing: what others put into a folder may be more than it should hold. */
export function roomIn({ bytes, used }: Quota): number {
  return Math.max(0, bytes - used)
}

/** Before so many bytes are taken, or copied: it spares the work, but decides nothing. */
export async function refuseTooMuch(
  stores: Reads,
  rules: Rules,
  folder: number,
  bytes: number,
): Promise<void> {
  const quota = bytes > 0 ? await tightestQuota(stores, rules, folder) : null
  if (quota && bytes > roomIn(quota)) throw await quotaFull(stores.files, quota)
}

/** The same for what is to be moved: within a quota it brings nothing that is not there. */
export async function refuseMoves(
  stores: Reads,
  rules: Rules,
  relocations: readonly Relocation[],
): Promise<void> {
  const [first] = relocations.filter(({ source, target }) => source.id !== target.id)
  const quotas = first ? await quotasAbove(stores, rules, first.target.id) : []
  if (quotas.length === 0) return
  const boundOf = new Map<number, Set<number>>()
  for (const id of new Set(relocations.map(({ source }) => source.id))) {
    const bound = await quotasAbove(stores, rules, id)
    boundOf.set(id, new Set(bound.map(({ folder }) => folder)))
  }
  const moved = new Set(relocations.map(({ path }) => idOf(path)))
  // What lies in something else that is moved is counted with it.
  const tops = relocations.filter(
    ({ path }) => !path.some((_, at) => at > 0 && moved.has(idOf(path.slice(0, at)))),
  )
  for (const quota of quotas) {
    const coming = tops.filter(({ source }) => !boundOf.get(source.id)?.has(quota.folder))
    const bytes = coming.reduce((sum, { node, over }) => sum + bytesOf(node) - (over?.size ?? 0), 0)
    if (bytes > 0 && bytes > roomIn(quota)) throw await quotaFull(stores.files, quota)
  }
}

/** In the transaction that has put something new into a folder: of many at once, those that fit stay. */
export async function refuseOverQuota(
  stores: Reads,
  rules: Rules,
  folder: number,
  { kind, size }: Pick<Entry, 'kind' | 'size'>,
): Promise<void> {
  if (kind !== 'file' || size === 0) return
  for (const quota of await quotasAbove(stores, rules, folder)) {
    if (quota.used <= quota.bytes) continue
    throw await quotaFull(stores.files, { ...quota, used: quota.used - size })
  }
}

/**
 * The same for whatever `work` brings into folders, or only moves within them. Where a quota is passed
 * already, by what others have put there, nothing is refused that adds nothing to it.
 */
export async function withinQuotas<T>(
  stores: Reads,
  rules: Rules,
  folders: Iterable<number>,
  work: () => Promise<T>,
): Promise<T> {
  const before = new Map<number, Quota[]>()
  for (const folder of folders) before.set(folder, await quotasAbove(stores, rules, folder))
  const done = await work()
  for (const [folder, quotas] of before) {
    if (quotas.length === 0) continue
    const usedBefore = new Map(quotas.map((quota) => [quota.folder, quota.used]))
    for (const quota of await quotasAbove(stores, rules, folder)) {
      const used = usedBefore.get(quota.folder) ?? 0
      if (quota.used <= quota.bytes || quota.used <= used) continue
      throw await quotaFull(stores.files, { ...quota, used })
    }
  }
  return done
}

/** Of an entry with all it holds. */
export function bytesOf({ kind, size, totals }: FileNode): number {
  return kind === 'file' ? size : totals.bytes
}

/** Bytes as they come, no more than there is room for. */
export async function* upToQuota(
  bytes: AsyncIterable<Uint8Array>,
  room: number,
  full: AppError,
): AsyncGenerator<Uint8Array> {
  let taken = 0
  for await (const piece of bytes) {
    taken += piece.length
    if (taken > room) throw full
    yield piece
  }
}

export async function quotaFull(
  files: Pick<FileReader, 'pathOf'>,
  { folder, bytes, used }: Quota,
): Promise<AppError> {
  const path = idOf((await files.pathOf(folder)) ?? [])
  const what = folder === driveRoot ? 'All files together' : `The files in ${path}`
  const message = `${what} may have ${bytes} bytes, and with this they would have more; nothing was changed.`
  return new AppError('storage_full', message, { quota: { path, bytes, used } })
}
