import axe from 'axe-core'
import type { Page } from 'playwright-core'
import type { AxeResults } from 'axe-core'

/** Each rule says how grave it is; what those find that are not, nobody asks about. No rule of these reads style sheets. */
const run = `axe.run(document, {
  resultTypes: ['violations'],
  preload: false,
  rules: Object.fromEntries(axe._audit.rules
    .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
    .map(({ id }) => [id, { enabled: false }])),
})`

/** What keeps people out, one line for each element; empty is what a test wants to see. */
export async function axeViolations(page: Page): Promise<string[]> {
  // What fades in has less contrast on its way.
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect.getComputedTiming().endTime < Infinity)
    .map(({ finished }) => finished))`)
  // Evaluated by the debugger, so the page's own policy stays in force. Reading it takes as long as some runs of it.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>(run)

  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, html }) => `${id}: ${help} – ${target.join(' ')} ${html.slice(0, 200)}`),
    )
}
