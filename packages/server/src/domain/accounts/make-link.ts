import type { MadeLink } from '@triptych/contract/accounts'
import { hashSecret, newSecret } from '../../auth/secrets.ts'
import type { AccountStore, StoredLink } from '../../ports/accounts.ts'
import type { AccountContext } from './account-context.ts'
import { instant } from './views.ts'

const hour = 60 * 60 * 1000

export const linkMs: Record<StoredLink['kind'], number> = {
  'first-owner': 24 * hour,
  password: 24 * hour,
  mail: 24 * hour,
  invitation: 7 * 24 * hour,
}

/** A link that is to be written down, and as it is handed out. */
export interface DraftedLink {
  stored: StoredLink
  made: MadeLink
}

/** `url` is where people find the page. The secret stands behind `#`, which no browser sends to anybody. */
export function draftLink(
  { principal, now, newId }: AccountContext,
  url: string,
  about: Pick<StoredLink, 'kind'> &
    Partial<Pick<StoredLink, 'account' | 'workspace' | 'role' | 'mail'>>,
): DraftedLink {
  const secret = newSecret()
  const id = newId()
  const expiresAt = now().getTime() + linkMs[about.kind]
  const { kind, account = null, workspace = null, role = null, mail = null } = about
  return {
    stored: {
      id,
      hash: hashSecret(secret),
      kind,
      account,
      workspace,
      role,
      mail,
      madeBy: principal.id,
      expiresAt,
    },
    made: {
      id,
      link: `${url.replace(/\/+$/, '')}/#link=${secret}`,
      expiresAt: instant(expiresAt),
    },
  }
}

/** In place of those for the same: whoever hands out another does not want the first to work. */
export async function replaceLinks(store: AccountStore, { stored }: DraftedLink): Promise<void> {
  await store.removeLinks(stored.kind, stored.account)
  await store.putLink(stored)
}
