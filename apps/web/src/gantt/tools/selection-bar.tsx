import type { IApi, ITask, TID } from '@svar-ui/react-gantt'
import { wallTime } from 'triptych-client'
import type { GanttConnection } from 'triptych-client'
import close from 'lucide-static/icons/x.svg?raw'
import { useContext, useEffect, useRef, useState } from 'react'
import { useWork } from '../../accounts/use-work.ts'
import { Icon } from '../../icon.tsx'
import { isTyping } from '../../is-typing.ts'
import type { ViewProps } from '../../view.ts'
import { assignedTo, membersOf, TeamContext } from '../team-context.ts'
import { writeTogether } from '../write-together.ts'
import type { Write } from '../write-together.ts'
import { chained, unlinked } from './link-selected.ts'
import './selection-bar.css'
import { counted, t } from '../../words/words.ts'

interface SelectionBarProps extends Pick<ViewProps, 'server' | 'tell' | 'wayBack'> {
  api: IApi
  connection: GanttConnection
  selected: readonly TID[]
}

const progresses = [0, 25, 50, 75, 100]

/** What can be done with several tasks at once, each as one step to take back. */
export function SelectionBar(props: SelectionBarProps) {
  const { api, connection, selected } = props
  const team = useContext(TeamContext)
  const [days, setDays] = useState('1')
  const work = useWork()
  const leaves = () => leavesOf(api, selected)

  const run = (writes: () => Write[], text: string) =>
    void work.run(() => writeTogether(props, writes, text))

  const change = (id: TID, data: object): Write => ({
    url: `tasks/${connection.realId(id)}`,
    method: 'PUT',
    data,
  })

  function assign(resource: number, name: string): void {
    const writes = () =>
      leaves()
        .filter(({ id }) => !assignedTo(team, id!).some((one) => one.id === resource))
        .map(({ id }): Write => {
          const data = { task: connection.realId(id!), resource, units: 100 }
          return { url: 'assignments', method: 'POST', data }
        })
    run(writes, t('{name} works on the selected tasks.', { name }))
  }

  function setProgress(progress: number): void {
    const writes = () =>
      leaves()
        .filter(({ type }) => type !== 'milestone' || progress % 100 === 0)
        .map(({ id }) => change(id!, { progress }))
    run(writes, t('The selected tasks are {progress} % done.', { progress }))
  }

  function shift(by: number): void {
    const writes = () =>
      leaves().flatMap(({ id, start, end, type }) => {
        if (!start) return []
        const dates = { start: later(start, by) }
        const hasEnd = end && type !== 'milestone'
        return [change(id!, hasEnd ? { ...dates, end: later(end, by) } : dates)]
      })
    run(writes, counted(by, 'Moved by one day.', 'Moved by {count} days.'))
  }

  const link = () =>
    run(
      () => chained(api, connection, selected),
      t('Each of the selected tasks follows the one above it.'),
    )
  const unlink = () =>
    run(
      () => unlinked(api, connection, selected),
      t('The selected tasks do not wait for one another.'),
    )
  useLinkKeys(link, unlink)

  function clear(): void {
    for (const id of selected) void api.exec('select-task', { id, toggle: true, show: false })
  }

  const count = Number(days)
  const isNumber = days !== '' && Number.isInteger(count) && count !== 0
  return (
    <div className="gantt-selection" role="toolbar" aria-label={t('Selected tasks')}>
      <strong>{counted(selected.length, '{count} task selected', '{count} tasks selected')}</strong>
      <select
        className="control"
        aria-label={t('Assign all to')}
        value=""
        disabled={work.isBusy}
        onChange={({ target }) =>
          assign(Number(target.value), target.selectedOptions[0]?.textContent ?? '')
        }
      >
        <option value="">{t('Assign to …')}</option>
        {membersOf(team).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select
        className="control"
        aria-label={t('Progress of all')}
        value=""
        disabled={work.isBusy}
        onChange={({ target }) => setProgress(Number(target.value))}
      >
        <option value="">{t('Progress …')}</option>
        {progresses.map((one) => (
          <option key={one} value={one}>
            {`${one} %`}
          </option>
        ))}
      </select>
      <div className="links">
        <button className="button" title={linkKeys.link} disabled={work.isBusy} onClick={link}>
          {t('Link tasks')}
        </button>
        <button className="button" title={linkKeys.unlink} disabled={work.isBusy} onClick={unlink}>
          {t('Unlink')}
        </button>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isNumber) shift(count)
        }}
      >
        <label>
          {t('Days')}
          <input
            className="control"
            type="number"
            step={1}
            min={-3660}
            max={3660}
            value={days}
            onChange={({ target }) => setDays(target.value)}
          />
        </label>
        <button className="button" disabled={!isNumber || work.isBusy}>
          {t('Move')}
        </button>
      </form>
      {work.problem && (
        <span className="problem" role="alert">
          {work.problem}
        </span>
      )}
      <button
        className="plain icon-only"
        aria-label={t('Select nothing')}
        title={t('Select nothing')}
        onClick={clear}
      >
        <Icon svg={close} />
      </button>
    </div>
  )
}

const linkKeys = { link: 'Ctrl+F2', unlink: 'Ctrl+Shift+F2' }

/** As in Microsoft Project. */
function useLinkKeys(link: () => void, unlink: () => void): void {
  const latest = useRef({ link, unlink })
  latest.current = { link, unlink }

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey
      if (event.key !== 'F2' || !isCommand || isTyping(event.target)) return
      event.preventDefault()
      // The widget edits by F2, whatever is held beside it.
      event.stopPropagation()
      if (event.shiftKey) latest.current.unlink()
      else latest.current.link()
    }
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [])
}

/** What there is to do of the selected tasks: of a branch, what is in it. */
function leavesOf(api: IApi, ids: readonly TID[]): ITask[] {
  const found = new Map<TID, ITask>()
  const add = (task: ITask): void => {
    if (task.data?.length) task.data.forEach(add)
    else if (task.type !== 'summary') found.set(task.id!, task)
  }
  for (const id of ids) {
    const task = api.getState().tasks.byId(id)
    if (task) add(task)
  }
  return [...found.values()]
}

/** Days are not always 24 hours long. */
function later(date: Date, days: number): string {
  const moved = new Date(date)
  moved.setDate(moved.getDate() + days)
  return wallTime(moved)
}
