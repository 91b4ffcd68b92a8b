import { useState } from 'react'

/** A choice of the person that outlives the page. A browser that keeps nothing is no hindrance. */
export function useStored(key: string, initial: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => read(key) ?? initial)
  return [
    value,
    (next) => {
      setValue(next)
      write(key, next)
    },
  ]
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // It holds until the page is left, then.
  }
}
