import type { IApi } from '@svar-ui/react-filemanager'
import type { ViewProps } from '../../view.ts'
import { currentFolder } from '../shown.ts'
import { locale } from '../../place/locale.ts'
import { t } from '../../words/words.ts'

/** The widget makes a card for each entry, seen or not; beyond this it takes seconds. */
const mostCards = 1000

/** A folder with very many entries is shown as a table, which makes only the rows that are seen. */
export function showManyAsTable(api: IApi, tell: ViewProps['tell']): void {
  api.intercept('provide-data', ({ id, data }) => {
    const { mode } = api.getState()
    if (mode !== 'cards' || data.length <= mostCards || id !== currentFolder(api)) return
    void api.exec('set-mode', { mode: 'table' })
    const count = data.length.toLocaleString(locale)
    tell({
      kind: 'info',
      text: t('This folder has {count} entries, so it is shown as a table.', { count }),
    })
  })
}
