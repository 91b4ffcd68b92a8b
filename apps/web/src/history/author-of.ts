import type { Entry } from '@triptych/contract/accounts'
import type { HistoryStep } from '@triptych/contract/history'
import type { Server } from 'triptych-client'
import { t } from '../words/words.ts'

export interface Author {
  name: string
  /** Whoever looks. */
  isSelf: boolean
}

/** Who has done something, by one word wherever it is told. `name` is how others see whoever looks. */
export function authorOf(
  { actor, actorId, origin }: Pick<HistoryStep, 'actor' | 'actorId' | 'origin'>,
  { server, entry, name }: { server: Server; entry: Entry; name: string },
): Author {
  const isSelf = actorId ? actorId === entry.you?.id : (origin?.startsWith(server.origin) ?? false)
  if (isSelf) return { name: name || t('Guest'), isSelf }
  if (actor === 'disk') return { name: t('Somebody on the disk'), isSelf }
  if (actor === 'demo' && !actorId) return { name: t('Demo'), isSelf }
  // Where nobody is asked who they are, nobody is known.
  return { name: entry.accounts ? actor : t('Somebody'), isSelf }
}
