import type { Passkey } from '@triptych/contract/passkeys'
import { useState } from 'react'
import { Dialog } from '../dialog.tsx'
import type { AccountDialogProps } from './account-dialog.ts'
import { browserOf } from './browser-name.ts'
import { OwnList, useOwn } from './own-list.tsx'
import { makePasskey } from './passkey.ts'
import { usePasswordAgain } from './use-password-again.tsx'
import { when } from './when.ts'
import { t } from '../words/words.ts'

export function PasskeysDialog({ ask, onClose }: AccountDialogProps) {
  const own = useOwn<Passkey>(ask, '/passkeys')
  const { field, withPassword } = usePasswordAgain()
  const [name, setName] = useState(() => browserOf(navigator.userAgent))

  async function add(): Promise<void> {
    await withPassword((password) => makePasskey(ask, name.trim(), password))
    await own.again()
  }

  return (
    <Dialog
      title={t('Passkeys')}
      action={t('Add passkey')}
      isDisabled={name.trim() === ''}
      isStaying
      onAct={add}
      onClose={onClose}
    >
      <p className="hint">
        {t('Log in with your finger, your face or a key instead of a name and a password.')}
      </p>
      <OwnList own={own} describe={told} />
      <h3>{t('A new one')}</h3>
      <label className="field">
        {t('Name')}
        <input
          value={name}
          autoFocus
          autoComplete="off"
          maxLength={100}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      {field}
    </Dialog>
  )
}

function told({ site, isSynced, usedAt }: Passkey): (string | null)[] {
  return [
    site === location.hostname ? null : t('Only at {site}', { site }),
    isSynced ? t('On several devices') : null,
    usedAt ? t('used {at}', { at: when(usedAt) }) : t('never used'),
  ]
}
