import { useRef } from 'react'
import { Dialog } from '../dialog.tsx'
import type { AccountDialogProps } from './account-dialog.ts'
import { askAuth } from './ask-auth.ts'
import { PasswordField } from './password-field.tsx'
import { t } from '../words/words.ts'

export function PasswordDialog({ you, onClose }: AccountDialogProps) {
  const fields = useRef<HTMLDivElement>(null)

  const value = (name: string) =>
    fields.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value

  async function change(): Promise<void> {
    // Asked without waiting for a login: a wrong password is refused in the same way.
    await askAuth('POST', '/password', { current: value('current'), next: value('next') })
    onClose()
  }

  return (
    <Dialog title={t('Password')} action={t('Change')} onAct={change} onClose={onClose}>
      <div ref={fields}>
        <input type="hidden" name="username" autoComplete="username" value={you.name} />
        <PasswordField
          label={t('Your password now')}
          name="current"
          autoComplete="current-password"
          hasFocus
        />
        <PasswordField label={t('New password')} name="next" autoComplete="new-password" />
      </div>
      <p className="hint">
        {t('All other browsers in which you are logged in have to log in again.')}
      </p>
    </Dialog>
  )
}
