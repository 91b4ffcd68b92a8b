import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Options } from './compare.ts'
import { printPart } from './files-measure.ts'
import type { Bench, Part } from './files-measure.ts'
import { benchBatches, benchCopies } from './gantt-batch.ts'
import { benchBusy } from './gantt-busy.ts'
import { startFloor } from './gantt-floor.ts'
import { benchLists } from './gantt-list.ts'
import { benchMoves } from './gantt-move.ts'
import { printGoals } from './report.ts'
import type { Finding } from './report.ts'
import { startServer } from './server.ts'
import type { Server } from './server.ts'

/** Each has plans of its own, in a Triptych of its own. */
const groups: Record<string, (bench: Bench, server: Server) => AsyncGenerator<Part>> = {
  list: benchLists,
  move: benchMoves,
  batch: benchBatches,
  copy: benchCopies,
  busy: benchBusy,
}

export async function benchGantt(
  folder: string,
  options: Options,
): Promise<{ samples: Part[]; findings: Finding[] }> {
  const parts: Part[] = []
  const floorFolder = join(folder, 'gantt-floor')
  mkdirSync(floorFolder)
  const floor = await startFloor(floorFolder)
  const bench: Bench = { folder, cache: dirname(folder), options, floor }
  try {
    for (const [name, run] of Object.entries(groups)) {
      if (!name.startsWith(options.only)) continue
      const server = await startTriptych(options, join(folder, `gantt-${name}`))
      try {
        for await (const part of run(bench, server)) {
          printPart(part)
          parts.push(part)
        }
      } finally {
        await server.stop()
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

/** As it is delivered, with nothing in it. */
function startTriptych({ profile }: Options, data: string): Promise<Server> {
  const cli = join(import.meta.dirname, '../packages/server/bin/triptych.js')
  const profiler = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const args = [...profiler, cli, 'serve', '--port', '0', '--data', data, '--empty']
  return startServer({ name: 'Triptych', args, stderr: 'ignore' })
}
