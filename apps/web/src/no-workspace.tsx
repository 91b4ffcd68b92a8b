import { useEffect, useState } from 'react'
import { EnterPage } from './accounts/enter-page.tsx'
import { useRights } from './accounts/rights.ts'
import { when } from './accounts/when.ts'
import { problemText } from './failure-text.ts'
import {
  listDeleted,
  listWorkspaces,
  makeWorkspace,
  pageOf,
  restoreWorkspace,
  workspace,
} from './workspaces.ts'
import type { NamedWorkspace } from './workspaces.ts'
import { t } from './words/words.ts'

/** For one who has come to the address of a workspace that is none: where else to go, to bring it back, or to make it. */
export function NoWorkspace() {
  const { administer } = useRights()
  const [others, setOthers] = useState<readonly NamedWorkspace[]>([])
  /** `undefined` until it is known. */
  const [deleted, setDeleted] = useState<NamedWorkspace | null>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    document.title = t('No such workspace · Triptych')
    // The lists are a help; without them there is still the button.
    listWorkspaces()
      .then(setOthers)
      .catch(() => {})
    listDeleted()
      .then((all) => setDeleted(all.find(({ name }) => name === workspace.name) ?? null))
      .catch(() => setDeleted(null))
  }, [])

  async function act(work: () => Promise<NamedWorkspace>): Promise<void> {
    setBusy(true)
    setProblem('')
    try {
      const page = pageOf((await work()).name)
      // The same address with another hash would not be loaded anew.
      if (new URL(page, location.href).pathname === location.pathname) location.reload()
      else location.assign(page)
    } catch (error) {
      setProblem(problemText(error as Error))
      setBusy(false)
    }
  }

  const button = deleted
    ? { text: t('Bring it back'), work: () => restoreWorkspace(workspace.name) }
    : deleted === null && administer
      ? { text: t('Create it'), work: () => makeWorkspace(workspace.name) }
      : null
  return (
    <EnterPage title={deleted ? t('The workspace was deleted') : t('No such workspace')}>
      <p role="status">{deleted ? toldOf(deleted) : missing()}</p>
      {others.length > 0 && (
        <nav aria-label={t('Workspaces')}>
          <ul className="enter-places">
            {others.map(({ name, title }) => (
              <li key={name}>
                <a href={pageOf(name)}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {button && (
        <button
          type="button"
          // Whoever mistyped a link shall make none by the next Enter.
          className={deleted ? 'button primary' : 'button'}
          autoFocus={Boolean(deleted)}
          disabled={isBusy}
          onClick={() => void act(button.work)}
        >
          {button.text}
        </button>
      )}
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </EnterPage>
  )
}

function missing(): string {
  return t('There is no workspace “{name}”. It may have been deleted, or the link is mistyped.', {
    name: workspace.name,
  })
}

function toldOf({ title, deleted }: NamedWorkspace): string {
  return t('“{title}” was deleted {when}. It can be brought back until {until}.', {
    title,
    when: when(deleted?.at ?? ''),
    until: when(deleted?.until ?? ''),
  })
}
