import type { FileNode } from '../../ports/file-index.ts'
import { nodeColumns, nodeOf } from './file-row.ts'
import { addToFolders, contentOf, without } from './folder-sums.ts'
import type { NameIndex } from './name-index.ts'
import { sql } from './sql.ts'
import type { Sql, SqlSession } from './sql.ts'

interface Removal {
  session: SqlSession
  names: NameIndex
  /** When it happens. */
  at: number
}

/** Removes an entry with all below it, or as many rows of it as `limit` says; answers how many. */
export async function removeTree(removal: Removal, node: FileNode, limit: number): Promise<number> {
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

export function rowsOf({ totals }: FileNode): number {
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
