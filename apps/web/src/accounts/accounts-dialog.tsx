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
import { t } from '../words/words.ts'

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
    <Dialog title={t('Accounts')} isWide onClose={onClose}>
      <p className="hint">
        {t(
          'Owners of the server may do everything. Others come in by the invitation to a workspace.',
        )}
      </p>
      <ul className="rows">
        {answer?.map((account) => (
          <li key={account.id}>
            <span className="what">
              <strong>{account.name}</strong>
              <small>
                {account.id === you.id
                  ? t('You')
                  : t('Since {createdAt}', { createdAt: when(account.createdAt) })}
              </small>
            </span>
            <label className="check">
              <input
                type="checkbox"
                aria-label={t('{name} is an owner', { name: account.name })}
                checked={account.isOwner}
                disabled={work.isBusy}
                onChange={() => setOwner(account)}
              />
              {t('Owner')}
            </label>
            <button
              type="button"
              className="button"
              aria-label={t('Password link for {name}', { name: account.name })}
              disabled={work.isBusy}
              onClick={() => makeLink(account)}
            >
              {t('Password link')}
            </button>
            <ConfirmButton
              label={t('Revoke keys')}
              title={t('Take passkeys, tokens and sessions back')}
              of={account.name}
              isDisabled={work.isBusy || account.id === you.id}
              onConfirm={() => revoke(account)}
            />
            <ConfirmButton
              label={t('Remove')}
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
          label={t('A new password for {name}', { name: made.name })}
          text={made.link}
          hint={t('Hand it to {name}. It can be used once, until {expiresAt}.', {
            name: made.name,
            expiresAt: when(made.expiresAt),
          })}
        />
      )}
    </Dialog>
  )
}
