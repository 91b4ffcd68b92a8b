/** Whether keys belong to a field, or to a dialog, rather than to the view. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  const field =
    'input:not([type=checkbox]), textarea, select, dialog, [contenteditable], .wx-editor'
  return target.closest(field) !== null
}
