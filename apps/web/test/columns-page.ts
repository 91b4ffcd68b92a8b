import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { Site, Visit, VisitOptions } from './browser.ts'
import { tablesPage } from './tables-page.ts'
import type { TablesPage } from './tables-page.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

/** A table with its headers and their menus. */
export interface ColumnsPage extends TablesPage {
  visit: Visit
  headers: () => Promise<string[]>
  header: (name: string) => Locator
  /** Opens the menu of a column, and chooses from it. */
  choose: (column: string, item: string) => Promise<void>
}

export async function openTable(
  site: Site,
  path: string,
  options: VisitOptions = {},
): Promise<ColumnsPage> {
  const visit = await site.openPage({ path: `#/tables/${path}`, ...options })
  const shown = tablesPage(visit.page)
  await shown.status.getByText(/row/).waitFor()
  const { page } = visit
  const header = (name: string) => page.locator(`.wx-header [data-header-id=":${name}"]`)
  return {
    ...shown,
    visit,
    header,
    headers: () => page.locator('.wx-header [data-header-id] .wx-text').allInnerTexts(),
    async choose(column, item) {
      await header(column).hover()
      await header(column).locator('.column-menu').click()
      const menu = page.getByRole('menu', { name: `Column ${column}` })
      await menu.getByText(item, { exact: true }).click()
    },
  }
}

export async function send(
  site: Site,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(site.url + path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.ok(response.ok, text)
  return JSON.parse(text)
}

/** A table of its own, so that the tests do not meet. */
export async function makeTable(site: Site, name: string): Promise<string> {
  const columns = [
    { name: 'name', type: 'text' },
    { name: 'size', type: 'integer' },
    { name: 'day', type: 'date' },
    { name: 'state', type: 'text', options: ['open', 'done'] },
  ]
  const rows = Array.from({ length: 12 }, (_, index) => ({
    name: `row ${index + 1}`,
    size: (index * 7) % 12,
    state: index % 3 === 0 ? 'done' : 'open',
    day: `2026-0${1 + (index % 4)}-15`,
  }))
  await send(site, 'POST', 'tables', { name, columns })
  await send(site, 'POST', `${name}/rows`, { rows })
  return name
}

export async function boxOf(
  element: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox()
  assert.ok(box)
  return box
}

/** What has the focus, as it is called. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(
    '(document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText).trim()',
  )
}

export async function shows(
  t: TestContext,
  { cell }: TablesPage,
  column: string,
  row: number,
  text: string,
): Promise<void> {
  await t.waitFor(async () => assert.equal(await cell(row, column).innerText(), text), patient)
}

/** The keyboard is on what is called so, sooner or later. */
export const isAt = (t: TestContext, { page }: ColumnsPage, name: string) =>
  t.waitFor(async () => assert.equal(await focused(page), name), patient)
