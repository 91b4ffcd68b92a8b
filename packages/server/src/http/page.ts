import { readFileSync } from 'node:fs'
import { AppError } from '../errors.ts'
import { route } from './route.ts'
import type { Call, Route } from './route.ts'

const folder = new URL('../../../../apps/web/', import.meta.url)
const types: Record<string, string> = {
  'page.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
}
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const described = { method: 'GET', scope: 'workspace', group: 'Page', errors: [] } as const

/** The page at `/`. It is not part of the API, so it does not stand in the reference. */
export const page: Route[] = [
  route({
    ...described,
    path: '/',
    summary: 'The page',
    answer: { type: 'text/html', description: 'The page.' },
    handle: (call) => {
      const { pathname } = new URL(call.request.url)
      // The page finds everything else relative to its own address, so that must be a folder.
      if (!pathname.endsWith('/')) return redirect(call, `${pathname.replaceAll(/\/{2,}/g, '/')}/`)
      return file(call, 'index.html', 'text/html; charset=utf-8')
    },
  }),
  route({
    ...described,
    path: '/assets/{file}',
    summary: 'A file of the page',
    answer: { type: 'application/octet-stream', description: 'The file.' },
    handle: (call) => {
      const name = call.param('file')
      const type = Object.hasOwn(types, name) && types[name]
      if (!type) throw new AppError('not_found', 'There is nothing at this address.')
      return file(call, `src/${name}`, type)
    },
  }),
]

function file(call: Call, name: string, type: string): Response {
  const headers = {
    'content-type': type,
    'content-security-policy': policy,
    'cache-control': 'no-cache',
  }
  return new Response(readFileSync(new URL(name, folder)), {
    headers: { ...call.headers, ...headers },
  })
}

function redirect(call: Call, location: string): Response {
  return new Response(null, { status: 308, headers: { ...call.headers, location } })
}
