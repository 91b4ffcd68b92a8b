import search from 'lucide-static/icons/search.svg?raw'
import { lazy, useEffect, useState } from 'react'
import { Icon } from '../icon.tsx'
import { Late } from '../late.tsx'
import { t } from '../words/words.ts'

const FindDialog = lazy(async () => ({
  default: (await import('./find-dialog.tsx')).FindDialog,
}))

/** The search over everything, which Ctrl+K opens from anywhere. */
export function FindButton() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isAsked =
        (event.ctrlKey || event.metaKey) &&
        !event.shiftKey &&
        !event.altKey &&
        event.key.toLowerCase() === 'k'
      if (!isAsked || document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        className="plain icon-only"
        aria-label={t('Search everything')}
        title={t('Search everything (Ctrl+K)')}
        onClick={() => setOpen(true)}
      >
        <Icon svg={search} />
      </button>
      {isOpen && (
        <Late>
          <FindDialog onClose={() => setOpen(false)} />
        </Late>
      )}
    </>
  )
}
