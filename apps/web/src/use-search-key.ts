import { useEffect, useRef } from 'react'

/** The key that finds in a page: the browser would look only among what is drawn. */
export function useSearchKey(field: () => HTMLInputElement | null | undefined): void {
  const latest = useRef(field)
  latest.current = field
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isFind = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey)
      if (!isFind || event.altKey || event.shiftKey) return
      const found = latest.current()
      // Once more, and it is the browser's own.
      if (!found || document.activeElement === found) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      found.focus()
      found.select()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
