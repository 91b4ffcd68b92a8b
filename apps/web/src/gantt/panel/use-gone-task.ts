import type { IApi } from '@svar-ui/react-gantt'
import { useEffect } from 'react'
import type { ViewProps } from '../../view.ts'
import { t } from '../../words/words.ts'

/** Says so when somebody else deletes the task whose editor is open. */
export function useGoneTask(api: IApi | null, tell: ViewProps['tell']): void {
  useEffect(() => {
    if (!api) return undefined
    const tag = Symbol('useGoneTask')
    const isThere = (id: string | number) => Boolean(api.getState().tasks.byId(id))
    // The editor saves once more when it goes, and the widget fails over a task that is gone.
    api.intercept('update-task', ({ id }) => isThere(id), { tag })
    api.on(
      'delete-task',
      (event) => {
        const { activeTask } = api.getState()
        const open = typeof activeTask === 'object' ? activeTask?.id : activeTask
        if (!open || isThere(open)) return
        const isForeign = (event as { skipProvider?: boolean }).skipProvider
        if (isForeign)
          tell({ kind: 'info', text: t('Somebody has deleted the task that was open.') })
        void api.exec('show-editor', { id: null as never })
      },
      { tag },
    )
    return () => api.detach(tag)
  }, [api, tell])
}
