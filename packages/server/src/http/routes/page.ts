import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Call } from '../call.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { chooseEncoding } from '../wire/accept-encoding.ts'
import { entityTags, hasTag } from '../wire/etag.ts'
import { notModified, replyBody } from '../wire/reply.ts'
import type { Reply } from '../wire/reply.ts'
import type { PageFile, PageFiles } from './page-files.ts'
import type { PageState } from './page-state.ts'

/** `store` is where the page sends large files to, beside us. */
const policyWith = (store: string | null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${store === null ? '' : ` ${store}`}`,
    "media-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const htmlHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policyWith(null),
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

const described = {
  method: 'GET',
  scope: 'workspace',
  group: 'Page',
  description: '',
  errors: [],
  forForeignPages: 'link',
  forEverybody: true,
  // People come with links that others have put something behind.
  ignores: 'everything',
} as const

/**
 * The page at `/`, the documentation at `/docs` and the reference at `/docs/api`. None is part of the API, so they do
 * not stand in it.
 */
export function page(
  stateNow: () => PageState,
  guideNow: () => PageFiles | null = () => null,
  store: string | null = null,
): Route[] {
  return [
    route({
      ...described,
      path: '/',
      isAnywhere: 'for browsers',
      operationId: 'getPage',
      summary: 'The page',
      answer: { type: 'text/html', description: 'The page.' },
      handle: (call) => {
        const { pathname } = new URL(call.request.url)
        // The page finds everything else relative to its own address, so that must be a folder.
        if (!pathname.endsWith('/')) return redirect(`${pathname}/`)
        const state = stateNow()
        if (state.kind !== 'ready') return sendNotice(state)
        const headers = { ...htmlHeaders, 'content-security-policy': policyWith(store) }
        return send(call, state.files.get('index.html')!, headers)
      },
    }),
    docs((call) => {
      const { pathname } = new URL(call.request.url)
      // As relative as the page, and it must not be a folder.
      if (pathname.endsWith('/')) return redirect(pathname.replace(/\/+$/, ''))
      const first = guideNow()?.get('index')
      return first ? send(call, first, htmlHeaders) : redirect(`${pathname}/api`, 307)
    }),
    reference((call) => {
      const { pathname } = new URL(call.request.url)
      if (pathname.endsWith('/')) return redirect(pathname.replace(/\/+$/, ''))
      return sendHtml(call, stateNow(), 'docs/api.html')
    }),
    route({
      ...described,
      scope: 'server',
      path: '/docs/{page*}',
      params: { page: z.string() },
      operationId: 'getGuide',
      forForeignPages: 'use',
      summary: 'A page of the documentation',
      answer: { type: 'text/html', description: 'The page, or a file that it loads.' },
      handle: (call, { params }) => {
        const { pathname } = new URL(call.request.url)
        const file = guideNow()?.get(params.page)
        if (!file) throw new AppError('not_found', 'There is nothing at this address.')
        if (pathname.endsWith('/')) return redirect(pathname.replace(/\/+$/, ''))
        return send(call, file, file.type.startsWith('text/html') ? htmlHeaders : {})
      },
    }),
    route({
      ...described,
      path: '/assets/{file}',
      isAnywhere: 'for all',
      params: { file: z.string() },
      operationId: 'getAsset',
      forForeignPages: 'use',
      summary: 'A file of the page',
      answer: { type: 'application/octet-stream', description: 'The file.' },
      handle: (call, { params }) => {
        const state = stateNow()
        const file = state.kind === 'ready' && state.files.get(params.file)
        if (!file) throw new AppError('not_found', 'There is nothing at this address.')
        return send(call, file)
      },
    }),
    favicon,
  ]
}

/** The page names its icon; this is asked for by files that are opened by themselves, and they have no origin. */
const favicon: Route = route({
  ...described,
  scope: 'server',
  path: '/favicon.ico',
  operationId: 'getFavicon',
  summary: 'No icon',
  answer: { type: 'image/x-icon', description: 'Nothing.' },
  forForeignPages: 'use',
  handle: () =>
    replyBody(null, {
      status: 204,
      headers: {
        'cache-control': 'public, max-age=86400',
        'cross-origin-resource-policy': 'cross-origin',
      },
    }),
})

/** Without the page there is no reference to look at either, and whoever looks for it is told so. */
export function noPage(): Route[] {
  return [favicon, docs(refuseDocs), reference(refuseDocs)]
}

function refuseDocs(): never {
  throw new AppError(
    'not_found',
    'The reference belongs to the page, and this server has none. For programs it is at /openapi.json.',
  )
}

function docs(handle: (call: Call) => Reply<never>): Route {
  return route({
    ...described,
    scope: 'server',
    path: '/docs',
    operationId: 'getDocs',
    summary: 'The documentation',
    description: 'Guides and the reference, for people.',
    answer: { type: 'text/html', description: 'The first page of the documentation.' },
    handle,
  })
}

function reference(handle: (call: Call) => Reply<never>): Route {
  return route({
    ...described,
    scope: 'server',
    path: '/docs/api',
    operationId: 'getReference',
    summary: 'The reference',
    description: 'The API, described for people.',
    answer: { type: 'text/html', description: 'The API, described for people.' },
    handle,
  })
}

function sendHtml(call: Call, state: PageState, name: string): Reply<never> {
  if (state.kind !== 'ready') return sendNotice(state)
  return send(call, state.files.get(name)!, htmlHeaders)
}

function send({ request }: Call, file: PageFile, extra: Record<string, string> = {}): Reply<never> {
  const encoding = chooseEncoding(request.headers.get('accept-encoding'), [...file.bodies.keys()])
  const etag = `"${file.hash}-${encoding}"`
  const headers = {
    'content-type': file.type,
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag,
    vary: 'Accept-Encoding',
    ...extra,
  }
  const known = request.headers.get('if-none-match')
  if (known !== null && hasTag(entityTags(known), etag)) return notModified(headers)
  const body = file.bodies.get(encoding)!
  return replyBody(body, {
    headers: {
      ...headers,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      'content-length': String(body.byteLength),
    },
  })
}

function sendNotice(state: Exclude<PageState, { kind: 'ready' }>): Reply<never> {
  return replyBody(pageNotice(state), {
    status: 503,
    headers: { ...htmlHeaders, 'retry-after': '1' },
  })
}

function redirect(path: string, status = 308): Reply<never> {
  const location = path.replaceAll(/\/{2,}/g, '/')
  return replyBody(null, { status, headers: { location } })
}

/** What is shown in place of the page while there is none. It needs neither script nor style. */
function pageNotice(state: Exclude<PageState, { kind: 'ready' }>): string {
  const isBuilding = state.kind === 'building'
  // Whoever waits need not ask again: the page does.
  const again = isBuilding ? '<meta http-equiv="refresh" content="1" />' : ''
  const text = isBuilding
    ? `<p role="status">
        The page is being built; this takes a few seconds. It will show up here by itself.
      </p>`
    : `<p>
          The page cannot be shown. Build it with <code>npm run build</code> and start again.
        </p>
        <pre>${state.reason.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`
  return `<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${again}
        <title>Triptych</title>
      </head>
      <body>
        <main>
          <h1>Triptych</h1>
          ${text}
          <p>The API is running: <a href="openapi.json">reference</a>, <a href="health">health</a>.</p>
        </main>
      </body>
    </html> `
}
