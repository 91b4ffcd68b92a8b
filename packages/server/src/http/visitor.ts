import type { entrances, Role } from '@triptych/contract/accounts'
import { localPrincipal } from '../auth/principal.ts'
import type { Principal } from '../auth/principal.ts'

/** Whoever asks, as far as it is known who that is. */
export interface Visitor {
  /** Their account; `null` where there are none. */
  id: string | null
  name: string
  /** Of the server. */
  isOwner: boolean
  by: (typeof entrances)[number]
  /** The session that was shown, if one was. */
  session: string | null
  /** What they may do that belongs to no workspace. */
  principal: Principal
  /** `null`: a workspace that is not there for them. */
  principalIn: (workspace: string) => Principal | null
  roleIn: (workspace: string) => Role | null
  /** Whether all this still holds for sure. If not, they are to be looked up anew. */
  isCurrent: () => boolean
  /** Calls `onChange` once, as soon as they are known no more or have another role there; until the answer is called. */
  watch: (workspace: string, onChange: () => void) => () => void
}

/** Where there are no accounts everybody is this one. */
export const localVisitor: Visitor = {
  id: null,
  name: localPrincipal.name,
  isOwner: true,
  by: 'open',
  session: null,
  principal: localPrincipal,
  principalIn: () => localPrincipal,
  roleIn: () => 'owner',
  isCurrent: () => true,
  watch: () => () => {},
}
