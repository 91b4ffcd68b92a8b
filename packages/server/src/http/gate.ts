import type { IncomingMessage } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { Entry } from '@triptych/contract/accounts'
import type { Claim, WayIn } from '../auth/claim.ts'
import { everybodyMay } from '../auth/may-still.ts'
import type { MayStill } from '../auth/may-still.ts'
import { principalOf, roleIn } from '../auth/permissions.ts'
import { relyingPartyOf } from '../auth/relying-party.ts'
import type { RelyingParty } from '../auth/relying-party.ts'
import { hashSecret, isToken } from '../auth/secrets.ts'
import type { Context } from '../context.ts'
import { accountOf } from '../domain/accounts/account-of-claim.ts'
import {
  knownByAccount,
  knownBySession,
  knownByToken,
  noteUse,
} from '../domain/accounts/know-visitor.ts'
import type { Known } from '../domain/accounts/know-visitor.ts'
import { sessionMs, startSession } from '../domain/accounts/start-session.ts'
import type { Entered } from '../domain/accounts/start-session.ts'
import { AppError } from '../errors.ts'
import type { Observe } from '../observe/observation.ts'
import type { AccountsDatabase } from '../ports/accounts.ts'
import { localVisitor } from './visitor.ts'
import type { Visitor } from './visitor.ts'
import { bearerOf, tokenInAddress } from './wire/access-token.ts'
import { isFromElsewhere, isProven } from './wire/same-origin.ts'
import { sessionCookie } from './wire/session-cookie.ts'
import type { SessionCookie } from './wire/session-cookie.ts'
import type { PlainRequest } from '../auth/plain-request.ts'

type Incoming = IncomingMessage | null

/** Who comes in, and as whom. */
export interface Gate {
  /** `null`: nobody who is known. Throws where somebody else vouches for them, and does it wrongly. */
  admit(request: PlainRequest, incoming: Incoming): Promise<Visitor | null>
  /** Answers what is to be sent as `Set-Cookie`. The session that the browser had before ends. */
  startSession(
    account: string,
    request: PlainRequest,
    incoming: Incoming,
    by?: Pick<Entered, 'password'>,
  ): Promise<string>
  /** Somebody who has just come in by a session; `null` where the account is gone. */
  visitorOf(account: string): Promise<Visitor | null>
  /** The `Set-Cookie` that takes the cookie away. */
  clearCookie(request: PlainRequest, incoming: Incoming): string
  /** Refuses what a page of elsewhere sends: nobody is to be logged in as somebody they are not. */
  refuseElsewhere(request: PlainRequest): void
  /** Whence a request comes, for limits and for lists of sessions. */
  addressOf(request: PlainRequest, incoming: Incoming): string | null
  /** Of what was given away before there were accounts nobody answers for it any more. */
  readonly mayStill: MayStill
  /** For which site passkeys are; `null` where browsers have none. */
  relyingParty(request: PlainRequest, incoming: Incoming): RelyingParty | null
  /** How one gets in. */
  entryFor(request: PlainRequest, incoming: Incoming): Omit<Entry, 'you'>
  close(): void
}

export interface GateParts extends Pick<Context, 'now' | 'newId' | 'workspaces'> {
  /** `null`: everybody may do everything. */
  accounts: AccountsDatabase | null
  /** Others who say who somebody is, in the order in which they are asked. */
  ways?: readonly WayIn[]
  /** An identity provider that is reached by `GET /auth/provider`. */
  provider?: { name: string } | null
  /** Whether links can be mailed. */
  mail?: boolean
  /** Whether the browser reaches us by https. */
  isSecure?: (request: PlainRequest, incoming: Incoming) => boolean
  /** Where people find the page; `null`: where they ask from. */
  url?: string | null
  /** Origins whose pages may act for whoever is logged in. */
  cors?: readonly string[]
  addressOf?: Gate['addressOf']
  observe?: Observe
}

/** How long it may go unnoticed that a session or token was used. */
const noticedMs = 60_000

/** More than are in use at once; then all are looked up anew. */
const mostKnown = 20_000

/** Timers take no longer. */
const longestTimer = 2 ** 31 - 1

export function openGate({ accounts, ...parts }: GateParts): Gate {
  return accounts ? guardedGate({ accounts, ...parts }) : openDoor(parts)
}

function openDoor({ addressOf = remoteAddress }: Pick<GateParts, 'addressOf'>): Gate {
  return {
    admit: async () => localVisitor,
    startSession: async () => {
      throw new AppError('auth.no_accounts', 'This server has no accounts.')
    },
    visitorOf: async () => localVisitor,
    clearCookie: () => sessionCookie({ isSecure: false }).clear(),
    refuseElsewhere: () => {},
    addressOf,
    mayStill: everybodyMay,
    relyingParty: () => null,
    entryFor: () => ({
      accounts: false,
      password: false,
      passkeys: false,
      mail: false,
      provider: null,
    }),
    close: () => {},
  }
}

/** The door of a server without accounts. */
export const noGate: Gate = openDoor({})

type Look = () => Promise<Known | null>

function guardedGate(parts: Omit<GateParts, 'accounts'> & { accounts: AccountsDatabase }): Gate {
  const { accounts, workspaces, now, newId, ways = [], provider = null } = parts
  const {
    isSecure = () => false,
    url = null,
    mail = false,
    cors = [],
    addressOf = remoteAddress,
    observe = () => {},
  } = parts
  const cookies = {
    plain: sessionCookie({ isSecure: false }),
    secure: sessionCookie({ isSecure: true }),
  }
  const cookieOf = (request: PlainRequest, incoming: Incoming): SessionCookie =>
    isSecure(request, incoming) ? cookies.secure : cookies.plain
  function relyingParty(request: PlainRequest, incoming: Incoming): RelyingParty | null {
    const { host } = new URL(request.url)
    return relyingPartyOf(url, `${isSecure(request, incoming) ? 'https' : 'http'}://${host}`)
  }
  const origins = new Set(cors)
  /** By what was shown; emptied whenever somebody may have got other rights. */
  const known = new Map<string, Known>()
  const watchers = new Set<() => void>()
  let generation = 0
  const stop = accounts.onChange(() => {
    generation++
    known.clear()
    for (const look of watchers) look()
  })

  /** What is kept under `key`, or else what `look` finds. */
  async function find(key: string, look: Look): Promise<Known | null> {
    const kept = known.get(key)
    const asOf = generation
    const found = kept ?? (await look())
    if (!found) return null
    if (found.expiresAt <= now().getTime()) return null
    // What was read before a change must not outlive it.
    if (!kept && asOf === generation) {
      if (known.size >= mostKnown) known.clear()
      known.set(key, found)
    }
    return found
  }

  async function bySecret(
    kind: 'session' | 'token',
    secret: string,
    address: string | null,
  ): Promise<Visitor | null> {
    const hash = hashSecret(secret)
    const lookUp = kind === 'session' ? knownBySession : knownByToken
    const look = (): Promise<Known | null> =>
      find(`${kind} ${hash}`, () => accounts.read((store) => lookUp(store, hash)))
    const asOf = generation
    const found = await look()
    if (!found) return null
    noticeUse(found, { kind, hash }, address)
    return visitorOf(found, { by: kind, look, asOf })
  }

  function noticeUse(
    found: Known,
    shown: { kind: 'session' | 'token'; hash: string },
    address: string | null,
  ): void {
    const time = now().getTime()
    if (time - found.usedAt < noticedMs) return
    found.usedAt = time
    noteUse(accounts, shown, { now: time, address }).then(
      // How long it lives has changed with it.
      () => known.delete(`${shown.kind} ${shown.hash}`),
      (error: unknown) => observe({ kind: 'failure', requestId: null, where: 'gate', error }),
    )
  }

  async function byClaim(claim: Claim): Promise<Visitor | null> {
    const look = (): Promise<Known | null> =>
      find(JSON.stringify(claim), async () => {
        const account = await accountOf({ accounts, workspaces, now, newId }, claim)
        const known = await accounts.read((store) => knownByAccount(store, account))
        return known && { ...known, expiresAt: claim.expiresAt ?? Infinity }
      })
    const asOf = generation
    const found = await look()
    return found && visitorOf(found, { by: claim.by, look, asOf })
  }

  /** `asOf`: when they were looked up. */
  function visitorOf(
    found: Known,
    { by, look, asOf }: { by: Visitor['by']; look: Look; asOf: number },
  ): Visitor {
    const { rights, credential, expiresAt } = found
    const { id, name, isOwner, scope } = rights
    return {
      id,
      name,
      // What a token cuts down is not told as more.
      isOwner: isOwner && scope === null,
      by,
      session: credential?.kind === 'session' ? credential.id : null,
      principal: principalOf(rights, null),
      principalIn: (workspace) =>
        roleIn(rights, workspace) === null ? null : principalOf(rights, workspace),
      roleIn: (workspace) => roleIn(rights, workspace),
      isCurrent: () => asOf === generation && expiresAt > now().getTime(),
      watch(workspace, onChange) {
        const role = roleIn(rights, workspace)
        let timer: NodeJS.Timeout | null = null
        function end(): void {
          watchers.delete(check)
          if (timer) clearTimeout(timer)
        }
        function check(): void {
          look()
            // Whoever cannot be looked up comes back.
            .catch(() => null)
            .then((again) => {
              const isSame =
                again?.rights.name === name &&
                roleIn(again.rights, workspace) === role &&
                // Rules may bind a group.
                isDeepStrictEqual(again.rights.groups, rights.groups)
              if (isSame) wait(again.expiresAt)
              else if (watchers.has(check)) {
                end()
                onChange()
              }
            })
            .catch(() => {})
        }
        function wait(until: number): void {
          if (timer) clearTimeout(timer)
          if (until === Infinity || !watchers.has(check)) return
          const ms = Math.min(Math.max(until - now().getTime(), 0) + 1, longestTimer)
          timer = setTimeout(check, ms).unref()
        }
        watchers.add(check)
        wait(expiresAt)
        // It may have come to pass before anybody watched.
        if (asOf !== generation) check()
        return end
      },
    }
  }

  return {
    async admit(request, incoming) {
      const address = addressOf(request, incoming)
      const token = bearerOf(request) ?? tokenInAddress(incoming?.url ?? request.url)
      if (token !== null && token.startsWith('trp_')) {
        return isToken(token) ? bySecret('token', token, address) : null
      }
      for (const way of ways) {
        const claim = await way(request, incoming)
        if (!claim) continue
        // Others, too, know a browser by what any page can have it send.
        if (!isRead(request) && isByBrowser(claim, request) && isFromElsewhere(request, origins)) {
          return null
        }
        return byClaim(claim)
      }
      // Somebody shows something that nobody here knows; it is not for the cookie to speak for them.
      if (token !== null) return null
      const secret = cookieOf(request, incoming).read(request)
      if (secret === null || !mayUseCookie(request, origins)) return null
      return bySecret('session', secret, address)
    },

    async startSession(account, request, incoming, by) {
      const cookie = cookieOf(request, incoming)
      const before = cookie.read(request)
      const whence = {
        address: addressOf(request, incoming),
        agent: request.headers.get('user-agent'),
      }
      const secret = await startSession({ accounts, now, newId }, account, whence, {
        ...by,
        before: before === null ? null : hashSecret(before),
      })
      return cookie.write(secret, sessionMs.most / 1000)
    },

    async visitorOf(account) {
      const look: Look = () => accounts.read((store) => knownByAccount(store, account))
      const asOf = generation
      const found = await look()
      return found && visitorOf(found, { by: 'session', look, asOf })
    },

    async mayStill(account, permission, workspace) {
      if (account === null) return null
      const look: Look = () => accounts.read((store) => knownByAccount(store, account))
      const found = await find(`account ${account}`, look)
      const principal = found && principalOf(found.rights, workspace)
      return principal?.can(permission) ? principal : null
    },

    clearCookie: (request, incoming) => cookieOf(request, incoming).clear(),

    refuseElsewhere(request) {
      if (!isFromElsewhere(request, origins)) return
      throw new AppError('forbidden', 'Pages of another origin may not do this.')
    },

    addressOf,
    relyingParty,
    entryFor: (request, incoming) => ({
      accounts: true,
      password: true,
      passkeys: relyingParty(request, incoming) !== null,
      mail,
      provider,
    }),
    close() {
      stop()
      watchers.clear()
    },
  }
}

/** These a browser sends by itself, as it does cookies. */
const ownSchemes = /^(basic|digest|negotiate|ntlm)\b/i

function isByBrowser({ by }: Claim, { headers }: PlainRequest): boolean {
  if (by !== 'application') return by === 'proxy'
  return headers.has('cookie') || ownSchemes.test(headers.get('authorization') ?? '')
}

function isRead({ method }: PlainRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** A page of anybody can have a browser send its cookies; what changes something needs a proof that it is ours. */
function mayUseCookie(request: PlainRequest, origins: ReadonlySet<string>): boolean {
  if (!isRead(request)) return isProven(request, origins)
  return request.headers.get('origin') === null || isProven(request, origins)
}

/** As the socket has it: what a request says of itself proves nothing. */
function remoteAddress(_: PlainRequest, incoming: Incoming): string | null {
  return incoming?.socket.remoteAddress ?? null
}
