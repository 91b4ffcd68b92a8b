import type { Entry } from '@triptych/contract/accounts'
import { useState } from 'react'
import { pageAt } from '../workspaces.ts'
import { askAuth } from './ask-auth.ts'
import { EnterForm } from './enter-form.tsx'
import { Forgotten } from './forgotten.tsx'
import { canUsePasskeys, logInByPasskey } from './passkey.ts'
import { PasswordField } from './password-field.tsx'
import { useWork } from './use-work.ts'
import { t } from '../words/words.ts'

interface Props {
  entry: Entry
  /** Of the one who was here before. */
  name?: string
  onEntry: (entry: Entry) => void
}

export function LoginForm({ entry, name = '', onEntry }: Props) {
  const [isForgotten, setForgotten] = useState(false)

  async function login(fields: Record<string, string>): Promise<void> {
    const { username = '', password = '' } = fields
    onEntry(await askAuth<Entry>('POST', '/login', { name: username, password }))
  }

  if (isForgotten) return <Forgotten onLeave={() => setForgotten(false)} />
  return (
    <>
      {entry.password && (
        <EnterForm action={t('Log in')} onSubmit={login}>
          <label className="field">
            {t('Name')}
            <input
              className="control"
              name="username"
              autoComplete="username"
              autoCapitalize="off"
              spellCheck={false}
              defaultValue={name}
              autoFocus={name === ''}
              required
            />
          </label>
          <PasswordField
            label={t('Password')}
            name="password"
            autoComplete="current-password"
            hasFocus={name !== ''}
          />
        </EnterForm>
      )}
      {entry.password && entry.mail && (
        <button type="button" className="plain other-way" onClick={() => setForgotten(true)}>
          {t('Forgotten?')}
        </button>
      )}
      {canUsePasskeys(entry) && <PasskeyButton onEntry={onEntry} />}
      {entry.provider && (
        <a className="button provider" href={providerAddress()}>
          {t('Log in with {name}', { name: entry.provider.name })}
        </a>
      )}
    </>
  )
}

function PasskeyButton({ onEntry }: Pick<Props, 'onEntry'>) {
  const { problem, isBusy, run } = useWork()
  return (
    <>
      <button
        type="button"
        className="button provider"
        disabled={isBusy}
        onClick={() => void run(async () => onEntry(await logInByPasskey()))}
      >
        {t('Log in with a passkey')}
      </button>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

/** Of an address that the server takes. */
const longest = 2000

/** The provider sends the person back to where they are now. */
function providerAddress(): string {
  const { pathname, search, hash } = location
  const here = pathname + search + hash
  const to = here.length <= longest ? here : pathname
  return `${pageAt('auth/provider')}?${new URLSearchParams({ to })}`
}
