import type { IApi, ILink, TID } from '@svar-ui/react-gantt'
import { linkTypes } from '@triptych/contract/gantt'
import trash from 'lucide-static/icons/trash-2.svg?raw'
import { useContext, useEffect, useState } from 'react'
import { Icon } from '../../icon.tsx'
import { AnalysisContext } from '../../schedule/analysis-context.ts'
import { KeptInput } from '../../schedule/kept-input.tsx'
import { lagFields, lagText } from '../../schedule/span-text.ts'
import { AddLink } from './add-link.tsx'
import { TaskRightsContext } from '../task-rights.ts'
import { quoted } from '../../quoted.ts'
import { t } from '../../words/words.ts'

interface LinksFieldProps {
  api?: IApi
  task?: TID | null
  disabled?: boolean
}

/** What the server adds to a link of the widget. */
type Link = ILink & { id: TID; lagUnit?: unknown }

const typeNames: Record<(typeof linkTypes)[number], string> = {
  e2s: t('End to start'),
  s2s: t('Start to start'),
  e2e: t('End to end'),
  s2e: t('Start to end'),
}

/** Says in the editor what a task waits for and what waits for it. The widget's own knows no lags here. */
export function LinksField({ api, task = null, disabled = false }: LinksFieldProps) {
  return api && task !== null ? <Links api={api} task={task} isReadOnly={disabled} /> : null
}

function Links({ api, task, isReadOnly }: { api: IApi; task: TID; isReadOnly: boolean }) {
  const links = useLinks(api)
  const before = links.filter(({ target }) => target === task)
  const after = links.filter(({ source }) => source === task)
  const shared = { api, isReadOnly }
  return (
    <>
      {before.length + after.length === 0 && <p className="gantt-nobody">{t('No links')}</p>}
      {before.length > 0 && (
        <LinkList {...shared} title={t('It waits for')} links={before} other="source" />
      )}
      {after.length > 0 && (
        <LinkList {...shared} title={t('Wait for it')} links={after} other="target" />
      )}
      {!isReadOnly && <AddLink key={task} {...{ api, task }} />}
    </>
  )
}

interface LinkListProps {
  api: IApi
  isReadOnly: boolean
  title: string
  links: readonly Link[]
  /** Which end is the other task. */
  other: 'source' | 'target'
}

function LinkList({ api, isReadOnly, title, links, other }: LinkListProps) {
  const { schedule } = useContext(AnalysisContext)
  const mayChange = useContext(TaskRightsContext)
  const isScheduled = schedule !== null && schedule.mode !== 'off'

  return (
    <section className="task-links">
      <h3>{title}</h3>
      <ul>
        {links.map((link) => {
          const { id, type } = link
          const name = quoted(api.getState().tasks.byId(link[other])?.text ?? '')
          const isFixed = isReadOnly || !mayChange(link[other])
          const say = (fields: object) => void api.exec('update-link', { id, link: fields })
          const keepLag = (text: string) => {
            const said = lagFields(text)
            if (!said) return t('Write a lag such as 2d, -1d, 4h or 50%.')
            say(said)
            return null
          }
          return (
            <li key={id}>
              <span className="name">{name}</span>
              <select
                className="control"
                aria-label={t('Type of the link with {name}', { name })}
                value={type}
                disabled={isFixed}
                onChange={({ target }) => say({ type: target.value })}
              >
                {linkTypes.map((one) => (
                  <option key={one} value={one}>
                    {typeNames[one]}
                  </option>
                ))}
              </select>
              {isScheduled && (
                <KeptInput
                  type="text"
                  aria-label={t('Lag of the link with {name}', { name })}
                  title={t('Lag: 2d, -1d, 4h or 50%')}
                  placeholder={t('No lag')}
                  value={lagText(link)}
                  disabled={isFixed}
                  onKeep={keepLag}
                />
              )}
              {!isFixed && (
                <button
                  type="button"
                  className="plain icon-only"
                  aria-label={t('Delete the link with {name}', { name })}
                  title={t('Delete the link')}
                  onClick={() => void api.exec('delete-link', { id })}
                >
                  <Icon svg={trash} />
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function useLinks(api: IApi): readonly Link[] {
  const [shown, setShown] = useState<readonly Link[]>([])

  useEffect(() => {
    const look = () => setShown(api.getState().links.map((link: unknown) => link as Link))
    const { links, tasks } = api.getReactiveState()
    // The types do not tell of it.
    const ends: unknown[] = [links, tasks].map((one) => one.subscribe(look))
    return () => ends.forEach((end) => (end as () => void)())
  }, [api])

  return shown
}
