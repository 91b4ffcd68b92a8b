import { dirname } from 'node:path'
import type { Options } from '../compare.ts'
import { printGoals } from '../report.ts'
import type { Finding } from '../report.ts'
import type { Server } from '../server.ts'
import { takeAll } from './case.ts'
import type { Case, Measured } from './case.ts'
import { eventCases } from './events.ts'
import { fileCases } from './files.ts'
import { findPeers } from './peers.ts'
import { findingsOf, printCase } from './print.ts'
import { rowCases } from './rows.ts'
import type { Stage } from './stage.ts'
import { startCases } from './start.ts'
import { taskCases } from './tasks.ts'

/** Each has servers of its own, and which cases its `--only` may name. */
const groups: { cases: string[]; make: (stage: Stage) => Promise<Case[]> }[] = [
  { cases: ['tasks', 'put task', 'post task', 'batch'], make: taskCases },
  { cases: ['listing', 'upload', 'download'], make: fileCases },
  { cases: ['events'], make: eventCases },
  { cases: ['start'], make: startCases },
  { cases: ['rows', 'page', 'patch', 'post row', 'growth'], make: rowCases },
]

export interface TableRun {
  cases: Measured[]
  leftOut: string[]
}

/** Floors, peers and Triptych side by side, on the same data, one right after the other. */
export async function benchTable(
  folder: string,
  options: Options,
  keep: (part: { samples: TableRun }) => void,
): Promise<{ samples: TableRun; findings: Finding[] }> {
  const peers = findPeers(dirname(folder), options)
  const measured: Measured[] = []
  for (const { cases, make } of groups) {
    const isAsked = cases.some(
      (name) => name.startsWith(options.only) || options.only.startsWith(name),
    )
    if (!isAsked) continue
    const started: Server[] = []
    const start = async (server: Promise<Server>) => {
      started.push(await server)
      return server
    }
    try {
      const taken = await takeAll(await make({ folder, options, peers, start }), options)
      for (const one of taken) printCase(one)
      measured.push(...taken)
      keep({ samples: { cases: measured, leftOut: peers.leftOut } })
    } finally {
      await Promise.all(started.map((server) => server.stop()))
    }
  }
  for (const text of peers.leftOut) console.log(`Left out: ${text}`)
  if (options.scale !== 1) console.log('The aims are meant for --scale 1.')
  const findings = findingsOf(measured)
  printGoals(findings)
  return { samples: { cases: measured, leftOut: peers.leftOut }, findings }
}
