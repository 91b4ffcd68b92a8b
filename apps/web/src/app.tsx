import { Locale, Willow, WillowDark } from '@svar-ui/react-core'
import { openServer } from 'triptych-client'
import type { Failure, Person, Status } from 'triptych-client'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { ComponentType } from 'react'
import type { ViewName } from './address.ts'
import { AccountMenu } from './accounts/account-menu.tsx'
import { RightsContext, useRights } from './accounts/rights.ts'
import { useLogin } from './accounts/use-login.ts'
import { Connection } from './connection.tsx'
import { FailureBoundary } from './failure-boundary.tsx'
import { failureText } from './failure-text.ts'
import { Header, titles } from './header.tsx'
import { Late } from './late.tsx'
import { later, loadParts } from './later.ts'
import { useWayBack } from './history/use-way-back.ts'
import { People } from './people.tsx'
import { LeftContext } from './rules/left.ts'
import { useLeftByRules } from './rules/use-left-by-rules.ts'
import { MessagesContext, Toasts, useToasts } from './toasts.tsx'
import { useAddress } from './use-address.ts'
import { lookAgain } from './use-is-there.ts'
import { usePlaces } from './use-places.ts'
import { useRecent } from './home/use-recent.ts'
import { useStored } from './use-stored.ts'
import { useTheme } from './use-theme.ts'
import { useWarning } from './use-warning.ts'
import { useWidgetMenus } from './use-widget-menus.ts'
import { useWorkspaces } from './use-workspaces.ts'
import type { HistoryOf, ViewProps } from './view.ts'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'
import { workspace } from './workspaces.ts'
import '@svar-ui/react-core/style.css'
import './icons/icons.css'
import './colours.css'
import './app.css'
import './controls.css'
import './dialog.css'
import { t, widgetWords } from './words/words.ts'

/** Each view comes with its widget, so the first to be shown comes first. */
const loads: Record<ViewName, () => Promise<{ default: ComponentType<ViewProps> }>> = {
  home: async () => ({ default: (await import('./home/home-view.tsx')).HomeView }),
  files: async () => ({ default: (await import('./files/files-view.tsx')).FilesView }),
  gantt: async () => ({ default: (await import('./gantt/gantt-view.tsx')).GanttView }),
  tables: async () => ({ default: (await import('./tables/tables-view.tsx')).TablesView }),
}

const shownAs: Record<ViewName, ComponentType<ViewProps>> = {
  home: lazy(loads.home),
  files: lazy(loads.files),
  gantt: lazy(loads.gantt),
  tables: lazy(loads.tables),
}

const loadLogin = async () => ({
  default: (await import('./accounts/login-again.tsx')).LoginAgain,
})
const LoginAgain = lazy(loadLogin)

const HistoryDialog = later(
  async () => (await import('./history/history-dialog.tsx')).HistoryDialog,
)

/** The others follow while nobody waits: later there may be no connection. But not where each byte is paid for. */
function loadTheRest(hasAccounts: boolean): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return () => {}
  const timer = setTimeout(() => {
    for (const load of Object.values(loads)) load().catch(() => {})
    if (hasAccounts) loadLogin().catch(() => {})
    void loadParts()
  }, 1000)
  return () => clearTimeout(timer)
}

export function App() {
  const { address, go } = useAddress()
  const places = usePlaces(address)
  useRecent(address)
  const { theme, isDark, setTheme } = useTheme()
  const { toasts, tell, dismiss, outdateUndo, dismissUndo } = useToasts()
  const [over, setOver] = useState<HTMLElement | null>(null)
  const [server] = useState(() => openServer({ url: workspace.url }))
  const workspaces = useWorkspaces(server, tell)
  const { entry, isNeeded, onEntry } = useLogin(server)
  const rights = useRights()
  const [shownName, setShownName] = useState<string | null>(null)
  const [chosenName, setName] = useStored('triptych.name', '')
  const name = entry.accounts ? (entry.you?.name ?? '') : chosenName
  const [status, setStatus] = useState<Status>('connecting')
  const [people, setPeople] = useState<readonly Person[]>([])
  const [unsaved, setUnsaved] = useState(0)
  const [historyOf, showHistory] = useState<HistoryOf | null>(null)
  const tellFailure = useCallback(
    (failure: Failure) => tell({ kind: 'error', text: failureText(failure) }),
    [tell],
  )

  useEffect(() => {
    const ends = [
      server.onStatus(setStatus),
      server.onPeople(setPeople),
      server.onUnsaved(setUnsaved),
    ]
    return () => ends.forEach((end) => end())
  }, [server])

  useEffect(() => {
    if (status === 'lost') lookAgain()
  }, [status])

  const { view, path, query } = address
  const left = useLeftByRules(server, entry.accounts && rights.change && !rights.manage)
  // Tables say each for itself what may be changed.
  const change =
    rights.change && left !== null && (view === 'home' || view === 'tables' || left[view])
  const rightsHere = useMemo(() => ({ ...rights, change }), [rights, change])
  const wayBack = useWayBack(server, {
    tell,
    mayChange: rights.change || rights.comment,
    hasNames: entry.accounts,
    onDone: outdateUndo,
    onUndone: dismissUndo,
  })
  const place = view === 'tables' && path[0] ? `tables/${path[0]}` : view
  const [spot, standAt] = useState('')
  useEffect(
    () => server.introduce({ name, at: (place + spot).slice(0, 200) }),
    [server, name, place, spot],
  )

  useEffect(() => {
    // The number of a task says nothing to anybody.
    const named = view === 'gantt' ? shownName : (shownName ?? path.at(-1))
    const title = [named, titles[view], workspaces.title, 'Triptych']
    document.title = title.filter(Boolean).join(' · ')
  }, [view, path, shownName, workspaces.title])
  useEffect(() => loadTheRest(entry.accounts), [entry.accounts])
  useWarning(unsaved > 0)
  useWidgetMenus()

  const View = shownAs[view]
  const ways = { go, tell, tellFailure, wayBack, showHistory, setName: setShownName, standAt }
  const props = { server, path, query, isDark, workspaces, ...ways }
  // Called, not rendered: as components they are two, and all views would begin anew with the other.
  return (isDark ? WillowDark : Willow)({
    fonts: false,
    children: (
      <Locale words={widgetWords()}>
        <a className="skip" href="#view" onClick={skipToView}>
          {t('Skip to the view')}
        </a>
        <Header
          view={view}
          places={places}
          theme={theme}
          setTheme={setTheme}
          workspaces={workspaces.all}
          switcher={<WorkspaceSwitcher view={view} workspaces={workspaces} />}
        >
          <Connection status={status} waiting={unsaved} />
          <People people={people} name={name} {...(!entry.accounts && { setName })} />
          {entry.you && (
            <AccountMenu
              entry={entry}
              you={entry.you}
              server={server}
              workspaceTitle={workspaces.title}
              tell={tell}
              onHistory={() => showHistory({ name: '' })}
            />
          )}
        </Header>
        <main id="view" tabIndex={-1}>
          {left ? (
            <RightsContext value={rightsHere}>
              <LeftContext value={left}>
                <FailureBoundary key={`${view} ${change}`}>
                  <Suspense fallback={<p className="loading">{t('Loading …')}</p>}>
                    <MessagesContext value={setOver}>
                      <View {...props} />
                    </MessagesContext>
                  </Suspense>
                </FailureBoundary>
              </LeftContext>
            </RightsContext>
          ) : (
            <p className="loading">{t('Loading …')}</p>
          )}
        </main>
        <Toasts {...{ toasts, over, dismiss }} />
        {historyOf && (
          <Late onClose={() => showHistory(null)}>
            <HistoryDialog
              server={server}
              entry={entry}
              rights={rights}
              name={name}
              shown={historyOf}
              onClose={() => showHistory(null)}
            />
          </Late>
        )}
        {isNeeded && (
          <Late>
            <LoginAgain entry={entry} name={name} waiting={unsaved} onEntry={onEntry} />
          </Late>
        )}
      </Locale>
    ),
  })
}

/** The part of the address behind `#` holds the view, so a link cannot do it. */
function skipToView(event: { preventDefault: () => void }): void {
  event.preventDefault()
  document.getElementById('view')?.focus()
}
