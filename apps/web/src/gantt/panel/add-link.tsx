import type { IApi, ITask, TID } from '@svar-ui/react-gantt'
import { useContext, useId, useState } from 'react'
import type { FormEvent } from 'react'
import { taskAtWbs, wbsOf } from '../grid/wbs.ts'
import { linkedText } from '../linked-text.ts'
import { LinkRefusalsContext } from '../chart/link-refusals.ts'
import { t } from '../../words/words.ts'

/** More are not looked through by anybody. */
const mostHints = 20

/** Another task by its name or number, which this one waits for, or which waits for it. */
export function AddLink({ api, task }: { api: IApi; task: TID }) {
  const refusals = useContext(LinkRefusalsContext)
  const [name, setName] = useState('')
  const [isBefore, setBefore] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()
  const hints = name.trim() === '' ? [] : tasksLike(api, name, task)

  function add(event: FormEvent): void {
    event.preventDefault()
    const found = taskNamed(api, name, task)
    if (typeof found === 'string') return setProblem(found)
    const [source, target] = isBefore ? [found.id!, task] : [task, found.id!]
    const links = api.getState().links.map((link) => link)
    if (links.some((link) => link.source === source && link.target === target)) {
      return setProblem(linkedText(api, source, target))
    }
    refusals.expect(setProblem)
    void api.exec('add-link', { link: { source, target, type: 'e2s' } })
    setProblem(null)
    return setName('')
  }

  return (
    <form className="task-links add-link" onSubmit={add}>
      <h3 id={`${id}-title`}>{t('Add a link')}</h3>
      <div className="row">
        <select
          className="control"
          aria-label={t('Which waits for which')}
          value={String(isBefore)}
          onChange={({ target }) => setBefore(target.value === 'true')}
        >
          <option value="true">{t('It waits for')}</option>
          <option value="false">{t('Waits for it')}</option>
        </select>
        <input
          className="control"
          aria-label={t('Name or number of the other task')}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          placeholder={t('Name or number')}
          list={`${id}-hints`}
          value={name}
          onChange={({ target }) => {
            setName(target.value)
            setProblem(null)
          }}
        />
        <button className="button" disabled={name.trim() === ''}>
          {t('Add')}
        </button>
      </div>
      <datalist id={`${id}-hints`}>
        {hints.map((one) => (
          <option key={one.id} value={labelOf(api, one)} />
        ))}
      </datalist>
      {problem !== null && (
        <p id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}

function labelOf(api: IApi, { id, text }: ITask): string {
  return `${wbsOf(api.getState().tasks, id!)} ${text ?? ''}`
}

function others(api: IApi, task: TID): ITask[] {
  const found: ITask[] = []
  api.getState().tasks.forEach((one: ITask) => one.id !== task && found.push(one))
  return found
}

const lower = (text: string | undefined) => text?.trim().toLocaleLowerCase() ?? ''

/** By the number that it begins with, which hints have before the name. */
function numbered(api: IApi, name: string): ITask | null {
  const [, wbs, rest] = /^(\d+(?:\.\d+)*)(?:\s+(.*))?$/.exec(name.trim()) ?? []
  const { tasks } = api.getState()
  const id = wbs === undefined ? null : taskAtWbs(tasks, wbs)
  const found: ITask | null = id === null ? null : tasks.byId(id)
  return found && (rest === undefined || lower(rest) === lower(found.text)) ? found : null
}

function tasksLike(api: IApi, name: string, task: TID): ITask[] {
  const hint = numbered(api, name)
  const found = others(api, task).filter(({ text }) => lower(text).includes(lower(name)))
  return [...(hint && hint.id !== task ? [hint] : []), ...found.slice(0, mostHints)]
}

/** Or why there is none. */
function taskNamed(api: IApi, name: string, task: TID): ITask | string {
  const exact = numbered(api, name)
  if (exact && exact.id !== task) return exact
  const named = others(api, task).filter(({ text }) => lower(text) === lower(name))
  if (named.length === 1) return named[0]!
  if (named.length > 1) {
    return t('Several tasks are called “{name}”: write the number of one.', { name: name.trim() })
  }
  return t('There is no other task “{name}”.', { name: name.trim() })
}
