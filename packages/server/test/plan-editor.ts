import assert from 'node:assert/strict'
import type { SeededRandom } from './seeded-random.ts'
import type { ServerProcess } from './server-process.ts'
import type { WireClient } from './wire-client.ts'

/** What the clients of one plan know. */
export interface PlanJournal {
  /** Tasks that somebody was told of; some may have been deleted since. */
  known: number[]
  /** Never moved and never deleted; `branch` is copied again and again. */
  fixed: { left: number; right: number; branch: number; children: number[] }
  /** The origins of requests that were answered 200, with how many entries they have in the log. */
  kept: Map<string, number>
  /** The sizes of all batches that were sent, answered or not, by their origins. */
  batches: Map<string, number>
  /** Copies that were answered from the first task to the last. */
  copied: number[][]
  unanswered: number
  nextNumber(): number
}

/** Adds what nobody deletes, and begins the journal. */
export async function beginPlan(server: ServerProcess): Promise<PlanJournal> {
  const add = async (text: string, parent = 0) =>
    (await server.ask<{ id: number }>('POST', 'tasks', { text, parent })).id
  const left = await add('left')
  const right = await add('right')
  const branch = await add('branch')
  const first = await add('first', branch)
  const children = [first, await add('below', first), await add('second', branch)]
  await server.ask('POST', 'resources', { name: 'Ann' })
  await server.ask('POST', 'links', { source: children[1], target: children[2] })
  await server.ask('POST', 'assignments', { task: children[1], resource: 1 })
  let last = 0
  return {
    known: [],
    fixed: { left, right, branch, children },
    kept: new Map(),
    batches: new Map(),
    copied: [],
    unanswered: 0,
    nextNumber: () => ++last,
  }
}

const copy = (id: string | null, target: number | null, mode: string, lazy: boolean) => ({
  operation: 'copy',
  ...(id && { id }),
  target,
  mode,
  lazy,
})

/** Somebody who moves, copies and deletes without end. */
export function planEditor(name: string, random: SeededRandom, journal: PlanJournal) {
  const { fixed, known } = journal
  let client: WireClient
  let own = 0
  let isLeft = false
  /** Whether the last move was answered; else the next one may find nothing to do. */
  let isSure = false

  const anyTask = () => random.pick([...known, fixed.left, fixed.right])
  const anyMode = () => random.pick(['before', 'after', 'child'])

  /** The body of the answer; `null` where it was refused, as others are at work too. */
  async function send(
    method: string,
    path: string,
    body: unknown,
    entries: number | null = 1,
    origin = `${name}.${journal.nextNumber()}`,
  ): Promise<unknown> {
    journal.unanswered++
    const answer = await client.send(method, path, { headers: { 'x-origin': origin }, body })
    if (!answer) throw new Gone()
    journal.unanswered--
    assert.ok([200, 404, 409].includes(answer.status), `${method} ${path}: ${answer.body}`)
    if (answer.status !== 200) return null
    if (entries !== null) journal.kept.set(origin, entries)
    return JSON.parse(answer.body)
  }

  async function sendForId(method: string, path: string, body: unknown, entries?: number | null) {
    const answer = (await send(method, path, body, entries)) as { id: number } | null
    return answer?.id ?? 0
  }

  async function add(): Promise<void> {
    const id = await sendForId('POST', '/tasks', { task: {}, mode: anyMode(), target: anyTask() })
    if (id) known.push(id)
  }

  async function update(): Promise<void> {
    await send('PUT', `/tasks/${anyTask()}`, { mark: journal.nextNumber() })
  }

  /** To and fro, so that every move is one. */
  async function moveOwn(): Promise<void> {
    if (own === 0) own = await sendForId('POST', '/tasks', { text: name, parent: fixed.left })
    isLeft = !isLeft
    const target = isLeft ? fixed.right : fixed.left
    const entries = isSure ? 1 : null
    await send('PUT', `/tasks/${own}`, { operation: 'move', target, mode: 'child' }, entries)
    isSure = true
  }

  async function moveAny(): Promise<void> {
    if (known.length === 0) return add()
    const body = { operation: 'move', target: anyTask(), mode: anyMode() }
    await send('PUT', `/tasks/${random.pick(known)}`, body, null)
  }

  async function remove(): Promise<void> {
    if (known.length < 30) return add()
    const at = random.between(0, known.length - 1)
    const [id] = known.splice(at, 1)
    await send('DELETE', `/tasks/${id}`, undefined)
  }

  async function copyDeep(): Promise<void> {
    const body = copy(null, anyTask(), anyMode(), true)
    const id = await sendForId('PUT', `/tasks/${fixed.branch}`, body)
    if (id) known.push(id)
  }

  /** One request for each task, as the stock client sends them; the root at any time. */
  async function copyOneByOne(): Promise<void> {
    const first = 1_790_000_000_000 + journal.nextNumber() * 10
    const sources = [fixed.branch, ...fixed.children]
    const order = sources.map((_, index) => index).toSorted(() => random.next() - 0.5)
    const ids: number[] = []
    for (const index of order) {
      const body = copy(
        `temp://${first + index}`,
        index === 0 ? fixed.branch : null,
        index === 0 ? 'after' : 'child',
        false,
      )
      ids[index] = await sendForId('PUT', `/tasks/${sources[index]}`, body, null)
    }
    assert.ok(ids.every((id) => id > 0))
    journal.copied.push(ids)
    known.push(...ids)
  }

  /** Adds below each other by temporary ids, and moves that change nothing in the number of tasks. */
  async function batch(): Promise<void> {
    const size = random.between(2, 30)
    const origin = `${name}.batch-${journal.nextNumber()}`
    const first = journal.nextNumber() * 100
    const items = Array.from({ length: size }, (_, n) => ({
      url: 'tasks',
      method: 'POST',
      data: {
        task: { id: `temp://${2_000_000_000_000 + first + n}`, batch: origin, size },
        mode: 'child',
        target:
          n === 0 ? fixed.right : `temp://${2_000_000_000_000 + first + random.between(0, n - 1)}`,
      },
    }))
    journal.batches.set(origin, size)
    const isAtomic = random.next() < 0.5
    const path = `/batch${isAtomic ? '?atomic=true' : ''}`
    const answers = (await send('POST', path, items, size, origin)) as { id: number }[]
    known.push(...answers.slice(0, 3).map(({ id }) => id))
  }

  const actions = [add, update, moveOwn, moveOwn, moveAny, moveAny, remove, remove, remove]
  const large = [copyDeep, copyOneByOne, copyOneByOne, batch]

  return {
    /** Until the server is gone. */
    async run(connected: WireClient, answered: () => void): Promise<void> {
      client = connected
      isSure = false
      try {
        for (;;) {
          await random.pick([...actions, ...large])()
          answered()
        }
      } catch (error) {
        if (!(error instanceof Gone)) throw error
      }
    },
  }
}

/** The connection ended before the answer came. */
class Gone extends Error {}
