import { fileTime } from '../../iso-time.ts'
import type { NewNode } from '../../ports/file-index.ts'
import { sizeOf } from './file-row.ts'
import { foldedName } from './name-key.ts'
import { join, sql } from './sql.ts'
import type { Sql, SqlSession } from './sql.ts'

/** One statement for so many rows takes a third of the time, and one more text to remember. */
const rowsAtOnce = 100

const into = sql`insert into _files (parent, name, kind, size, modified, date, inode, folded, content) values`

export async function insertRow(
  session: SqlSession,
  parent: number,
  node: NewNode,
): Promise<number> {
  return session.insert(sql`${into} ${valuesOf(parent, node)}`, 'id')
}

/** Answers the ids in the order of the nodes. */
export async function insertRows(
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
    await session.run(sql`${into} ${join(values, ', ')}`)
  }
  for (const node of inOrder.slice(inGroups)) await insertRow(session, parent, node)

  // Writers come one after the other: all new rows are these.
  const rows = await session.all(sql`select name, id from _files where id > ${Number(last?.[0])}`)
  const ids = new Map(rows as [string, number][])
  return nodes.map(({ name }) => Number(ids.get(name)))
}

function valuesOf(parent: number, node: NewNode): Sql {
  return sql`(${parent}, ${node.name}, ${node.kind}, ${sizeOf(node)}, ${node.modified},
    ${fileTime(node.modified)}, ${node.inode}, ${foldedName(node.name)}, ${node.content ?? null})`
}

function byName(one: NewNode, other: NewNode): number {
  return one.name < other.name ? -1 : 1
}
