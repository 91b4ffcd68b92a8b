import { useEffect, useSyncExternalStore } from 'react'
import { useStored } from './use-stored.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const dark = matchMedia('(prefers-color-scheme: dark)')

export function useTheme(): { theme: Theme; isDark: boolean; setTheme: (theme: Theme) => void } {
  const [stored, setTheme] = useStored('triptych.theme', 'system')
  const theme = themes.find((known) => known === stored) ?? 'system'
  const isSystemDark = useSyncExternalStore(listen, () => dark.matches)
  const isDark = theme === 'system' ? isSystemDark : theme === 'dark'
  useEffect(() => {
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  }, [isDark])
  return { theme, isDark, setTheme }
}

function listen(changed: () => void): () => void {
  dark.addEventListener('change', changed)
  return () => dark.removeEventListener('change', changed)
}
