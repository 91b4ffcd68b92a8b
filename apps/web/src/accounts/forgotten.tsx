import { useState } from 'react'
import { askAuth } from './ask-auth.ts'
import { EnterForm } from './enter-form.tsx'
import { t } from '../words/words.ts'

/** Whoever has forgotten their password has a link mailed, if there is anybody of this name. */
export function Forgotten({ onLeave }: { onLeave: () => void }) {
  const [isSent, setSent] = useState(false)
  return (
    <>
      {isSent ? (
        <p role="status">
          {t(
            'If there is such an account and it has a mail address, a link for a new password is on its way there.',
          )}
        </p>
      ) : (
        <EnterForm
          action={t('Mail me a link')}
          onSubmit={async ({ who = '' }) => {
            await askAuth('POST', '/forgotten', { who })
            setSent(true)
          }}
        >
          <label className="field">
            {t('Name or mail address')}
            <input
              className="control"
              name="who"
              autoComplete="username"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={256}
              autoFocus
              required
            />
          </label>
        </EnterForm>
      )}
      <button type="button" className="plain other-way" autoFocus={isSent} onClick={onLeave}>
        {t('Back to the login')}
      </button>
    </>
  )
}
