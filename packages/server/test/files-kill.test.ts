import assert from 'node:assert/strict'
import { describe, it, before as beforeAll } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import { clear, put, treeOf } from './disk-tree.ts'
import type { DiskTree } from './disk-tree.ts'
import { readRows, whenInStep } from './drive-check.ts'
import { before, content, operation, operations } from './drive-operations.ts'
import type { Operation } from './drive-operations.ts'
import {
  assertVerified,
  newDriveFolders,
  oneThread,
  startDrive,
  stoppedStart,
  warmUpDrive,
} from './drive-process.ts'
import type { DriveProcess } from './drive-process.ts'
import { cannotTrace, isStopped, namingCalls, threadOf, watchCalls } from './system-calls.ts'
import type { ThreadName, WatchOptions } from './system-calls.ts'

/** In place of every call that changes a disk, and not just of some. */
const isThorough = process.env['TRIPTYCH_KILL_ALL'] === '1'
const threads: ThreadName[] = ['main', 'pool']

describe('kill -9 in place of a system call', { concurrency: 2, skip: cannotTrace }, () => {
  beforeAll(warmUpDrive)

  for (const one of operations) {
    for (const thread of threads) {
      it(`of ${one.name} loses nothing and leaves nothing half (${thread})`, (t) =>
        killEverywhere(t, one, thread))
    }
  }

  for (const name of ['a move of several', 'a copy of several', 'a deletion of several']) {
    it(`of a start that takes back ${name} leaves it to the next one`, (t) =>
      killRecovery(t, operation(name), { thread: 'main', start: {}, expected: before }))
  }

  it('of a start that sweeps what was deleted leaves it to the next one', (t) =>
    killRecovery(t, operation('a deletion of several'), {
      thread: 'pool',
      start: { calls: namingCalls, everyThread: true },
      expected: operation('a deletion of several').states.at(-1)!,
    }))
})

async function killEverywhere(t: TestContext, one: Operation, thread: ThreadName): Promise<void> {
  let server = await filledDrive()
  const calls = await callsOf(server, one, thread)
  let kills = 0
  for (const killAt of chosenSteps(calls)) {
    await fill(server)
    const watch = await watchCalls(threadOf(server.pid, thread), { killAt })
    const answer = await one.send(server)
    if (answer) assert.equal(answer.status, 200, JSON.stringify(answer))
    // What follows the answer is killed, too.
    const survived = await isInStep(server)
    await watch.end()
    if (survived) {
      assertAllowed(treeOf(server.folders.files), one, answer !== null)
      if (isThorough) break
      continue
    }
    await server.ended
    kills += 1
    const about = `${one.name}, ${thread} thread, call ${killAt} (${calls[killAt - 1]})`
    server = await checkedRestart(server, about, (tree) =>
      assertAllowed(tree, one, answer !== null),
    )
  }
  assert.equal(await server.stop(), 0)
  await assertVerified(server.folders)
  t.diagnostic(`${kills} kills at ${calls.length} calls: ${summary(calls)}`)
  assert.ok(kills > 0)
}

interface Recovery {
  /** Which thread is killed in the operation, so that there is something to recover. */
  thread: ThreadName
  start: WatchOptions
  expected: DiskTree
}

async function killRecovery(
  t: TestContext,
  one: Operation,
  { thread, start, expected }: Recovery,
): Promise<void> {
  let server = await filledDrive()
  const steps = await callsOf(server, one, thread)
  // All is done on the disk, but not put down; or all is put down, but not swept.
  const naming = (name: string): boolean => namingCalls.includes(name)
  const last = thread === 'main' ? steps.findLastIndex(naming) + 2 : steps.findIndex(naming) + 1

  let kills = 0
  let calls: string[] = []
  for (let killAt = 0; isThorough || killAt <= calls.length; killAt += stride(killAt, calls)) {
    await fill(server)
    const watch = await watchCalls(threadOf(server.pid, thread), { killAt: last })
    await one.send(server)
    await server.ended
    await watch.end()
    assert.equal(readRows(server.folders).intents.length, thread === 'main' ? 1 : 0)

    const tried = await killedStart(server, { ...start, ...(killAt > 0 && { killAt }) })
    if (killAt === 0) calls = tried.calls
    kills += tried.wasKilled ? 1 : 0
    const about = `the start after ${one.name}, call ${killAt} (${calls[killAt - 1]})`
    server = await checkedRestart(server, about, (tree) => assert.deepEqual(tree, expected))
    if (killAt > 0 && !tried.wasKilled) break
  }
  assert.equal(await server.stop(), 0)
  await assertVerified(server.folders)
  t.diagnostic(`${kills} kills at ${calls.length} calls: ${summary(calls)}`)
  assert.ok(kills > 0)
}

/** In a short run about ten steps. */
function stride(at: number, calls: readonly string[]): number {
  return isThorough || at === 0 ? 1 : Math.max(1, Math.ceil(calls.length / 8))
}

async function killedStart(
  { folders }: DriveProcess,
  options: WatchOptions,
): Promise<{ wasKilled: boolean; calls: string[] }> {
  const start = stoppedStart(folders)
  while (!isStopped(start.pid)) await pause(2)
  const watch = await watchCalls(start.pid, options)
  const server = await start.go()
  // What a start leaves to the background is killed, too.
  const survived = server !== null && (await isInStep(server))
  if (survived) await server.kill()
  await watch.end()
  return { wasKilled: !survived, calls: watch.calls() }
}

/** Whether it lives until it has nothing left to do. */
async function isInStep(server: DriveProcess): Promise<boolean> {
  try {
    await whenInStep(server)
    return true
  } catch (error) {
    if (!server.isGone()) throw error
    return false
  }
}

async function filledDrive(): Promise<DriveProcess> {
  const folders = newDriveFolders()
  put(folders.files, content)
  return startDrive(folders, oneThread)
}

/** Everything is as it was before the operation, and the server knows it. */
async function fill(server: DriveProcess): Promise<void> {
  const { files } = server.folders
  try {
    assert.deepEqual(treeOf(files), before)
  } catch {
    clear(files)
    put(files, content)
  }
  assert.deepEqual(await whenInStep(server), before)
  const answer = await server.upload('/', 'a.txt', 'answered')
  assert.equal(answer?.status, 200)
  assert.equal((await server.send('DELETE', 'files', { ids: ['/a.new.txt'] }))?.status, 200)
  assert.deepEqual(await whenInStep(server), before)
}

/** What one undisturbed run of it asks the kernel to do. */
async function callsOf(
  server: DriveProcess,
  one: Operation,
  thread: ThreadName,
): Promise<string[]> {
  await fill(server)
  const watch = await watchCalls(threadOf(server.pid, thread))
  const answer = await one.send(server)
  assert.equal(answer?.status, 200, JSON.stringify(answer))
  assert.deepEqual(await whenInStep(server), one.states.at(-1))
  await watch.end()
  return watch.calls()
}

/** In a short run: where names come and go, and a few others. */
function* chosenSteps(calls: readonly string[]): Generator<number> {
  if (isThorough) {
    for (let step = 1; ; step += 1) yield step
  }
  const naming = calls.flatMap((name, index) => (namingCalls.includes(name) ? [index + 1] : []))
  const others = [1, Math.ceil(calls.length / 2), calls.length - 1]
  yield* new Set([...few(naming), ...others].filter((step) => step > 0))
}

function few(steps: readonly number[]): number[] {
  const most = 4
  if (steps.length <= most) return [...steps]
  return Array.from({ length: most }, (_, n) => steps[Math.floor((n * steps.length) / most)] ?? 1)
}

/** The server that starts now mends everything; in a thorough run also the index by itself is looked at. */
async function checkedRestart(
  { folders, err }: DriveProcess,
  about: string,
  check: (tree: DiskTree) => void,
): Promise<DriveProcess> {
  try {
    assert.equal(err(), '')
    const server = await startDrive(folders, oneThread)
    check(await whenInStep(server))
    assert.equal(server.err(), '')
    if (!isThorough) return server
    assert.equal(await server.stop(), 0)
    await assertVerified(folders)
    return await startDrive(folders, oneThread)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`killed in ${about}: ${reason}`, { cause: error })
  }
}

function assertAllowed(tree: DiskTree, { states }: Operation, wasAnswered: boolean): void {
  const allowed = wasAnswered ? states.slice(-1) : states
  const isAllowed = allowed.some((state) => JSON.stringify(state) === JSON.stringify(tree))
  if (!isAllowed) assert.deepEqual(tree, allowed.at(-1))
}

function summary(calls: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of calls) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ')
}
