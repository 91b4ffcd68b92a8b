import { inFrames } from './in-frames.ts'

/**
 * Remembers where the keyboard is. What is answered brings it back there afterwards: a button that is shut for a
 * moment loses it, and one whose row is gone leaves it to the row that follows.
 */
export function keepFocus(): () => void {
  const pressed = document.activeElement as HTMLElement | null
  const dialog = pressed?.closest('dialog')
  const row = pressed?.closest('li')
  const list = row?.parentElement
  const index = list && row ? [...list.children].indexOf(row) : 0

  function target(): HTMLElement | null | undefined {
    if (pressed?.isConnected) return pressed
    const next = list?.children[Math.min(index, list.children.length - 1)]
    return buttonIn(next) ?? buttonIn(dialog?.querySelector('.actions'))
  }

  return () => void focusSoon(target)
}

/**
 * Gives the keyboard to what is drawn later, or drawn anew, where nothing has it; what is `asked` for gets it the first
 * time from whatever has it. When all is as it will be is known to nobody, so we look for a while.
 */
export function focusSoon(
  target: () => HTMLElement | null | undefined,
  { asked = false } = {},
): () => void {
  let isOwed = asked
  return inFrames(() => {
    const found = isOwed || document.activeElement === document.body ? target() : null
    found?.focus()
    if (found && found === document.activeElement) isOwed = false
    return false
  })
}

function buttonIn(part: Element | null | undefined): HTMLElement | undefined {
  return [...(part?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])].at(-1)
}
