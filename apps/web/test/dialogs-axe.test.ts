import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { accountMenu, openAccountsSite } from './accounts-site.ts'
import type { AccountsSite } from './accounts-site.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse } from './browser.ts'
import { screenshot } from './screenshot.ts'

/** In words of either language, so that one walk does for both. */
const named = (page: Page, name: RegExp) => page.getByRole('button', { name }).first()
const item = (page: Page, name: RegExp) => page.getByRole('menuitem', { name }).first()

/** Dialogs that one comes to from a menu of the header. */
const ofAccount: Record<string, RegExp> = {
  members: /^(Members|Mitglieder)/,
  rules: /^(Rules|Regeln)/,
  history: /^(History|Verlauf)/,
  shares: /^(Shares|Freigaben)/,
  sessions: /^(Sessions|Sitzungen)/,
  tokens: /^Tokens?/,
  accounts: /^(Accounts|Konten)/,
  groups: /^(Groups|Gruppen)/,
}
const ofHelp: Record<string, RegExp> = {
  settings: /^(Settings|Einstellungen)/,
  keys: /^(Keyboard|Tastenk)/,
}

async function importFile(page: Page): Promise<void> {
  await named(page, /^(Import a file|Datei importieren)$/).click()
  const buffer = Buffer.from('Name;Betrag\nAda;1,5\nBob;x\n')
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'Bills.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('dialog').getByText('Betrag').first().waitFor()
}

async function viewFile(page: Page): Promise<void> {
  await page.locator('.wx-item .wx-name').filter({ hasText: 'Read me first' }).dblclick()
  await page.getByRole('dialog').waitFor()
}

async function shareFile(page: Page): Promise<void> {
  await page.locator('.wx-item .wx-name').filter({ hasText: 'Read me first' }).click()
  await page.locator('.wx-item.wx-selected').waitFor()
  await page.keyboard.press('Control+Shift+l')
}

describe('axe finds nothing in the dialogs', { skip: cannotBrowse }, () => {
  let site: AccountsSite
  before(async () => {
    site = await openAccountsSite()
    await site.invite('Ada', 'editor')
  })
  after(() => site.stop())

  for (const [locale, colorScheme] of [
    ['en-GB', 'light'],
    ['en-GB', 'dark'],
    ['de-DE', 'light'],
    ['de-DE', 'dark'],
  ] as const) {
    it(`${locale}, ${colorScheme}`, async () => {
      const visit = await site.visitAs('Olga', { path: '#/files', locale, colorScheme })
      const { page } = visit
      const found: string[] = []

      async function look(name: string, dialog: Locator = page.getByRole('dialog')) {
        await dialog.waitFor()
        await dialog.getByText(/^(Loading …|Wird geladen …)$/).waitFor({ state: 'detached' })
        await screenshot(page, `axe-dialog-${name}-${locale}-${colorScheme}`)
        for (const one of await axeViolations(page)) found.push(`${name}: ${one}`)
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
      }

      await viewFile(page)
      await look('viewer')
      await shareFile(page)
      await look('share')
      for (const [name, entry] of Object.entries(ofAccount)) {
        await accountMenu(page).click()
        await item(page, entry).click()
        await look(name)
      }
      for (const [name, entry] of Object.entries(ofHelp)) {
        await named(page, /^(Help|Hilfe)$/).click()
        await item(page, entry).click()
        await look(name)
      }
      await page.keyboard.press('Control+k')
      await look('find')
      await page.goto(new URL('#/tables/films', page.url()).href)
      await importFile(page)
      await look('import')
      assert.deepEqual(found, [])
      await visit.close()
    })
  }
})
