import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { row } from './schedule-page.ts'
import { isFit, phone } from './touch-page.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe('with a finger on a telephone', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  async function listed(path: string): Promise<string> {
    return (await fetch(new URL(path, site.url))).text()
  }

  it('a row is added to a table, and its filter and its columns are reached', async (t) => {
    const visit = await site.openPage({ ...phone, path: '#/tables/films' })
    const { page } = visit
    await page.locator('.wx-grid .wx-body .wx-row').first().waitFor()
    await isFit(page, 'touch-table')
    await button(page, 'Add row').tap()
    await page.locator('.cell-editor:focus').waitFor()
    await page.keyboard.type('Film by phone')
    await page.keyboard.press('Enter')
    await page.locator('.wx-body .wx-row', { hasText: 'Film by phone' }).waitFor()
    await t.waitFor(async () => assert.match(await listed('films'), /Film by phone/), patient)
    await button(page, 'Filter').tap()
    await button(page, 'Add filter').waitFor()
    await isFit(page, 'touch-table-filter')
    await button(page, 'Columns').tap()
    await isFit(page, 'touch-table-columns')
    await visit.close()
  })

  it('a task is added to a plan, seen in the chart, and changed in its panel', async (t) => {
    const visit = await site.openPage({ ...phone, path: '#/gantt' })
    const { page } = visit
    await row(page, 'Planning').first().waitFor()
    await isFit(page, 'touch-plan')
    await button(page, 'New task').tap()
    await page.locator('.gantt-cell-input:focus').waitFor()
    await page.keyboard.type('By phone')
    await page.keyboard.press('Enter')
    await row(page, 'By phone').waitFor()
    await t.waitFor(async () => assert.match(await listed('tasks'), /By phone/), patient)
    await isFit(page, 'touch-plan-new')
    await button(page, 'Edit').tap()
    await page.locator('.wx-sidearea').waitFor()
    await isFit(page, 'touch-plan-panel')
    await page.locator('.wx-sidearea').getByRole('button', { name: 'Close' }).tap()
    await page.locator('.wx-sidearea').waitFor({ state: 'detached' })
    await button(page, 'Chart').tap()
    await page.locator('.wx-bar').first().waitFor()
    await isFit(page, 'touch-plan-chart')
    await visit.close()
  })

  it('files, the start page, a search over everything and the history are on the screen', async () => {
    const visit = await site.openPage({ ...phone, path: '#/files' })
    const { page } = visit
    await page.locator('.wx-item .wx-name').first().waitFor()
    await isFit(page, 'touch-files')
    await button(page, 'More of this workspace').tap()
    await isFit(page, 'touch-workspace')
    await page.getByRole('menuitem', { name: 'History…' }).tap()
    await page.getByRole('dialog').waitFor()
    await isFit(page, 'touch-history')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().tap()
    await button(page, 'Search everything').tap()
    await page.getByRole('combobox', { name: 'Search everything' }).fill('the')
    await page.locator('.find-hits a').first().waitFor()
    await isFit(page, 'touch-search')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Home' }).first().tap()
    await page.locator('.home-column h2').first().waitFor()
    await isFit(page, 'touch-home')
    await visit.close()
  })
})
