import { views } from './address.ts'
import type { ViewName } from './address.ts'

const words: Record<ViewName, string> = { files: 'Files', gantt: 'Gantt', tables: 'Tables' }

/** Where somebody is, as people say it: `tables/films` is “Tables › films”. */
export function placeText(at: string | null): string {
  const [view = '', ...rest] = (at ?? '').split('/')
  const known = views.find((name) => name === view)
  return [known ? words[known] : view, ...rest].filter(Boolean).join(' › ')
}
