import search from 'lucide-static/icons/search.svg?raw'
import { useEffect, useState } from 'react'
import { later } from '../later.ts'
import { Icon } from '../icon.tsx'
import { Late } from '../late.tsx'
import { t } from '../words/words.ts'
import type { Way } from './ways.ts'

const FindDialog = later(async () => (await import('./find-dialog.tsx')).FindDialog)

/** The search over everything, which Ctrl+K opens from anywhere. */
export function FindButton({ ways }: { ways: readonly Way[] }) {
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
        className="plain icon-only find-button"
        aria-label={t('Search everything')}
        title={t('Search everything (Ctrl+K)')}
        data-key={`${t('Ctrl')}+K`}
        onClick={() => setOpen(true)}
      >
        <Icon svg={search} />
        <span className="find-words">{t('Search everything')}</span>
      </button>
      {isOpen && (
        <Late onClose={() => setOpen(false)}>
          <FindDialog ways={ways} onClose={() => setOpen(false)} />
        </Late>
      )}
    </>
  )
}
