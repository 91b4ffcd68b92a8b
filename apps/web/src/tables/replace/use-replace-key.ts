import { useEffect, useRef } from 'react'

/** As in spreadsheets. On a Mac, Cmd+H hides the window, so that it takes Shift there. */
export function useReplaceKey(open: () => void): void {
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      const isAsked = shiftKey ? metaKey && !ctrlKey : ctrlKey && !metaKey
      if (key.toLowerCase() !== 'h' || !isAsked || altKey) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
