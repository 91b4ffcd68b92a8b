import { inFrames } from '../../in-frames.ts'
import type { Cursor } from './cursor.ts'

/** For longer than this a field is not on its way. */
const patienceMs = 10_000

/** They lead out of a field, which keeps the focus until the page is drawn without it. */
const leavers = new Set(['Enter', 'Tab', 'Escape'])
const mostFramesToLeave = 20

type Ahead = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/**
 * Keys that come before the cell or the field for which they are is drawn. A large plan takes a while for that, and
 * whoever types fast means the cell that comes.
 */
export interface KeysAhead {
  /** A field is on its way: all keys until then are for it, and not for one that had the focus when it was asked for. */
  expectField(left?: Element | null): void
  /** For the cell to which the focus is on its way, together with all keys after it. */
  add(key: Ahead): void
  isWaiting(): boolean
  /** They are for nobody any more. */
  drop(): void
}

export function keysAhead(cursor: Cursor): KeysAhead {
  let held: Ahead[] = []
  let fieldUntil: number | null = null
  let leftField: Element | null = null
  let framesToLeave = 0
  let stopLooking: (() => void) | null = null

  function look(): boolean {
    if (fieldUntil === null && framesToLeave > 0) {
      if (document.activeElement !== leftField) framesToLeave = 0
      // It stays where what stands in it is refused.
      else if (--framesToLeave === 0) leftField = null
      else return false
    }
    if (fieldUntil !== null) {
      const isLate = performance.now() > fieldUntil
      if (!isFieldThere() && !isLate) return false
      // Keys that their field cannot take any more must not come out somewhere else.
      if (!isFieldThere()) held = []
      fieldUntil = null
      framesToLeave = 0
    } else if (!cursor.isThere() && !isFieldThere()) {
      // The row is gone for which they were.
      if (!cursor.at()) held = []
      return held.length === 0
    }

    const keys = held
    held = []
    for (const key of keys) {
      // One of them may lead to another cell or field, and those behind it are for that.
      if (isWaiting()) held.push(key)
      else pressNext(key)
    }
    return !isWaiting()
  }

  /** One that is about to go keeps the focus until the page is drawn. */
  const isFieldThere = () => {
    const at = document.activeElement
    return at !== leftField && (at?.matches('.gantt-cell-input') ?? false)
  }

  const isWaiting = () => fieldUntil !== null || framesToLeave > 0 || held.length > 0

  function pressNext(key: Ahead): void {
    const at = document.activeElement
    pressAgain(key)
    if (!(at instanceof HTMLInputElement) || !leavers.has(key.key)) return
    leftField = at
    framesToLeave = mostFramesToLeave
  }

  function wait(): void {
    stopLooking ??= inFrames(() => {
      const isDone = look()
      if (isDone) stopLooking = null
      return isDone
    }, Infinity)
  }

  return {
    expectField(left = document.activeElement) {
      leftField = left
      fieldUntil = performance.now() + patienceMs
      wait()
    },
    add({ key, code, shiftKey, ctrlKey, metaKey, altKey }) {
      held.push({ key, code, shiftKey, ctrlKey, metaKey, altKey })
      wait()
    },
    isWaiting,
    drop() {
      held = []
      fieldUntil = null
      framesToLeave = 0
      stopLooking?.()
      stopLooking = null
    },
  }
}

function pressAgain(ahead: Ahead): void {
  const { key } = ahead
  const at = document.activeElement ?? document.body
  const isCommand = ahead.ctrlKey || ahead.metaKey || ahead.altKey
  if (at instanceof HTMLInputElement && !isCommand && (key.length === 1 || key === 'Backspace')) {
    const end = at.selectionEnd ?? at.value.length
    const start = at.selectionStart ?? end
    if (key.length === 1) at.setRangeText(key, start, end, 'end')
    else at.setRangeText('', start === end ? Math.max(0, start - 1) : start, end, 'end')
    at.dispatchEvent(new InputEvent('input', { bubbles: true }))
    return
  }
  const init = { ...ahead, bubbles: true, cancelable: true }
  at.dispatchEvent(new KeyboardEvent('keydown', init))
}
