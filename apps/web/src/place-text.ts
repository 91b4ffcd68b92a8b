import { views } from './address.ts'
import type { ViewName } from './address.ts'
import { t } from './words/words.ts'

const words: Record<ViewName, string> = {
  home: t('Home'),
  files: t('Files'),
  gantt: t('Gantt'),
  tables: t('Tables'),
}

/** Where somebody is, as people say it: `tables/films` is “Tables › films”, in whichever cell. */
export function placeText(at: string | null): string {
  const [page = ''] = (at ?? '').split('#')
  const [view = '', ...rest] = page.split('/')
  const known = views.find((name) => name === view)
  return [known ? words[known] : view, ...rest].filter(Boolean).join(' › ')
}
