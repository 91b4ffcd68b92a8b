import type { BrowserContext, Page } from 'playwright-core'

/** What is there when a view can be worked with, the demo being its content. */
export const firstViews: readonly { path: string; shown: string }[] = [
  { path: '#/home', shown: '.home-column h2' },
  { path: '#/files', shown: '.wx-item .wx-name' },
  { path: '#/tables/films', shown: '.wx-body .wx-row .wx-cell' },
  { path: '#/gantt', shown: '.gantt-stage .wx-bar' },
]

export interface Loaded {
  name: string
  /** As it was sent. */
  bytes: number
  whole: number
}

/** Pages that are opened from now on note when they showed this; to be called once for a context. */
export async function noteWhenShown(context: BrowserContext, shown: string): Promise<void> {
  await context.addInitScript(`(function look() {
    if (document.querySelector(${JSON.stringify(shown)})) window.shownAt = performance.now()
    else requestAnimationFrame(look)
  })()`)
}

/** How many milliseconds after it was asked for. */
export async function shownAfter(page: Page, shown: string): Promise<number> {
  await page.locator(shown).first().waitFor({ state: 'attached' })
  // Noted with the next frame at the latest.
  return page.evaluate<number>(`new Promise((tell) => {
    requestAnimationFrame(() => requestAnimationFrame(() => tell(window.shownAt)))
  })`)
}

/** The scripts and styles that were asked for until then; what comes later, nobody waits for. */
export function loadedUntil(page: Page, shownAt: number): Promise<Loaded[]> {
  return page.evaluate<Loaded[]>(`performance.getEntriesByType('resource')
    .filter(({ name, startTime }) => /\\.(js|css)$/.test(name) && startTime <= ${shownAt})
    .map(({ name, encodedBodySize, decodedBodySize }) => ({
      name: name.slice(name.lastIndexOf('/') + 1),
      bytes: encodedBodySize,
      whole: decodedBodySize,
    }))`)
}
