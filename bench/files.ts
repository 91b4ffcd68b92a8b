import { mkdirSync } from 'node:fs'
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
import { makeFolders } from './files-trees.ts'
import { printGoals } from './report.ts'
import type { Finding } from './report.ts'

/** Each has a Triptych of its own, and leaves nothing behind but its figures. */
const groups: Record<string, (bench: Bench) => AsyncGenerator<Part>> = {
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
      for await (const part of run({ ...bench, floor })) {
        printPart(part)
        parts.push(part)
      }
    }
  } finally {
    await floor.stop()
  }
  const findings = parts.flatMap((part) => part.findings)
  if (options.scale !== 1) console.log('The goals are meant for --scale 1.')
  printGoals(findings)
  return { samples: parts, findings }
}

/** Large folders: listed, summed up, moved. */
async function* benchFolders(bench: Bench): AsyncGenerator<Part> {
  const [flat, files] = [scaled(bench, 100_000), scaled(bench, 200_000)]
  const tree = { ...makeFolders(bench.cache, { flat, files }), files }
  const { root } = tree
  const server = await startTriptych(bench, root, join(bench.folder, 'folders-data'))
  try {
    const cold = await coldListing(server)
    await indexed(server, flat + files)
    yield await benchListing(bench, server, { root, count: flat, cold })
    yield await benchSize(bench, server, tree)
    yield await benchMove(bench, server, tree)
  } finally {
    await server.stop()
  }
}
