import type { Passkey } from '@triptych/contract/passkeys'
import { useState } from 'react'
import { Dialog } from '../dialog.tsx'
import type { AccountDialogProps } from './account-dialog.ts'
import { browserOf } from './browser-name.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { ListNote } from './list-note.tsx'
import { makePasskey } from './passkey.ts'
import { useAnswer } from './use-answer.ts'
import { useWork } from './use-work.ts'
import { when } from './when.ts'

export function PasskeysDialog({ ask, onClose }: AccountDialogProps) {
  const { answer, problem, again } = useAnswer(() => ask<Passkey[]>('GET', '/passkeys'))
  const work = useWork()
  const [name, setName] = useState(() => browserOf(navigator.userAgent))

  async function add(): Promise<void> {
    await makePasskey(ask, name.trim())
    await again()
  }

  function remove(id: string): void {
    void work.run(() => ask('DELETE', `/passkeys/${encodeURIComponent(id)}`), again)
  }

  return (
    <Dialog
      title="Passkeys"
      action="Add passkey"
      isDisabled={name.trim() === ''}
      isStaying
      onAct={add}
      onClose={onClose}
    >
      <p className="hint">
        Log in with your finger, your face or a key instead of a name and a password.
      </p>
      <ul className="rows">
        {answer?.map((passkey) => (
          <li key={passkey.id}>
            <span className="what">
              <strong>{passkey.name}</strong>
              <small>
                {passkey.site === location.hostname ? '' : `Only at ${passkey.site} · `}
                {passkey.isSynced ? 'On several devices · ' : ''}
                {passkey.usedAt ? `used ${when(passkey.usedAt)}` : 'never used'}
              </small>
            </span>
            <ConfirmButton
              label="Remove"
              of={passkey.name}
              isDisabled={work.isBusy}
              onConfirm={() => remove(passkey.id)}
            />
          </li>
        ))}
      </ul>
      <ListNote list={answer} problem={problem || work.problem} nothing="There is none yet." />
      <h3>A new one</h3>
      <label className="field">
        Name
        <input
          value={name}
          autoFocus
          autoComplete="off"
          maxLength={100}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
    </Dialog>
  )
}
