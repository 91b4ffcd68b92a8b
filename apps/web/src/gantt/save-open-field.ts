/** The editor of the widget saves a field when it is left: lets it save the one that is typed in. */
export function saveOpenField(): void {
  const field = document.activeElement
  if (!field?.matches('.wx-gantt-editor :is(input[type="text"], textarea)')) return
  field.dispatchEvent(new Event('change', { bubbles: true }))
  field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}
