import { writeAddress } from '../../address.ts'
import { copyLink } from '../../copy-link.ts'
import type { ViewProps } from '../../view.ts'

/** Puts the address of a row into the clipboard. */
export function copyRowLink(table: string, id: string | number, tell: ViewProps['tell']): void {
  void copyLink(writeAddress('tables', [table], { row: String(id) }), tell)
}
