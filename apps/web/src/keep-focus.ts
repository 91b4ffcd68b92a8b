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

  // When the buttons are as they will be is known to nobody, so we look for a while.
  function look(framesLeft: number): void {
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) target()?.focus()
      if (framesLeft > 0) look(framesLeft - 1)
    })
  }
  return () => look(20)
}

function buttonIn(part: Element | null | undefined): HTMLElement | undefined {
  return [...(part?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])].at(-1)
}
