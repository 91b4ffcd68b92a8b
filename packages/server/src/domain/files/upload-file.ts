import type { FileReference, NameConflict } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { Drive, DriveRules, Wanted } from '../../ports/drive.ts'
import type { Path, Release } from '../../ports/storage.ts'
import { folderToFill } from './entries-to-change.ts'
import { hasArrived } from './arriving-files.ts'
import { quotaFull, refuseTooMuch, roomIn, tightestQuota, upToQuota } from './quota.ts'
import { pathOf, referenceTo, refuseTooDeep, relativePath } from './path.ts'
import { driveFor } from './seen-drive.ts'

/** An upload in two halves: what it is called may be told only after its bytes. */
export interface Upload {
  /** Before anything is read: what the client says that at least will come. */
  expect: (bytes: number) => Promise<void>
  /** `release` may get each piece that is written. */
  receive: (bytes: AsyncIterable<Uint8Array>, release?: Release) => Promise<string>
  publish: (key: string, relative: string) => Promise<FileReference>
  discard: (key: string) => void
}

/**
 * `relative` may name folders on the way; those that are missing are made, inside the target only, as long as
 * somebody waits for it.
 */
export async function uploadFile(
  ctx: Context,
  target: string,
  conflict?: NameConflict,
): Promise<Upload> {
  authorise(ctx.principal, 'files.write')
  const drive = await driveFor(ctx)
  const folder = pathOf(target)
  return {
    async expect(bytes) {
      if (bytes <= 0 || conflict === 'replace') return
      await drive.database.read(async (stores) => {
        const node = await stores.files.find(folder)
        if (node) await refuseTooMuch(stores, drive.rules, node.id, bytes)
      })
    },
    async receive(bytes, release) {
      const look = (): Promise<Room | null> =>
        ctx.workspace.database.read(async (stores) => {
          const { id } = await folderToFill(ctx, stores, folder)
          return roomFor(stores, drive.rules, id, conflict)
        })
      // Before the bytes are taken: a missing folder is not worth waiting for them.
      const room = await look().catch(async (error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'files.not_found') throw error
        // It may have come a moment ago.
        await drive.folder(folder)
        return look()
      })
      return drive.receive(room ? upToQuota(bytes, room.bytes, room.full) : bytes, release)
    },
    async publish(key, relative) {
      const wanted = await wantedFor(ctx, drive, folder, relative).catch((error: unknown) => {
        drive.discard(key)
        throw error
      })
      const path = await drive.addFile(ctx, { ...wanted, conflict }, key)
      hasArrived(ctx, path)
      return referenceTo(path)
    },
    discard: (key) => drive.discard(key),
  }
}

interface Room {
  bytes: number
  full: AppError
}

/** Whether they fit is decided when they get their place; here nobody waits for such as cannot. `null`: there is no quota. */
async function roomFor(
  stores: ReadStores,
  rules: DriveRules,
  folder: number,
  conflict: NameConflict | undefined,
): Promise<Room | null> {
  const quota = await tightestQuota(stores, rules, folder)
  if (!quota) return null
  // What they replace makes room, and which file that is may be told after them.
  const bytes = conflict === 'replace' ? quota.bytes : roomIn(quota)
  return { bytes, full: await quotaFull(stores.files, quota) }
}

/** Makes the folders on the way. */
export async function wantedFor(
  ctx: Context,
  drive: Drive,
  target: Path,
  relative: string,
): Promise<Wanted> {
  const names = relativePath(relative, drive.rules)
  if (names.length > 1) refuseTooDeep(target.length + names.length - 1)
  let folder = target
  for (const name of names.slice(0, -1)) {
    ctx.budget.checkWanted()
    folder = [...folder, name]
    await drive.ensureFolder(ctx, folder)
  }
  return { folder, name: names.at(-1) ?? '' }
}
