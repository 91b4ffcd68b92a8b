import { isIP } from 'node:net'

/** For which site passkeys are, and from where pages may ask for them. */
export interface RelyingParty {
  /** A host: that of the address, without its port. */
  id: string
  origin: string
}

/**
 * Where people find the page, if browsers have passkeys there: a name by https, or this machine. `null` where they have
 * none. `url` is the setting. Without one only what is asked for on this machine is believed: any other name that a
 * request bears may be made up.
 */
export function relyingPartyOf(url: string | null, asked: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(url ?? asked)
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isName = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0
  if (isHere || (url !== null && isName && protocol === 'https:')) return { id: hostname, origin }
  return null
}
