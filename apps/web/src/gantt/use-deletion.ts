import type { IApi, TID } from '@svar-ui/react-gantt'
import type { GanttConnection } from '@triptych/client'
import { useEffect, useState } from 'react'
import type { ViewProps } from '../view.ts'
import type { DeleteQuestionProps } from './delete-question.tsx'

interface Deletion {
  id: TID
  isMeant?: boolean
  skipProvider?: boolean
}

/** What was deleted in one go, with what brings it back. */
interface Gone {
  name: string
  bringBack: () => void
}

/**
 * Whatever a person deletes can be taken back. A branch is asked about first, as it is more than
 * what was selected, and so is what could not be brought back whole.
 */
export function useDeletion(
  api: IApi | null,
  connection: GanttConnection | null,
  tell: ViewProps['tell'],
): DeleteQuestionProps | null {
  const [asked, setAsked] = useState<{ ids: readonly TID[]; isForGood: boolean } | null>(null)

  useEffect(() => {
    if (!api || !connection) return undefined
    const tag = Symbol('useDeletion')
    let gone: Gone[] = []
    const nameOf = (id: TID) => `“${api.getState().tasks.byId(id)?.text ?? ''}”`
    const hasBranch = (id: TID) => Boolean(api.getState().tasks.byId(id)?.data?.length)

    function offer(one: Gone): void {
      // All that is selected is deleted in one go, one after the other.
      if (gone.length === 0) setTimeout(tellGone)
      gone.push(one)
    }

    function tellGone(): void {
      const all = gone
      gone = []
      tell({
        kind: 'info',
        text: `Deleted ${all.length === 1 ? all[0]!.name : `${all.length} tasks`}.`,
        action: {
          label: 'Undo',
          // Each comes back into the plan that it has left.
          run: () => all.toReversed().forEach(({ bringBack }) => bringBack()),
        },
      })
    }

    api.intercept(
      'delete-task',
      (event) => {
        const { id, isMeant, skipProvider } = event as Deletion
        if (skipProvider) return true
        // It has gone with the one it was below.
        if (!api.getState().tasks.byId(id)) return false
        const selected = api.getState().selected ?? []
        const together = selected.includes(id) ? selected : [id]
        const bringBack = connection.keep(id)
        if (!isMeant && (!bringBack || together.some(hasBranch))) {
          setAsked({ ids: together, isForGood: !bringBack })
          return false
        }
        if (bringBack) offer({ name: nameOf(id), bringBack })
        return true
      },
      { tag },
    )
    api.intercept(
      'delete-link',
      (event) => {
        const { id, skipProvider } = event as Deletion
        const found = skipProvider ? undefined : api.getState().links.byId(id)
        if (!found) return true
        const link = { ...found }
        const name = `the link from ${nameOf(link.source)} to ${nameOf(link.target)}`
        offer({ name, bringBack: () => void api.exec('add-link', { id, link }) })
        return true
      },
      { tag },
    )
    return () => api.detach(tag)
  }, [api, connection, tell])

  if (!api || !asked) return null
  const { tasks } = api.getState()
  return {
    tasks: asked.ids.flatMap((id) => tasks.byId(id) ?? []),
    isForGood: asked.isForGood,
    onDelete() {
      setAsked(null)
      for (const id of asked.ids) {
        // It may have gone with another one.
        if (!tasks.byId(id)) continue
        const deletion: Deletion = { id, isMeant: true }
        void api.exec('delete-task', deletion)
      }
    },
    onClose: () => setAsked(null),
  }
}
