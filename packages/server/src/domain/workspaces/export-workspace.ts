import type { ArchiveExtra } from '@triptych/contract/archive'
import { authorise } from '../../auth/principal.ts'
import { places } from '../../concurrency/places.ts'
import type { Context } from '../../context.ts'
import type { Moment } from '@triptych/contract/moment'
import { beginningWith } from '../long-list.ts'
import { makeArchive } from '../archive/make-archive.ts'
import { missingWorkspace } from './missing-workspace.ts'

export interface Archive {
  pieces: AsyncIterableIterator<Uint8Array>
  /** To be called when nobody wants it any more. */
  close: () => void
}

/** Each may take much of the disk, and of files that are deleted meanwhile it keeps the bytes. */
const archivePlaces = () =>
  places({
    all: 8,
    mostWaiting: 100,
    waitMs: 10_000,
    busy: 'Other archives are being made; try again later.',
  })

/** Everything of a workspace in one archive, while it goes on to be used. Where it cannot be had as it was, that is told at once. */
export async function exportWorkspace(
  ctx: Context,
  name: string,
  without: ReadonlySet<ArchiveExtra>,
  at: Moment | null,
): Promise<Archive> {
  const isSeen = ctx.principal.can('workspaces.read', name)
  if (isSeen) authorise(ctx.principal, 'workspaces.export', name)
  const workspace = isSeen ? await ctx.workspaces.open(name) : null
  if (!workspace) throw missingWorkspace(name)
  const drive = await ctx.drives.of(workspace)
  const leave = await ctx.workspaces.memo(archivePlaces).acquire(ctx.asker)
  const release = ctx.workspaces.hold(workspace)
  function close(): void {
    release()
    leave()
  }
  const { asker } = ctx
  const pieces = makeArchive({ name, drive, now: ctx.now(), at, without, asker })
  if (at === null) return { pieces, close }
  try {
    return { pieces: beginningWith(await pieces.next(), pieces), close }
  } catch (error) {
    close()
    throw error
  }
}
