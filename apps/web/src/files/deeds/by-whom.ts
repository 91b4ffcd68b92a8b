import type { Entry } from '@triptych/contract/accounts'
import { t } from '../../words/words.ts'

interface Done {
  actor?: string | null
  actorId?: string | null
}

/** `by Ann`; nothing where nobody is asked who they are. */
export function byWhom({ actor, actorId }: Done, { accounts, you }: Entry): string {
  if (!accounts || !actor) return ''
  if (actorId && actorId === you?.id) return t('by you')
  return actor === 'disk' ? t('on the disk') : t('by {actor}', { actor })
}
