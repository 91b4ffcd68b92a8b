import type { IApi } from '@svar-ui/react-filemanager'
import { useEffect, useState } from 'react'

/** What the server says of the room there is. */
interface Drive {
  used: number
  total: number
  /** Of all files of the workspace. */
  bytes?: number
}

/**
 * Whether the gauge is about these files. Without a quota it is about the whole disk of the machine, which
 * is nobody's business here, or, in a bucket, about nothing.
 */
export function useHasQuota(api: IApi | null): boolean {
  const [hasQuota, setHasQuota] = useState(false)
  useEffect(() => {
    if (!api) return undefined
    const { drive } = api.getReactiveState() as unknown as {
      drive: { subscribe: (listener: (drive: Drive | null) => void) => () => void }
    }
    return drive.subscribe((now) =>
      setHasQuota(now !== null && now.used === now.bytes && now.total > now.used),
    )
  }, [api])
  return hasQuota
}
