import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { noSchedule } from '@triptych/contract/schedule'
import { keepPlan, lookAt } from '../packages/server/src/domain/gantt/kept-plan.ts'
import { scheduleOf } from '../packages/server/src/domain/gantt/plan-settings.ts'
import { storedPlan } from '../packages/server/src/domain/gantt/stored-plan.ts'
import { keysBetween } from '../packages/server/src/domain/order-key.ts'
import type { Plan } from '../packages/server/src/domain/schedule/plan.ts'
import { minute, textOf } from '../packages/server/src/domain/schedule/ticks.ts'
import { openSqliteDatabase } from '../packages/server/src/engines/sqlite/database.ts'
import { createTriptych } from '../packages/server/src/main.ts'
import type { Triptych } from '../packages/server/src/main.ts'
import type { GanttStore, NewTask } from '../packages/server/src/ports/gantt-store.ts'
import { seededRandom } from '../packages/server/test/fixtures/seeded-random.ts'
import { median } from './compare.ts'
import type { Options } from './compare.ts'
import { finding, scaled } from './files-measure.ts'
import type { Part } from './files-measure.ts'
import { usedBytes } from './memory.ts'
import { largePlan } from './schedule-plans.ts'

/** An edit of a large plan in SQLite, by way of the server: with the plan in memory, and read anew each time. */
export async function product(options: Options, folder: string): Promise<Part> {
  const tasks = scaled({ options }, 100_000)
  const links = scaled({ options }, 250_000)
  const followers = scaled({ options }, 10_000)
  const data = join(folder, 'product')
  await fill(fileOf(data), largePlan(seededRandom(1), tasks, links), followers)
  const first = tasks + 1
  const bytes = await bytesInMemory(fileOf(data))

  const kept = await editing(data, {}, async (server) => {
    const small: Edit[] = []
    for (let n = 0; n < 20 * options.repeats; n++) small.push(await edit(server, taskOf(n), n))
    const large: Edit[] = []
    for (let n = 0; n < options.repeats; n++) large.push(await edit(server, first, n))
    return { small: few(small), large, looks: await looks(server) }
  })
  const read = await editing(data, { planMemory: 0 }, async (server) => {
    const small: Edit[] = []
    for (let n = 0; n < options.repeats; n++) small.push(await edit(server, taskOf(n), n + 1))
    return { small: few(small), looks: await looks(server) }
  })
  const bare = bareWrites(data, first, followers, options.repeats)

  async function looks(server: Triptych): Promise<Looks> {
    const all: Looks = { analysis: [], preview: [] }
    for (let n = 0; n < options.repeats + 1; n++) {
      const analysis = await cpuOf(server, '/schedule/analysis')
      const data = { length: 960 + n }
      const changes = [{ url: `tasks/${taskOf(3)}`, method: 'PUT', data }]
      const preview = await cpuOf(server, '/schedule/preview', 'POST', { changes })
      // The first makes the code warm.
      if (n === 0) continue
      all.analysis.push(analysis)
      all.preview.push(preview)
    }
    return all
  }

  /** Some of the leaves, here and there. */
  function taskOf(n: number): number {
    return 1 + ((3 + 7 * 111 * n) % tasks)
  }
  const size = `${tasks.toLocaleString('en')} tasks and ${links.toLocaleString('en')} links`
  return {
    title: `An edit of ${size} by way of the server`,
    rows: [
      { label: 'a few move, the plan read anew', ms: read.small.map((one) => one.cpu) },
      { label: 'a few move, the plan in memory', ms: kept.small.map((one) => one.cpu) },
      {
        label: 'many move, the plan in memory',
        ms: kept.large.map((one) => one.cpu),
        note: `${Math.max(...kept.large.map((one) => one.moved))} moved`,
      },
      { label: 'the analysis, the plan read anew', ms: read.looks.analysis },
      { label: 'the analysis, the plan in memory', ms: kept.looks.analysis },
      { label: 'a preview, the plan read anew', ms: read.looks.preview },
      { label: 'a preview, the plan in memory', ms: kept.looks.preview },
      { label: 'as many rows, bare', ms: bare.rows },
      { label: 'as many rows, and an entry for each, bare', ms: bare.entries },
    ],
    findings: [
      finding('100 × an edit in memory / read anew', (100 * cpu(kept.small)) / cpu(read.small), {
        atMost: 1,
      }),
      finding('The analysis in memory / read anew', ratioOf('analysis'), { atMost: 0.7 }),
      finding('A preview in memory / read anew', ratioOf('preview'), { atMost: 0.5 }),
      finding('An edit that moves many / bare rows with entries', ratio(bare.entries), {
        atMost: 3,
      }),
      finding('An edit that moves many / bare rows', ratio(bare.rows)),
      finding('Bytes in memory of a task and its links', bytes / tasks),
    ],
  }

  function ratioOf(name: keyof Looks): number {
    return median([...kept.looks[name]]) / median([...read.looks[name]])
  }

  function ratio(floor: readonly number[]): number {
    return cpu(kept.large) / median([...floor])
  }
}

function cpu(edits: readonly Edit[]): number {
  return median(edits.map((one) => one.cpu))
}

interface Edit {
  cpu: number
  /** How many entries it made beside its own. */
  moved: number
}

/** Where hardly anything follows, an edit is what it costs to find that out. */
function few(edits: readonly Edit[]): Edit[] {
  return edits.filter(({ moved }) => moved <= 20)
}

function fileOf(data: string): string {
  return join(data, 'workspaces', 'main', 'triptych.sqlite')
}

async function editing<T>(
  data: string,
  more: object,
  work: (server: Triptych) => Promise<T>,
): Promise<T> {
  const server = await createTriptych({ data, empty: true, port: 0, ...more })
  // The first reads the plan, and makes the code warm.
  for (let n = 0; n < 3; n++) await edit(server, 2, n)
  const made = await work(server)
  await server.close()
  return made
}

/** What it costs of the processor to ask the server. */
interface Looks {
  analysis: number[]
  preview: number[]
}

/** A day longer, or as long as before. */
async function edit(server: Triptych, task: number, n: number): Promise<Edit> {
  const head = await headOf(server)
  const cost = await cpuOf(server, `/tasks/${task}`, 'PUT', { length: n % 2 === 0 ? 960 : 480 })
  return { cpu: cost, moved: (await headOf(server)) - head - 1 }
}

async function cpuOf(
  server: Triptych,
  path: string,
  method = 'GET',
  body?: unknown,
): Promise<number> {
  const said = body === undefined ? {} : { body: JSON.stringify(body) }
  const request = new Request(`http://localhost${path}`, { method, ...said })
  const before = process.cpuUsage()
  const answer = await server.fetch(request)
  const text = await answer.text()
  const { user, system } = process.cpuUsage(before)
  if (answer.status !== 200)
    throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 300)}`)
  return (user + system) / 1000
}

async function headOf(server: Triptych): Promise<number> {
  const { headers } = await server.fetch(new Request('http://localhost/changes?limit=1'))
  return Number(headers.get('x-revision'))
}

/** With a task at the end that many others wait for, and nothing else. */
async function fill(file: string, plan: Plan, followers: number): Promise<void> {
  mkdirSync(join(file, '..'), { recursive: true })
  const database = openSqliteDatabase(file)
  const count = plan.tasks.length
  const places = keysBetween(null, null, count + followers + 1)
  const start = textOf(plan.start)
  const plain = { type: 'task', text: 'A task', end: null, progress: 0, open: false, lazy: null }
  await database.transact(async ({ gantt }) => {
    const tasks: NewTask[] = places.map((place, i) => {
      const { parent, duration, constraint, constraintDate } = plan.tasks[i] ?? noMore
      const date = constraintDate === null ? null : textOf(constraintDate)
      const fields = {
        length: duration / minute,
        ...(date !== null && { constraint: { type: constraint, date } }),
      }
      const at = { id: i + 1, parent: (parent ?? -1) + 1, place, version: 0 }
      return { ...plain, ...at, start, duration: 1, fields }
    })
    for (let at = 0; at < tasks.length; at += 1000) {
      await gantt.insertTasks(tasks.slice(at, at + 1000))
    }
    await gantt.reserveId('task', tasks.length)
    await fillLinks(gantt, plan, followers)
    await gantt.setSchedule({ ...noSchedule, mode: 'auto', start })
  })
  await database.close()
}

const noMore = {
  parent: null,
  duration: 480 * minute,
  constraint: 'asap',
  constraintDate: null,
} as const

async function fillLinks(gantt: GanttStore, plan: Plan, followers: number): Promise<void> {
  const count = plan.tasks.length
  const drawn = plan.links.map(({ from, to, type, lag }) => ({
    source: from + 1,
    target: to + 1,
    type,
    lag: lag / minute / 60,
  }))
  const waiting = Array.from({ length: followers }, (_, i) => ({
    source: count + 1,
    target: count + 2 + i,
    type: 'e2s',
    lag: 0,
  }))
  const links = [...drawn, ...waiting].map((link, i) => ({
    ...link,
    id: i + 1,
    fields: { lagUnit: 'h' },
    version: 0,
  }))
  await gantt.insertLinks(links)
  await gantt.reserveId('link', links.length)
}

async function bytesInMemory(file: string): Promise<number> {
  const database = openSqliteDatabase(file)
  const held: object[] = []
  await database.read(async ({ gantt }) => {
    const plan = keepPlan(await storedPlan(gantt, await scheduleOf(gantt)))
    if (!plan) throw new Error('Tasks wait for each other.')
    lookAt(plan)
    held.push(plan)
  })
  await database.close()
  const bytes = usedBytes()
  held.length = 0
  return bytes - usedBytes()
}

/** What has to be written at the least, in one transaction, without reading or checking anything. */
function bareWrites(
  data: string,
  first: number,
  count: number,
  repeats: number,
): { rows: number[]; entries: number[] } {
  const file = join(data, 'bare.sqlite')
  copyFileSync(fileOf(data), file)
  const database = new SqliteDatabase(file)
  database.pragma('journal_mode = wal')
  const update = database.prepare(
    'update _tasks set start = ?, finish = ?, version = ? where id = ?',
  )
  const insert = database.prepare(
    `insert into _changes (revision, at, actor, step, area, operation, entity, before, after)
     values (?, ?, 'local', ?, 'gantt', 'task-updated', ?, ?, ?)`,
  )
  const head = database.prepare('select max(revision) from _changes').pluck()
  function write(n: number, withEntries: boolean): number {
    let revision = Number(head.get())
    const [start, end] = [`2030-0${1 + (n % 9)}-01T00:00:00`, `2030-0${1 + (n % 9)}-02T00:00:00`]
    const values = JSON.stringify({ start, end })
    const before = process.cpuUsage()
    database.transaction(() => {
      for (let id = first + 1; id <= first + count; id++) {
        revision++
        if (withEntries) insert.run(revision, start, `step ${n}`, `tasks/${id}`, values, values)
        update.run(start, end, revision, id)
      }
    })()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const measured = { rows: [] as number[], entries: [] as number[] }
  for (let n = -1; n < repeats; n++) {
    const [rows, entries] = [write(2 * n + 2, false), write(2 * n + 3, true)]
    if (n < 0) continue
    measured.rows.push(rows)
    measured.entries.push(entries)
  }
  database.close()
  return measured
}
