import { isIP } from 'node:net'

/** Names that nobody can have, on the internet or on the local network. */
const privateNames = /^localhost\.?$|\.(localhost|test)\.?$/i

/**
 * A page can have its own name point at this machine and so pass for the same origin (DNS
 * rebinding). While the server is open to all of this machine, it answers only to names that
 * cannot be had that way, and to those of the configured origins.
 */
export function knownHosts(origins: readonly string[]): (host: string | null) => boolean {
  const configured = new Set(origins.map((origin) => URL.parse(origin)?.hostname))
  const anyone = origins.includes('*')
  let last: string | null = null
  return (host) => {
    // One client asks by one name, again and again.
    if (anyone || host === last || isKnown(host)) {
      last = host
      return true
    }
    return false
  }

  function isKnown(host: string | null): boolean {
    if (host === null) return true
    const name = host.startsWith('[') ? host.slice(1, host.indexOf(']')) : host.split(':')[0]!
    return isIP(name) !== 0 || privateNames.test(name) || configured.has(name.toLowerCase())
  }
}
