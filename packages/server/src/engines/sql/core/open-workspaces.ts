import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, codeOf } from '../../../errors.ts'
import type { Workspace, Workspaces } from '../../../ports/workspaces.ts'

/** Workspaces that are open: each has descriptors, connections and memory of its own. */
export interface OpenWorkspaces extends Pick<Workspaces, 'hold' | 'onClose' | 'onLeave'> {
  /** The one that is open or being opened. */
  get: (name: string) => Promise<Workspace> | undefined
  /** The same, and it stays as unused as it was. */
  peek: (name: string) => Promise<Workspace | null>
  open: (name: string, open: () => Promise<Workspace>) => Promise<Workspace>
  /** Those that are open and no one parts from. */
  names: () => string[]
  /** Whether somebody parts from it: it is not there any more for anybody else. */
  isLeaving: (name: string) => boolean
  /**
   * Nobody gets it from now on. When nobody has it any more, `leave` does with it what is to be done; where that fails, or
   * somebody does not let go, it is there as before.
   */
  part: (workspace: Workspace, leave: () => Promise<void>) => Promise<void>
  closeAll: () => Promise<void>
}

export interface OpenRules {
  most: number
  /** One that nobody has used for so long is closed. */
  idleMs: number
  /** So long one that was just asked for is not closed in favour of another. */
  graceMs: number
  /** How long those who have one that is removed may go on with what they do, and how long it takes at most. */
  partMs?: { polite: number; most: number }
}

const usualRules: OpenRules = { most: 250, idleMs: 5 * 60_000, graceMs: 10_000 }
const usualPartMs = { polite: 5000, most: 60_000 }

/** Timers take no longer. */
const longestTimer = 2 ** 31 - 1

interface Kept {
  opening: Promise<Workspace>
  holders: Set<Holder>
  usedAt: number
}

interface Holder {
  /** Asks whoever has it to let it go. */
  leave: (() => void) | null
}

const stepMs = 20

/** It is there all the time: its folder may be a person's own, which is watched. */
const alwaysOpen = 'main'

export function openWorkspaces(rules: OpenRules = usualRules): OpenWorkspaces {
  const kept = new Map<string, Kept>()
  const closing = new Map<string, Promise<void>>()
  const listeners = new Set<(workspace: Workspace) => Promise<void>>()
  const leaveListeners = new Set<(workspace: Workspace) => void>()
  const leaving = new Map<string, Promise<void>>()
  const { partMs = usualPartMs } = rules
  const lookMs = Math.min(rules.idleMs / 5, longestTimer)
  const timer = setInterval(() => closeUnused(rules.idleMs), lookMs).unref()

  async function closeOne(workspace: Workspace): Promise<void> {
    for (const listener of listeners) await listener(workspace)
    await closeWorkspace(workspace)
  }

  function closeUnused(idleMs: number): void {
    const now = performance.now()
    for (const [name, { opening, holders, usedAt }] of kept) {
      const isWanted = holders.size > 0 || leaving.has(name)
      if (isWanted || name === alwaysOpen || now - usedAt < idleMs) continue
      kept.delete(name)
      const closed = opening.then(closeOne).catch(() => {})
      closing.set(name, closed)
      void closed.then(() => closing.delete(name))
    }
  }

  /** Those that were used last stay, as far as there is room. */
  async function makeRoom(): Promise<void> {
    if (kept.size < rules.most) return
    closeUnused(rules.graceMs)
    await Promise.all(closing.values())
    if (kept.size < rules.most) return
    throw unavailable('Too many workspaces are in use at once; try again.')
  }

  /** Those who are in the midst of something may finish it; then they are asked to go. */
  async function untilFree(one: Kept): Promise<void> {
    const began = performance.now()
    while (one.holders.size > 0) {
      const ms = performance.now() - began
      if (ms > partMs.most) throw unavailable('The workspace is in use; try again.')
      if (ms > partMs.polite) for (const { leave } of one.holders) leave?.()
      await sleep(stepMs)
    }
  }

  function get(name: string): Promise<Workspace> | undefined {
    const found = leaving.has(name) ? undefined : kept.get(name)
    if (found) found.usedAt = performance.now()
    return found?.opening
  }

  return {
    get,
    async peek(name) {
      await closing.get(name)
      return kept.get(name)?.opening.catch(() => null) ?? null
    },
    async open(name, open) {
      await makeRoom()
      await closing.get(name)
      const known = get(name)
      if (known) return known
      const opening = open()
      kept.set(name, { opening, holders: new Set(), usedAt: performance.now() })
      try {
        return await opening
      } catch (error) {
        kept.delete(name)
        closeUnused(rules.graceMs)
        throw whyNotOpened(error)
      }
    },
    hold({ name }, onLeave) {
      const held = kept.get(name)
      const holder: Holder = { leave: onLeave ?? null }
      held?.holders.add(holder)
      return () => {
        if (!held?.holders.delete(holder)) return
        // V8 keeps what has left a set that grows and shrinks until it looks through all memory: with it the whole request.
        holder.leave = null
        held.usedAt = performance.now()
      }
    },
    onClose: (listener) => void listeners.add(listener),
    onLeave: (listener) => void leaveListeners.add(listener),
    names: () => [...kept.keys()].filter((name) => !leaving.has(name)),
    isLeaving: (name) => leaving.has(name),
    part(workspace, leave) {
      const { name } = workspace
      const one = kept.get(name)
      const parting = (async () => {
        for (const listener of leaveListeners) listener(workspace)
        if (one) await untilFree(one)
        for (const listener of listeners) await listener(workspace)
        await leave()
        kept.delete(name)
      })()
      leaving.set(name, parting)
      return parting.finally(() => leaving.delete(name))
    },
    async closeAll() {
      clearInterval(timer)
      await Promise.allSettled(leaving.values())
      await Promise.all(closing.values())
      for (const { opening } of kept.values()) await opening.then(closeOne, () => {})
    },
  }
}

const exhausted = ['EMFILE', 'ENFILE']

/** What people are told where it may soon be otherwise. */
export function whyNotOpened(error: unknown): unknown {
  const codes = [codeOf(error), error instanceof Error ? codeOf(error.cause) : '']
  // SQLite has one word for all reasons why a file does not open.
  if (codes.includes('SQLITE_CANTOPEN')) codes.push(whyNoFileOpens())
  if (!codes.some((code) => exhausted.includes(code))) return error
  const told = unavailable('The server has as many files open as it may; try again.')
  return Object.assign(told, { cause: error })
}

function whyNoFileOpens(): string {
  try {
    closeSync(openSync(process.execPath, 'r'))
    return ''
  } catch (error) {
    return codeOf(error)
  }
}

function unavailable(message: string): AppError {
  return new AppError('unavailable', message, { retryAfter: 5 })
}

export function stopping(): AppError {
  return new AppError('unavailable', 'The server is stopping.')
}

export async function closeWorkspace({ database, volume }: Workspace): Promise<void> {
  await volume.close()
  await database.close()
}

/** Takes away what does not go with its folder, and closes it. */
export async function eraseWorkspace(workspace: Workspace): Promise<void> {
  try {
    await workspace.volume.erase()
  } finally {
    await closeWorkspace(workspace)
  }
}

export async function titlesOf(
  names: Iterable<string>,
  titleOf: (name: string) => Promise<string | null>,
): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for (const name of names) {
    const title = await titleOf(name)
    if (title !== null) titles.set(name, title)
  }
  return titles
}
