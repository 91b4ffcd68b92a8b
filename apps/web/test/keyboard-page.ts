import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

/** More than any view has on the way from one control to another. */
const mostTabs = 80

/** A person without a mouse: what cannot be reached by keys cannot be done. */
export function keyboardOf(t: TestContext, page: Page) {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const isAt = (name: string) =>
    t.waitFor(async () => assert.equal(await focusName(page), name), patient)

  /** Goes by Tab, or Shift+Tab, until the focus is on what is called so. */
  async function tabTo(name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const passed: string[] = []
    while (passed.length < mostTabs) {
      await press(key)
      await drawn(page)
      const found = await focusName(page)
      if (found === name) return
      passed.push(found)
    }
    assert.fail(`${name} is not reached by ${key}: ${passed.join(' | ')}`)
  }

  /** Down a menu that has the focus, to an entry, which is chosen. */
  async function choose(name: string): Promise<void> {
    await page.locator('[role^=menuitem]:focus').waitFor()
    for (let step = 0; step < 20; step++) {
      if ((await focusName(page)) === name) return press('Enter')
      await press('ArrowDown')
    }
    assert.fail(`${name} is not in the menu`)
  }

  return {
    press,
    isAt,
    tabTo,
    type: (text: string) => page.keyboard.type(text),
    choose,
  }
}

/** A grid gives the focus to the next cell when it has drawn it; a person sees that before the next key. */
function drawn(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )
}

/** What has the focus, as it is called; in a grid, its row and its column. */
export function focusName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement
    if (!at || at === document.body) return 'nothing'
    const column = at.closest('[data-col-id]')?.getAttribute('data-col-id')?.slice(1)
    const cells = [...(at.closest('.wx-row')?.querySelectorAll('[data-col-id]') ?? [])]
    const named = cells.find((one) => /^:(text|name)$/.test(one.getAttribute('data-col-id')!))
    if (column && !at.matches('textarea, input')) return `${named?.textContent?.trim()}, ${column}`
    const label = at.getAttribute('aria-label') ?? (at as HTMLInputElement).labels?.[0]?.innerText
    const text = label ?? at.getAttribute('placeholder') ?? (at as HTMLElement).innerText
    return text.trim().split('\n', 1)[0]!
  })
}

/** A mouse that was used after all is told of. */
export async function watchMouse(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(`addEventListener('pointerdown', () => { window.usedMouse = true }, true)`)
  return async () => assert.equal(await page.evaluate('window.usedMouse ?? false'), false)
}
