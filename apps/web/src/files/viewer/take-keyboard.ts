/** The keyboard is for what is shown, which it scrolls, unless it is at a button of the viewer. */
export function takeKeyboard(room: HTMLElement | null): void {
  const at = document.activeElement
  const isFree = !at || at === document.body || at.matches('dialog.viewer')
  if (isFree) room?.focus({ preventScroll: true })
}
