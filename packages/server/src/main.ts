import { localPrincipal } from './auth/principal.ts'
import type { Authenticate } from './auth/application.ts'
import { trustedPeers } from './auth/peers.ts'
import type { Peers } from './auth/peers.ts'
import type { Principal } from './auth/principal.ts'
import { freeBudget } from './budget.ts'
import { ConfigError } from './config/config-error.ts'
import { shapeConfig } from './config/config.ts'
import type { Config, ConfigOptions } from './config/config.ts'
import { firstOwnerLink } from './domain/accounts/first-owner.ts'
import { openLogCutter } from './domain/changes/cut-logs.ts'
import { openDeletedSweeper } from './domain/workspaces/sweep-deleted.ts'
import { AppError } from './errors.ts'
import { seedDemo } from './demo/seed.ts'
import { changeFeeds } from './events/change-feeds.ts'
import { createApp, webApp } from './http/app.ts'
import { crossOrigin } from './http/cross-origin.ts'
import { openGate } from './http/gate.ts'
import { chosenRates, rateLimits } from './http/rate-limits.ts'
import { shareRates } from './http/share-rates.ts'
import { listen } from './http/listen.ts'
import type { Listening } from './http/listen.ts'
import { readTls } from './http/tls-files.ts'
import type { TlsFiles } from './http/tls-files.ts'
import { noPage, page } from './http/routes/page.ts'
import { providerRoutes } from './http/routes/provider.ts'
import { guideAsBuilt, pageAsBuilt } from './http/routes/page-state.ts'
import type { PageState } from './http/routes/page-state.ts'
import { allRoutes } from './http/routes.ts'
import { openMetrics } from './observe/metrics.ts'
import type { Observe } from './observe/observation.ts'
import type { CredentialProvider } from './ports/credentials.ts'
import type { Workspaces } from './ports/workspaces.ts'
import { openData, openMailer } from './open-data.ts'
import type { SharedContext } from './open-data.ts'
import { storeOrigin } from './open-volumes.ts'
import { newStepId } from './step-id.ts'
import { version } from './version.ts'
import { openWaysIn } from './ways-in.ts'

export interface Triptych {
  /** Web-standard: can be mounted in any application that speaks Request and Response. */
  fetch: (request: Request) => Promise<Response>
  /** Listens on the configured host and port. */
  listen: () => Promise<{ url: string; port: number }>
  /**
   * A link for whoever comes first, by which they become the owner; `null` where there is one, or no accounts are
   * wanted. Each call makes the link before it useless.
   */
  firstOwnerLink: () => Promise<string | null>
  /**
   * Says at once that it is not ready; after the configured time stops accepting, finishes what is
   * under way, closes the databases.
   */
  close: () => Promise<void>
}

export interface TriptychOptions extends ConfigOptions {
  /**
   * The keys for the bucket of `storage`, for those who have them from elsewhere than Amazon's own programs do: a
   * credential provider of one of its SDKs, say.
   */
  credentials?: CredentialProvider
  /**
   * Says who asks, where the application around us knows it: by its own session, say. With it there are accounts,
   * and each person that it names has one.
   */
  authenticate?: Authenticate
}

export interface TriptychHooks {
  observe?: Observe
  pageNow?: () => PageState
}

/** Opens the data and wires everything together. `data: ':memory:'` keeps nothing on disk. */
export async function createTriptych(
  { credentials, authenticate, ...options }: TriptychOptions = {},
  hooks: TriptychHooks = {},
): Promise<Triptych> {
  const config = shapeConfig({ ...(authenticate && { auth: 'accounts' }), ...options })
  refuseUseless(credentials, config)
  refuseUnasked(authenticate, config)
  const tls = tlsOf(config)
  const metrics = openMetrics()
  const observe: Observe = (observation) => {
    metrics.observe(observation)
    try {
      hooks.observe?.(observation)
    } catch {
      // Whoever watches must not be able to stop the work.
    }
  }

  const { shared, ballast, closeData } = await openData(config, observe, credentials)
  try {
    await openMain(shared, config)
  } catch (error) {
    await closeData()
    throw error
  }

  const feeds = changeFeeds(observe, config.eventReaders)
  shared.workspaces.onClose(async (workspace) => feeds.forget(workspace))
  shared.workspaces.onLeave((workspace) => feeds.forget(workspace))
  let listening: Promise<Listening> | null = null
  let closing: Promise<void> | null = null

  const peers = trustedPeers(config.trustProxy)
  const { ways, provider } = openWaysIn(config, {
    ...shared,
    authenticate,
    peers,
    report: (error) => observe({ kind: 'failure', requestId: null, where: 'way in', error }),
  })
  const mailer = openMailer(config, observe)
  const gate = openGate({
    ...shared,
    ways,
    provider: provider && { name: provider.name },
    mail: mailer !== null,
    url: config.url,
    cors: config.cors,
    isSecure: isSecure(config, peers),
    addressOf: (_, incoming) => peers.clientOf(incoming),
    observe,
  })
  const limits = rateLimits(
    chosenRates({ reads: config.rateReads, writes: config.rateWrites }, config.auth === 'accounts'),
  )
  // On SQLite there is one server.
  const others = config.database === null ? null : shared.accounts
  const sharing = limits && others && shareRates(limits, { ...shared, accounts: others, observe })
  const cutter = openLogCutter({
    ...shared,
    retention: { days: config.historyDays, bytes: config.historySize },
    failed: (error) => observe({ kind: 'failure', requestId: null, where: 'history', error }),
  })
  const sweeper = openDeletedSweeper({
    ...shared,
    failed: (error) => observe({ kind: 'failure', requestId: null, where: 'workspaces', error }),
  })
  const pageRoutes = config.noPage
    ? noPage()
    : page(hooks.pageNow ?? pageAsBuilt(), guideAsBuilt(), await storeOrigin(config))
  const app = createApp({
    ...shared,
    gate,
    base: config.base,
    limits: config.limits,
    crossOrigin: crossOrigin(config.cors),
    peers,
    accel: config.accel,
    rateLimits: limits,
    ballast,
    observe,
    routes: [
      ...pageRoutes,
      ...(provider ? providerRoutes({ ...config, gate, peers, provider }) : []),
      ...allRoutes({
        gate,
        mayStill: gate.mayStill,
        feeds,
        metrics,
        version,
        mailer,
        url: config.url,
        base: config.base,
        limits: config.limits,
        clientUploads: config.clientUploads,
        batchPath: config.batchPath,
        isReady: async () => closing === null && answers(shared.workspaces),
      }),
    ],
  })

  return {
    fetch: webApp(app),
    async listen() {
      if (closing) throw new AppError('unavailable', 'The server is stopping.')
      listening ??= listen(app, { ...config, tls }, observe)
      const { url, port } = await listening
      return { url, port }
    },
    async firstOwnerLink() {
      if (shared.accounts === null) return null
      const url = config.url ?? (await listening)?.url ?? 'http://localhost'
      return firstOwnerLink({ ...shared, principal: localPrincipal }, reachable(url))
    },
    close() {
      closing ??= close()
      return closing
    },
  }

  async function close(): Promise<void> {
    const server = await listening?.catch(() => null)
    if (config.drain > 0) await server?.drain(config.drain)
    const stopped = server?.close()
    // Event streams have no end of their own; without this the stop would wait for them.
    feeds.close()
    await stopped
    gate.close()
    await sharing?.close()
    await cutter.close()
    await sweeper.close()
    await mailer?.close()
    await closeData()
    metrics.close()
  }
}

function refuseUseless(credentials: unknown, { storage }: Config): void {
  if (credentials === undefined) return
  if (typeof credentials !== 'function') throw new ConfigError('credentials must be a function')
  if (storage === null) throw new ConfigError('credentials are for a bucket: give storage, too')
}

function refuseUnasked(authenticate: unknown, { auth }: Config): void {
  if (authenticate === undefined) return
  if (typeof authenticate !== 'function') throw new ConfigError('authenticate must be a function')
  if (auth === 'none') throw new ConfigError('authenticate needs accounts: leave auth out')
}

/** Whether browsers reach us by https: where it is said where they find us, that counts. */
function isSecure({ url }: Config, peers: Peers): Peers['isHttps'] {
  return (request, incoming) =>
    url === null ? peers.isHttps(request, incoming) : url.startsWith('https:')
}

/** All addresses of a machine at once are none that a browser could go to. */
function reachable(url: string): string {
  return url.replace(/^(https?:\/\/)(0\.0\.0\.0|\[::\])(?=[:/])/, '$1localhost')
}

/** Wrong files are told before any data is opened. */
function tlsOf({ tlsCert: cert, tlsKey: key }: Config): TlsFiles | null {
  if (cert === null || key === null) return null
  readTls({ cert, key })
  return { cert, key }
}

/** Whether what is changed can be kept. */
async function answers(workspaces: Workspaces): Promise<boolean> {
  const main = await workspaces.open('main')
  const checked = main?.database.check()
  return checked ? checked.then(() => true).catch(() => false) : false
}

const demoAuthor: Principal = { id: null, name: 'demo', subjects: null, can: () => true }

/** An empty data folder gets something to look at, but never a folder that is somebody's own. */
async function openMain(shared: SharedContext, { empty, files }: Config): Promise<void> {
  const { workspaces, drives } = shared
  await workspaces.create('main', async (workspace) => {
    if (empty) return
    const ctx = {
      ...shared,
      workspace,
      principal: demoAuthor,
      origin: null,
      address: null,
      step: newStepId(shared.now()),
      asker: null,
      budget: freeBudget(),
    }
    await seedDemo(ctx, { withFiles: files === null })
    await drives.close(workspace)
  })
  const main = await workspaces.open('main')
  if (main) await drives.of(main)
}
