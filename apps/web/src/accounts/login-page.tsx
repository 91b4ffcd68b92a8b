import type { Entry } from '@triptych/contract/accounts'
import { EnterPage } from './enter-page.tsx'
import { LoginForm } from './login-form.tsx'
import { t } from '../words/words.ts'

interface Props {
  entry: Entry
  onEntry: (entry: Entry) => void
}

/** It stands at the address that was asked for, so afterwards that is shown. */
export function LoginPage({ entry, onEntry }: Props) {
  return (
    <EnterPage title={t('Log in')}>
      <LoginForm entry={entry} onEntry={onEntry} />
    </EnterPage>
  )
}
