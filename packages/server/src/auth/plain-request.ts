import type { IncomingMessage } from 'node:http'

/**
 * What is looked at of a request. Where the server is mounted it is the web's own Request; what comes over a socket
 * of ours has the same without being made into one, which would cost more than most answers.
 */
export interface PlainRequest extends Pick<Request, 'method' | 'url' | 'signal' | 'body'> {
  headers: PlainHeaders
}

export type PlainHeaders = Pick<Headers, 'get' | 'has'>

/** For those who take nothing else. It has no body: that is read once only, and by the route. */
export function webRequest(request: PlainRequest, incoming: IncomingMessage | null): Request {
  // It is one already.
  if (incoming === null) return request as Request
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const { url, method, signal } = request
  return new Request(url, { method, headers, signal })
}
