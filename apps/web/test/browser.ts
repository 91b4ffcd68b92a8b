import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after } from 'node:test'
import { chromium } from 'playwright-core'
import { depth } from '../../../packages/server/test/fixtures/seeded-random.ts'
import { browserSeconds } from '../../../scripts/browser-seconds.ts'
import { guardPages } from './page-guard.ts'
import { startPageServer } from './page-server.ts'
import { layWire } from './wire.ts'
import type { Browser, Page } from 'playwright-core'
import type { PageGuard } from './page-guard.ts'
import type { PageServer } from './page-server.ts'

/**
 * `npm test` brings both where it can. The shell shows and runs pages as the whole browser does, without windows and profiles
 * around them, for a quarter less CPU; a night asks the whole browser.
 */
const shell = depth > 1 ? null : findProgram('chromium-headless-shell')
const program = shell ?? findProgram('chromium')

/** Why nothing can be shown here, or `false`. */
export const cannotBrowse = program ? false : 'chromium is not here'

/** What is complained of while the server or the network is down; for `allow`. */
export const connectionLost =
  /net::ERR_(INTERNET_DISCONNECTED|SOCKET_NOT_CONNECTED|CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/

/** The name of a site that has nothing to do with the server; it leads to this machine. */
export const foreignHost = 'elsewhere.example'

/** Nothing but the server: not even a name is looked up for anyone else. */
const flags = [
  `--host-resolver-rules=MAP ${foreignHost} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface VisitOptions {
  /** Relative to the server's address: `#/gantt`, `w/other/#/files`. */
  path?: string
  timezone?: string
  colorScheme?: 'light' | 'dark'
  width?: number
  height?: number
  locale?: string
  /** Whether there is a screen to touch. */
  hasTouch?: boolean
  /** Whether it is a telephone: the page is as wide as it says itself, and can be touched. */
  isPhone?: boolean
  /**
   * Whether the other views come while nobody waits, as they do for most people: for who loses the connection, and where
   * the styles of all are to be there. Others save data, and the CPU of reading what they do not show.
   */
  loadsAhead?: boolean
}

/** Somebody's browser, with storage and cache of its own. */
export interface Visit extends PageGuard {
  page: Page
  /** The server, by a way of its own: links between visits must leave the host out. */
  url: string
  /** Open streams break, requests fail from now on, and both are meant to. */
  goOffline(): Promise<void>
  /** Also ends `slow`. */
  goOnline(): Promise<void>
  /** Breaks what is open, answers on their way among it; the next request gets through. */
  cut(): void
  slow(network?: SlowNetwork): Promise<void>
  /** Leaves, if there is nothing to complain about. */
  close(): Promise<void>
}

export interface SlowNetwork {
  latencyMs?: number
  bytesPerSecond?: number
}

/** One server and one browser for a test file. */
export interface Site {
  url: string
  openPage(options?: VisitOptions): Promise<Visit>
  restartServer(whileDown?: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

export async function openSite(
  startServer: () => Promise<PageServer> = startPageServer,
): Promise<Site> {
  const [server, browser] = await Promise.all([startServer(), startBrowser()])

  return {
    url: server.url,
    openPage: (options = {}) => openPage(browser, server.url, options),
    restartServer: (whileDown) => server.restart(whileDown),
    async stop() {
      await closeBrowser(browser)
      await server.stop()
    },
  }
}

/** Where something fails before a test has its site, nobody stops it, and a process with a browser does not end. */
const browsers: Promise<Browser>[] = []
after(async () => {
  for (const started of await Promise.allSettled(browsers)) {
    if (started.status === 'fulfilled') await closeBrowser(started.value)
  }
})

/** What its processes have taken is known only as long as they are there; the report of the test tells it. */
async function closeBrowser(browser: Browser): Promise<void> {
  browserSeconds()
  await browser.close()
}

function startBrowser(): Promise<Browser> {
  const started = chromium.launch({ executablePath: program ?? '', args: flags })
  browsers.push(started)
  return started
}

async function openPage(
  browser: Browser,
  serverUrl: string,
  options: VisitOptions,
): Promise<Visit> {
  // Most are about a view, and the start page has cases of its own.
  const { path = '#/files', colorScheme = 'light', width = 1280, height = 800 } = options
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    timezoneId: options.timezone ?? 'UTC',
    locale: options.locale ?? 'en-GB',
    hasTouch: options.hasTouch ?? options.isPhone ?? false,
    isMobile: options.isPhone ?? false,
  })
  const wire = await layWire(serverUrl)
  context.once('close', () => void wire.close())
  const guard = guardPages(context, wire.url)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const devtools = await context.newCDPSession(page)
  // A night sees what people see: everything comes.
  if (!options.loadsAhead && depth === 1) {
    await devtools.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
  }
  await page.goto(new URL(path, wire.url).href)

  async function setNetwork({ latencyMs = 0, bytesPerSecond = -1, offline = false } = {}) {
    await devtools.send('Network.emulateNetworkConditions', {
      offline,
      latency: latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
  }

  return {
    ...guard,
    page,
    url: wire.url,
    async goOffline() {
      guard.allow(connectionLost)
      await setNetwork({ offline: true })
      wire.cut()
    },
    goOnline: () => setNetwork(),
    cut() {
      guard.allow(connectionLost)
      wire.cut()
    },
    slow: ({ latencyMs = 400, bytesPerSecond = 50_000 } = {}) =>
      setNetwork({ latencyMs, bytesPerSecond }),
    async close() {
      await guard.noComplaints()
      await context.close()
    },
  }
}

function findProgram(name: string): string | null {
  const candidates = (process.env['PATH'] ?? '').split(delimiter).map((dir) => join(dir, name))
  return candidates.find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
