import type { Locator, Page } from 'playwright-core'

/** The name of an entry in the list, not in the tree or beside. */
export function name(page: Page, text: string): Locator {
  const list = page.locator('.wx-item .wx-info .wx-name, .wx-row .wx-name')
  return list.filter({ hasText: exactly(text) })
}

export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${text.replaceAll(/[.()]/g, '\\$&')}\\s*$`)
}

/** The widget takes a moment to know what was clicked. */
export async function select(page: Page, text: string): Promise<void> {
  await name(page, text).click()
  await page.locator('.wx-item.wx-selected .wx-name', { hasText: exactly(text) }).waitFor()
}

/** The question for a name, as it is asked for new things and for other names. */
export function nameField(page: Page): Locator {
  return page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true })
}

export async function addEntry(page: Page, what: 'New file' | 'New folder', called: string) {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.locator('.wx-menu').getByText(what, { exact: true }).click()
  await nameField(page).fill(called)
  await page.getByRole('button', { name: 'Create' }).click()
}

/** Answers the question whether something is to be deleted. */
export async function confirmDelete(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
}
