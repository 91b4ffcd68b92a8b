import type { ReactNode } from 'react'
import gantt from 'lucide-static/icons/chart-gantt.svg?raw'
import files from 'lucide-static/icons/folder.svg?raw'
import home from 'lucide-static/icons/house.svg?raw'
import monitor from 'lucide-static/icons/monitor.svg?raw'
import moon from 'lucide-static/icons/moon.svg?raw'
import sun from 'lucide-static/icons/sun.svg?raw'
import tables from 'lucide-static/icons/table-2.svg?raw'
import { views, writeAddress } from './address.ts'
import type { ViewName } from './address.ts'
import { FindButton } from './find/find-button.tsx'
import logo from './icon.svg'
import { Icon } from './icon.tsx'
import { HelpMenu } from './keys/help-menu.tsx'
import { themes } from './use-theme.ts'
import type { Theme } from './use-theme.ts'
import type { Places } from './places.ts'
import { t } from './words/words.ts'

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
  switcher: ReactNode
  children: ReactNode
}

export function Header({ view, places, theme, setTheme, switcher, children }: Props) {
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
          <a
            key={name}
            href={(name !== view && places[name]) || writeAddress(name)}
            aria-current={name === view ? 'page' : undefined}
          >
            <Icon svg={icons[name]} />
            <span>{titles[name]}</span>
          </a>
        ))}
      </nav>
      <div className="tools">
        <FindButton />
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
        <HelpMenu {...{ view, theme, setTheme }} />
      </div>
    </header>
  )
}
