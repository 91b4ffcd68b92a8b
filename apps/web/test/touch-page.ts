import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { screenshot } from './screenshot.ts'

/** A telephone that is held upright. */
export const phone = { width: 390, height: 844, isPhone: true } as const

/** What can be hit by a finger, as WCAG 2.2 has it (2.5.8). */
const leastPx = 24

/** Whatever is wrong for a finger on a small screen, one line for each; empty is what a test wants to see. */
export function touchFaults(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const told: string[] = []
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth > clientWidth) told.push(`the page is ${scrollWidth} px wide`)
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    const targets = 'button, select, [role^="menuitem"], [role="tab"], [role="button"]'
    for (const element of top.querySelectorAll<HTMLElement>(targets)) {
      const { left, right, top: y, bottom, width, height } = element.getBoundingClientRect()
      if (width === 0 || bottom < 0 || y > innerHeight || right < 0 || left > clientWidth) continue
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const at = document.elementFromPoint((left + right) / 2, (y + bottom) / 2)
      if (!at || !(element.contains(at) || at.contains(element))) continue
      const name = element.getAttribute('aria-label') ?? element.innerText.trim().slice(0, 40)
      const called = `${name || element.className} (${Math.round(width)} × ${Math.round(height)})`
      if (width < least || height < least) told.push(`${called} is small`)
      const isScrolled = element.closest('.wx-table-box, .wx-chart, [class*="scroll"], nav, ul')
      if (right > clientWidth + 1 && !isScrolled) told.push(`${called} sticks out`)
    }
    return told
  }, leastPx)
}

/** What is shown now is fit for a finger, and for those who do not see it. */
export async function isFit(page: Page, name: string): Promise<void> {
  await screenshot(page, name)
  assert.deepEqual(await touchFaults(page), [], name)
  assert.deepEqual(await axeViolations(page), [], name)
}
