const gap = 4

/** Shows a note below a field, or above it where there is no room, and above all else. */
export function showBelow(note: HTMLElement, field: HTMLElement): void {
  const { style } = note
  if (!note.matches(':popover-open')) note.showPopover()
  const { left, bottom, top } = field.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = note
  const isBelow = bottom + offsetHeight + 3 * gap < innerHeight
  style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`
  style.top = `${isBelow ? bottom + gap : top - offsetHeight - gap}px`
}
