import help from 'lucide-static/icons/circle-question-mark.svg?raw'
import { lazy, useEffect, useState } from 'react'
import type { ViewName } from '../address.ts'
import { Icon } from '../icon.tsx'
import { Late } from '../late.tsx'
import { isTyping } from '../is-typing.ts'
import { Menu } from '../menu.tsx'
import { pageAt } from '../workspaces.ts'

const KeysDialog = lazy(async () => ({
  default: (await import('./keys-dialog.tsx')).KeysDialog,
}))

/** What helps: the keys, which `?` shows as well, and the reference for those who write programs. */
export function HelpMenu({ view }: { view: ViewName }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isAsked = event.key === '?' && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isAsked || isTyping(event.target) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      setShown(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])

  return (
    <>
      <Menu
        label="Help"
        className="plain icon-only"
        items={[
          { label: 'Keyboard shortcuts', run: () => setShown(true) },
          { label: 'API reference', href: pageAt('docs'), isPage: true },
        ]}
      >
        <Icon svg={help} />
      </Menu>
      {isShown && (
        <Late>
          <KeysDialog view={view} onClose={() => setShown(false)} />
        </Late>
      )}
    </>
  )
}
