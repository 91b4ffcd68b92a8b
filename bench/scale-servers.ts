import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Ratio, Samples } from './compare.ts'
import { rawRequest } from './load.ts'
import { report } from './report.ts'
import type { Finding } from './report.ts'
import { cellsOf, makeFilms, post } from './scale-cells.ts'
import type { Cells } from './scale-cells.ts'
import { startBucket, startOn, startPostgresIn } from './scale-services.ts'
import type { ScaleBench } from './scale-services.ts'
import { beside, compareCrowds } from './scale-spread.ts'
import type { Crowd, SpreadScenario } from './scale-spread.ts'
import type { Server } from './server.ts'

const most = 3
// As many for each of one, two and three servers.
const connections = 48
const rows = 1000
const workspaces = ['', ...Array.from({ length: 7 }, (_, n) => `/w/w${n + 1}`)]

/** One, two and three servers on one PostgreSQL and one bucket, with the same load in all. */
export async function benchServers({
  folder,
  options,
}: ScaleBench): Promise<{ samples: Samples; findings: Finding[] }> {
  const [postgres, bucket] = await Promise.all([startPostgresIn(folder), startBucket()])
  const servers: Server[] = []
  try {
    const database = await postgres.newDatabase('servers')
    const engines = ['--database', database, '--storage', bucket.storage('servers')]
    for (let n = 1; n <= most; n++) {
      const data = join(folder, `servers-${n}`)
      servers.push(await startOn(`server ${n}`, data, engines, options))
    }
    const first = servers[0] as Server
    for (const workspace of workspaces) {
      if (workspace) await post(first, '/workspaces', { name: workspace.slice(3) })
      await makeFilms(first, workspace, 'films', rows)
    }
    await makeFilms(first, '', 'films50', 50)
    const tables = workspaces.map((workspace) => cellsOf(first, `${workspace}/films`))
    const cells = await Promise.all(tables)

    const chosen = scenarios(crowdsOf(servers), cells)
    const samples = await compareCrowds(chosen, postgres, options)
    // What one server wrote, another one tells.
    for (const one of cells) await one.verify(servers.at(-1) as Server)
    console.log(
      `Load, servers and PostgreSQL share ${availableParallelism()} cores. ` +
        'Where their CPU adds up to that, more servers cannot give more.\n',
    )
    return { samples, findings: report(chosen, samples, ratios, options.repeats) }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await Promise.all([postgres.stop(), bucket.stop()])
  }
}

function crowdsOf(servers: Server[]): Crowd[] {
  return servers.map((_, index) => ({
    name: nameOf(index + 1),
    servers: servers.slice(0, index + 1),
  }))
}

function nameOf(count: number): string {
  return count === 1 ? '1 server' : `${count} servers`
}

function scenarios(crowds: Crowd[], cells: Cells[]): SpreadScenario[] {
  const common = { connections, crowds }
  const [hot] = cells as [Cells]
  return [
    {
      ...common,
      name: 'read',
      title: `GET 50 rows, ${connections} connections`,
      step: () => [rawRequest('GET', '/films50')],
    },
    {
      ...common,
      name: 'hot',
      title: `PATCH one cell in one workspace, ${connections} connections`,
      step: (_, connection) => [hot.edit(connection, connections)],
    },
    {
      ...common,
      name: 'many',
      title: `PATCH one cell in ${cells.length} workspaces, ${connections} connections`,
      step(_, connection) {
        const table = cells[connection % cells.length] as Cells
        return [table.edit(connection, connections)]
      },
    },
    {
      ...common,
      name: 'apart',
      title: 'the same, each workspace at one server only',
      step({ servers }, connection) {
        const each = connections / servers.length
        const own = cells.filter((_, n) => n % servers.length === Math.floor(connection / each))
        const table = own[connection % own.length] as Cells
        return [table.edit(connection, connections)]
      },
    },
  ]
}

const titles = {
  read: 'reads/s',
  hot: 'edits/s, one workspace',
  many: 'edits/s, 8 workspaces',
  apart: 'edits/s, 8 workspaces apart',
}

const ratios: Ratio[] = [
  ...Object.entries(titles).flatMap(([under, title]): Ratio[] => [
    ...[2, 3].map((count): Ratio => {
      return {
        under,
        title: `${title}, ${nameOf(count)} / 1`,
        of: (sample) => sample(under, nameOf(count)).perSecond / sample(under, nameOf(1)).perSecond,
      }
    }),
    ...[1, 3].flatMap((count) => spentAt(under, count)),
  ]),
  againstHot('many', 1),
  againstHot('many', most),
  againstHot('apart', most),
]

function againstHot(under: string, count: number): Ratio {
  const name = nameOf(count)
  return {
    under,
    title: `edits/s, 8 workspaces / one, ${name}`,
    of: (sample) => sample(under, name).perSecond / sample('hot', name).perSecond,
  }
}

/** What tells whether there was anything left for more servers. */
function spentAt(under: string, count: number): Ratio[] {
  const [server, postgres, load] = [under, beside(under, 'PostgreSQL'), beside(under, 'load')]
  const name = nameOf(count)
  return [
    {
      under,
      title: `CPU of PostgreSQL at ${name}, µs`,
      of: (sample) => sample(postgres, name).cpu,
    },
    {
      under,
      title: `cores in use at ${name}, with PostgreSQL and load`,
      of(sample) {
        const cpu = [server, postgres, load].map((who) => sample(who, name).cpu)
        return cpu.reduce((sum, one) => sum + one, 0) * 1e-6 * sample(server, name).perSecond
      },
    },
  ]
}
