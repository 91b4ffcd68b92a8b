import { applicationSays } from './auth/application.ts'
import type { Authenticate } from './auth/application.ts'
import type { WayIn } from './auth/claim.ts'
import { issuerTokens } from './auth/issuer.ts'
import type { Report } from './auth/out-of-reach.ts'
import type { Peers } from './auth/peers.ts'
import { openProvider } from './auth/provider.ts'
import type { Provider } from './auth/provider.ts'
import { proxyHeader } from './auth/proxy.ts'
import type { Config } from './config/config.ts'
import type { AccountsDatabase } from './ports/accounts.ts'

interface Parts {
  authenticate: Authenticate | undefined
  accounts: AccountsDatabase | null
  peers: Peers
  report: Report
}

/** The other ways in that the settings open: what comes first is asked first. */
export function openWaysIn(
  config: Config,
  { authenticate, accounts, peers, report }: Parts,
): { ways: WayIn[]; provider: Provider | null } {
  const { jwtIssuer, jwtAudience, jwtJwks: jwks, authHeader, groupsHeader, groupsClaim } = config
  const ways: WayIn[] = []
  if (authenticate) ways.push(applicationSays(authenticate))
  if (jwtIssuer !== null && jwtAudience !== null) {
    const issuer = { issuer: jwtIssuer, audience: jwtAudience, jwks, groupsClaim }
    ways.push(issuerTokens(issuer, report))
  }
  if (authHeader !== null) ways.push(proxyHeader({ peers, header: authHeader, groupsHeader }))
  return { ways, provider: accounts && providerOf(config, accounts.secret, report) }
}

function providerOf(config: Config, secret: string, report: Report): Provider | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = config
  const { oidcName: name, oidcOwners: owners, groupsClaim } = config
  if (issuer === null || clientId === null) return null
  return openProvider({ issuer, clientId, clientSecret, name, owners, groupsClaim }, secret, report)
}
