import type { CellEdits } from './cell-edits.ts'
import { isOfCells } from './cell-keys.ts'
import { markKey } from './cell-store.ts'
import type { CellStore } from './cell-store.ts'

/** What is needed of the browser's own, which the types do not know. */
interface TextContext extends EventTarget {
  readonly text: string
  updateText(start: number, end: number, text: string): void
  updateControlBounds(bounds: DOMRect): void
  updateSelectionBounds(bounds: DOMRect): void
}

type Holder = HTMLElement & { editContext?: TextContext | null }

/**
 * What is composed of several keys (Japanese, Chinese, Korean, accents), or comes without any (emoji, dictation), begins
 * an edit as a letter does. The browser lets nothing be composed on a cell, which is no field: the one that has the
 * keyboard gets an `EditContext`. The text stands over the cell while it is composed, and goes into the editor then: a
 * field that took the keyboard earlier would end the composing. Answers a function that ends it.
 *
 * Where the browser has none, the first key is a letter. On a screen that is touched, the keyboard would come up at
 * each cell.
 */
export function listenToComposing(store: CellStore, edits: CellEdits): () => void {
  const { EditContext } = globalThis as { EditContext?: new () => TextContext }
  if (!EditContext || !matchMedia('(pointer: fine)').matches) return () => {}
  const { area } = store
  area.addEventListener('focusin', hold)
  return () => area.removeEventListener('focusin', hold)

  function hold({ target }: Event): void {
    const { picked } = store.state()
    const isCell = target instanceof HTMLElement && target.matches('[role=gridcell]')
    if (!isCell || !isOfCells(target) || !picked || !store.writes(picked.at.column)) return
    if (store.column(picked.at.column)?.type === 'boolean') return
    const cell: Holder = target
    // It stays: Chromium composes nothing in the next field where the last one loses it at the same moment.
    cell.editContext ??= contextOf(cell, new EditContext!())
    // By where this is, the browser knows what the clipboard is for.
    document.getSelection()?.collapse(cell, 0)
  }

  function contextOf(cell: HTMLElement, context: TextContext): TextContext {
    /** What it is for: another one may be picked meanwhile. */
    let begunAt: string | null = null
    let isComposing = false
    const work = { compositionstart: begin, textupdate: update, compositionend: end }
    for (const [name, run] of Object.entries(work)) context.addEventListener(name, run)
    return context

    function begin(): void {
      isComposing = true
      begunAt = pickedCell()
      // The list of what the keys may mean stands there.
      const box = cell.getBoundingClientRect()
      context.updateControlBounds(box)
      context.updateSelectionBounds(box)
    }

    function update(): void {
      if (isComposing) return store.set({ composing: context.text })
      begunAt = pickedCell()
      end()
    }

    function end(): void {
      const { text } = context
      isComposing = false
      context.updateText(0, text.length, '')
      store.set({ composing: null })
      if (text !== '' && pickedCell() === begunAt) edits.open(text)
    }
  }

  function pickedCell(): string | null {
    const { picked } = store.state()
    const row = picked && store.rowAt(picked.at.row)
    return row ? markKey(row.id, picked.at.column) : null
  }
}
