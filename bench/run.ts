import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { benchAuth } from './auth.ts'
import { benchCodecs } from './codecs.ts'
import type { Options } from './compare.ts'
import { measureDisk } from './disk.ts'
import { benchFiles } from './files.ts'
import { benchGantt } from './gantt.ts'
import { benchHistory } from './history.ts'
import { benchAsItWas } from './history-at.ts'
import { benchWrites } from './history-writes.ts'
import { benchPage } from './page.ts'
import type { Finding } from './report.ts'
import { benchScale } from './scale.ts'
import { benchSchedule } from './schedule.ts'
import { benchTables } from './tables.ts'
import { compareRuns, printChanges } from './table/compare-runs.ts'
import { readRun } from './table/docs.ts'
import type { RunFile } from './table/docs.ts'
import { benchTable } from './table/table.ts'

/** What a benchmark hands back goes into the file of `--json` as it is. */
type Bench = (
  folder: string,
  options: Options,
  /** Takes what there is so far, so that a run which is broken off leaves it. */
  keep: (part: object) => void,
) => Promise<{ samples: object; findings: Finding[] }>

const benches: Record<string, Bench> = {
  table: benchTable,
  tables: benchTables,
  files: benchFiles,
  gantt: benchGantt,
  scale: benchScale,
  schedule: benchSchedule,
  codecs: benchCodecs,
  auth: benchAuth,
  history: inTurn(benchHistory, benchAsItWas, benchWrites),
  page: benchPage,
}

/** Several as one. */
function inTurn(...parts: Bench[]): Bench {
  return async (folder, options, keep) => {
    const samples: object[] = []
    const findings: Finding[] = []
    for (const part of parts) {
      const measured = await part(folder, options, keep)
      samples.push(measured.samples)
      findings.push(...measured.findings)
    }
    return { samples, findings }
  }
}

const usage = `npm run bench [${Object.keys(benches).join(' | ')} | all] -- [options]
  Without a name: table, where floors, peers and Triptych stand side by side.
  --seconds N     seconds for each measurement (1)
  --repeats N     how often everything is measured; medians count (3)
  --only PREFIX   only the scenarios whose name begins so
  --scale X       the share of the full sizes, where they are large (1)
  --json FILE     write all samples to FILE
  --compare FILE  tell what became slower in the table since that file was written
  --no-install    leave out peers that npm would have to bring
  --profile DIR   let Triptych write a CPU profile into DIR`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '1' },
      repeats: { type: 'string', default: '3' },
      only: { type: 'string', default: '' },
      scale: { type: 'string', default: '1' },
      json: { type: 'string' },
      compare: { type: 'string' },
      'no-install': { type: 'boolean', default: false },
      profile: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const names = positionals.includes('all')
    ? Object.keys(benches)
    : positionals.length > 0
      ? positionals
      : ['table']
  const unknown = names.find((name) => !benches[name])
  const options: Options = {
    seconds: Number(values.seconds),
    repeats: Number(values.repeats),
    only: values.only,
    scale: Number(values.scale),
    install: !values['no-install'],
    profile: values.profile === undefined ? null : resolve(values.profile),
  }
  const numbers = [options.seconds, options.repeats, options.scale]
  if (values.help || unknown || !numbers.every((number) => number > 0)) {
    console.log(usage)
    process.exitCode = values.help ? 0 : 2
    return
  }

  // Not the system's temporary folder: that is often memory, where a commit costs nothing.
  const cache = join(import.meta.dirname, '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'run-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

  const before = values.compare === undefined ? null : readRun(values.compare)
  const machine = describeMachine(folder)
  const results: Record<string, object> = {}
  for (const name of names) {
    const keep = (part: object) => {
      results[name] = part
      if (!values.json) return
      const run = { machine: { ...machine, loadAtEnd: loadavg()[0] }, options, results }
      writeFileSync(values.json, JSON.stringify(run, null, 2))
    }
    keep(await (benches[name] as Bench)(folder, options, keep))
  }
  if (before) tellChanges(before, results['table'] as RunFile['results']['table'] | undefined)
}

/** Unlike a goal that is not met, what has become slower since a run one names is a failure. */
function tellChanges(before: RunFile, now: RunFile['results']['table'] | undefined): void {
  if (!now) throw new Error('--compare is about the table: npm run bench -- --compare FILE')
  const changes = compareRuns(before.results.table.samples.cases, now.samples.cases)
  if (printChanges(changes) > 0) process.exitCode = 1
}

function describeMachine(folder: string): object {
  const disk = measureDisk(folder, 0.5)
  const load = loadavg()[0] ?? 0
  const cores = availableParallelism()
  const waits = disk.full < disk.off * 0.8
  console.log(
    `Node ${process.version}, ${cores} cores, load ${load.toFixed(1)}\n` +
      `One connection commits ${Math.round(disk.full)} times a second with synchronous=FULL, ` +
      `${Math.round(disk.off)} with OFF:\n` +
      `${waits ? 'a commit waits' : 'a commit does NOT wait'} for the disk, ` +
      `${Math.round(1e6 / disk.full - 1e6 / disk.off)} µs each.\n`,
  )
  return { date: new Date().toISOString(), node: process.version, cores, load, disk }
}

await main()
