import search from 'lucide-static/icons/search.svg?raw'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../icon.tsx'
import { useSearchKey } from '../../use-search-key.ts'
import { t } from '../../words/words.ts'

interface SearchBoxProps {
  value: string
  onChange: (text: string) => void
  /** The keyboard is to go to the rows: the first that was found, or where it was. */
  onLeave: (to: 'first' | 'back') => void
}

/** Searches while one types, but not for every letter. */
export function SearchBox({ value, onChange, onLeave }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  useSearchKey(() => field.current)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => onChange(text), 250)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <label className="search-box">
      <Icon svg={search} />
      <input
        ref={field}
        className="control"
        type="search"
        aria-label={t('Search in all text columns')}
        placeholder={t('Search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') onChange(text)
          if (key === 'Enter' || key === 'ArrowDown') onLeave('first')
          // What is typed goes first.
          if (key === 'Escape' && text === '') onLeave('back')
        }}
      />
    </label>
  )
}
