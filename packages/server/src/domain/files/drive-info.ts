import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { Drive } from '../../ports/drive.ts'
import { driveRoot } from '../../ports/file-index.ts'
import type { Totals } from '../../ports/file-index.ts'
import { quotasAbove, roomIn } from './quota.ts'

export interface DriveFacts {
  space: Awaited<ReturnType<Drive['space']>>
  totals: Totals
  /** Whether everything on the drive was looked into by now. */
  isComplete: boolean
}

export async function driveInfo(ctx: Context): Promise<DriveFacts> {
  authorise(ctx.principal, 'files.read')
  const drive = await ctx.drives.of(ctx.workspace)
  const { totals } = await drive.folder([])
  return { space: await spaceIn(drive), totals, isComplete: drive.left() === 0 }
}

/** With a quota, how full that is: of the rest of the disk nobody here can use anything. */
async function spaceIn(drive: Drive): Promise<DriveFacts['space']> {
  const space = await drive.space()
  const [quota] = await drive.database.read((stores) => quotasAbove(stores, drive.rules, driveRoot))
  if (!quota) return space
  const free = Math.min(roomIn(quota), space.free ?? Infinity)
  return { used: quota.used, free, total: quota.bytes }
}
