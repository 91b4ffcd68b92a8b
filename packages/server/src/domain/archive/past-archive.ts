import type { ArchiveRules } from '@triptych/contract/archive'
import type { Database, ReadStores } from '../../ports/database.ts'
import type { DumpedState } from '../../ports/dump.ts'
import { driveRoot, hiddenRoot } from '../../ports/file-index.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { StoredRule, StoredThing } from '../../ports/rules.ts'
import { hasBytesOf, versionWith } from '../files/find-version.ts'
import { wholeRevisionOf } from '../history/moment.ts'
import { catalogueAt } from '../history/past-catalogue.ts'
import type { CataloguedTable } from '../history/past-catalogue.ts'
import { filesAt } from '../history/past-files.ts'
import type { PastEntry, PastTree } from '../history/past-files.ts'
import {
  assignmentFromView,
  calendarFromView,
  linkFromView,
  planAt,
  resourceFromView,
} from '../history/past-plan.ts'
import type { PastPlan } from '../history/past-plan.ts'
import { rowsAtById } from '../history/past-table.ts'
import type { Moment } from '@triptych/contract/moment'
import { subjectOf } from '../rules/list-rules.ts'

/** An entry, and where it stands in the archive. */
export interface Found {
  entry: Pick<FileNode, 'id' | 'parent' | 'name' | 'kind' | 'modified'>
  path: string
  /** Of a file: what has its bytes; `null` where they are not kept any more. */
  node: FileNode | null
  /** Of a folder: nobody knows any more what was in it. */
  isLost: boolean
}

/** A workspace as it was: what an archive of it holds. */
export interface PastWorkspace {
  state: DumpedState
  rules: ArchiveRules
  entries: () => AsyncGenerator<Found>
}

/** Fails before anything is told where something of it was not kept. */
export async function workspaceAt(
  database: Pick<Database, 'memo'>,
  stores: ReadStores,
  at: Moment,
): Promise<PastWorkspace> {
  const revision = await wholeRevisionOf(stores, at)
  const catalogue = await catalogueAt(stores, revision)
  const plan = await planAt(database, stores, revision)
  const tree = await filesAt(database, stores, revision)
  return {
    state: {
      revision,
      tables: catalogue.map(({ table, views, nextId, now, past }) => ({
        table,
        views,
        nextId,
        rows: () => rowsAtById(stores.tables, now, past),
      })),
      tasks: [...plan.tasks.values()],
      links: [...plan.links.values()].map(linkFromView),
      resources: [...plan.resources.values()].map(resourceFromView),
      assignments: [...plan.assignments.values()].map(assignmentFromView),
      calendars: [...plan.calendars.values()].map(calendarFromView),
      schedule: plan.schedule,
    },
    rules: await rulesOn(stores, catalogue, plan, tree),
    entries: () => entriesBelow(stores, tree, driveRoot, 'files'),
  }
}

/** The rules of now, as far as they are on something that was there. */
async function rulesOn(
  stores: ReadStores,
  catalogue: readonly CataloguedTable[],
  plan: PastPlan,
  tree: PastTree,
): Promise<ArchiveRules> {
  const found: ArchiveRules = { rules: [], quotas: [], commented: [] }
  const all: readonly StoredRule[] = [
    ...(await stores.rules.all()),
    ...catalogue.flatMap(({ rules }) => rules),
  ]
  for (const { thing, subject, access } of all) {
    const was = await thingThen(catalogue, plan, tree, thing)
    if (was) found.rules.push({ thing: was, subject: subjectOf(subject), access })
  }
  for (const { folder: entry, bytes } of await stores.quotas.list()) {
    if (await isThere(tree, entry)) found.quotas.push({ entry, bytes })
  }
  return found
}

type ArchivedThing = ArchiveRules['rules'][number]['thing']

async function thingThen(
  catalogue: readonly CataloguedTable[],
  plan: PastPlan,
  tree: PastTree,
  { kind, id, column }: StoredThing,
): Promise<ArchivedThing | null> {
  if (kind === 'folder') {
    return (await isThere(tree, Number(id))) ? { kind: 'entry', entry: Number(id) } : null
  }
  if (kind === 'branch') {
    const task = Number(id)
    return task === 0 || plan.tasks.has(task) ? { kind, task } : null
  }
  if (kind === 'gone') return null
  if (id === '*') return { kind: 'table', table: id }
  const found = catalogue.find(({ nameNow }) => nameNow === id)
  if (!found) return null
  if (kind === 'table') return { kind, table: found.table.name }
  const was = found.past.columns.find(({ stays }) => stays === column)
  return was ? { kind, table: found.table.name, column: was.name } : null
}

async function isThere(tree: PastTree, id: number): Promise<boolean> {
  for (let at = await tree.entry(id); at; at = await tree.entry(at.parent)) {
    if (at.id === driveRoot) return true
  }
  return false
}

/** A folder comes before what it holds. */
async function* entriesBelow(
  stores: ReadStores,
  tree: PastTree,
  folder: number,
  at: string,
): AsyncGenerator<Found> {
  const entries = await Array.fromAsync(tree.children(folder))
  entries.sort((one, other) => Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)))
  for (const one of entries) {
    const path = `${at}/${one.name}`
    const entry = { ...one, modified: Date.parse(one.date) }
    if (one.kind === 'folder') {
      const isLost = await tree.isLost(one.id)
      yield { entry, path, node: null, isLost }
      if (!isLost) yield* entriesBelow(stores, tree, one.id, path)
    } else yield { entry, path, node: await bytesOf(stores, one), isLost: false }
  }
}

/** What has the bytes that a file had: it itself, or a former state of it. */
async function bytesOf(stores: ReadStores, entry: PastEntry): Promise<FileNode | null> {
  const { files, kept } = stores
  const node = entry.id > 0 ? await files.node(entry.id) : null
  // What is out of the trash is gone, though its bytes may take a while to be.
  const isEnded = node?.parent === hiddenRoot && (await kept.get(node.id))?.kind !== 'deleted'
  if (!node || isEnded) return null
  if (hasBytesOf(node, entry)) return node
  const version = await versionWith(stores, entry.id, entry)
  return version === null ? null : files.node(version)
}
