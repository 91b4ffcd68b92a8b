import type { Access } from '@triptych/contract/rules'
import type { ReadStores } from '../../ports/database.ts'
import { driveRoot, hiddenRoot } from '../../ports/file-index.ts'
import type { KeptEntry } from '../../ports/kept.ts'
import { accessDown, reachOf } from '../rules/reach.ts'
import type { Bound } from '../rules/reach.ts'

type Reads = Pick<ReadStores, 'rules' | 'files' | 'kept'>

/** What the rules leave somebody of something in the trash. */
export interface Leave {
  access: Access
  /** Whether that is said of all that is in it. */
  isWhole: boolean
}

/**
 * The rules that stand on an entry and on the folders it was in bind in the trash, too. Where those folders are gone nobody knows
 * what stood on them, and only those see it whom no rule binds.
 */
export async function trashSight(
  bound: Bound,
  stores: Reads,
): Promise<(entry: KeptEntry) => Promise<Leave>> {
  const reach = await reachOf(bound, stores)
  if (!reach) return async () => ({ access: 'write', isWhole: true })
  const { entries: rules } = reach
  const inPart = await partsOf(stores, rules)
  return async (entry) => {
    const above = await foldersUp(stores, entry.parent)
    if (!above) return { access: 'none', isWhole: false }
    const standing = [entry.node, ...above].toReversed().map((id) => rules.get(id))
    return { access: accessDown(standing), isWhole: !inPart.has(entry.node) }
  }
}

/** A folder and all above it, the next one first, through the trash where that is on the way; `null` where one is gone. */
async function foldersUp({ files, kept }: Reads, folder: number): Promise<number[] | null> {
  const ids: number[] = []
  for (let id = folder; id !== driveRoot;) {
    const node = await files.node(id)
    if (!node) return null
    ids.push(id)
    const was = node.parent === hiddenRoot ? await kept.get(id) : null
    if (node.parent === hiddenRoot && !was) return null
    id = was?.parent ?? node.parent
  }
  return [...ids, driveRoot]
}

/** What is in the trash and holds something that is not theirs to change. */
async function partsOf({ files }: Reads, rules: ReadonlyMap<number, Access>): Promise<Set<number>> {
  const parts = new Set<number>()
  for (const [ruled, access] of rules) {
    if (access === 'write') continue
    let node = await files.node(ruled)
    while (node && node.parent !== hiddenRoot) node = await files.node(node.parent)
    if (node && node.id !== ruled) parts.add(node.id)
  }
  return parts
}
