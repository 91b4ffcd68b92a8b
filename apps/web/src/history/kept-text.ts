import { history } from 'triptych-client'
import type { Server } from 'triptych-client'
import type { TakenBack } from '@triptych/contract/history'
import { fieldText } from './thing-text.ts'
import { locale } from '../place/locale.ts'
import { language, t } from '../words/words.ts'

type Kept = TakenBack['kept']

interface Done {
  kept: Kept
  /** What was done to the rest. */
  done: 'undone' | 'redone'
  /** Whether the log has names of people. */
  hasNames: boolean
}

const both = new Intl.ListFormat(language, { type: 'conjunction' })

/** What stays, as somebody has changed it since: “Undone, but kept: Year, changed by Ann since”. */
export async function keptText(server: Server, { kept, done, hasNames }: Done): Promise<string> {
  const entities = [...new Set(kept.map(({ entity }) => entity))]
  // Of many things nobody reads who changed each.
  const names = entities.length === 1 && hasNames ? await authors(server, kept) : []
  const by = names.length > 0 ? both.format(names) : t('somebody else')
  const fields = [...new Set(kept.map(({ field }) => fieldText(field)))].join(', ')
  const places = entities.length.toLocaleString(locale)
  if (done === 'undone') {
    return entities.length > 1
      ? t('Undone, but kept: {fields} in {places} places, changed by {by} since.', {
          fields,
          places,
          by,
        })
      : t('Undone, but kept: {fields}, changed by {by} since.', { fields, by })
  }
  return entities.length > 1
    ? t('Done again, but kept: {fields} in {places} places, changed by {by} since.', {
        fields,
        places,
        by,
      })
    : t('Done again, but kept: {fields}, changed by {by} since.', { fields, by })
}

async function authors(server: Server, kept: Kept): Promise<string[]> {
  const fields = new Set(kept.map(({ field }) => field))
  const names = new Set<string>()
  try {
    const { steps } = await history(server, { of: kept[0]!.entity, limit: 20 })
    for (const { actor, origin, entries } of steps) {
      if (origin?.startsWith(server.origin)) continue
      const changed = entries.flatMap(({ after }) => Object.keys(after ?? {}))
      const found = changed.filter((field) => fields.has(field))
      if (found.length > 0) names.add(actor)
      for (const field of found) fields.delete(field)
    }
  } catch {
    // Who it was is worth a word, not an error.
  }
  return [...names]
}
