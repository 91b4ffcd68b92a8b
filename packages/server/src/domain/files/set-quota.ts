import type { Quota, SetQuota } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { driveRoot } from '../../ports/file-index.ts'
import { recordChange } from '../record-change.ts'
import { idOf, pathOf } from './path.ts'
import { driveFor } from './seen-drive.ts'

/** So many folders are listed at once. */
export const mostQuotas = 1000

/** What is there already may be more: it stays, and only what comes is refused. */
export async function setQuota(ctx: Context, { path: id, bytes }: SetQuota): Promise<Quota> {
  authorise(ctx.principal, 'limits.write')
  const drive = await driveFor(ctx)
  const path = pathOf(id)
  const folder = await drive.folder(path)
  const most = folder.id === driveRoot ? drive.rules.quota : null
  if (most !== null && bytes !== null && bytes > most) {
    const message = `This server gives every workspace ${most} bytes, and none more.`
    throw new AppError('body.invalid', message, { limit: most })
  }
  await drive.database.transact(async (stores) => {
    const { quotas } = stores
    const before = (await quotas.list()).find((quota) => quota.folder === folder.id)?.bytes ?? null
    await quotas.set(folder.id, bytes)
    if (before !== bytes) {
      await recordChange(ctx, stores, {
        area: 'access',
        operation: 'quota-changed',
        entity: `quotas${idOf(path)}`,
        before: before === null ? null : { bytes: before },
        after: bytes === null ? null : { bytes },
      })
    }
    if ((await quotas.list()).length <= mostQuotas) return
    const message = `A workspace has at most ${mostQuotas} quotas.`
    throw new AppError('files.too_many_quotas', message, { limit: mostQuotas })
  })
  return { path: idOf(path), bytes: bytes ?? most, used: folder.totals.bytes }
}
