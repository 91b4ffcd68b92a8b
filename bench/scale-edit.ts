import { join } from 'node:path'
import type { Ratio, Samples } from './compare.ts'
import { report } from './report.ts'
import type { Finding } from './report.ts'
import { cellsOf, makeFilms } from './scale-cells.ts'
import type { Cells } from './scale-cells.ts'
import { startPostgresFloor } from './scale-floor.ts'
import type { Commit } from './scale-floor.ts'
import { startOn, startPostgresIn } from './scale-services.ts'
import type { ScaleBench } from './scale-services.ts'
import { beside, compareCrowds } from './scale-spread.ts'
import type { Crowd } from './scale-spread.ts'
import type { Server } from './server.ts'

const each = 'A: raw http, a transaction each'
const ordered = 'A in order: one after the other'
const group = 'B: raw http, group commit, pipelined'
const triptych = 'Triptych'

const floors: [string, Commit][] = [
  [each, 'each'],
  [ordered, 'ordered'],
  [group, 'group'],
]
const connections = 50
const rows = 10_000

interface Subject extends Crowd {
  server: Server
  cells: Cells
}

/** A cell is set on PostgreSQL: by Triptych, and by the bare statements. */
export async function benchEdit(
  bench: ScaleBench,
): Promise<{ samples: Samples; findings: Finding[] }> {
  const { folder, options } = bench
  const postgres = await startPostgresIn(folder)
  const servers: Server[] = []
  try {
    for (const [name, commit] of floors) {
      const url = await postgres.newDatabase(commit)
      servers.push(await startPostgresFloor(name, commit, url, rows))
    }
    const engines = ['--database', await postgres.newDatabase('triptych')]
    const ours = await startOn(triptych, join(folder, 'edit-data'), engines, options)
    servers.push(ours)
    await makeFilms(ours, '', 'films', rows)
    const subjects = await Promise.all(servers.map(subjectOf))

    const scenario = {
      name: 'edit',
      title: 'PostgreSQL: PATCH one cell, 50 connections',
      connections,
      crowds: subjects,
      step: ({ cells }: Subject, connection: number) => [cells.edit(connection, connections)],
    }
    const samples = await compareCrowds([scenario], postgres, options)
    for (const { cells, server } of subjects) await cells.verify(server)
    return { samples, findings: report([scenario], samples, ratios, options.repeats) }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await postgres.stop()
  }
}

async function subjectOf(server: Server): Promise<Subject> {
  return { name: server.name, servers: [server], server, cells: await cellsOf(server, '/films') }
}

type Sampled = Parameters<Ratio['of']>[0]

function against(floor: string, what: 'perSecond' | 'cpu', scenario = 'edit') {
  return (sample: Sampled) => sample(scenario, triptych)[what] / sample(scenario, floor)[what]
}

const ratios: Ratio[] = [
  {
    under: 'edit',
    title: 'edits/s, Triptych / A',
    of: against(each, 'perSecond'),
    goal: { atLeast: 0.6 },
  },
  {
    under: 'edit',
    title: 'edits/s, Triptych / A in order',
    of: against(ordered, 'perSecond'),
  },
  { under: 'edit', title: 'edits/s, Triptych / B', of: against(group, 'perSecond') },
  {
    under: 'edit',
    title: 'edits/s, group commit / in order (B / A in order)',
    of: (sample) => sample('edit', group).perSecond / sample('edit', ordered).perSecond,
  },
  { under: 'edit', title: 'edit, CPU, Triptych / A', of: against(each, 'cpu') },
  { under: 'edit', title: 'edit, CPU, Triptych / B', of: against(group, 'cpu') },
  {
    under: 'edit',
    title: 'edit, CPU of PostgreSQL, Triptych / A',
    of: against(each, 'cpu', beside('edit', 'PostgreSQL')),
  },
  {
    under: 'edit',
    title: 'edit, CPU of PostgreSQL, Triptych, µs',
    of: (sample) => sample(beside('edit', 'PostgreSQL'), triptych).cpu,
  },
]
