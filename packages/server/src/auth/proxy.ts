import type { WayIn } from './claim.ts'
import { oneLineName } from './claimed.ts'
import { saidByProxy } from './peers.ts'
import type { Peers } from './peers.ts'

export interface ProxySettings {
  peers: Peers
  /** The header that says who asks. */
  header: string
  /** The one that says their groups, with commas between; `null`: none does. */
  groupsHeader: string | null
}

/** Nobody is called so, and no database has to keep it. */
const longestSubject = 256

/** Whoever a proxy before us says it is. From anywhere else the header means nothing. */
export function proxyHeader({ peers, header, groupsHeader }: ProxySettings): WayIn {
  return async (_, incoming) => {
    if (incoming === null || !peers.isProxy(incoming)) return null
    const subject = saidByProxy(incoming, header)
    if (subject === null || subject.length > longestSubject) return null
    const groups = groupsHeader === null ? null : (saidByProxy(incoming, groupsHeader) ?? '')
    return {
      by: 'proxy',
      provider: 'proxy',
      subject,
      name: oneLineName(subject),
      groups:
        groups === null
          ? null
          : groups
              .split(',')
              .map((group) => group.trim())
              .filter(Boolean),
    }
  }
}
