import type { Server } from '@triptych/client'
import type { Entry } from '@triptych/contract/accounts'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Menu } from '../menu.tsx'
import type { MenuItem } from '../menu.tsx'
import { Face } from '../people.tsx'
import type { Message } from '../view.ts'
import { workspace } from '../workspaces.ts'
import type { DialogName } from './account-dialog.ts'
import { askAuth, askAuthBy } from './ask-auth.ts'
import { canUsePasskeys } from './passkey.ts'
import { useRights } from './rights.ts'
import './accounts.css'

/** They come when they are asked for. */
const AccountDialog = lazy(async () => ({
  default: (await import('./account-dialogs.tsx')).AccountDialog,
}))

interface Props {
  entry: Entry
  you: NonNullable<Entry['you']>
  server: Server
  tell: (message: Message) => void
}

/** Who I am here, and what belongs to that. */
export function AccountMenu({ entry, you, server, tell }: Props) {
  const rights = useRights()
  const ask = useMemo(() => askAuthBy(server), [server])
  const [shown, setShown] = useState<DialogName | null>(null)
  const isSession = you.by === 'session'

  async function logOut(): Promise<void> {
    try {
      await askAuth('POST', '/logout')
    } catch (error) {
      tell({ kind: 'error', text: `You are still logged in. ${(error as Error).message}` })
      return
    }
    server.close()
    // The next one to sit here shall find nothing of it in the page.
    location.reload()
  }

  const open = (label: string, name: DialogName): MenuItem => ({ label, run: () => setShown(name) })
  const items: MenuItem[] = [
    ...(isSession && entry.password ? [open('Password…', 'password')] : []),
    ...(isSession && canUsePasskeys(entry) ? [open('Passkeys…', 'passkeys')] : []),
    ...(isSession ? [open('Sessions…', 'sessions')] : []),
    open('Tokens…', 'tokens'),
    ...(rights.manage ? [open('Members…', 'members')] : []),
    ...(rights.administer ? [open('Accounts…', 'accounts'), open('Groups…', 'groups')] : []),
    ...(isSession ? [{ label: 'Log out', run: () => void logOut() }] : []),
  ]
  return (
    <>
      <Menu
        label={`Account of ${you.name}`}
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
      {shown && (
        <Suspense fallback={null}>
          <AccountDialog
            name={shown}
            you={you}
            rights={rights}
            ask={ask}
            onClose={() => setShown(null)}
          />
        </Suspense>
      )}
    </>
  )
}

function roleIn({ isOwner, places }: NonNullable<Entry['you']>): string {
  if (isOwner) return 'Owner of the server'
  const role = places.find((place) => place.workspace === workspace.name)?.role ?? ''
  return role.charAt(0).toUpperCase() + role.slice(1)
}
