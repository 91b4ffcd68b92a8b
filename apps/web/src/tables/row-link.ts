import { writeAddress } from '../address.ts'
import type { ViewProps } from '../view.ts'
import { t } from '../words/words.ts'

/** Puts the address of a row into the clipboard. */
export function copyRowLink(table: string, id: string | number, tell: ViewProps['tell']): void {
  const url = new URL(writeAddress('tables', [table], { row: String(id) }), location.href)
  void navigator.clipboard.writeText(url.href).then(
    () => tell({ kind: 'info', text: t('The link is copied.') }),
    () => tell({ kind: 'error', text: t('The browser does not let the link be copied.') }),
  )
}
