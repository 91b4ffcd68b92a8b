import { useEffect, useState } from 'react'
import { EnterPage } from './accounts/enter-page.tsx'
import { useRights } from './accounts/rights.ts'
import { problemText } from './failure-text.ts'
import { listWorkspaces, makeWorkspace, pageOf, workspace } from './workspaces.ts'
import type { NamedWorkspace } from './workspaces.ts'
import { Said } from './words/said.tsx'
import { t } from './words/words.ts'

/** For one who has come to the address of a workspace that is none: where else to go, or to make it. */
export function NoWorkspace() {
  const { administer } = useRights()
  const [others, setOthers] = useState<readonly NamedWorkspace[]>([])
  const [isMaking, setMaking] = useState(false)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    document.title = t('No such workspace · Triptych')
    // The list is a help; without it there is still the button.
    listWorkspaces()
      .then(setOthers)
      .catch(() => {})
  }, [])

  async function make(): Promise<void> {
    setMaking(true)
    setProblem('')
    try {
      location.assign(pageOf((await makeWorkspace(workspace.name)).name))
    } catch (error) {
      setProblem(problemText(error as Error))
      setMaking(false)
    }
  }

  return (
    <EnterPage title={t('No such workspace')}>
      <p>
        <Said
          text={t('There is no workspace {name}. The link may be old, or mistyped.')}
          parts={{ name: <strong>{workspace.name}</strong> }}
        />
      </p>
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
      {administer && (
        <button
          type="button"
          className="button primary"
          disabled={isMaking}
          onClick={() => void make()}
        >
          {t('Create it')}
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
