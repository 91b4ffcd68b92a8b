import { AppError } from '../../../errors.ts'
import { fileTime } from '../../../iso-time.ts'
import type { FileNode, FileStore, NewNode } from '../../../ports/file-index.ts'
import { touchIfRuled } from '../core/rule-store.ts'
import { sql, join } from '../core/sql.ts'
import type { SqlSession, Sql } from '../core/sql.ts'
import { nodeColumns, nodeOf, sizeOf } from './file-row.ts'
import { addToFolders, contentOf, idsUpFrom, nothing, without } from './folder-totals.ts'
import { takeFormer } from './former-files.ts'
import type { NameIndex } from './name-index.ts'
import { foldedName } from './name-index.ts'

type FileChanges = Pick<
  FileStore,
  'insert' | 'insertAll' | 'insertAgain' | 'update' | 'move' | 'remove'
>

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

  async function insertAll(parent: number, nodes: readonly NewNode[]): Promise<number[]> {
    if (nodes.length === 0) return []
    await refuseNoFolder(parent)
    const ids = await insertRows(session, parent, nodes)
    const first = ids.reduce((least, id) => Math.min(least, id))
    await names.add(sql`id >= ${first}`)
    await addToFolders(session, parent, contentOf(nodes))
    return ids
  }

  return {
    async insert(parent, node) {
      await refuseNoFolder(parent)
      const id = await insertRow(session, parent, node)
      await names.add(sql`id = ${id}`)
      await addToFolders(session, parent, contentOf([node]))
      return id
    },

    insertAll,

    async insertAgain(parent, nodes) {
      const hasFormer = nodes.length > 0 && (await session.get(anyFormer))
      if (!hasFormer) return insertAll(parent, nodes)
      await refuseNoFolder(parent)
      const former = await takeFormer(session, parent, nodes)
      const again = nodes.filter(({ name }) => former.has(name))
      for (const node of again) {
        const id = former.get(node.name)!
        await session.insert(sql`${intoAgain} ${valuesOf(parent, node, sql`${id}, `)}`)
        await names.add(sql`id = ${id}`)
      }
      if (again.length > 0) await addToFolders(session, parent, contentOf(again))
      const others = nodes.filter(({ name }) => !former.has(name))
      const ids = await insertAll(parent, others)
      const made = new Map(others.map(({ name }, index) => [name, ids[index]!]))
      return nodes.map(({ name }) => former.get(name) ?? made.get(name)!)
    },

    async update(id, { size, modified, inode, content }) {
      const node = await known(id)
      const bytes = sizeOf({ kind: node.kind, size })
      await session.run(
        sql`update _files set size = ${bytes}, modified = ${modified},
              date = ${fileTime(modified)}, inode = ${inode},
              content = ${content === undefined ? node.content : content}, version = version + 1
            where id = ${id}`,
      )
      const totals = { ...nothing.totals, bytes: bytes - node.size }
      if (node.parent) await addToFolders(session, node.parent, { count: 0, totals })
    },

    async move(id, parent, name) {
      const node = await known(id)
      await touchIfRuled(session, node)
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
      await touchIfRuled(session, node)
      return (await removeTree({ session, names, at }, node, limit)) === rowsOf(node)
    },
  }
}

/** One statement for so many rows takes a third of the time, and one more text to remember. */
const rowsAtOnce = 100

const columns = sql`parent, name, kind, size, modified, date, inode, folded, content`
const into = sql`insert into _files (${columns}) values`
const intoAgain = sql`insert into _files (id, ${columns}) values`
const anyFormer = sql`select 1 from _former_files limit 1`

async function insertRow(session: SqlSession, parent: number, node: NewNode): Promise<number> {
  return session.insertKeyed(sql`${into} ${valuesOf(parent, node)}`, 'id')
}

/** Answers the ids in the order of the nodes. */
async function insertRows(
  session: SqlSession,
  parent: number,
  nodes: readonly NewNode[],
): Promise<number[]> {
  const last = await session.get(sql`select max(id) from _files`)
  // In the order of names the rows come to lie as they will be listed.
  const inOrder = nodes.toSorted(byName)
  const inGroups = inOrder.length - (inOrder.length % rowsAtOnce)
  for (let at = 0; at < inGroups; at += rowsAtOnce) {
    const values = inOrder.slice(at, at + rowsAtOnce).map((node) => valuesOf(parent, node))
    await session.insert(sql`${into} ${join(values, ', ')}`)
  }
  for (const node of inOrder.slice(inGroups)) await insertRow(session, parent, node)

  // Writers come one after the other: all new rows are these.
  const rows = await session.all(sql`select name, id from _files where id > ${Number(last?.[0])}`)
  const ids = new Map(rows as [string, number][])
  return nodes.map(({ name }) => Number(ids.get(name)))
}

function valuesOf(parent: number, node: NewNode, id = sql``): Sql {
  return sql`(${id}${parent}, ${node.name}, ${node.kind}, ${sizeOf(node)}, ${node.modified},
    ${fileTime(node.modified)}, ${node.inode}, ${foldedName(node.name)}, ${node.content ?? null})`
}

function byName(one: NewNode, other: NewNode): number {
  return one.name < other.name ? -1 : 1
}

interface Removal {
  session: SqlSession
  names: NameIndex
  /** When it happens. */
  at: number
}

/** Removes an entry with all below it, or as many rows of it as `limit` says; answers how many. */
async function removeTree(removal: Removal, node: FileNode, limit: number): Promise<number> {
  const { session } = removal
  if (rowsOf(node) <= limit) {
    await removeWhole(removal, sql`id = ${node.id}`)
    await addToFolders(session, node.parent, without(contentOf([node])))
    return rowsOf(node)
  }

  // From the leaves up, so that what is left is still a tree: children that fit go whole, and where
  // even the first does not fit, some of what is in it.
  let removed = 0
  while (removed < limit) {
    const children = await session.all(
      sql`select ${nodeColumns} from _files where parent = ${node.id}
          order by name limit ${Math.min(limit - removed, 10_000)}`,
    )
    const fitting = thatFit(children.map(nodeOf), limit - removed)
    const last = fitting.at(-1)
    if (last) {
      await removeWhole(removal, sql`parent = ${node.id} and name <= ${last.name}`)
      await addToFolders(session, node.id, without(contentOf(fitting)))
      removed += fitting.reduce((rows, child) => rows + rowsOf(child), 0)
    } else {
      const [first] = children
      if (!first) return removed
      removed += await removeTree(removal, nodeOf(first), limit - removed)
    }
  }
  return removed
}

function rowsOf({ totals }: FileNode): number {
  return 1 + totals.files + totals.folders
}

function thatFit(nodes: FileNode[], limit: number): FileNode[] {
  let rows = 0
  const beyond = nodes.findIndex((node) => (rows += rowsOf(node)) > limit)
  return beyond === -1 ? nodes : nodes.slice(0, beyond)
}

async function removeWhole({ session, names, at }: Removal, tops: Sql): Promise<void> {
  const gone = sql`id in (
    with recursive below (id) as (
      select id from _files where ${tops}
      union all
      select _files.id from _files join below on _files.parent = below.id
    )
    select id from below)`
  // Mostly there are none, and nobody need look through all that goes.
  const hasVersions = await session.get(sql`select 1 from _kept where "of" is not null limit 1`)
  if (hasVersions) {
    await session.run(
      sql`update _kept set at = 0 where "of" in (select id from _files where ${gone})`,
    )
  }
  const hasComments = await session.get(sql`select 1 from _comments where kind = 'file' limit 1`)
  if (hasComments) {
    await session.run(
      sql`delete from _comments where kind = 'file' and table_name = ''
            and thing in (select id from _files where ${gone})`,
    )
  }
  const hasStars = await session.get(sql`select 1 from _stars limit 1`)
  if (hasStars) {
    await session.run(sql`delete from _stars where entry in (select id from _files where ${gone})`)
  }
  // A drive on a disk has none, and need not look through all that goes.
  const hasContents = await session.get(sql`select 1 from _file_contents limit 1`)
  const contents = hasContents
    ? await session.all(
        sql`select distinct content from _files where ${gone} and content is not null`,
      )
    : []
  await names.remove(gone)
  await session.run(sql`delete from _files where ${gone}`)
  for (const [content] of contents) {
    await session.run(
      sql`update _file_contents set unnamed_since = ${at} where id = ${Number(content)}
          and not exists (select 1 from _files where content = _file_contents.id)`,
    )
  }
}
