import type { IApi } from '@svar-ui/react-filemanager'
import { useEffect, useState } from 'react'
import { isEmptyFolder } from './shown.ts'

/** Whether the folder that is shown has nothing in it. */
export function useIsEmpty(api: IApi | null): boolean {
  const [isEmpty, setEmpty] = useState(false)
  useEffect(() => {
    if (!api) return undefined
    const { panels, mode } = api.getReactiveState()
    const check = () => setEmpty(isEmptyFolder(api))
    // The types do not tell of it.
    const ends = [panels, mode].map((part) => part?.subscribe(check) as unknown as () => void)
    return () => ends.forEach((end) => end())
  }, [api])
  return api !== null && isEmpty
}
