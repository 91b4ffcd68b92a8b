import type { Account, Group } from '@triptych/contract/accounts'
import { useState } from 'react'
import { Dialog } from '../dialog.tsx'
import type { AccountDialogProps } from './account-dialog.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { ListNote } from './list-note.tsx'
import { useAnswer } from './use-answer.ts'
import { useWork } from './use-work.ts'
import { counted, t } from '../words/words.ts'

const at = (id: string) => `/groups/${encodeURIComponent(id)}`

/** Accounts that are given a role together. */
export function GroupsDialog({ ask, onClose }: AccountDialogProps) {
  const groups = useAnswer(() => ask<Group[]>('GET', '/groups'))
  const accounts = useAnswer(() => ask<Account[]>('GET', '/accounts'))
  const work = useWork()
  const [name, setName] = useState('')

  async function make(): Promise<void> {
    await ask('POST', '/groups', { name: name.trim(), members: [] })
    setName('')
    await groups.again()
  }

  function toggle({ id, members }: Group, account: string): void {
    const next = members.includes(account)
      ? members.filter((member) => member !== account)
      : [...members, account]
    void work.run(() => ask('PATCH', at(id), { members: next }), groups.again)
  }

  function remove({ id }: Group): void {
    void work.run(() => ask('DELETE', at(id)), groups.again)
  }

  return (
    <Dialog
      title={t('Groups')}
      action={t('Make group')}
      isDisabled={name.trim() === ''}
      isStaying
      onAct={make}
      onClose={onClose}
    >
      <p className="hint">{t('A group is given a role in a workspace under “Members…”.')}</p>
      <ul className="rows">
        {groups.answer?.map((group) => (
          <li key={group.id}>
            <details className="what">
              <summary>
                <strong>{group.name}</strong> <small>{countOf(group.members)}</small>
              </summary>
              {accounts.answer?.map((account) => (
                <label key={account.id} className="check">
                  <input
                    type="checkbox"
                    checked={group.members.includes(account.id)}
                    disabled={work.isBusy}
                    onChange={() => toggle(group, account.id)}
                  />
                  {account.name}
                </label>
              ))}
            </details>
            <ConfirmButton
              label={t('Remove')}
              of={group.name}
              isDisabled={work.isBusy}
              onConfirm={() => remove(group)}
            />
          </li>
        ))}
      </ul>
      <ListNote
        list={groups.answer}
        problem={groups.problem || accounts.problem || work.problem}
        nothing={t('There is none yet.')}
      />
      <label className="field">
        {t('A new one')}
        <input
          value={name}
          autoFocus
          autoComplete="off"
          maxLength={64}
          placeholder={t('Name')}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
    </Dialog>
  )
}

function countOf({ length }: readonly string[]): string {
  return counted(length, '{count} account', '{count} accounts')
}
