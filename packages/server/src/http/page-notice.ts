import { html } from './reference/docs-html.ts'
import type { PageState } from './page-state.ts'

/** What is shown in place of the page while there is none. It needs neither script nor style. */
export function pageNotice(state: Exclude<PageState, { kind: 'ready' }>): string {
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
