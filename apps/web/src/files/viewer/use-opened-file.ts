import { useEffect, useRef, useState } from 'react'
import type { ViewProps } from '../../view.ts'
import { openedAs, openedIn } from './opened.ts'

export interface OpenedFile {
  /** `null`: none. */
  id: string | null
  /** Over which it is shown. */
  folder: string
  /** Back leads to the list again. */
  open: (id: string) => void
  /** Whether it was opened in the list, to which Back leads. */
  isFromList: () => boolean
  /** In place of the one that is open. */
  show: (id: string) => void
  /** The one that is open is called otherwise now. */
  follow: (id: string, newId: string) => void
  close: () => void
}

/** Which file is looked at stands in the address: Back closes it, a reload keeps it, a link opens it over its folder. */
export function useOpenedFile(props: ViewProps): OpenedFile {
  const latest = useRef(props)
  latest.current = props
  const folder = folderIn(props)
  const id = openedIn(props.query, folder)
  /** Whether the list is one step back. */
  const isStep = useRef(false)
  useEffect(() => {
    if (!id) isStep.current = false
  }, [id])

  const [steps] = useState(() => {
    function write(opened: string | null, replace: boolean): void {
      const { path, query, go } = latest.current
      const { open: _, ...rest } = Object.fromEntries(query)
      const named = opened && { open: openedAs(opened, folderIn(latest.current)) }
      go(path, { ...rest, ...named }, { replace })
    }
    return {
      isFromList: () => isStep.current,
      open(opened: string) {
        const isFirst = !latest.current.query.has('open')
        write(opened, !isFirst)
        isStep.current ||= isFirst
      },
      show: (opened: string) => write(opened, true),
      follow(old: string, now: string) {
        const { query } = latest.current
        if (openedIn(query, folderIn(latest.current)) === old) write(now, true)
      },
      close() {
        if (isStep.current) history.back()
        else write(null, true)
      },
    }
  })
  return { id, folder, ...steps }
}

function folderIn({ path }: ViewProps): string {
  return `/${path.join('/')}`
}
