import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { focused, isFit, openAccountsSite } from './accounts-site.ts'
import type { AccountsSite } from './accounts-site.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const card = (page: Page, name: string) => page.locator('.wx-cards .wx-item', { hasText: name })

async function openVersions(page: Page, name: string): Promise<Locator> {
  await card(page, name).click({ button: 'right' })
  await page.locator('.wx-menu').getByText('Versions…').click()
  const dialog = page.getByRole('dialog', { name: `Versions of “${name}”` })
  await dialog.waitFor()
  await dialog.getByText('Loading …').waitFor({ state: 'detached' })
  return dialog
}

/** One after the other; they stand in the list with the last first. */
async function put(url: string, name: string, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const form = new FormData()
    form.append('file', new Blob([text]), name)
    const init = { method: 'POST', body: form }
    const { status } = await fetch(new URL('upload?id=/&conflict=replace', url), init)
    assert.equal(status, 200)
  }
}

const heldBy = async (url: string, name: string) =>
  (await fetch(new URL(`direct?id=/${name}`, url))).text()

async function holds(t: TestContext, url: string, name: string, text: string): Promise<void> {
  await t.waitFor(async () => assert.equal(await heldBy(url, name), text), patient)
}

async function downloaded(page: Page, link: Locator): Promise<string> {
  const coming = page.waitForEvent('download')
  await link.click()
  return readFile(await (await coming).path(), 'utf8')
}

describe('the versions of a file', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('are a list that is always new, to download and to delete', async (t) => {
    await put(site.url, 'a.txt', ['one', 'second'])
    const visit = await site.openPage({ path: '#/files' })
    const { page } = visit
    const dialog = await openVersions(page, 'a.txt')
    const rows = dialog.getByRole('listitem')
    await t.waitFor(async () => assert.equal(await rows.count(), 2), patient)
    await put(site.url, 'a.txt', ['the third'])
    await t.waitFor(async () => assert.equal(await rows.count(), 3), patient)
    assert.match(await rows.nth(0).innerText(), /Current\s+9 B/)
    await isFit(page, 'versions')

    const links = dialog.getByRole('link', { name: /^Download/ })
    assert.equal(await downloaded(page, links.nth(2)), 'one')
    assert.equal(await downloaded(page, links.nth(0)), 'the third')
    await rows
      .nth(1)
      .getByRole('button', { name: /^Delete/ })
      .click()
    await rows
      .nth(1)
      .getByRole('button', { name: /^Really/ })
      .click()
    await t.waitFor(async () => assert.equal(await rows.count(), 2), patient)
    assert.equal(await downloaded(page, links.nth(1)), 'one')
    await visit.close()
  })

  it('come back by the keyboard, and the message of it takes that back', async (t) => {
    await put(site.url, 'b.txt', ['one', 'second'])
    const visit = await site.openPage({ path: '#/files' })
    const { page } = visit
    const dialog = await openVersions(page, 'b.txt')
    const restore = dialog.getByRole('button', { name: /^Restore/ })
    await restore.focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const toast = page.locator('.toast', { hasText: /“b\.txt” is as it was on/ })
    await toast.waitFor()
    await screenshot(page, 'versions-restored')
    await holds(t, site.url, 'b.txt', 'one')
    await toast.getByRole('button', { name: 'Undo' }).click()
    await holds(t, site.url, 'b.txt', 'second')
    await page.keyboard.press('Control+y')
    await holds(t, site.url, 'b.txt', 'one')
    await page.keyboard.press('Control+z')
    await holds(t, site.url, 'b.txt', 'second')
    await visit.close()
  })

  it('fit on a phone, in the dark, and are left by Escape', async () => {
    await put(site.url, 'c.txt', ['one', 'second', 'the third'])
    const phone = { path: '#/files', width: 360, height: 640, colorScheme: 'dark' } as const
    const visit = await site.openPage(phone)
    const { page } = visit
    const dialog = await openVersions(page, 'c.txt')
    await dialog
      .getByRole('button', { name: /^Restore/ })
      .nth(1)
      .waitFor()
    await isFit(page, 'versions-on-a-phone')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await visit.close()
  })

  it('of a file that was never replaced are none', async () => {
    const visit = await site.openPage({ path: '#/files' })
    const dialog = await openVersions(visit.page, 'Read me first.txt')
    await dialog.getByText('It was never replaced.').waitFor()
    assert.equal(await focused(visit.page), 'Download the current version')
    await visit.close()
  })
})

describe('the versions of a file on a page with accounts', { skip: cannotBrowse }, () => {
  let site: AccountsSite
  before(async () => {
    site = await openAccountsSite()
    await site.invite('Rita', 'reader')
  })
  after(() => site.stop())

  it('say whose they are, and are only seen and downloaded by readers', async () => {
    const name = 'Read me first.txt'
    const olga = await site.visitAs('Olga', { path: '#/files' })
    await olga.page.evaluate(async (file) => {
      const form = new FormData()
      form.append('file', new Blob(['new']), file)
      await fetch('upload?id=/&conflict=replace', { method: 'POST', body: form })
    }, name)
    const hers = await openVersions(olga.page, name)
    await hers.getByText(/replaced .* by you$/).waitFor()
    await olga.close()

    const rita = await site.visitAs('Rita', { path: '#/files' })
    const dialog = await openVersions(rita.page, name)
    await dialog.getByText(/replaced .* by Olga$/).waitFor()
    await dialog.getByText(/^3 B · by Olga$/).waitFor()
    assert.equal(await dialog.getByRole('link', { name: /^Download/ }).count(), 2)
    assert.equal(await dialog.getByRole('button', { name: /Restore|Delete/ }).count(), 0)
    await isFit(rita.page, 'versions-of-a-reader')
    await rita.page.keyboard.press('Escape')

    // The details beside the list say so, too.
    await rita.page.getByRole('button', { name: 'Details', exact: true }).click()
    await card(rita.page, name).click()
    const details = rita.page.getByRole('complementary', { name: 'Details' })
    await details
      .locator('dd')
      .getByText(/^.*\d\d:\d\d by Olga$/)
      .waitFor()
    await rita.close()
  })
})
