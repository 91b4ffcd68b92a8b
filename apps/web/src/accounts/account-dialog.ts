import type { Server } from 'triptych-client'
import type { Entry } from '@triptych/contract/accounts'
import type { AskAuth } from './ask-auth.ts'
import type { Rights } from './rights.ts'

export type DialogName =
  | 'password'
  | 'passkeys'
  | 'mail'
  | 'sessions'
  | 'tokens'
  | 'shares'
  | 'trash'
  | 'usage'
  | 'members'
  | 'rules'
  | 'accounts'
  | 'groups'

/** What each dialog of the account menu is given. */
export interface AccountDialogProps {
  entry: Entry
  you: NonNullable<Entry['you']>
  rights: Rights
  server: Server
  /** How people call the workspace. */
  workspaceTitle: string
  ask: AskAuth
  onClose: () => void
}
