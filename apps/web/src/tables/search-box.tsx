import search from 'lucide-static/icons/search.svg?raw'
import { useEffect, useState } from 'react'
import { Icon } from '../icon.tsx'
import { t } from '../words/words.ts'

/** Searches while one types, but not for every letter. */
export function SearchBox({
  value,
  onChange,
}: {
  value: string
  onChange: (text: string) => void
}) {
  const [text, setText] = useState(value)
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
        className="control"
        type="search"
        aria-label={t('Search in all text columns')}
        placeholder={t('Search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && onChange(text)}
      />
    </label>
  )
}
