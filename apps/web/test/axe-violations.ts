import axe from 'axe-core'
import type { Page } from 'playwright-core'
import type { AxeResults } from 'axe-core'

/** What keeps people out, one line for each element; empty is what a test wants to see. */
export async function axeViolations(page: Page): Promise<string[]> {
  // What fades in has less contrast on its way.
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect.getComputedTiming().endTime < Infinity)
    .map(({ finished }) => finished))`)
  // Evaluated by the debugger, so the page's own policy stays in force.
  await page.evaluate(axe.source)
  const run = `axe.run(document, { resultTypes: ['violations'] })`
  const { violations } = await page.evaluate<AxeResults>(run)

  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, html }) => `${id}: ${help} – ${target.join(' ')} ${html.slice(0, 200)}`),
    )
}
