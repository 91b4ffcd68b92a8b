import type { Locator, Page } from 'playwright-core'

/** The button that says which workspace is shown, and leads to the others. */
export function workspaceButton(page: Page): Locator {
  return page.getByRole('button', { name: /^(Workspace|Arbeitsbereich): / })
}

export async function chooseInWorkspaces(page: Page, item: string): Promise<void> {
  await workspaceButton(page).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
