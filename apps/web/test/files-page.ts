import type { Locator, Page } from 'playwright-core'

/** The name of an entry in the list, not in the tree or beside. */
export function name(page: Page, text: string): Locator {
  const list = page.locator('.wx-item .wx-info .wx-name, .wx-row .wx-name')
  return list.filter({ hasText: exactly(text) })
}

export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${text.replaceAll('.', '\\.')}\\s*$`)
}

/** The widget takes a moment to know what was clicked. */
export async function select(page: Page, text: string): Promise<void> {
  await name(page, text).click()
  await page.locator('.wx-item.wx-selected .wx-name', { hasText: exactly(text) }).waitFor()
}
