import type { ErrorCode } from '@triptych/contract/errors'
import type { FileReference } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Place } from '../../ports/storage.ts'
import { addEntry } from './drive/add-entry.ts'
import { publish } from './create-file.ts'
import type { Wanted } from './create-file.ts'
import type { Drive } from './drive/drive.ts'
import { findNode, knownFolder, refuseOthers } from './drive/look-into.ts'
import { placeOf, relativePlace } from './path.ts'

/** How often somebody else may be quicker before we give up. */
const mostAttempts = 20

/** An upload in two halves: what it is called may be told only after its bytes. */
export interface Upload {
  receive: (bytes: AsyncIterable<Uint8Array>) => Promise<string>
  publish: (key: string, path: string) => Promise<FileReference>
  discard: (key: string) => void
}

/** `path` may name folders on the way; those that are missing are made, inside the target only. */
export async function uploadFile(ctx: Context, target: string): Promise<Upload> {
  authorise(ctx.principal, 'files.write')
  const drive = await ctx.drives.of(ctx.workspace)
  const folder = placeOf(target)
  return {
    async receive(bytes) {
      // Before the bytes are taken: a missing folder is not worth waiting for them.
      await knownFolder(drive, folder)
      const key = drive.newKey()
      await drive.storage.receive(key, bytes)
      return key
    },
    async publish(key, path) {
      const wanted = await wantedFor(ctx, drive, folder, path).catch((error: unknown) => {
        drive.discard(key)
        throw error
      })
      return publish(ctx, drive, wanted, key)
    },
    discard: (key) => drive.discard(key),
  }
}

async function wantedFor(ctx: Context, drive: Drive, target: Place, path: string): Promise<Wanted> {
  const names = relativePlace(path, drive.rules)
  let folder = target
  for (const name of names.slice(0, -1)) {
    await ensureFolder(ctx, drive, folder, name)
    folder = [...folder, name]
  }
  return { folder, name: names.at(-1) ?? '' }
}

/** Of many who need the same folder one makes it, and the others wait until it is there. */
async function ensureFolder(
  ctx: Context,
  drive: Drive,
  folder: Place,
  name: string,
): Promise<void> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const found = await findNode(drive, [...folder, name]).catch(unless('files.not_found'))
    if (found) return refuseOthers(found)
    const made = await addEntry(ctx, drive, { folder, names: [name] }, (spot) =>
      drive.storage.makeFolder(spot),
    ).catch(unless('files.name_taken'))
    if (made) return
    // When everybody who is adding something now is done, the index has it.
    await drive.lock.alone(async () => {})
  }
  throw new AppError('unavailable', 'The folder keeps changing; try again.')
}

function unless(code: ErrorCode): (error: unknown) => null {
  return (error) => {
    if (error instanceof AppError && error.code === code) return null
    throw error
  }
}
