import type { Entry, LinkPurpose, Role } from '@triptych/contract/accounts'
import { useEffect, useState } from 'react'
import { pageOf, workspace } from '../workspaces.ts'
import { askAuth } from './ask-auth.ts'
import { EnterForm } from './enter-form.tsx'
import { EnterPage } from './enter-page.tsx'
import { LoginForm } from './login-form.tsx'
import { PasswordField } from './password-field.tsx'
import { Said } from '../words/said.tsx'
import { reasonOf, t } from '../words/words.ts'

interface Props {
  secret: string
  entry: Entry
  onEntry: (entry: Entry) => void
  /** Goes on without it. */
  onLeave: () => void
}

/** What a link that can be used once leads to: the first owner, somebody who is invited, another password, a mail address. */
export function LinkPage({ secret, entry, onEntry, onLeave }: Props) {
  const [purpose, setPurpose] = useState<LinkPurpose | null>(null)
  const [problem, setProblem] = useState('')
  const [known, setKnown] = useState(entry)
  /** How whoever is invited comes in; those who are in already are asked whether it is for them. */
  const [way, setWay] = useState<'known' | 'login' | 'new'>(entry.you ? 'known' : 'new')
  useEffect(() => {
    setProblem('')
    setPurpose(null)
    askAuth<LinkPurpose>('POST', '/links/look', { secret }).then(setPurpose, (error: Error) =>
      setProblem(reasonOf(error)),
    )
  }, [secret])

  async function use({ username = '', password = '' }: Record<string, string>): Promise<void> {
    const name = purpose?.kind === 'password' ? {} : { name: username }
    goOn(await askAuth<Entry>('POST', '/links/use', { secret, password, ...name }))
  }

  /** Somebody who has an account takes an invitation by the link alone. */
  async function take(): Promise<void> {
    goOn(await askAuth<Entry>('POST', '/links/use', { secret }))
  }

  function goOn(next: Entry): void {
    const leadsTo = purpose?.place?.workspace ?? workspace.name
    if (leadsTo === workspace.name) onEntry(next)
    else location.assign(pageOf(leadsTo))
  }

  if (problem) {
    return (
      <EnterPage title={t('This link does not work')}>
        <p role="alert">{problem}</p>
        <p>
          {t(
            'It may have been used already, or be too old. Whoever gave it to you can make another.',
          )}
        </p>
        <button type="button" className="button" onClick={onLeave}>
          {t('Go on without it')}
        </button>
      </EnterPage>
    )
  }
  if (!purpose) return <EnterPage title={t('One moment …')}>{null}</EnterPage>
  const { kind, place } = purpose
  const isInvitation = kind === 'invitation'
  const isMail = kind === 'mail'
  const isKnown = way === 'known'
  return (
    <EnterPage title={titles[kind]}>
      {kind === 'first-owner' && (
        <p>{t('Choose your name and your password. Everything on this server will be yours.')}</p>
      )}
      {place && (
        <p>
          <Said
            text={becomes[place.role]}
            parts={{ workspace: <strong>{place.workspace}</strong> }}
          />
        </p>
      )}
      {isMail && (
        <p>
          <Said
            text={t('Mail for the account {name} will come to this address.')}
            parts={{ name: <strong>{purpose.name}</strong> }}
          />
        </p>
      )}
      {(isInvitation || isMail) && isKnown && (
        <EnterForm action={t('Go on as {name}', { name: known.you?.name })} onSubmit={take}>
          {null}
        </EnterForm>
      )}
      {((isInvitation && way === 'login') || (isMail && !isKnown)) && (
        <LoginForm
          entry={known}
          onEntry={(next) => {
            setKnown(next)
            setWay('known')
          }}
        />
      )}
      {!isMail && (!isInvitation || way === 'new') && (
        <EnterForm action={kind === 'password' ? t('Save and log in') : t('Go on')} onSubmit={use}>
          <label className="field">
            {t('Name')}
            <input
              className="control"
              name="username"
              autoComplete="username"
              spellCheck={false}
              maxLength={64}
              autoFocus={kind !== 'password'}
              defaultValue={purpose.name ?? ''}
              readOnly={kind === 'password'}
              required
            />
          </label>
          <PasswordField
            label={t('New password')}
            name="password"
            autoComplete="new-password"
            hasFocus={kind === 'password'}
          />
        </EnterForm>
      )}
      {isInvitation && (
        <button
          type="button"
          className="plain other-way"
          onClick={() => setWay(way === 'new' ? (known.you ? 'known' : 'login') : 'new')}
        >
          {way === 'new' ? t('I have an account already') : t('Make a new account instead')}
        </button>
      )}
    </EnterPage>
  )
}

const titles = {
  'first-owner': t('Welcome'),
  invitation: t('You are invited'),
  password: t('Choose another password'),
  mail: t('Confirm your mail address'),
}

const becomes: Record<Role, string> = {
  reader: t('You will be a reader of the workspace {workspace}.'),
  commenter: t('You will be a commenter of the workspace {workspace}.'),
  editor: t('You will be an editor of the workspace {workspace}.'),
  owner: t('You will be an owner of the workspace {workspace}.'),
}
