import type { Server } from 'triptych-client'
import type { Entry } from '@triptych/contract/accounts'
import more from 'lucide-static/icons/ellipsis-vertical.svg?raw'
import { useMemo, useState } from 'react'
import { later } from '../later.ts'
import { Icon } from '../icon.tsx'
import { Late } from '../late.tsx'
import { Menu } from '../menu.tsx'
import type { MenuItem } from '../menu.tsx'
import { Face } from '../people.tsx'
import type { Message } from '../view.ts'
import { workspace } from '../workspaces.ts'
import type { DialogName } from './account-dialog.ts'
import { askAuth, askAuthBy } from './ask-auth.ts'
import { canUsePasskeys } from './passkey.ts'
import { useRights } from './rights.ts'
import { roleNames } from './role-select.tsx'
import './accounts.css'
import { reasonOf, t } from '../words/words.ts'

/** They come when they are asked for. */
const AccountDialog = later(async () => (await import('./account-dialogs.tsx')).AccountDialog)

interface Props {
  entry: Entry
  you: NonNullable<Entry['you']>
  server: Server
  workspaceTitle: string
  tell: (message: Message) => void
  onHistory: () => void
}

/** Who I am here, and what belongs to that. Where there are no accounts, what belongs to the workspace. */
export function AccountMenu({ entry, you, server, workspaceTitle, tell, onHistory }: Props) {
  const rights = useRights()
  const ask = useMemo(() => askAuthBy(server), [server])
  const [shown, setShown] = useState<DialogName | null>(null)
  const isSession = you.by === 'session'

  async function logOut(): Promise<void> {
    try {
      await askAuth('POST', '/logout')
    } catch (error) {
      tell({
        kind: 'error',
        text: t('You are still logged in. {message}', { message: reasonOf(error as Error) }),
      })
      return
    }
    server.close()
    // The next one to sit here shall find nothing of it in the page.
    location.reload()
  }

  const open = (label: string, name: DialogName): MenuItem => ({ label, run: () => setShown(name) })
  const items: MenuItem[] = [
    ...(isSession && entry.password ? [open(t('Password…'), 'password')] : []),
    ...(isSession && entry.mail ? [open(t('Mail address…'), 'mail')] : []),
    ...(isSession && canUsePasskeys(entry) ? [open(t('Passkeys…'), 'passkeys')] : []),
    ...(isSession ? [open(t('Sessions…'), 'sessions')] : []),
    ...(entry.accounts ? [open(t('Tokens…'), 'tokens')] : []),
    { label: t('History…'), run: onHistory, beginsGroup: entry.accounts },
    open(t('Trash…'), 'trash'),
    open(t('Shares…'), 'shares'),
    ...(rights.limit ? [open(t('Usage…'), 'usage')] : []),
    ...(rights.manage ? [open(t('Members…'), 'members'), open(t('Rules…'), 'rules')] : []),
    ...(entry.accounts && rights.administer
      ? [{ ...open(t('Accounts…'), 'accounts'), beginsGroup: true }, open(t('Groups…'), 'groups')]
      : []),
    ...(isSession ? [{ label: t('Log out'), run: () => void logOut(), beginsGroup: true }] : []),
  ]
  return (
    <>
      {entry.accounts ? (
        <Menu
          label={t('Account of {name}', { name: you.name })}
          className="plain account"
          head={
            <p className="account-head" role="presentation">
              <strong>{you.name}</strong>
              <small>{roleIn(you)}</small>
            </p>
          }
          items={items}
        >
          <Face person={{ id: '', name: you.name }} isSelf />
        </Menu>
      ) : (
        <Menu label={t('More of this workspace')} className="plain icon-only" items={items}>
          <Icon svg={more} />
        </Menu>
      )}
      {shown && (
        <Late onClose={() => setShown(null)}>
          <AccountDialog
            name={shown}
            entry={entry}
            you={you}
            rights={rights}
            server={server}
            workspaceTitle={workspaceTitle}
            ask={ask}
            onClose={() => setShown(null)}
          />
        </Late>
      )}
    </>
  )
}

function roleIn({ isOwner, places }: NonNullable<Entry['you']>): string {
  if (isOwner) return t('Owner of the server')
  const role = places.find((place) => place.workspace === workspace.name)?.role
  return role ? roleNames[role] : ''
}
