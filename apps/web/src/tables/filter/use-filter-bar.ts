import type { TableDescription } from '@triptych/contract/table-schema'
import { useRef, useState } from 'react'
import { filterFields } from './choice-rules.ts'
import type { TableAddress } from '../views/table-address.ts'
import { namesIn, orderedNames } from '../views/view-address.ts'

/** The bar of filters above a table. */
export function useFilterBar(isFiltered: boolean) {
  const [isShown, setShown] = useState(isFiltered)
  const [wanted, setWanted] = useState<{ field: string | null } | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  /** What had the keyboard before: it gets it back. */
  const before = useRef<Element | null>(null)

  /** With a new rule of a column, or the rules that there are. */
  function open(field: string | null): void {
    before.current = document.activeElement
    setShown(true)
    setWanted({ field })
  }

  function close(): void {
    setShown(false)
    setWanted(null)
    const back = before.current
    const isThere = back instanceof HTMLElement && back.isConnected && back !== document.body
    ;(isThere ? back : button.current)?.focus()
  }

  return { isShown, wanted, button, open, close, show: () => setShown(true) }
}

/** Of which a rule is begun where nobody says: the first that is seen and can be filtered. */
export function firstField(
  table: TableDescription,
  { hidden, order }: Pick<TableAddress, 'hidden' | 'order'>,
): string | null {
  const fields = new Set(filterFields(table).map(({ id }) => id))
  const names = orderedNames(namesIn(table), order).filter((name) => fields.has(name))
  return names.find((name) => !hidden.has(name)) ?? names[0] ?? null
}
