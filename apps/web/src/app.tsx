import { Willow, WillowDark } from '@svar-ui/react-core'
import { openServer } from '@triptych/client'
import type { Failure, Person, Status } from '@triptych/client'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import type { ViewName } from './address.ts'
import { Connection } from './connection.tsx'
import { FailureBoundary } from './failure-boundary.tsx'
import { failureText } from './failure-text.ts'
import { Header } from './header.tsx'
import { People } from './people.tsx'
import { Toasts, useToasts } from './toasts.tsx'
import { useAddress } from './use-address.ts'
import { useStored } from './use-stored.ts'
import { useTheme } from './use-theme.ts'
import type { ViewProps } from './view.ts'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'
import { workspace } from './workspaces.ts'
import '@svar-ui/react-core/style.css'
import './icons/icons.css'
import './app.css'

/** Each view with its widget is loaded when it is shown first. */
const shownAs: Record<ViewName, ComponentType<ViewProps>> = {
  files: lazy(async () => ({ default: (await import('./files/files-view.tsx')).FilesView })),
  gantt: lazy(async () => ({ default: (await import('./gantt/gantt-view.tsx')).GanttView })),
  tables: lazy(async () => ({ default: (await import('./tables/tables-view.tsx')).TablesView })),
}

export function App() {
  const { address, go } = useAddress()
  const { theme, isDark, setTheme } = useTheme()
  const { toasts, tell, dismiss } = useToasts()
  const [name, setName] = useStored('triptych.name', '')
  const [server] = useState(() => openServer({ url: workspace.url, name }))
  const [status, setStatus] = useState<Status>('connecting')
  const [people, setPeople] = useState<readonly Person[]>([])
  const [waiting, setWaiting] = useState(0)
  const tellFailure = useCallback(
    (failure: Failure) => tell({ kind: 'error', text: failureText(failure) }),
    [tell],
  )

  useEffect(() => {
    const ends = [server.onStatus(setStatus), server.onPeople(setPeople)]
    return () => ends.forEach((end) => end())
  }, [server])

  const { view, path, query } = address
  const place = view === 'tables' && path[0] ? `tables/${path[0]}` : view
  useEffect(() => server.introduce({ name, at: place }), [server, name, place])

  const View = shownAs[view]
  const props = { server, path, query, go, tell, tellFailure, setWaiting, isDark }
  // Called, not rendered: as components they are two, and all views would begin anew with the other.
  return (isDark ? WillowDark : Willow)({
    fonts: false,
    children: (
      <>
        <a className="skip" href="#view" onClick={skipToView}>
          Skip to the view
        </a>
        <Header
          view={view}
          theme={theme}
          setTheme={setTheme}
          switcher={<WorkspaceSwitcher tell={tell} />}
        >
          <Connection status={status} waiting={waiting} />
          <People people={people} self={server.origin} name={name} setName={setName} />
        </Header>
        <main id="view" tabIndex={-1}>
          <FailureBoundary key={view}>
            <Suspense fallback={<p className="loading">Loading …</p>}>
              <View {...props} />
            </Suspense>
          </FailureBoundary>
        </main>
        <Toasts toasts={toasts} dismiss={dismiss} />
      </>
    ),
  })
}

/** The part of the address behind `#` holds the view, so a link cannot do it. */
function skipToView(event: { preventDefault: () => void }): void {
  event.preventDefault()
  document.getElementById('view')?.focus()
}
