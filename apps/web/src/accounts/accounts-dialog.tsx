import type { Account, MadeLink } from '@triptych/contract/accounts'
import { useState } from 'react'
import { Dialog } from '../dialog.tsx'
import type { AccountDialogProps } from './account-dialog.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { CopyField } from './copy-field.tsx'
import { ListNote } from './list-note.tsx'
import { useAnswer } from './use-answer.ts'
import { useWork } from './use-work.ts'
import { when } from './when.ts'

const at = (id: string) => `/accounts/${encodeURIComponent(id)}`

/** All accounts of the server. */
export function AccountsDialog({ you, ask, onClose }: AccountDialogProps) {
  const { answer, problem, again } = useAnswer(() => ask<Account[]>('GET', '/accounts'))
  const work = useWork()
  const [made, setMade] = useState<(MadeLink & { name: string }) | null>(null)

  function setOwner({ id, isOwner }: Account): void {
    void work.run(() => ask('PATCH', at(id), { isOwner: !isOwner }), again)
  }

  function makeLink({ id, name }: Account): void {
    void work.run(async () => {
      setMade({ ...(await ask<MadeLink>('POST', `${at(id)}/link`)), name })
    })
  }

  function revoke({ id }: Account): void {
    void work.run(() => ask('DELETE', `${at(id)}/keys`))
  }

  function remove({ id }: Account): void {
    void work.run(() => ask('DELETE', at(id)), again)
  }

  return (
    <Dialog title="Accounts" isWide onClose={onClose}>
      <p className="hint">
        Owners of the server may do everything. Others come in by the invitation to a workspace.
      </p>
      <ul className="rows">
        {answer?.map((account) => (
          <li key={account.id}>
            <span className="what">
              <strong>{account.name}</strong>
              <small>{account.id === you.id ? 'You' : `Since ${when(account.createdAt)}`}</small>
            </span>
            <label className="check">
              <input
                type="checkbox"
                aria-label={`${account.name} is an owner`}
                checked={account.isOwner}
                disabled={work.isBusy}
                onChange={() => setOwner(account)}
              />
              Owner
            </label>
            <button
              type="button"
              className="button"
              aria-label={`Password link for ${account.name}`}
              disabled={work.isBusy}
              onClick={() => makeLink(account)}
            >
              Password link
            </button>
            <ConfirmButton
              label="Revoke keys"
              title="Take passkeys, tokens and sessions back"
              of={account.name}
              isDisabled={work.isBusy || account.id === you.id}
              onConfirm={() => revoke(account)}
            />
            <ConfirmButton
              label="Remove"
              of={account.name}
              isDisabled={work.isBusy || account.id === you.id}
              onConfirm={() => remove(account)}
            />
          </li>
        ))}
      </ul>
      <ListNote list={answer} problem={problem || work.problem} />
      {made && (
        <CopyField
          label={`A new password for ${made.name}`}
          text={made.link}
          hint={`Hand it to ${made.name}. It can be used once, until ${when(made.expiresAt)}.`}
        />
      )}
    </Dialog>
  )
}
