import type { IApi, TID } from '@svar-ui/react-gantt'
import { useEffect, useState } from 'react'
import type { DeleteQuestionProps } from './delete-question.tsx'

/** Nothing with tasks below it is deleted before the person has been asked. */
export function useDeleteQuestion(api: IApi | null): DeleteQuestionProps | null {
  const [ids, setIds] = useState<readonly TID[]>([])

  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('useDeleteQuestion')
    const hasBranch = (id: TID) => {
      const task = api.getState().tasks.byId(id)
      return Boolean(task?.lazy || task?.data?.length)
    }
    api.intercept(
      'delete-task',
      (event) => {
        const { id, isMeant, skipProvider } = event as Deletion
        if (isMeant || skipProvider) return true
        // All that is selected is deleted in one go, one after the other.
        const selected = api.getState().selected ?? []
        const together = selected.includes(id) ? selected : [id]
        if (!together.some(hasBranch)) return true
        setIds(together)
        return false
      },
      { tag },
    )
    return () => api.detach(tag)
  }, [api])

  if (!api || ids.length === 0) return null
  const { tasks } = api.getState()
  return {
    tasks: ids.flatMap((id) => tasks.byId(id) ?? []),
    onDelete() {
      setIds([])
      for (const id of ids) {
        // It may have gone with another one.
        if (!tasks.byId(id)) continue
        const deletion: Deletion = { id, isMeant: true }
        void api.exec('delete-task', deletion)
      }
    },
    onClose: () => setIds([]),
  }
}

interface Deletion {
  id: TID
  isMeant?: boolean
  skipProvider?: boolean
}
