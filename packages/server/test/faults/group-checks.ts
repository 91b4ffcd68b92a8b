import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Change } from '@triptych/contract/changes'
import type { FileEntry } from '@triptych/contract/files'
import { folder, standFor } from '../fixtures/disk-tree.ts'
import type { DiskTree } from '../fixtures/disk-tree.ts'
import { eventFollower } from '../fixtures/event-follower.ts'
import type { Asked } from './group-writers.ts'
import { persist, persistJson } from '../fixtures/retrying-client.ts'
import type { Sent } from '../svar/gantt-wire.ts'

/** The log from its beginning: no revision is missing, and none is there twice. */
export async function wholeLog(url: string): Promise<Change[]> {
  const log: Change[] = []
  for (;;) {
    const page = await persistJson<Change[]>(new URL(`changes?since=${log.length}&limit=1000`, url))
    if (page.length === 0) return log
    for (const change of page) assert.equal(change.revision, log.push(change), 'a gap in the log')
  }
}

/** Follows all events through whatever happens, until it has as many as the log in the end. */
export async function followUntil(
  url: string,
  isWhole: (events: readonly Change[]) => boolean,
): Promise<{ events: Change[]; streams: number }> {
  const follower = eventFollower()
  const { events } = follower
  let streams = 0
  while (!isWhole(events)) {
    const over = follower.follow(url).over.catch(refused)
    if ((await Promise.race([over, untilWhole()])) !== 'refused') streams++
    await pause(20)
  }
  return { events, streams }

  async function untilWhole(): Promise<void> {
    while (!isWhole(events)) await pause(20)
  }
}

/** That nobody can now is no finding. */
function refused(error: Error): 'refused' {
  if (error.message === 'status 503') return 'refused'
  throw error
}

/** What was answered was done once; what was not, once at most. */
export function assertDoneOnce(log: readonly Change[], asked: readonly Asked[]): void {
  const entries = Map.groupBy(log, ({ origin }) => origin)
  const times = (origin: string): number => entries.get(origin)?.length ?? 0
  const done = asked.flatMap((one) => [...one.done])
  const unknown = asked.flatMap((one) => [...one.unknown])
  assert.deepEqual(
    done.filter((origin) => times(origin) !== 1).map((origin) => `${origin}: ${times(origin)}`),
    [],
    'what was answered',
  )
  assert.deepEqual(
    unknown.filter((origin) => times(origin) > 1).map((origin) => `${origin}: ${times(origin)}`),
    [],
    'what was not answered',
  )
}

/** Every task that a published Gantt was told the id of has come into the log. */
export function assertTasksAdded(log: readonly Change[], sent: readonly Sent[]): void {
  const failed = sent.filter(({ status }) => status === 500 || status === 400)
  assert.deepEqual(failed, [])
  const added = log.filter(({ operation }) => operation === 'task-added')
  const ids = new Set(added.map(({ entity }) => entity))
  const told = sent
    .filter(({ method, path, status }) => method === 'POST' && path === 'tasks' && status === 200)
    .map(({ answer }) => `tasks/${(answer as { id: number }).id}`)
  assert.deepEqual(
    told.filter((entity) => !ids.has(entity)),
    [],
  )
}

/** All files of a drive, every byte of them read. */
export async function treeBehind(url: string): Promise<DiskTree> {
  const tree: DiskTree = {}
  async function lookInto(id: string): Promise<void> {
    const at = new URL(`files/${encodeURIComponent(id)}`, url)
    for (const entry of await persistJson<FileEntry[]>(at)) {
      if (entry.type === 'folder') {
        tree[entry.id] = folder
        await lookInto(entry.id)
      } else tree[entry.id] = await read(entry)
    }
  }
  async function read({ id, size }: FileEntry): Promise<string> {
    const { status, bytes } = await persist(new URL(`direct?id=${encodeURIComponent(id)}`, url))
    assert.equal(status, 200, `${id}: ${bytes.toString()}`)
    assert.equal(bytes.length, size, id)
    return standFor(bytes)
  }
  await lookInto('/')
  return tree
}

/** What servers complained of beside that something was away, each once. */
export function complaintsIn(said: string): string[] {
  // Beside the log there may be the stack of a stream that was dropped.
  const lines = said.split('\n').filter((line) => line.startsWith('{'))
  return [...new Set(lines.flatMap(complaint))]
}

function complaint(line: string): string[] {
  const { msg, status, method, route, error } = JSON.parse(line) as Said
  if (msg === 'request') return status === 500 ? [`500 ${method} ${route}`] : []
  return error?.code === 'unavailable' ? [] : [`${msg} ${error?.stack}`]
}

interface Said {
  msg: string
  status?: number
  method?: string
  route?: string
  error?: { code?: string; stack?: string }
}

export function differences(actual: DiskTree, expected: DiskTree): string[] {
  const paths = new Set([...Object.keys(actual), ...Object.keys(expected)])
  return [...paths]
    .filter((path) => actual[path] !== expected[path])
    .map((path) => `${path}: is ${actual[path]}, not ${expected[path]}`)
}
