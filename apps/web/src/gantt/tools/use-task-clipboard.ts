import type { IApi, TID } from '@svar-ui/react-gantt'
import { sendWrite } from 'triptych-client'
import type { GanttConnection } from 'triptych-client'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { problemText } from '../../failure-text.ts'
import { inFrames } from '../../in-frames.ts'
import { isTyping } from '../../is-typing.ts'
import { beginning, isBare, isUnsaid } from '../../schedule/use-begun-plan.ts'
import type { ViewProps } from '../../view.ts'
import type { ShownColumn } from '../grid/grid-columns.ts'
import type { GridPlan } from '../grid/grid-plan.ts'
import { cursorOf } from '../grid/cursor.ts'
import { rowsOf } from '../grid/rows-of.ts'
import type { Change } from '../write-together.ts'
import { additions, copies, moves, placedBy } from './pasted-tasks.ts'
import { topOfPlan } from '../task-rights.ts'
import { namesIn, tasksAsText } from './tasks-as-text.ts'
import { t } from '../../words/words.ts'

type How = 'copy' | 'cut'

/** A minute: many tasks take a while, and so does a busy server. */
const mostFrames = 3600

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

  async function send(body: Change[], count: number): Promise<void> {
    const { server, tell, wayBack } = latest.current
    if (body.length === 0) return
    const before = api?.getState().selected
    try {
      const request = { method: 'POST', path: 'batch?atomic=true', body } as const
      const { write, answer } = await sendWrite(server, request)
      selectPasted(placedBy(body, answer as { id: number }[]), before)
      const text = count === 1 ? t('Pasted one task.') : t('Pasted {count} tasks.', { count })
      tell({
        kind: 'info',
        text,
        action: { label: t('Undo'), run: () => wayBack.undoWrite(write) },
        isUndo: true,
      })
    } catch (error) {
      tell({ kind: 'error', text: problemText(error as Error) })
    }
  }
  /** They come as news. Whoever has gone on meanwhile is left where they are. */
  function selectPasted(pasted: readonly number[], before: readonly TID[] | undefined): void {
    const { connection } = latest.current
    if (!api || !connection) return
    let framesForRows = 60
    inFrames(() => {
      const { tasks, selected, _tasks } = api.getState()
      if (String(selected) !== String(before)) return true
      const ids = new Set(pasted.map((id) => connection.shownId(id)))
      if (![...ids].every((id) => tasks.byId(id))) return false
      const rows = (_tasks as readonly { id: TID }[]).map(({ id }) => id)
      const [first, ...others] = rows.filter((id) => ids.has(id))
      // The rows are made a moment later; none come in a branch that is folded.
      if (first === undefined) return --framesForRows < 0
      const cursor = cursorOf(api)
      cursor.go(first, cursor.at()?.column ?? 'text')
      for (const id of others) void api.exec('select-task', { id, toggle: true, show: false })
      return true
    }, mostFrames)
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
