import type { IApi, TID } from '@svar-ui/react-gantt'
import { useEffect, useState } from 'react'
import { tellDone } from '../../history/told-deeds.ts'
import type { ViewProps } from '../../view.ts'
import type { DeleteQuestionProps } from './delete-question.tsx'
import type { Plan } from '../use-plan.ts'
import { quoted } from '../../quoted.ts'
import { t } from '../../words/words.ts'

interface Deletion {
  id: TID
  isMeant?: boolean
  skipProvider?: boolean
}

/**
 * Whatever a person deletes can be taken back, as is told when it is gone. A branch is asked about first, as it is
 * more than what was selected.
 */
export function useDeletion(
  api: IApi | null,
  { onSaved }: Pick<Plan, 'onSaved'>,
  { tell, wayBack }: Pick<ViewProps, 'tell' | 'wayBack'>,
): DeleteQuestionProps | null {
  const [asked, setAsked] = useState<readonly TID[] | null>(null)
  const { undoWrite } = wayBack

  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('useDeletion')
    const offer = tellDone({ tell, undoWrite }, (count) => t('Deleted {count} tasks.', { count }))
    /** How that is called which is not there any more when it is told of. */
    const names = new Map<string, string>()
    const nameOf = (id: TID) => quoted(api.getState().tasks.byId(id)?.text ?? '')
    const hasBranch = (id: TID) => Boolean(api.getState().tasks.byId(id)?.data?.length)

    api.intercept(
      'delete-task',
      (event) => {
        const { id, isMeant, skipProvider } = event as Deletion
        if (skipProvider) return true
        // It has gone with the one it was below.
        if (!api.getState().tasks.byId(id)) return false
        const selected = api.getState().selected ?? []
        const together = selected.includes(id) ? selected : [id]
        if (!isMeant && together.some(hasBranch)) {
          setAsked(together)
          return false
        }
        names.set(`delete-task ${id}`, t('Deleted {name}.', { name: nameOf(id) }))
        return true
      },
      { tag },
    )
    api.intercept(
      'delete-link',
      (event) => {
        const { id, skipProvider } = event as Deletion
        const link = skipProvider ? undefined : api.getState().links.byId(id)
        if (!link) return true
        const name = t('Deleted the link from {source} to {target}.', {
          source: nameOf(link.source),
          target: nameOf(link.target),
        })
        names.set(`delete-link ${id}`, name)
        return true
      },
      { tag },
    )
    const end = onSaved((saved) => {
      const name = names.get(`${saved.action} ${saved.ids[0]}`)
      if (name !== undefined) offer(saved, name)
    })
    return () => {
      api.detach(tag)
      end()
    }
  }, [api, onSaved, tell, undoWrite])

  if (!api || !asked) return null
  const { tasks } = api.getState()
  return {
    tasks: asked.flatMap((id) => tasks.byId(id) ?? []),
    onDelete() {
      setAsked(null)
      for (const id of asked) {
        // It may have gone with another one.
        if (!tasks.byId(id)) continue
        const deletion: Deletion = { id, isMeant: true }
        void api.exec('delete-task', deletion)
      }
    },
    onClose: () => setAsked(null),
  }
}
