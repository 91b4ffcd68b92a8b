import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import type { HistoryPage } from '@triptych/contract/history'
import type { Answer, Api } from '../fixtures/api.ts'
import { api, send, server } from '../fixtures/api.ts'
import { client, doSomething, everything } from '../fixtures/doings.ts'
import { newPostgresDatabase } from '../fixtures/postgres-server.ts'
import { newBucketUrl, noS3 } from '../fixtures/s3-server.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'

const people = 50
const doingsEach = 4 * depth

describe('fifty who work, take back and do again at the same time', () => {
  it('leave what the log tells, and every step stands or was taken back', async () => {
    const world = await api()
    await workAndCheck([world])
  })

  it('do so on two servers of one database', { skip: noS3 }, async () => {
    const common = {
      database: await newPostgresDatabase('empty'),
      storage: await newBucketUrl(),
      connections: 4,
    }
    const first = await api(common)
    const second = await server(common)
    const call: Api['call'] = (method, path, body, headers) =>
      send(second, method, path, body, headers)
    await workAndCheck([first, { ...first, triptych: second, call }])
  })
})

interface Heard {
  /** Steps that took back others, or did them again. */
  steps: string[]
  /** Marks of requests that added something. */
  adding: string[]
  failures: Answer[]
}

async function workAndCheck(worlds: readonly Api[]): Promise<void> {
  const [world] = worlds as [Api]
  const seed = chosenSeed()
  const begin = await world.head()
  const first = await everything(world)
  const heard: Heard = { steps: [], adding: [], failures: [] }
  await Promise.all(
    Array.from({ length: people }, (_, n) => work(worlds[n % worlds.length]!, n, seed, heard)),
  )
  assert.deepEqual(heard.failures, [])
  const log = await wholeLog(world)
  const [steps, origins] = [
    new Set(log.map(({ step }) => step)),
    new Set(log.map((one) => one.origin)),
  ]
  for (const step of heard.steps) assert.ok(steps.has(step), `${step} was answered`)
  for (const origin of heard.adding) assert.ok(origins.has(origin), `${origin} was answered`)
  await checkHistory(world, log)
  for (const one of worlds) assert.deepEqual(await everything(one), await everything(world))
  // The log gone through from the present backwards gives what was there at first.
  assert.deepEqual(await everything(world, begin), first)
}

async function work(world: Api, n: number, seed: number, heard: Heard): Promise<void> {
  const random = seededRandom(seed + n)
  for (let times = 0; times < doingsEach; times++) {
    const origin = `tab${n}--${times}`
    const call: Api['call'] = async (...sent) => {
      const answer = await world.call(...sent)
      const [method, path] = sent
      const isTaking = path === '/undo' || path === '/redo'
      if (answer.status >= 500) heard.failures.push(answer)
      else if (answer.status !== 200) return answer
      else if (isTaking) heard.steps.push((answer.json as { by: string }).by)
      // A link or an assignment that somebody has just made is answered as it is.
      else if (method === 'POST' && !/^\/(links|assignments)/.test(path)) heard.adding.push(origin)
      return answer
    }
    const one = client({ ...world, call }, origin)
    const does = random.next()
    if (does < 0.55) await doSomething(world, one, random)
    else if (does < 0.75) await one.ask('POST', '/undo', {})
    else if (does < 0.9) await one.ask('POST', '/redo')
    // Of anybody: two may want the same.
    else await one.ask('POST', '/undo', { step: (await world.changes()).at(-1)?.step ?? 'none' })
  }
}

async function wholeLog(world: Api): Promise<Change[]> {
  const log: Change[] = []
  for (;;) {
    const page = await world.changes(log.at(-1)?.revision ?? 0)
    if (page.length === 0) return log
    log.push(...page)
    assert.deepEqual(
      log.map(({ revision }) => revision),
      log.map((_, at) => at + 1),
    )
  }
}

/** What stands by the marks in the log is what the history says. A step that took back another is itself taken back by doing that again. */
async function checkHistory(world: Api, log: readonly Change[]): Promise<void> {
  const marks = log.filter(({ area }) => area === 'history')
  const lastAbout = new Map(marks.map((mark) => [mark.entity, mark]))
  const undone = new Set<string | null>()
  for (const { operation, entity } of lastAbout.values()) {
    if (operation === 'step-undone') undone.add(entity.slice('steps/'.length))
  }
  for (const { operation, entity, step } of marks) {
    if (operation === 'step-undone' && lastAbout.get(entity)?.step !== step) undone.add(step)
  }
  const steps: HistoryPage['steps'] = []
  for (let before: number | null = null; ;) {
    const query: string = before === null ? '' : `&before=${before}`
    const { json } = await world.call('GET', `/history?limit=500${query}`)
    const page = json as HistoryPage
    steps.push(...page.steps)
    before = page.next
    if (before === null) break
  }
  const named = steps.flatMap(({ step }) => (step === null ? [] : [step]))
  assert.equal(new Set(named).size, named.length, 'a step is listed twice')
  assert.deepEqual(new Set(named), new Set(log.map(({ step }) => step)))
  for (const { step, undone: isUndone } of steps) {
    assert.equal(isUndone, undone.has(step), `${step}`)
  }
}
