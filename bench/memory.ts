import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What this process holds, once all that nobody needs is collected. */
export function usedBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
