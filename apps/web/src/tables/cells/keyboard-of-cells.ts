export interface KeyboardOfCells {
  /** Nothing has the focus, and it was the cells that had it: their cell or their field is drawn anew. */
  isLost: () => boolean
  stop: () => void
}

/** A cell or a field that is drawn anew has lost the focus for a moment, and whoever types fast does not see that. */
export function keyboardOfCells(area: HTMLElement): KeyboardOfCells {
  let hadIt = false
  const follow = ({ target }: FocusEvent) => {
    hadIt =
      isOfCells(target) || (target instanceof Element && target.closest('.wx-editor') !== null)
  }
  // What comes after a click is for what was clicked.
  const leave = ({ target }: Event) => {
    if (!(target instanceof Element && area.contains(target))) hadIt = false
  }
  document.addEventListener('focusin', follow, true)
  document.addEventListener('pointerdown', leave, true)
  return {
    isLost: () => hadIt && document.activeElement === document.body,
    stop() {
      document.removeEventListener('focusin', follow, true)
      document.removeEventListener('pointerdown', leave, true)
    },
  }
}

/** Not of the header, of an editor, or of what else lies over the grid. */
export function isOfCells(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (target.classList.contains('wx-table-box')) return true
  return (
    target.closest('.wx-body') !== null &&
    target.closest('.wx-editor, .cell-layer, .group-layer') === null
  )
}
