import type { Locator, Page } from 'playwright-core'

/** The Tables view as a person sees it. */
export interface TablesPage {
  page: Page
  cell: (row: number, column: string) => Locator
  /** The texts of a column, from the top. */
  column: (column: string) => Promise<string[]>
  /** Double-clicks a cell, types, and presses Enter. */
  edit: (row: number, column: string, text: string) => Promise<void>
  status: Locator
  button: (name: string | RegExp) => Locator
  /** One above the grid, whatever the messages offer. */
  tool: (name: string) => Locator
}

export function tablesPage(page: Page): TablesPage {
  const rows = page.locator('.wx-body .wx-row')
  return {
    page,
    cell: (row, column) => cellIn(rows.nth(row), column),
    column: (column) => cellIn(rows, column).allInnerTexts(),
    async edit(row, column, text) {
      await cellIn(rows.nth(row), column).dblclick()
      const input = page.locator('.cell-editor')
      await input.fill(text)
      await input.press('Enter')
    },
    status: page.locator('.table-status'),
    button: (name) => page.getByRole('button', { name, exact: typeof name === 'string' }),
    tool: (name) =>
      page.getByRole('toolbar', { name: 'Table' }).getByRole('button', { name, exact: true }),
  }
}

function cellIn(row: Locator, column: string): Locator {
  return row.locator(`[data-col-id=":${column}"]`)
}
