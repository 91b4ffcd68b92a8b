import type { OwnMail } from '@triptych/contract/accounts'
import { useRef } from 'react'
import { Dialog } from '../dialog.tsx'
import type { AccountDialogProps } from './account-dialog.ts'
import { askAuth } from './ask-auth.ts'
import { ListNote } from './list-note.tsx'
import { PasswordField } from './password-field.tsx'
import { useAnswer } from './use-answer.ts'
import { t } from '../words/words.ts'

/** Where a link is mailed when the password is forgotten. */
export function MailDialog({ ask, onClose }: AccountDialogProps) {
  const { answer, problem, again } = useAnswer(() => ask<OwnMail>('GET', '/mail'))
  const fields = useRef<HTMLDivElement>(null)

  const value = (name: string) =>
    fields.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? ''

  async function change(): Promise<void> {
    const mail = value('mail').trim() || null
    const { awaited } = await askAuth<OwnMail>('PUT', '/mail', {
      mail,
      password: value('password'),
    })
    if (awaited === null) onClose()
    else await again()
  }

  return (
    <Dialog
      title={t('Mail address')}
      action={t('Save')}
      isDisabled={answer === null}
      onAct={change}
      onClose={onClose}
    >
      <p className="hint">{t('A link for a new password is mailed there, when you ask for it.')}</p>
      {answer ? (
        <div ref={fields}>
          <label className="field">
            {t('Mail address')}
            <input
              className="control"
              type="email"
              name="mail"
              autoComplete="email"
              maxLength={254}
              defaultValue={answer.mail ?? ''}
              autoFocus
            />
          </label>
          <PasswordField
            label={t('Your password')}
            name="password"
            autoComplete="current-password"
          />
          {answer.awaited !== null && (
            <p className="hint" role="status">
              {t('A link is on its way to {awaited}. The address counts once you have opened it.', {
                awaited: answer.awaited,
              })}
            </p>
          )}
        </div>
      ) : (
        <ListNote list={null} problem={problem} />
      )}
    </Dialog>
  )
}
