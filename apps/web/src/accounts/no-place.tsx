import type { Entry } from '@triptych/contract/accounts'
import { pageOf, workspace } from '../workspaces.ts'
import { askAuth } from './ask-auth.ts'
import { EnterPage } from './enter-page.tsx'
import { Said } from '../words/said.tsx'
import { t } from '../words/words.ts'

/** For one who is in, but not in this workspace. Whether there is one is not for them to know. */
export function NoPlace({ you }: { you: NonNullable<Entry['you']> }) {
  return (
    <EnterPage title={t('Nothing for you here')}>
      <p>
        <Said
          text={t('There is no workspace {workspace} that {name} may see.')}
          parts={{ workspace: <strong>{workspace.name}</strong>, name: you.name }}
        />
      </p>
      {you.places.length > 0 && (
        <ul className="enter-places">
          {you.places.map(({ workspace: name }) => (
            <li key={name}>
              <a href={pageOf(name)}>{name}</a>
            </li>
          ))}
        </ul>
      )}
      {you.by === 'session' && (
        <button type="button" className="button" onClick={() => void leave()}>
          {t('Log in as somebody else')}
        </button>
      )}
    </EnterPage>
  )
}

async function leave(): Promise<void> {
  await askAuth('POST', '/logout').catch(() => {})
  location.reload()
}
