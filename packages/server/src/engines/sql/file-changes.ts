import { AppError } from '../../errors.ts'
import { fileTime } from '../../iso-time.ts'
import type { FileNode, FileStore } from '../../ports/file-index.ts'
import { insertRow, insertRows } from './file-insert.ts'
import { removeTree, rowsOf } from './file-removal.ts'
import { nodeColumns, nodeOf, sizeOf } from './file-row.ts'
import { addToFolders, contentOf, idsUpFrom, nothing, without } from './folder-sums.ts'
import type { NameIndex } from './name-index.ts'
import { foldedName } from './name-key.ts'
import { sql } from './sql.ts'
import type { SqlSession } from './sql.ts'

type FileChanges = Pick<FileStore, 'insert' | 'insertAll' | 'update' | 'move' | 'remove'>

export function fileChanges(session: SqlSession, names: NameIndex): FileChanges {
  async function known(id: number): Promise<FileNode> {
    const row = await session.get(sql`select ${nodeColumns} from _files where id = ${id}`)
    if (!row) throw new AppError('files.not_found', 'There is no such entry any more.')
    return nodeOf(row)
  }

  async function refuseNoFolder(id: number): Promise<void> {
    const { kind } = await known(id)
    if (kind !== 'folder') throw new AppError('files.not_a_folder', 'Only a folder holds entries.')
  }

  /** A tree that held itself would have no end. */
  async function refuseIntoItself(id: number, parent: number): Promise<void> {
    const ids = await session.all(idsUpFrom(parent))
    if (!ids.some(([above]) => above === id)) return
    throw new AppError('files.into_itself', 'A folder cannot be moved into itself.')
  }

  return {
    async insert(parent, node) {
      await refuseNoFolder(parent)
      const id = await insertRow(session, parent, node)
      await names.add(sql`id = ${id}`)
      await addToFolders(session, parent, contentOf([node]))
      return id
    },

    async insertAll(parent, nodes) {
      if (nodes.length === 0) return []
      await refuseNoFolder(parent)
      const ids = await insertRows(session, parent, nodes)
      const first = ids.reduce((least, id) => Math.min(least, id))
      await names.add(sql`id >= ${first}`)
      await addToFolders(session, parent, contentOf(nodes))
      return ids
    },

    async update(id, { size, modified, inode }) {
      const node = await known(id)
      const bytes = sizeOf({ kind: node.kind, size })
      await session.run(
        sql`update _files set size = ${bytes}, modified = ${modified},
              date = ${fileTime(modified)}, inode = ${inode}, version = version + 1
            where id = ${id}`,
      )
      const totals = { ...nothing.totals, bytes: bytes - node.size }
      if (node.parent) await addToFolders(session, node.parent, { count: 0, totals })
    },

    async move(id, parent, name) {
      const node = await known(id)
      if (parent !== node.parent) {
        await refuseNoFolder(parent)
        await refuseIntoItself(id, parent)
      }
      if (name !== node.name) await names.remove(sql`id = ${id}`)
      await session.run(
        sql`update _files set parent = ${parent}, name = ${name}, folded = ${foldedName(name)},
              version = version + 1
            where id = ${id}`,
      )
      if (name !== node.name) await names.add(sql`id = ${id}`)

      if (parent === node.parent) return addToFolders(session, parent, nothing)
      const content = contentOf([node])
      await addToFolders(session, node.parent, without(content))
      await addToFolders(session, parent, content)
    },

    async remove(id, limit, at) {
      const row = await session.get(sql`select ${nodeColumns} from _files where id = ${id}`)
      if (!row) return true
      const node = nodeOf(row)
      return (await removeTree({ session, names, at }, node, limit)) === rowsOf(node)
    },
  }
}
