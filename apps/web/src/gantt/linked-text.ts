import type { IApi, TID } from '@svar-ui/react-gantt'
import { quoted } from '../quoted.ts'
import { t } from '../words/words.ts'

/** Why two tasks cannot be linked once more. */
export function linkedText(api: IApi, source: TID, target: TID): string {
  const { tasks } = api.getState()
  const [one, other] = [source, target].map((id) => quoted(tasks.byId(id)?.text ?? ''))
  return t('{source} and {target} are linked already.', { source: one!, target: other! })
}
