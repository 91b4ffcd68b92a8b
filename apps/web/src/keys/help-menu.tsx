import help from 'lucide-static/icons/circle-question-mark.svg?raw'
import { useEffect } from 'react'
import type { ViewName } from '../address.ts'
import { later } from '../later.ts'
import { Icon } from '../icon.tsx'
import { Late } from '../late.tsx'
import { isTyping } from '../is-typing.ts'
import { Menu } from '../menu.tsx'
import type { Theme } from '../use-theme.ts'
import { pageAt } from '../workspaces.ts'
import { t } from '../words/words.ts'

const SettingsDialog = later(
  async () => (await import('../settings/settings-dialog.tsx')).SettingsDialog,
)
const KeysDialog = later(async () => (await import('./keys-dialog.tsx')).KeysDialog)

/** What the menu opens over the page. */
export type Help = 'settings' | 'keys'

interface Props {
  shown: Help | null
  show: (help: Help | null) => void
  view: ViewName
  theme: Theme
  setTheme: (theme: Theme) => void
}

/** What helps: the keys, which `?` shows as well, how the page looks, and the reference for those who write programs. */
export function HelpMenu({ shown, show, view, theme, setTheme }: Props) {
  const close = () => show(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isAsked = event.key === '?' && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isAsked || isTyping(event.target) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      show('keys')
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [show])

  return (
    <>
      <Menu
        label={t('Help')}
        className="plain icon-only"
        items={[
          { label: t('Settings…'), run: () => show('settings') },
          { label: t('Keyboard shortcuts'), run: () => show('keys') },
          { label: t('Documentation'), href: pageAt('docs'), isPage: true },
          { label: t('API reference'), href: pageAt('docs/api'), isPage: true },
        ]}
      >
        <Icon svg={help} />
      </Menu>
      {shown && (
        <Late onClose={close}>
          {shown === 'settings' ? (
            <SettingsDialog theme={theme} setTheme={setTheme} onClose={close} />
          ) : (
            <KeysDialog view={view} onClose={close} />
          )}
        </Late>
      )}
    </>
  )
}
