import assert from 'node:assert/strict'
import { describe, it, before as beforeAll } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import { clear, put, treeOf } from '../fixtures/disk-tree.ts'
import type { DiskTree } from '../fixtures/disk-tree.ts'
import { differencesOn, readRows, whenInStep, whenQuiet } from '../fixtures/drive-check.ts'
import { before, content, operation, operations } from '../fixtures/drive-operations.ts'
import type { Operation } from '../fixtures/drive-operations.ts'
import {
  assertVerified,
  newDriveFolders,
  oneThread,
  startDrive,
  stoppedStart,
  warmUpDrive,
} from '../fixtures/drive-process.ts'
import type { DriveProcess } from '../fixtures/drive-process.ts'
import { depth } from '../fixtures/seeded-random.ts'
import {
  cannotTrace,
  isStopped,
  namingCalls,
  syncingCalls,
  threadOf,
  watchCalls,
} from './system-calls.ts'
import type { Call, ThreadName, WatchOptions } from './system-calls.ts'

/** In place of every call that changes a disk, and not just of some. */
const isThorough = depth > 1
const threads: ThreadName[] = ['main', 'pool']

describe('kill -9 in place of a system call', { concurrency: 2, skip: cannotTrace }, () => {
  beforeAll(warmUpDrive)

  for (const [turn, one] of operations.entries()) {
    for (const thread of threads) {
      it(`of ${one.name} loses nothing and leaves nothing half (${thread})`, (t) =>
        killEverywhere(t, one, { thread, turn }))
    }
  }

  const ofSeveral = [
    'a move of several',
    'a copy of several',
    'a deletion of several',
    'a move that replaces a file',
    'a restore of all files',
    'a restore of all files that is taken back',
  ]
  for (const [turn, name] of ofSeveral.entries()) {
    it(`of a start that takes back ${name} leaves it to the next one`, (t) =>
      killRecovery(t, operation(name), {
        cutOff: syncingCalls,
        start: {},
        expected: operation(name).states[0]!,
        turn,
      }))
  }

  it('of a start that sweeps what was deleted leaves it to the next one', (t) =>
    killRecovery(t, operation('a deletion for good'), {
      cutOff: namingCalls,
      start: { calls: namingCalls, everyThread: true },
      expected: operation('a deletion for good').states.at(-1)!,
      turn: 1,
    }))
})

async function killEverywhere(
  t: TestContext,
  one: Operation,
  { thread, turn }: { thread: ThreadName; turn: number },
): Promise<void> {
  let server = await filledDrive()
  const calls = await callsOf(server, one, thread)
  let kills = 0
  await eachOf(calls, turn, async (kill) => {
    await fill(server)
    await prepare(server, one)
    const watch = await watchCalls(threadOf(server.pid, thread), { kill })
    const answer = await one.send(server)
    if (answer) assert.equal(answer.status, 200, JSON.stringify(answer))
    // What follows the answer is killed, too.
    await whenQuiet(server)
    const wasKilled = await watch.end()
    const check = (tree: DiskTree): void => assertAllowed(tree, one, answer !== null)
    // The call may come as late as when the watch ends.
    if (!wasKilled && (await isThere(server, check))) return false
    await server.ended
    kills += 1
    server = await checkedRestart(server, `${one.name} at ${thread} ${nameOf(kill)}`, check)
    return true
  })
  assert.equal(await server.stop(), 0)
  await assertVerified(server.folders)
  tell(t, kills, calls)
}

/** Answers whether the server is still there; then everything must be as it should be. */
async function isThere(server: DriveProcess, check: (tree: DiskTree) => void): Promise<boolean> {
  try {
    check(await whenInStep(server))
    return true
  } catch (error) {
    if (!server.isGone()) throw error
    return false
  }
}

interface Recovery {
  /**
   * Where the operation is cut off, so that there is something to recover: at the last sync all is
   * done but not put down, at the first name that is taken away all is put down but not swept.
   */
  cutOff: readonly string[]
  start: WatchOptions
  expected: DiskTree
  turn: number
}

async function killRecovery(
  t: TestContext,
  one: Operation,
  { cutOff, start, expected, turn }: Recovery,
): Promise<void> {
  let server = await filledDrive()
  const isAnswered = cutOff === namingCalls
  const ways = await callsOf(server, one, 'pool', { calls: cutOff })
  const cut = { calls: cutOff, kill: isAnswered ? ways[0] : ways.at(-1) }

  async function tryStart(kill: Call | undefined): Promise<Tried> {
    await fill(server)
    await prepare(server, one)
    const watch = await watchCalls(threadOf(server.pid, 'pool'), cut)
    await one.send(server)
    await server.ended
    await watch.end()
    assert.equal(readRows(server.folders).intents.length, isAnswered ? 0 : 1)
    const tried = await killedStart(server, { ...start, kill })
    const about = `the start after ${one.name} at ${nameOf(kill)}`
    server = await checkedRestart(server, about, (tree) => assert.deepEqual(tree, expected))
    return tried
  }

  let kills = 0
  const { calls } = await tryStart(undefined)
  await eachOf(calls, turn, async (kill) => {
    const { wasKilled } = await tryStart(kill)
    kills += wasKilled ? 1 : 0
    return wasKilled
  })
  assert.equal(await server.stop(), 0)
  await assertVerified(server.folders)
  tell(t, kills, calls)
}

interface Tried {
  wasKilled: boolean
  calls: Call[]
}

async function killedStart({ folders }: DriveProcess, options: WatchOptions): Promise<Tried> {
  const start = stoppedStart(folders)
  while (!isStopped(start.pid)) await pause(2)
  const watch = await watchCalls(start.pid, options)
  const server = await start.go()
  // What a start leaves to the background is killed, too.
  const isThere = server !== null && (await whenQuiet(server))
  const wasKilled = await watch.end()
  await server?.kill()
  return { wasKilled: wasKilled || !isThere, calls: watch.calls() }
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

async function prepare(server: DriveProcess, one: Operation): Promise<void> {
  if (!one.prepare) return
  await one.prepare(server)
  assert.deepEqual(await whenInStep(server), one.states[0])
}

/** What one undisturbed run of it asks the kernel to do. */
async function callsOf(
  server: DriveProcess,
  one: Operation,
  thread: ThreadName,
  options: WatchOptions = {},
): Promise<Call[]> {
  await fill(server)
  await prepare(server, one)
  const watch = await watchCalls(threadOf(server.pid, thread), options)
  const answer = await one.send(server)
  assert.equal(answer?.status, 200, JSON.stringify(answer))
  assert.ok(await whenQuiet(server))
  await watch.end()
  assert.deepEqual(await whenInStep(server), one.states.at(-1))
  return watch.calls()
}

function isNaming({ name }: Call): boolean {
  return namingCalls.includes(name)
}

/**
 * In a short run two of them: one by which a name comes or goes, a different one at each turn, and one of the others. In a
 * thorough one: all of them, and as many more of each name as come, until `killAt` answers that none came.
 */
async function eachOf(
  calls: readonly Call[],
  turn: number,
  killAt: (call: Call) => Promise<boolean>,
): Promise<void> {
  if (!isThorough) {
    const lasts = [...new Map(calls.filter(isNaming).map((call) => [call.name, call])).values()]
    const others = calls.filter((call) => !isNaming(call))
    const other = others[(turn * 7) % others.length]
    if (lasts.length > 0) await killAt(lasts[turn % lasts.length]!)
    // Which there are, and how many, is not the same each time.
    const names = new Set(others.map(({ name }) => name))
    const firsts = [...names].map((name) => ({ name, at: 1 }))
    for (const call of other ? [other, ...firsts] : []) if (await killAt(call)) return
    return
  }
  for (const name of new Set(calls.map((call) => call.name))) {
    for (let at = 1; await killAt({ name, at });) at += 1
  }
}

/** The server that starts now mends everything. */
async function checkedRestart(
  killed: DriveProcess,
  about: string,
  check: (tree: DiskTree) => void,
): Promise<DriveProcess> {
  try {
    assert.equal(killed.err(), '')
    const { folders } = killed
    const server = await startDrive(folders, oneThread)
    check(await whenInStep(server))
    assert.equal(server.err(), '')
    assert.deepEqual(await differencesOn(folders), [])
    return server
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

function nameOf(call: Call | undefined): string {
  return call ? `${call.name} ${call.at}` : 'nothing'
}

function tell(t: TestContext, kills: number, calls: readonly Call[]): void {
  const counts = new Map(calls.map(({ name, at }) => [name, at]))
  const summary = [...counts].map(([name, count]) => `${count} ${name}`).join(', ')
  t.diagnostic(`${kills} kills at ${calls.length} calls: ${summary}`)
  assert.ok(kills > 0)
}
