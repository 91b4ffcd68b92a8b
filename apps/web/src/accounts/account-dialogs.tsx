import type { ComponentType } from 'react'
import { RulesDialog } from '../rules/rules-dialog.tsx'
import { SharesDialog } from '../shares/shares-dialog.tsx'
import { TrashDialog } from '../trash/trash-dialog.tsx'
import type { AccountDialogProps, DialogName } from './account-dialog.ts'
import { AccountsDialog } from './accounts-dialog.tsx'
import { GroupsDialog } from './groups-dialog.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { MembersDialog } from './members-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { PasskeysDialog } from './passkeys-dialog.tsx'
import { SessionsDialog } from './sessions-dialog.tsx'
import { TokensDialog } from './tokens-dialog.tsx'
import { UsageDialog } from './usage-dialog.tsx'

const dialogs: Record<DialogName, ComponentType<AccountDialogProps>> = {
  password: PasswordDialog,
  mail: MailDialog,
  passkeys: PasskeysDialog,
  sessions: SessionsDialog,
  tokens: TokensDialog,
  shares: SharesDialog,
  trash: TrashDialog,
  usage: UsageDialog,
  members: MembersDialog,
  rules: RulesDialog,
  accounts: AccountsDialog,
  groups: GroupsDialog,
}

/** All of them come together: each by itself is smaller than the request for it. */
export function AccountDialog({ name, ...props }: AccountDialogProps & { name: DialogName }) {
  const Shown = dialogs[name]
  return <Shown {...props} />
}
