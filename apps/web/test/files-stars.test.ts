import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse } from './browser.ts'
import { exactly, name } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { screenshot } from './screenshot.ts'

const starred = (page: Page) => page.locator('.files [data-starred]')

async function choose(page: Page, entry: string, what: string): Promise<void> {
  await name(page, entry).click({ button: 'right' })
  await page.locator('.wx-menu').getByText(what, { exact: true }).click()
}

describe('stars', { skip: cannotBrowse }, () => {
  const { put, visit } = filesStage()

  it('are given by the menu, seen in cards, rows and above all places, and follow a renamed file', async (t) => {
    for (const path of ['stars/budget.xlsx', 'stars/notes.txt', 'stars/other.txt']) await put(path)
    const { page, url } = await visit(t, '/stars')
    await choose(page, 'budget.xlsx', 'Add star')
    await starred(page).filter({ hasText: 'budget' }).waitFor()
    assert.equal(await starred(page).count(), 1)
    await screenshot(page, 'stars-cards')

    // Of several all get one.
    await name(page, 'notes.txt').click()
    await name(page, 'budget.xlsx').click({ modifiers: ['Control'] })
    await choose(page, 'budget.xlsx', 'Add star')
    await starred(page).nth(1).waitFor()
    await choose(page, 'notes.txt', 'Remove star')
    await t.waitFor(async () => assert.equal(await starred(page).count(), 0), patient)
    await page.keyboard.press('Escape')
    await name(page, 'other.txt').click()
    await choose(page, 'budget.xlsx', 'Add star')
    await starred(page).filter({ hasText: 'budget' }).waitFor()

    // Somebody else calls it otherwise.
    const body = JSON.stringify({ operation: 'rename', name: 'plan.xlsx' })
    const from = encodeURIComponent('/stars/budget.xlsx')
    assert.equal((await fetch(new URL(`files/${from}`, url), { method: 'PUT', body })).status, 200)
    await starred(page).filter({ hasText: 'plan' }).waitFor()
    await page.goto(new URL('#/files/stars?mode=table', url).href)
    await page.locator('.wx-row[data-starred]').filter({ hasText: 'plan' }).waitFor()
    await screenshot(page, 'stars-table')
    assert.deepEqual(await axeViolations(page), [])

    // From anywhere among the files.
    await page.goto(new URL('#/files/Pictures?mode=table', url).href)
    await name(page, 'Noon.svg').waitFor()
    await page.getByRole('button', { name: 'Starred' }).click()
    await page.getByRole('menuitem', { name: 'plan.xlsx' }).click()
    await page.waitForURL(/#\/files\/stars\?open=plan\.xlsx/)
    await page.getByRole('dialog', { name: 'plan.xlsx' }).waitFor()
    await t.waitFor(async () => {
      await page.keyboard.press('Escape')
      assert.equal(await page.getByRole('dialog').count(), 0)
    }, patient)

    // Ctrl+K offers it before anything is typed, and first for a part of its name.
    await page.keyboard.press('Control+k')
    const found = page.getByRole('dialog', { name: 'Search everything' })
    const group = found.getByRole('group', { name: 'Starred' }).getByRole('option')
    await group.filter({ hasText: 'plan.xlsx' }).waitFor()
    assert.equal(await group.count(), 1)
    await found.getByRole('combobox').fill('PLÁN.X')
    await found.getByRole('group', { name: 'Files' }).getByRole('option').first().waitFor()
    await found
      .locator('[aria-selected=true]')
      .filter({ hasText: exactly('plan.xlsx') })
      .or(group)
      .first()
      .waitFor()
    await found.getByRole('combobox').fill('nothing like it')
    await t.waitFor(async () => assert.equal(await group.count(), 0), patient)
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: 'Home' }).click()
    const section = page.getByRole('region', { name: 'Starred' })
    await section.getByRole('link', { name: /plan\.xlsx/ }).waitFor()
    await screenshot(page, 'stars-home')
    assert.deepEqual(await axeViolations(page), [])
    await section.getByRole('link', { name: /plan\.xlsx/ }).click()
    await page.waitForURL(/#\/files\/stars\?open=plan\.xlsx/)
  })
})
