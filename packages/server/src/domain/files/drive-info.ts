import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { Drive } from '../../ports/drive.ts'
import { driveRoot } from '../../ports/file-index.ts'
import type { FileNode, Totals } from '../../ports/file-index.ts'
import { quotasAbove, roomIn } from './quota.ts'
import { driveFor } from './seen-drive.ts'

export interface DriveFacts {
  space: Awaited<ReturnType<Drive['space']>>
  totals: Totals
  /** Whether everything on the drive was looked into by now. */
  isComplete: boolean
}

export async function driveInfo(ctx: Context): Promise<DriveFacts> {
  authorise(ctx.principal, 'files.read')
  const drive = await driveFor(ctx)
  const root = await drive.folder([])
  const { totals } = root
  return { space: await spaceSeen(drive, root), totals, isComplete: drive.left() === 0 }
}

/** Of what is withheld nothing is told: to them it is room that there is not. */
async function spaceSeen(drive: Drive, { view, totals }: FileNode): Promise<DriveFacts['space']> {
  const { isOfDisk, ...space } = await spaceIn(drive)
  if (view === undefined || isOfDisk) return space
  const used = totals.bytes
  return space.free === null
    ? { used, free: null, total: used }
    : { used, free: space.free, total: used + space.free }
}

/** With a quota, how full that is: of the rest of the disk nobody here can use anything. */
async function spaceIn(drive: Drive): Promise<DriveFacts['space'] & { isOfDisk: boolean }> {
  const space = await drive.space()
  const [quota] = await drive.database.read((stores) => quotasAbove(stores, drive.rules, driveRoot))
  if (!quota) return { ...space, isOfDisk: space.free !== null }
  const free = Math.min(roomIn(quota), space.free ?? Infinity)
  return { used: quota.used, free, total: quota.bytes, isOfDisk: false }
}
