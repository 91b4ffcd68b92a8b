import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Call } from '../call.ts'
import { html } from '../reference/docs-html.ts'
import { route } from '../route.ts'
import type { Route } from '../route.ts'
import { chooseEncoding } from '../wire/accept-encoding.ts'
import { entityTags, hasTag } from '../wire/etag.ts'
import { notModified, replyBody } from '../wire/reply.ts'
import type { Reply } from '../wire/reply.ts'
import type { PageFile } from './page-files.ts'
import type { PageState } from './page-state.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const htmlHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

const described = {
  method: 'GET',
  scope: 'workspace',
  group: 'Page',
  description: '',
  errors: [],
  // People come with links that others have put something behind.
  ignores: 'everything',
} as const

/** The page at `/`. It is not part of the API, so it does not stand in the reference. */
export function page(stateNow: () => PageState): Route[] {
  return [
    route({
      ...described,
      path: '/',
      operationId: 'getPage',
      summary: 'The page',
      answer: { type: 'text/html', description: 'The page.' },
      handle: (call) => {
        const { pathname } = new URL(call.request.url)
        // The page finds everything else relative to its own address, so that must be a folder.
        if (!pathname.endsWith('/')) return redirect(`${pathname.replaceAll(/\/{2,}/g, '/')}/`)
        const state = stateNow()
        return state.kind === 'ready'
          ? send(call, state.files.get('index.html')!, htmlHeaders)
          : sendNotice(state)
      },
    }),
    route({
      ...described,
      path: '/assets/{file}',
      params: { file: z.string() },
      operationId: 'getAsset',
      summary: 'A file of the page',
      answer: { type: 'application/octet-stream', description: 'The file.' },
      handle: (call, { params }) => {
        const state = stateNow()
        const file = state.kind === 'ready' && state.files.get(params.file)
        if (!file) throw new AppError('not_found', 'There is nothing at this address.')
        return send(call, file)
      },
    }),
  ]
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

function redirect(location: string): Reply<never> {
  return replyBody(null, { status: 308, headers: { location } })
}

/** What is shown in place of the page while there is none. It needs neither script nor style. */
function pageNotice(state: Exclude<PageState, { kind: 'ready' }>): string {
  const isBuilding = state.kind === 'building'
  // Whoever waits need not ask again: the page does.
  const again = isBuilding ? html`<meta http-equiv="refresh" content="1" />` : null
  const text = isBuilding
    ? html`<p role="status">
        The page is being built; this takes a few seconds. It will show up here by itself.
      </p>`
    : html`<p>
          The page cannot be shown. Build it with <code>npm run build</code> and start again.
        </p>
        <pre>${state.reason}</pre>`
  return html`<!doctype html>
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
          <p>The API is running: <a href="docs">reference</a>, <a href="health">health</a>.</p>
        </main>
      </body>
    </html> `.markup
}
