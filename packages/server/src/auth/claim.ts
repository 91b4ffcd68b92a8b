import type { IncomingMessage } from 'node:http'
import type { PlainRequest } from './plain-request.ts'

/** Who somebody else says that it is who asks: an issuer, a proxy, the application around us. */
export interface Claim {
  by: 'issuer' | 'proxy' | 'application'
  /** Who says so: the same subject of another is somebody else. */
  provider: string
  /** What they are called there, for ever. */
  subject: string
  /** What people call them. */
  name: string
  /** The names of their groups; `null` where nothing is said of groups. */
  groups: string[] | null
  /** Whether the server is theirs; where nothing is said of it, it stays as it is. */
  isOwner?: boolean | null
  /** When what was shown ends, if ever. */
  expiresAt?: number
}

/** `null` where the request says nothing that this way in looks at. Throws where it says something wrong. */
export type WayIn = (
  request: PlainRequest,
  incoming: IncomingMessage | null,
) => Promise<Claim | null>
