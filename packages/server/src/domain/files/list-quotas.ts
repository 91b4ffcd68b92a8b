import type { Quota } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { driveRoot } from '../../ports/file-index.ts'
import { idOf } from './path.ts'
import { withDefault } from './quota.ts'
import { driveFor } from './seen-drive.ts'

/** Asked of owners alone, as it names folders that not everybody may see. */
export async function listQuotas(ctx: Context): Promise<Quota[]> {
  authorise(ctx.principal, 'limits.write')
  const drive = await driveFor(ctx)
  const { totals } = await drive.folder([])
  return drive.database.read(async ({ quotas, files }) => {
    const found = await withDefault(files, drive.rules, await quotas.list())
    const bytes = found.find(({ folder }) => folder === driveRoot)?.bytes ?? null
    const folders: Quota[] = []
    for (const { folder, ...quota } of found) {
      const path = folder === driveRoot ? null : await files.pathOf(folder)
      if (path) folders.push({ path: idOf(path), ...quota })
    }
    const drives = { path: '/', bytes, used: totals.bytes }
    return [drives, ...folders.toSorted((a, b) => (a.path < b.path ? -1 : 1))]
  })
}
