import help from 'lucide-static/icons/circle-question-mark.svg?raw'
import { lazy, useEffect, useState } from 'react'
import type { ViewName } from '../address.ts'
import { Icon } from '../icon.tsx'
import { Late } from '../late.tsx'
import { isTyping } from '../is-typing.ts'
import { Menu } from '../menu.tsx'
import type { Theme } from '../use-theme.ts'
import { pageAt } from '../workspaces.ts'
import { t } from '../words/words.ts'

const SettingsDialog = lazy(async () => ({
  default: (await import('../settings/settings-dialog.tsx')).SettingsDialog,
}))
const KeysDialog = lazy(async () => ({
  default: (await import('./keys-dialog.tsx')).KeysDialog,
}))

interface Props {
  view: ViewName
  theme: Theme
  setTheme: (theme: Theme) => void
}

/** What helps: the keys, which `?` shows as well, how the page looks, and the reference for those who write programs. */
export function HelpMenu({ view, theme, setTheme }: Props) {
  const [isShown, setShown] = useState(false)
  const [isSetting, setSetting] = useState(false)
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
        label={t('Help')}
        className="plain icon-only"
        items={[
          { label: t('Settings …'), run: () => setSetting(true) },
          { label: t('Keyboard shortcuts'), run: () => setShown(true) },
          { label: t('Documentation'), href: pageAt('docs'), isPage: true },
          { label: t('API reference'), href: pageAt('docs/api'), isPage: true },
        ]}
      >
        <Icon svg={help} />
      </Menu>
      {isSetting && (
        <Late>
          <SettingsDialog theme={theme} setTheme={setTheme} onClose={() => setSetting(false)} />
        </Late>
      )}
      {isShown && (
        <Late>
          <KeysDialog view={view} onClose={() => setShown(false)} />
        </Late>
      )}
    </>
  )
}
