import type { Table } from '@triptych/contract/tables'
import { readAddress } from '../address.ts'
import type { Hit } from '../find/hits.ts'
import { t } from '../words/words.ts'
import type { AskWorkspace } from './use-answer-of.ts'
import { recentPlaces } from './use-recent.ts'

/** Where one was last, by the names that things have now; what is gone meanwhile is not offered. */
export async function recentHits(ask: AskWorkspace): Promise<Hit[]> {
  const places = recentPlaces()
  // Without them they are called as in their addresses.
  const tables = places.some((place) => readAddress(place).view === 'tables')
    ? await ask<Table[]>('tables').catch(() => null)
    : null
  const hits = await Promise.all(places.map((place) => hitAt(place, tables, ask)))
  return hits.filter((hit) => hit !== null)
}

async function hitAt(
  href: string,
  tables: readonly Table[] | null,
  ask: AskWorkspace,
): Promise<Hit | null> {
  const { view, path } = readAddress(href)
  const [name = ''] = path
  if (view === 'gantt') {
    const task = await ask<{ text: string }>(`tasks/${encodeURIComponent(name)}/self`).catch(
      () => null,
    )
    const title = task?.text || t('Task without a name')
    return task && { key: href, icon: 'task', title, where: t('Gantt'), href }
  }
  if (view === 'tables') {
    const table = tables?.find((one) => one.name === name)
    if (tables && !table) return null
    return { key: href, icon: 'table', title: table?.title ?? name, where: t('Tables'), href }
  }
  const where = [t('Files'), ...path.slice(0, -1)].join(' › ')
  return { key: href, icon: 'folder', title: path.at(-1) ?? '', where, href }
}
