import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Options } from './compare.ts'
import { benchLatency, benchMemory } from './files-busy.ts'
import { benchBytes, floorFolder } from './files-bytes.ts'
import { startFloor } from './files-floor.ts'
import { benchMove, benchSize } from './files-folders.ts'
import { benchListing, coldListing } from './files-listing.ts'
import { printPart, scaled } from './files-measure.ts'
import type { Bench, Part } from './files-measure.ts'
import { benchSearch } from './files-search.ts'
import { indexed, startTriptych } from './files-server.ts'
import { benchSmall } from './files-small.ts'
import { makeFlat, makeTree } from './files-trees.ts'
import { printGoals } from './report.ts'
import type { Finding } from './report.ts'

/** Each has a Triptych of its own, and leaves nothing behind but its figures. */
const groups: Record<string, (bench: Bench) => Promise<Part[]>> = {
  folders: benchFolders,
  bytes: benchBytes,
  small: benchSmall,
  latency: benchLatency,
  memory: benchMemory,
  names: benchSearch,
}

export async function benchFiles(
  folder: string,
  options: Options,
): Promise<{ samples: Part[]; findings: Finding[] }> {
  const parts: Part[] = []
  const bench = { folder, cache: dirname(folder), options }
  mkdirSync(floorFolder(bench))
  const floor = await startFloor(floorFolder(bench))
  try {
    for (const [name, run] of Object.entries(groups)) {
      if (!name.startsWith(options.only)) continue
      const made = await run({ ...bench, floor })
      made.forEach(printPart)
      parts.push(...made)
    }
  } finally {
    await floor.stop()
  }
  const findings = parts.flatMap((part) => part.findings)
  printGoals(findings)
  return { samples: parts, findings }
}

/** Large folders: listed, summed up, moved. */
async function benchFolders(bench: Bench): Promise<Part[]> {
  const root = join(bench.folder, 'folders')
  const [flat, files] = [scaled(bench, 100_000), scaled(bench, 200_000)]
  makeFlat(join(root, 'flat'), flat)
  const tree = { root, files, bytes: makeTree(join(root, 'tree'), files) }
  for (const name of ['empty', 'shelf']) mkdirSync(join(root, name))
  const server = await startTriptych(bench, root, join(bench.folder, 'folders-data'))
  try {
    const cold = await coldListing(server)
    await indexed(server, flat + files)
    return [
      await benchListing(bench, server, { root, count: flat, cold }),
      await benchSize(bench, server, tree),
      await benchMove(bench, server, tree),
    ]
  } finally {
    await server.stop()
    rmSync(root, { recursive: true })
  }
}
