import assert from 'node:assert/strict'
import type { BrowserContext, Request } from 'playwright-core'

/** Notices what a person would not: errors in the console, requests that fail or go elsewhere. */
export interface PageGuard {
  /** What was noticed and not allowed, in its order. */
  complaints(): Promise<string[]>
  /** This is meant to happen. The text of a complaint has the address of its request in it. */
  allow(pattern: RegExp): void
  noComplaints(): Promise<void>
}

export function guardPages(context: BrowserContext, home: string): PageGuard {
  const noticed: string[] = []
  const allowed: RegExp[] = []
  const isForeign = (url: string) => /^(http|ws)s?:/.test(url) && new URL(url).host !== host
  const { host } = new URL(home)

  context.on('console', (message) => {
    if (message.type() !== 'error') return
    noticed.push(`console error: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => noticed.push(`uncaught: ${describeError(error.error())}`))
  context.on('request', (request) => {
    if (isForeign(request.url())) noticed.push(`foreign request: ${describe(request)}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'for no known reason'
    // The page itself called it off, or was left.
    if (reason !== 'net::ERR_ABORTED') noticed.push(`failed: ${describe(request)}: ${reason}`)
  })
  context.on('response', (response) => {
    const status = response.status()
    if (status >= 400) noticed.push(`answered ${status}: ${describe(response.request())}`)
  })
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      if (isForeign(socket.url())) noticed.push(`foreign request: ${socket.url()}`)
    })
    page.on('crash', () => noticed.push('the page crashed'))
  })

  async function complaints(): Promise<string[]> {
    // Events and answers come in one queue: after the answer, all that happened before is known.
    await Promise.all(context.pages().map((page) => page.evaluate('0')))
    return noticed.filter((text) => !allowed.some((pattern) => pattern.test(text)))
  }

  return {
    complaints,
    allow(pattern) {
      allowed.push(pattern)
    },
    async noComplaints() {
      assert.deepEqual(await complaints(), [])
    },
  }
}

function describe(request: Request): string {
  return `${request.method()} ${request.url()}`
}

function describeError(error: Error): string {
  return error.stack || error.message
}
