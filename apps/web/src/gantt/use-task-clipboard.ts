import type { IApi, TID } from '@svar-ui/react-gantt'
import { sendWrite } from 'triptych-client'
import type { GanttConnection } from 'triptych-client'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { problemText } from '../failure-text.ts'
import { isTyping } from '../is-typing.ts'
import { beginning, isBare, isUnsaid } from '../schedule/use-begun-plan.ts'
import type { ViewProps } from '../view.ts'
import type { ShownColumn } from './grid/grid-columns.ts'
import type { GridPlan } from './grid/grid-plan.ts'
import { rowsOf } from './grid/rows-of.ts'
import { additions, copies, moves } from './pasted-tasks.ts'
import type { Write } from './pasted-tasks.ts'
import { topOfPlan } from './task-rights.ts'
import { namesIn, tasksAsText } from './tasks-as-text.ts'
import { t } from '../words/words.ts'

type How = 'copy' | 'cut'

export interface TaskClipboard {
  take: (how: How) => void
  paste: () => void
  hasTasks: boolean
}

interface Options extends Pick<ViewProps, 'server' | 'tell' | 'wayBack'> {
  connection: GanttConnection | null
  plan: GridPlan | null
  columns: readonly ShownColumn[]
}

interface Taken {
  ids: readonly TID[]
  how: How
  text: string
}

/**
 * Tasks are copied, cut and pasted with all below them, as one step to take back; for other programs they are a table.
 * The widget has one clipboard for its keys and another for its buttons, and sends task by task.
 */
export function useTaskClipboard(
  frame: RefObject<HTMLElement | null>,
  api: IApi | null,
  options: Options,
): TaskClipboard {
  const [taken, setTaken] = useState<Taken | null>(null)
  const latest = useRef({ ...options, taken })
  latest.current = { ...options, taken }

  function take(how: How): { text: string; html: string } | null {
    const { plan, columns } = latest.current
    const selected = api?.getState().selected ?? []
    if (!api || !plan || selected.length === 0) return null
    const said = tasksAsText(plan, selected, columns)
    setTaken({ ids: rowsOf(api, selected), how, text: said.text })
    return said
  }

  function takeByButton(how: How): void {
    const said = take(how)
    // Where it is not allowed, the tasks can still be pasted here.
    if (said) navigator.clipboard?.writeText(said.text).catch(() => {})
  }

  /** `text`: what the clipboard of the system has, where that is known. */
  async function paste(text?: string): Promise<void> {
    const { connection, server, columns, taken: now } = latest.current
    if (!api || !connection) return
    const isOurs = now !== null && (text === undefined || isSameText(text, now.text))
    const names = !isOurs && text ? namesIn(text, columns) : []
    if (!isOurs && names.length === 0) return
    // Only then are new tasks known by a number.
    await server.writersSettled()
    const { selected, tasks } = api.getState()
    const after = selected?.at(-1)
    if (!isOurs) {
      const beside = after === undefined ? undefined : tasks.byId(after)
      const begun = isBegunHere()
        ? [{ url: 'schedule', method: 'PUT', data: beginning() } as const]
        : []
      return send([...begun, ...additions(names, connection, beside)], names.length)
    }
    const ids = now.ids.filter((id) => tasks.byId(id))
    if (now.how === 'copy') return send(copies(api, connection, ids, after), ids.length)
    setTaken(null)
    return send(moves(api, connection, ids, after), ids.length)
  }

  /** The plan begins with what is pasted, see `useBegunPlan`. */
  function isBegunHere(): boolean {
    const { plan } = latest.current
    if (!plan?.schedule || !plan.mayChange(topOfPlan)) return false
    return isBare(plan.api) && isUnsaid(plan.schedule)
  }

  async function send(body: Write[], count: number): Promise<void> {
    const { server, tell, wayBack } = latest.current
    if (body.length === 0) return
    try {
      const request = { method: 'POST', path: 'batch?atomic=true', body } as const
      const { write } = await sendWrite(server, request)
      const text = count === 1 ? t('Pasted one task.') : t('Pasted {count} tasks.', { count })
      tell({
        kind: 'info',
        text,
        action: { label: t('Undo'), run: () => wayBack.undoWrite(write) },
      })
    } catch (error) {
      tell({ kind: 'error', text: problemText(error as Error) })
    }
  }
  const acts = useRef({ take, paste })
  acts.current = { take, paste }

  useEffect(() => {
    const root = frame.current
    if (!api || !root) return undefined
    const over = new AbortController()
    const { signal } = over
    const tag = Symbol('useTaskClipboard')
    const keys = ['ctrl+c', 'ctrl+x', 'ctrl+v']
    api.intercept('hotkey', (hotkey) => !keys.includes((hotkey as { key: string }).key), { tag })
    const isOurs = ({ target }: Event) =>
      target instanceof Element && target.closest('.wx-gantt') !== null && !isTyping(target)
    for (const how of ['copy', 'cut'] as const) {
      root.addEventListener(
        how,
        (event) => {
          const said = isOurs(event) ? acts.current.take(how) : null
          if (!said) return
          event.preventDefault()
          event.clipboardData?.setData('text/plain', said.text)
          event.clipboardData?.setData('text/html', said.html)
        },
        { signal },
      )
    }
    root.addEventListener(
      'paste',
      (event) => {
        if (!isOurs(event)) return
        event.preventDefault()
        void acts.current.paste(event.clipboardData?.getData('text/plain'))
      },
      { signal },
    )
    return () => {
      over.abort()
      api.detach(tag)
    }
  }, [api, frame])

  return { take: takeByButton, paste: () => void paste(), hasTasks: taken !== null }
}

/** Some systems have lines of their own. */
function isSameText(one: string, other: string): boolean {
  return one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n')
}
