import type { KeyboardEvent } from 'react'

export function itemsIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)')]
}

/** By arrows, to the ends, or to the next that begins with a letter. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsIn(event.currentTarget)
  const index = items.indexOf(document.activeElement as HTMLElement)
  const next: Record<string, number> = {
    ArrowDown: (index + 1) % items.length,
    ArrowUp: (index - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
  const at = next[event.key] ?? (isPlain ? itemAt(items, index, event.key) : undefined)
  if (at === undefined) return
  event.preventDefault()
  items[at]?.focus()
}

/** The next one that begins with a letter. */
function itemAt(items: readonly HTMLElement[], index: number, key: string): number | undefined {
  if (key.length !== 1 || key === ' ') return undefined
  const begins = (item: HTMLElement) => item.innerText.toLowerCase().startsWith(key.toLowerCase())
  const at = items.findIndex((item, place) => place > index && begins(item))
  return at >= 0 ? at : items.findIndex(begins)
}
