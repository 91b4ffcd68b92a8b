import assert from 'node:assert/strict'
import { ask, done, many } from './attack.ts'
import type { Attack } from './attack.ts'

const item = (method: string, url: string, data?: unknown) => ({ method, url, data })
const setAll = (n: number) => item('PATCH', 't/rows', { filter: {}, set: { n: -n } })
const link = (source: number, target: number) => item('POST', 'links', { source, target })
const copy = (id: number, n: number, target: number | null) =>
  item('PUT', `tasks/${id}`, {
    operation: 'copy',
    id: `temp://${1_700_000_000_000 + n}`,
    target,
    mode: target === null ? 'child' : 'after',
  })
const megabyte = 1_000_000

/** `size` is 1 for what ended or stopped the server once, and less for something like it. */
export function attacksByWriting(size: number): Attack[] {
  const count = (full: number) => Math.max(2, Math.round(full * size))
  return [
    {
      name: 'writes: a batch of large answers',
      sends: `a batch of ${count(10_000)} × PUT on a row of 1 MB`,
      run: ({ base }) => largeAnswers(base, count(10_000)),
    },
    {
      name: 'writes: many rows of large JSON',
      sends: `PATCH and DELETE of ${count(200)} rows of 0.9 MB of empty objects`,
      run: ({ base }) => largeRows(base, count(200)),
    },
    {
      name: 'writes: a branch copied into itself',
      sends: `${count(17)} × copy of a branch of 11 tasks below itself, then its deletion`,
      run: ({ base }) => copiedIntoItself(base, count(17)),
    },
    {
      name: 'writes: a branch of large tasks',
      sends: `3 copies of ${count(300)} tasks of 260 KB, then the deletion`,
      run: ({ base }) => largeTasks(base, count(300)),
    },
    {
      name: 'writes: copies that look for their root',
      sends: `a batch of ${count(800)} copies of a root and of its children without it`,
      run: ({ base }) => lostCopies(base, count(800)),
    },
    {
      name: 'writes: links before a chain',
      sends: `a batch of ${count(1500)} links before a chain of ${count(1000)} tasks`,
      run: ({ base }) => linksBeforeChain(base, count(1000), count(1500)),
    },
    {
      name: 'writes: steps among siblings',
      sends: `a batch of 300 moves up among ${count(16_000)} siblings`,
      run: ({ base }) => stepsAmongSiblings(base, count(16_000)),
    },
    {
      name: 'writes: a batch without end',
      sends: `a batch of ${count(10_000)} changes of ${count(100_000)} rows each, left after 2 s`,
      run: ({ base }) => withoutEnd(base, count(100_000), count(10_000)),
    },
  ]
}

async function newTable(base: string): Promise<void> {
  const columns = [
    { name: 'n', type: 'integer' },
    { name: 's', type: 'text' },
    { name: 'j', type: 'json' },
  ]
  await done(base, 'POST', 'tables', { name: 't', columns })
}

async function largeAnswers(base: string, items: number): Promise<void> {
  await newTable(base)
  await done(base, 'POST', 't', { n: 0, s: 'x'.repeat(megabyte) })
  const batch = many(items, (n) => item('PUT', 't/1', { n: n + 1 }))
  const { status } = await ask(base, 'POST', 'batch', batch)
  const { n } = await done<{ n: number }>(base, 'GET', 't/1')
  // Kept and answered, or refused and nothing of it kept.
  assert.equal(n, status === 200 ? items : 0)
}

async function largeRows(base: string, rows: number): Promise<void> {
  await newTable(base)
  const j = many(300_000, () => ({}))
  for (let n = 0; n < rows; n++) await done(base, 'POST', 't', { n, j })
  await done(base, 'PATCH', 't/rows', { filter: {}, set: { n: rows } })
  await done(base, 'PATCH', 't/rows', { filter: {}, set: { s: 'x'.repeat(megabyte / 2) } })
  await done(base, 'DELETE', 't/rows?filter={}')
}

/** Answers the ids of so many tasks, in their order. */
async function addTasks(base: string, count: number, task: object): Promise<number[]> {
  const room = Math.floor(900_000 / (JSON.stringify(task).length + 60))
  const ids: number[] = []
  while (ids.length < count) {
    const some = many(Math.min(room, 9000, count - ids.length), () => item('POST', 'tasks', task))
    const answers = await done<{ id: number }[]>(base, 'POST', 'batch', some)
    ids.push(...answers.map(({ id }) => id))
  }
  return ids
}

const intoItself = { operation: 'copy', target: 1, mode: 'child', lazy: true }

async function copiedIntoItself(base: string, copies: number): Promise<void> {
  await addTasks(base, 1, { text: 'top' })
  await addTasks(base, 10, { text: 'below', target: 1, mode: 'child' })
  for (let n = 0; n < copies; n++) await ask(base, 'PUT', 'tasks/1', intoItself)
  await done(base, 'DELETE', 'tasks/1')
}

async function largeTasks(base: string, tasks: number): Promise<void> {
  await addTasks(base, 1, { text: 'top' })
  const extra = many(87_000, () => ({}))
  await addTasks(base, tasks, { text: 'below', target: 1, mode: 'child', extra })
  for (let n = 0; n < 3; n++) await ask(base, 'PUT', 'tasks/1', intoItself)
  await done(base, 'DELETE', 'tasks/1')
}

async function lostCopies(base: string, copies: number): Promise<void> {
  await addTasks(base, 1, { text: 'top' })
  const children = await addTasks(base, 100, { text: 'below', target: 1, mode: 'child' })
  const roots = many(copies / 2, (n) => copy(1, n, 1))
  const lost = many(copies / 2, (n) => copy(children[n % 100]!, roots.length + n, null))
  await ask(base, 'POST', 'batch', [...roots, ...lost])
}

async function linksBeforeChain(base: string, tasks: number, links: number): Promise<void> {
  const chain = await addTasks(base, tasks, { text: 'chain' })
  const before = await addTasks(base, links, { text: 'before' })
  await done(
    base,
    'POST',
    'batch',
    chain.slice(1).map((id, n) => link(id, chain[n]!)),
  )
  await done(
    base,
    'POST',
    'batch',
    before.map((id) => link(id, chain.at(-1)!)),
  )
}

async function stepsAmongSiblings(base: string, siblings: number): Promise<void> {
  const ids = await addTasks(base, siblings, { text: 'one' })
  const up = many(300, () => item('PUT', `tasks/${ids.at(-1)}`, { operation: 'move', mode: 'up' }))
  await done(base, 'POST', 'batch', up)
}

async function withoutEnd(base: string, rows: number, items: number): Promise<void> {
  await newTable(base)
  for (let left = rows; left > 0; left -= 10_000) {
    const some = many(Math.min(left, 10_000), (n) => ({ n }))
    await done(base, 'POST', 't/rows', { rows: some })
  }
  const leaving = AbortSignal.timeout(2000)
  await ask(base, 'POST', 'batch', many(items, setAll), leaving).catch((error: unknown) => {
    if (!leaving.aborted) throw error
  })
  await done(base, 'POST', 't', { n: 1 })
}
