import type { ServerError } from 'triptych-client'
import type { Entry } from '@triptych/contract/accounts'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { askEntry } from './accounts/ask-auth.ts'
import { EntryContext } from './accounts/entry-context.ts'
import { takeLinkSecret } from './accounts/link-secret.ts'
import { RightsContext, rightsOf } from './accounts/rights.ts'
import { useIsThere } from './use-is-there.ts'
import { defaultWorkspace, pageOf, workspace } from './workspaces.ts'
import { t } from './words/words.ts'

const LoginPage = lazy(async () => ({
  default: (await import('./accounts/login-page.tsx')).LoginPage,
}))
const LinkPage = lazy(async () => ({
  default: (await import('./accounts/link-page.tsx')).LinkPage,
}))
const NoWorkspace = lazy(async () => ({
  default: (await import('./no-workspace.tsx')).NoWorkspace,
}))
const NoPlace = lazy(async () => ({ default: (await import('./accounts/no-place.tsx')).NoPlace }))

// Both at once, before anything is shown: a secret must not stay in the address.
const firstSecret = takeLinkSecret()
const troubles = new Set<(error: ServerError) => void>()
const firstEntry = askEntry((error) => troubles.forEach((tell) => tell(error)))

/** Shows the page to those who may see it, and to others how they get in. */
export function Gate({ children }: { children: ReactNode }) {
  const [entry, setEntry] = useState<Entry | null>(null)
  const [secret, setSecret] = useState(firstSecret)
  const [trouble, setTrouble] = useState<ServerError | null>(null)
  useEffect(() => {
    void firstEntry.then(setEntry)
    troubles.add(setTrouble)
    const look = () => setSecret((known) => takeLinkSecret() ?? known)
    addEventListener('hashchange', look)
    return () => {
      removeEventListener('hashchange', look)
      troubles.delete(setTrouble)
    }
  }, [])

  if (!entry)
    return trouble ? <NoAnswer error={trouble} /> : <p className="loading">{t('Loading …')}</p>
  return (
    <Suspense fallback={<p className="loading">{t('Loading …')}</p>}>
      {secret === null ? (
        <Inside entry={entry} setEntry={setEntry}>
          {children}
        </Inside>
      ) : (
        <LinkPage
          secret={secret}
          entry={entry}
          onLeave={() => setSecret(null)}
          onEntry={(next) => {
            setEntry(next)
            setSecret(null)
          }}
        />
      )}
    </Suspense>
  )
}

interface InsideProps {
  entry: Entry
  setEntry: (entry: Entry) => void
  children: ReactNode
}

function Inside({ entry, setEntry, children }: InsideProps) {
  const { you } = entry
  const rights = useMemo(() => rightsOf(entry, workspace.name), [entry])
  const state = useMemo(() => ({ entry, setEntry }), [entry, setEntry])
  if (entry.accounts && !you) return <LoginPage entry={entry} onEntry={setEntry} />
  if (rights) {
    return (
      <EntryContext value={state}>
        <RightsContext value={rights}>
          <IfThere>{children}</IfThere>
        </RightsContext>
      </EntryContext>
    )
  }
  const [first] = you?.places ?? []
  if (first && workspace.name === defaultWorkspace) {
    // The address names no workspace, so the first of theirs is as good.
    location.replace(pageOf(first.workspace))
    return null
  }
  return you && <NoPlace you={you} />
}

/** Some may see every workspace, and so may come to the address of one that is none. */
function IfThere({ children }: { children: ReactNode }) {
  const isThere = useIsThere()
  if (isThere === null) return <p className="loading">{t('Loading …')}</p>
  return isThere ? children : <NoWorkspace />
}

/** It is asked again all the time; the button is for those who do not want to wait. */
function NoAnswer({ error: { status } }: { error: ServerError }) {
  return (
    <div className="failed" role="alert">
      <p>
        {status === 0
          ? t('The server cannot be reached. It is tried again until it answers.')
          : t('The server has failed ({status}). It is tried again until it answers.', { status })}
      </p>
      <button type="button" className="button" onClick={() => location.reload()}>
        {t('Try again')}
      </button>
    </div>
  )
}
