import type { IApi, ILink, TID } from '@svar-ui/react-gantt'
import type { Saved } from 'triptych-client'
import { useEffect, useRef } from 'react'
import type { ViewProps } from '../view.ts'
import { reschedule } from './ask-schedule.ts'
import type { Scheduling } from './ask-schedule.ts'
import { movedText } from './schedule-text.ts'
import { reasonOf, t } from '../words/words.ts'

interface Options extends Pick<ViewProps, 'server' | 'tell' | 'wayBack'> {
  scheduling: Scheduling | null
  onSaved: (listener: (saved: Saved) => void) => () => void
}

/** Whoever links tasks expects the second to wait for the first; a plan that moves nothing says so, once. */
export function useLinkHint(api: IApi | null, options: Options): void {
  const latest = useRef(options)
  latest.current = options
  const isTold = useRef(false)
  const { onSaved } = options

  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('useLinkHint')
    /** By the id that they have until they are saved. */
    const added = new Map<TID, Partial<ILink>>()
    api.on(
      'add-link',
      (event) => {
        const { id, link, skipProvider } = event as NewLink
        if (!skipProvider && id !== undefined) added.set(id, link)
      },
      { tag },
    )
    // One that is refused says so itself.
    const end = onSaved(({ action, ids }) => {
      const link = action === 'add-link' ? added.get(ids[0]!) : undefined
      if (link) tellOnce(api, link)
    })
    return () => {
      end()
      api.detach(tag)
    }
  }, [api, onSaved])

  function tellOnce(plan: IApi, link: Partial<ILink>): void {
    const { scheduling, tell } = latest.current
    if (isTold.current || scheduling?.schedule.mode !== 'off' || !isBroken(plan, link)) return
    isTold.current = true
    tell({
      kind: 'info',
      text: t('The link moves nothing: this plan does not schedule itself.'),
      action: { label: t('Schedule it'), run: () => void schedule(latest.current) },
    })
  }
}

interface NewLink {
  id?: TID
  link: Partial<ILink>
  skipProvider?: boolean
}

/** Whether what waits begins too early. Other kinds of links are made by those who know. */
function isBroken(api: IApi, { source, target, type }: Partial<ILink>): boolean {
  const { tasks } = api.getState()
  const [before, after] = [tasks.byId(source!), tasks.byId(target!)]
  return type === 'e2s' && Boolean(before?.end && after?.start && after.start < before.end)
}

async function schedule({ server, tell, wayBack }: Options): Promise<void> {
  try {
    const request = { method: 'PUT', path: 'schedule', body: { mode: 'auto' } } as const
    const { write, moved } = await reschedule(server, request)
    tell({
      kind: 'info',
      text: `${t('The scheduling was changed.')} ${movedText(moved)}`,
      action: { label: t('Undo'), run: () => wayBack.undoWrite(write) },
    })
  } catch (error) {
    tell({ kind: 'error', text: reasonOf(error as Error) })
  }
}
