import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import gantt from 'lucide-static/icons/chart-gantt.svg?raw'
import files from 'lucide-static/icons/folder.svg?raw'
import home from 'lucide-static/icons/house.svg?raw'
import keyboard from 'lucide-static/icons/keyboard.svg?raw'
import layers from 'lucide-static/icons/layers.svg?raw'
import monitor from 'lucide-static/icons/monitor.svg?raw'
import moon from 'lucide-static/icons/moon.svg?raw'
import settings from 'lucide-static/icons/settings.svg?raw'
import sun from 'lucide-static/icons/sun.svg?raw'
import tables from 'lucide-static/icons/table-2.svg?raw'
import { views, writeAddress } from './address.ts'
import type { ViewName } from './address.ts'
import { FindButton } from './find/find-button.tsx'
import type { Way } from './find/ways.ts'
import logo from './icon.svg'
import { Icon } from './icon.tsx'
import { HelpMenu } from './keys/help-menu.tsx'
import type { Help } from './keys/help-menu.tsx'
import { themes } from './use-theme.ts'
import type { Theme } from './use-theme.ts'
import type { Places } from './places.ts'
import { t } from './words/words.ts'
import { pageOf, workspace } from './workspaces.ts'
import type { NamedWorkspace } from './workspaces.ts'

export const titles: Record<ViewName, string> = {
  home: t('Home'),
  files: t('Files'),
  gantt: t('Gantt'),
  tables: t('Tables'),
}
const icons: Record<ViewName, string> = { home, files, gantt, tables }
const themeNames: Record<Theme, string> = {
  system: t('system'),
  light: t('light'),
  dark: t('dark'),
}
const themeIcons: Record<Theme, string> = { system: monitor, light: sun, dark: moon }

interface Props {
  view: ViewName
  /** Where one was in each of them. */
  places: Places
  theme: Theme
  setTheme: (theme: Theme) => void
  /** All that one may see. */
  workspaces: readonly NamedWorkspace[]
  switcher: ReactNode
  children: ReactNode
}

export function Header(props: Props) {
  const { view, places, theme, setTheme, workspaces, switcher, children } = props
  const [help, showHelp] = useState<Help | null>(null)
  // From elsewhere to where one was; from there to its beginning.
  const placeIn = (name: ViewName) => (name !== view && places[name]) || writeAddress(name)
  const ways = useMemo((): Way[] => {
    const others = workspaces.filter(({ name }) => name !== workspace.name)
    return [
      // Where one is already is no place to go to.
      ...views
        .filter((name) => name !== view)
        .map((name) => ({
          key: `view ${name}`,
          svg: icons[name],
          title: titles[name],
          where: '',
          href: placeIn(name),
        })),
      ...others.map(({ name, title }) => ({
        key: `workspace ${name}`,
        svg: layers,
        title,
        where: t('Workspace'),
        href: pageOf(name) + writeAddress(view),
        isPage: true,
      })),
      opened('settings', settings, t('Settings…')),
      opened('keys', keyboard, t('Keyboard shortcuts')),
    ]

    function opened(key: Help, svg: string, title: string): Way {
      return { key, svg, title, where: '', href: location.hash, run: () => showHelp(key) }
    }
  }, [view, places, workspaces])
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  return (
    <header className="header">
      <div className="brand">
        <img src={logo} alt="" width="26" height="26" />
        <h1>Triptych</h1>
        {switcher}
      </div>
      <nav aria-label={t('Views')}>
        {views.map((name) => (
          <a key={name} href={placeIn(name)} aria-current={name === view ? 'page' : undefined}>
            <Icon svg={icons[name]} />
            <span>{titles[name]}</span>
          </a>
        ))}
      </nav>
      <div className="tools">
        <FindButton ways={ways} />
        {children}
        <button
          type="button"
          className="plain icon-only"
          aria-label={t('Colours: {theme}. Change to {next}.', {
            theme: themeNames[theme],
            next: themeNames[next],
          })}
          title={t('Colours: {theme}', { theme: themeNames[theme] })}
          onClick={() => setTheme(next)}
        >
          <Icon svg={themeIcons[theme]} />
        </button>
        <HelpMenu shown={help} show={showHelp} {...{ view, theme, setTheme }} />
      </div>
    </header>
  )
}
