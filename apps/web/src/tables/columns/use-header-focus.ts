import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { TableDescription } from '@triptych/contract/table-schema'
import { focusSoon } from '../../keep-focus.ts'

/** The grid draws its headers anew when columns change: the keyboard stays in the one of that name, or at that place. */
export function useHeaderFocus(
  area: RefObject<HTMLElement | null>,
  columns: TableDescription['columns'],
): void {
  const last = useRef<{ id: string; place: number } | null>(null)

  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const place = headersIn(area).indexOf(target as HTMLElement)
      const id = (target as HTMLElement).dataset?.['headerId']
      last.current = place >= 0 && id !== undefined ? { id, place } : null
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])

  useEffect(() => {
    if (!last.current) return undefined
    return focusSoon(() => {
      const { current } = last
      // Since then it has been elsewhere, say in a dialog, which knows itself where it goes from there.
      if (!current) return null
      const headers = headersIn(area)
      return (
        headers.find(({ dataset }) => dataset['headerId'] === current.id) ?? headers[current.place]
      )
    })
  }, [columns])
}

function headersIn({ current }: RefObject<HTMLElement | null>): HTMLElement[] {
  return [...(current?.querySelectorAll<HTMLElement>('.wx-header [data-header-id]') ?? [])]
}
