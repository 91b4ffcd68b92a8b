import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { AppError } from '../errors.ts'
import type { PlainRequest } from './plain-request.ts'

/** Who is at the other end of a request: the socket says it, and a proxy only where it is one of ours. */
export interface Peers {
  /** Whether a proxy that we trust has sent this. */
  isProxy(incoming: IncomingMessage | null): boolean
  /** The address of whoever asks; `null` where no socket has it. */
  clientOf(incoming: IncomingMessage | null): string | null
  /** Whether whoever asks speaks https, with us or with the proxy before us. */
  isHttps(request: PlainRequest, incoming: IncomingMessage | null): boolean
}

/** `networks` as in `10.0.0.0/8` or `::1`: whatever comes from there has come through a proxy. */
export function trustedPeers(networks: readonly string[]): Peers {
  const trusted = new BlockList()
  for (const network of networks) addNetwork(trusted, network)

  function isTrusted(address: string): boolean {
    const version = isIP(address)
    return version !== 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
  function isProxy(incoming: IncomingMessage | null): boolean {
    return networks.length > 0 && incoming !== null && isTrusted(addressOf(incoming))
  }

  return {
    isProxy,
    clientOf(incoming) {
      if (incoming === null) return null
      let client = addressOf(incoming)
      if (!isProxy(incoming)) return client
      // Each proxy writes at the end from whom it has it; what the first of ours was told is not to be believed.
      for (const hop of hopsOf(incoming).toReversed()) {
        const address = plainAddress(hop)
        if (address === null) break
        client = address
        if (!isTrusted(address)) break
      }
      return client
    },
    isHttps(request, incoming) {
      if (incoming === null) return request.url.startsWith('https:')
      if ((incoming.socket as Partial<TLSSocket>).encrypted === true) return true
      if (!isProxy(incoming)) return false
      // The last one is of the proxy that asks us.
      const said = wordsOf(incoming, 'x-forwarded-proto').at(-1)
      return said?.toLowerCase() === 'https'
    },
  }
}

/** The settings have checked that it is one. */
function addNetwork(list: BlockList, text: string): void {
  const [address = '', bits] = text.split('/')
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  if (bits === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(bits), family)
}

/** An IPv4 address that came in by IPv6 is the same address. */
function addressOf({ socket }: IncomingMessage): string {
  const { remoteAddress = '' } = socket
  return remoteAddress.startsWith('::')
    ? remoteAddress.replace(/^::ffff:(?=\d+\.)/i, '')
    : remoteAddress
}

function hopsOf(incoming: IncomingMessage): string[] {
  return wordsOf(incoming, 'x-forwarded-for')
}

/** Some write a port behind it, some brackets around it. */
function plainAddress(hop: string): string | null {
  const bare =
    /^\[([^\]]+)\](:\d+)?$/.exec(hop)?.[1] ?? hop.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  const address = bare.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? null : address
}

/** A header that is a list, written once or in pieces. */
function wordsOf(incoming: IncomingMessage, name: string): string[] {
  return valuesOf(incoming, name)
    .flatMap((value) => value.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

/** As often as it was sent. */
function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name,
  )
}

/**
 * What a proxy says in a header of its own; `null` where it says nothing. Sent twice, one of them may be of
 * whoever asks; named in `Connection`, it is one that proxies take away: then nobody knows who has said it.
 */
export function saidByProxy(incoming: IncomingMessage, name: string): string | null {
  const lower = name.toLowerCase()
  const values = valuesOf(incoming, lower)
  const isHop = wordsOf(incoming, 'connection').some((word) => word.toLowerCase() === lower)
  if (values.length > 1 || isHop) {
    throw new AppError('bad_request', `${name} is not to be relied on as it was sent.`, {
      header: name,
    })
  }
  const said = textOf(values[0] ?? '').trim()
  return said === '' ? null : said
}

/** Node reads headers as Latin-1; names that are not English come as UTF-8. */
function textOf(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}
