import { useEffect, useRef } from 'react'

interface EditorProps {
  editor: { value: unknown }
  onSave: (ignoresFocus?: boolean) => void
  onApply: (value: unknown) => void
}

/** The grid's own editor of dates knows days only. */
export function DatetimeEditor({ editor, onSave, onApply }: EditorProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <input
      ref={input}
      className="datetime-editor"
      type="datetime-local"
      aria-label="Date and time"
      defaultValue={editor.value instanceof Date ? localTime(editor.value) : ''}
      onChange={({ target: { value } }) => onApply(value ? new Date(value) : '')}
      onBlur={() => onSave(true)}
      onKeyDown={(event) => event.key === 'Enter' && onSave()}
    />
  )
}

/** As the browser's field wants it: the time where the page is. */
function localTime(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}
