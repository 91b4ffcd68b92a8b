import { closeSync, openSync } from 'node:fs'
import { AppError, codeOf } from '../../../errors.ts'
import type { Workspace, Workspaces } from '../../../ports/workspaces.ts'

/** Workspaces that are open: each has descriptors, connections and memory of its own. */
export interface OpenWorkspaces extends Pick<Workspaces, 'hold' | 'onClose'> {
  /** The one that is open or being opened. */
  get: (name: string) => Promise<Workspace> | undefined
  /** The same, and it stays as unused as it was. */
  peek: (name: string) => Promise<Workspace | null>
  open: (name: string, open: () => Promise<Workspace>) => Promise<Workspace>
  closeAll: () => Promise<void>
}

export interface OpenRules {
  most: number
  /** One that nobody has used for so long is closed. */
  idleMs: number
  /** So long one that was just asked for is not closed in favour of another. */
  graceMs: number
}

const usualRules: OpenRules = { most: 250, idleMs: 5 * 60_000, graceMs: 10_000 }

interface Kept {
  opening: Promise<Workspace>
  holders: number
  usedAt: number
}

/** It is there all the time: its folder may be a person's own, which is watched. */
const alwaysOpen = 'main'

export function openWorkspaces(rules: OpenRules = usualRules): OpenWorkspaces {
  const kept = new Map<string, Kept>()
  const closing = new Map<string, Promise<void>>()
  const listeners = new Set<(workspace: Workspace) => Promise<void>>()
  const timer = setInterval(() => closeUnused(rules.idleMs), rules.idleMs / 5).unref()

  async function closeOne(workspace: Workspace): Promise<void> {
    for (const listener of listeners) await listener(workspace)
    await workspace.volume.close()
    await workspace.database.close()
  }

  function closeUnused(idleMs: number): void {
    const now = performance.now()
    for (const [name, { opening, holders, usedAt }] of kept) {
      if (holders > 0 || name === alwaysOpen || now - usedAt < idleMs) continue
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

  function get(name: string): Promise<Workspace> | undefined {
    const found = kept.get(name)
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
      kept.set(name, { opening, holders: 0, usedAt: performance.now() })
      try {
        return await opening
      } catch (error) {
        kept.delete(name)
        closeUnused(rules.graceMs)
        throw whyNotOpened(error)
      }
    },
    hold({ name }) {
      const held = kept.get(name)
      if (held) held.holders++
      let isHeld = held !== undefined
      return () => {
        if (!held || !isHeld) return
        isHeld = false
        held.holders--
        held.usedAt = performance.now()
      }
    },
    onClose: (listener) => void listeners.add(listener),
    async closeAll() {
      clearInterval(timer)
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
