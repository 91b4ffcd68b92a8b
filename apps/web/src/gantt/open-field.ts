/**
 * The editor of the widget saves a field when it is left, and all the others with it as it has drawn them last. `save`
 * lets it save the one that is typed in; where nothing was typed, it would only bring back what has changed since.
 */
export function followOpenField(): { save(): void; stop(): void } {
  let typedIn: EventTarget | null = null
  const typed = ({ target }: Event) => void (typedIn = target)
  const saved = () => void (typedIn = null)
  document.addEventListener('input', typed, true)
  document.addEventListener('change', saved, true)

  return {
    save() {
      const field = document.activeElement
      if (!field || field !== typedIn) return
      if (!field.matches('.wx-gantt-editor :is(input[type="text"], textarea)')) return
      // Those of our own keep what is typed in them.
      if (field.matches('[data-kept]')) return
      field.dispatchEvent(new Event('change', { bubbles: true }))
      field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    },
    stop() {
      document.removeEventListener('input', typed, true)
      document.removeEventListener('change', saved, true)
    },
  }
}
