import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Drive } from '../../ports/drive.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { Path } from '../../ports/storage.ts'
import { notFound } from './read-index.ts'
import { filesIn, seenDatabase } from './seen-files.ts'
import { seenDepth, sightOf } from './sight.ts'

/**
 * The drive of a workspace as whoever asks sees it: every use-case asks for this one. What the rules hide from them is not
 * there, neither here nor in what its database reads.
 */
export async function driveFor(ctx: Context): Promise<Drive> {
  const drive = await ctx.drives.of(ctx.workspace)
  return ctx.principal.subjects ? seenDrive(ctx, drive) : drive
}

function seenDrive(ctx: Context, drive: Drive): Drive {
  const seen = seenDatabase(ctx, drive.database)
  const database: Drive['database'] = {
    ...seen,
    read: (work) => untold(() => seen.read(work)),
  }

  /** Of each path how much is seen, see `seenDepth`; `null` where the rules leave them everything. */
  function depthsOf(paths: readonly Path[]): Promise<(number | null)[] | null> {
    return drive.database.read(async (stores) => {
      const sight = await sightOf(ctx, stores)
      if (!sight) return null
      const depths: (number | null)[] = []
      for (const path of paths) depths.push(await seenDepth(sight, stores.files, path))
      return depths
    })
  }

  async function refuseHidden(...paths: readonly Path[]): Promise<void> {
    const depths = (await depthsOf(paths)) ?? []
    const hidden = depths.findIndex((depth) => depth !== null)
    if (hidden === -1) return
    // As much is looked at as for something that is not there.
    await drive.folder(paths[hidden]?.slice(0, depths[hidden] ?? 0) ?? [])
    throw notFound()
  }

  /**
   * The entry at a place as they see it, once the drive has looked there: what is hidden may have got another name on
   * the disk, which the index knows only then.
   */
  async function seenAt(path: Path, look: (path: Path) => Promise<FileNode>): Promise<FileNode> {
    const node = await look(path).catch(async (error: unknown) => {
      await refuseHidden(path)
      throw error
    })
    const seen = await drive.database.read(async (stores) => {
      const sight = await sightOf(ctx, stores)
      return sight ? filesIn(sight, stores.files).find(path) : node
    })
    if (seen) return seen
    await refuseHidden(path)
    throw notFound()
  }

  const seesAll = async () => (await depthsOf([])) === null
  const find = (path: Path) => seenAt(path, (at) => drive.find(at))

  return {
    ...drive,
    database,
    find,
    folder: (path) => seenAt(path, (at) => drive.folder(at)),
    async stat(path) {
      if (!(await seesAll())) await find(path)
      return drive.stat(path)
    },
    async open(path) {
      if (await seesAll()) return drive.open(path)
      await find(path)
      const file = await drive.open(path)
      try {
        await find(path)
      } catch (error) {
        await file.close()
        throw error
      }
      return file
    },

    receive: (bytes, release) => untold(() => drive.receive(bytes, release)),
    addFile: (author, wanted, key) =>
      untold(async () => {
        try {
          await refuseHidden(wanted.folder)
        } catch (error) {
          drive.discard(key)
          throw error
        }
        return drive.addFile(author, wanted, key)
      }),
    async addFolder(author, wanted) {
      await refuseHidden(wanted.folder)
      return drive.addFolder(author, wanted)
    },
    async ensureFolder(author, path) {
      await refuseHidden(path.slice(0, -1))
      const [depth] = (await depthsOf([path])) ?? []
      if (typeof depth !== 'number') return drive.ensureFolder(author, path)
      // That much everybody can find out who wishes to have this name.
      throw new AppError('files.name_taken', 'There is something of this name already.')
    },
    relocate: (author, about, plan) =>
      untold(async () => {
        await refuseHidden(...about.paths, ...(about.target ? [about.target] : []))
        return drive.relocate(author, about, plan)
      }),
    copy: (author, copying) =>
      untold(async () => {
        await refuseHidden(...copying.paths, copying.target)
        return drive.copy(author, copying)
      }),
    restore: (author, plan) => untold(() => drive.restore(author, plan)),
    arrange: (author, plan) => untold(() => drive.arrange(author, plan)),
    async remove(author, paths) {
      const depths = await depthsOf(paths)
      const seen = depths ? paths.filter((_, index) => depths[index] === null) : paths
      if (seen.length > 0) await drive.remove(author, seen)
    },
  }

  /** How much is in a folder of which something is hidden is not told where it is full either. */
  async function untold<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'storage_full') throw error
      const { quota, ...details } = error.details as { quota?: { path: string; bytes: number } }
      if (!quota || (await seesAll())) throw error
      const { path, bytes } = quota
      throw new AppError(error.code, error.message, { ...details, quota: { path, bytes } })
    }
  }
}
