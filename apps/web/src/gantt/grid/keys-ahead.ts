/** For longer than this the focus is not on its way, but lost. */
const patienceMs = 3000

/** They change nothing, and mean something only together with another key. */
const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock'])

interface Ahead {
  key: string
  code: string
  shiftKey: boolean
}

/**
 * Keys that come while the focus is on its way to another cell, or to the field in it. A large plan takes a while to
 * draw that, and whoever types fast means the cell that comes, not the one that still has the focus.
 */
export interface KeysAhead {
  /**
   * The focus is on its way, until it is there. `passing`: keys for which nobody has to wait. Answers a function that
   * tells whether it still has to go there: not when somebody has clicked meanwhile.
   */
  begin(isThere: () => boolean, passing?: ReadonlySet<string>): () => boolean
  /** A key that comes before anything is on its way, for where it will be. */
  add(key: Ahead): void
  hasKeys(): boolean
  stop(): void
}

export function keysAhead(): KeysAhead {
  let held: Ahead[] = []
  let goal: (() => boolean) | null = null
  let passed: ReadonlySet<string> = new Set()
  let deadline = 0
  let next = 0
  let clicks = 0

  // Keys that come after a click are for what was clicked.
  const leave = () => {
    clicks++
    stop()
  }

  const hold = (event: KeyboardEvent) => {
    const { key, code, shiftKey } = event
    if (!event.isTrusted || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.isComposing || modifiers.has(key) || !isFromHere(event.target)) return
    if (held.length === 0 && passed.has(key)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push({ key, code, shiftKey })
  }

  function look(): void {
    const isThere = goal!()
    if (!isThere && performance.now() < deadline) {
      next = requestAnimationFrame(look)
      return
    }
    // Keys that their cell cannot take any more must not come out somewhere else.
    if (!isThere) held = []
    goal = null
    // One of them may send the focus on its way again.
    while (!goal && held.length > 0) pressAgain(held.shift()!)
    if (!goal) stop()
  }

  function stop(): void {
    cancelAnimationFrame(next)
    goal = null
    held = []
    document.removeEventListener('keydown', hold, true)
    document.removeEventListener('pointerdown', leave, true)
  }

  return {
    begin(isThere, passing = new Set()) {
      goal = isThere
      passed = passing
      deadline = performance.now() + patienceMs
      cancelAnimationFrame(next)
      next = requestAnimationFrame(look)
      document.addEventListener('keydown', hold, true)
      document.addEventListener('pointerdown', leave, true)
      const before = clicks
      return () => clicks === before
    },
    add: ({ key, code, shiftKey }) => void held.push({ key, code, shiftKey }),
    hasKeys: () => held.length > 0,
    stop,
  }
}

/** Whoever has gone to a field or a button of their own types there; a field that is closed leaves the focus to nobody. */
function isFromHere(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  return target === document.body || target.closest('.gantt-stage .wx-table') !== null
}

function pressAgain({ key, code, shiftKey }: Ahead): void {
  const at = document.activeElement ?? document.body
  if (at instanceof HTMLInputElement && (key.length === 1 || key === 'Backspace')) {
    const end = at.selectionEnd ?? at.value.length
    const start = at.selectionStart ?? end
    if (key.length === 1) at.setRangeText(key, start, end, 'end')
    else at.setRangeText('', start === end ? Math.max(0, start - 1) : start, end, 'end')
    at.dispatchEvent(new InputEvent('input', { bubbles: true }))
    return
  }
  const init = { key, code, shiftKey, bubbles: true, cancelable: true }
  at.dispatchEvent(new KeyboardEvent('keydown', init))
}
