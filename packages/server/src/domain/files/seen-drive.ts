import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Drive } from '../../ports/drive.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { Path } from '../../ports/storage.ts'
import { notFound } from './read-index.ts'
import { seenDatabase } from './seen-files.ts'
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
  const database = seenDatabase(ctx, drive.database)

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

  /** Answers whether the rules leave them everything. */
  async function refuseHidden(...paths: readonly Path[]): Promise<boolean> {
    const depths = await depthsOf(paths)
    if (!depths) return true
    const hidden = depths.findIndex((depth) => depth !== null)
    if (hidden === -1) return false
    // As much is looked at as for something that is not there.
    await drive.folder(paths[hidden]?.slice(0, depths[hidden] ?? 0) ?? [])
    throw notFound()
  }

  /** What was hidden may have got another name on the disk, and the look of the drive has told so only now. */
  async function seenAt(path: Path): Promise<FileNode> {
    return (await database.read(({ files }) => files.find(path))) ?? Promise.reject(notFound())
  }

  async function find(path: Path): Promise<FileNode> {
    const isAll = await refuseHidden(path)
    const node = await drive.find(path)
    return isAll ? node : seenAt(path)
  }

  return {
    ...drive,
    database,
    find,
    async folder(path) {
      const isAll = await refuseHidden(path)
      const folder = await drive.folder(path)
      return isAll ? folder : seenAt(path)
    },
    async stat(path) {
      if (await refuseHidden(path)) return drive.stat(path)
      await find(path)
      return drive.stat(path)
    },
    async open(path) {
      if (await refuseHidden(path)) return drive.open(path)
      await find(path)
      const file = await drive.open(path)
      try {
        await seenAt(path)
      } catch (error) {
        await file.close()
        throw error
      }
      return file
    },

    receive: (bytes) => untold(() => drive.receive(bytes)),
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
    copy: (author, paths, target) =>
      untold(async () => {
        await refuseHidden(...paths, target)
        return drive.copy(author, paths, target)
      }),
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
      if (!quota || (await depthsOf([])) === null) throw error
      const { path, bytes } = quota
      throw new AppError(error.code, error.message, { ...details, quota: { path, bytes } })
    }
  }
}
