import { createHash } from 'node:crypto'
import type { AppError } from '../../errors.ts'
import type { Answer } from './reply.ts'
import type { PlainRequest } from '../../auth/plain-request.ts'

const style = `
  body { margin: 0; display: grid; place-items: center; min-height: 100vh;
    font: 15px/22px system-ui, sans-serif; background: #f5f6f8; color: #1d2530 }
  main { box-sizing: border-box; width: min(420px, 100% - 32px); padding: 28px;
    border: 1px solid #d9dde3; border-radius: 14px; background: #fff }
  h1 { margin: 0 0 12px; font-size: 20px; line-height: 26px }
  a { color: #1f5fc4 }
  @media (prefers-color-scheme: dark) {
    body { background: #14181e; color: #e4e8ee }
    main { background: #1c222a; border-color: #333b46 }
    a { color: #85b1f5 }
  }
`

const styleHash = createHash('sha256').update(style).digest('base64')

/** What people see who have followed a link into nothing; programs are told in JSON. */
const missing: ReadonlySet<string> = new Set([
  'not_found',
  'workspaces.not_found',
  'tables.not_found',
])

/** Whether a browser wants to show the answer to somebody. */
export function showsPages({ method, headers }: PlainRequest): boolean {
  return method === 'GET' && (headers.get('accept') ?? '').includes('text/html')
}

export function wantsPage(request: PlainRequest, { code }: AppError): boolean {
  return missing.has(code) && showsPages(request)
}

export function missingPage(
  { message }: AppError,
  home: string,
  headers: Record<string, string>,
): Answer {
  const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const body = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Nothing here · Triptych</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>Nothing here</h1>
      <p>${text}</p>
      <p>The link may be old, or mistyped. <a href="${home}">Go to the start page</a></p>
    </main>
  </body>
</html>
`
  return {
    status: 404,
    body,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
      'referrer-policy': 'no-referrer',
      vary: headers['vary'] ? `${headers['vary']}, Accept` : 'Accept',
    },
  }
}
