import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import type { Share } from '@triptych/contract/shares'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import {
  accountMenu,
  confirm,
  focused,
  isFit,
  openAccountsSite,
  openFrom,
} from './accounts-site.ts'
import type { AccountsSite } from './accounts-site.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'

const card = (page: Page, name: string) => page.locator('.wx-cards .wx-item', { hasText: name })
const pathOf = (link: string) => new URL(link).pathname.slice(1)

async function openShare(page: Page, name: string) {
  await card(page, name).click({ button: 'right' })
  await page.locator('.wx-menu').getByText('Share…').click()
  const dialog = page.getByRole('dialog', { name: `Share ${name}` })
  await dialog.waitFor()
  return dialog
}

describe('sharing on a page without accounts', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('makes a link by which a file is downloaded as often as was said, and tells what is left', async (t) => {
    const visit = await site.openPage({ path: '#/files' })
    const { page } = visit
    const dialog = await openShare(page, 'Read me first.txt')
    assert.equal(await dialog.getByLabel('Others may').count(), 0)
    await dialog.getByLabel('Password').fill('sesame')
    await dialog.getByLabel('Downloads at most').fill('1')
    await dialog.getByLabel('Name').fill('For Bob')
    await page.keyboard.press('Enter')
    const link = await dialog.getByLabel('The link').inputValue()
    assert.equal(await focused(page), 'The link')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await dialog.getByText('It is in the clipboard.').waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), link)
    await dialog.getByText('with a password · 1 of 1 downloads left · ends').waitFor()
    assert.equal(await dialog.getByLabel('Name').inputValue(), '')

    const stranger = await site.openPage({ path: pathOf(link) })
    await stranger.page.fill('input[type=password]', 'sesame')
    await Promise.all([stranger.page.waitForEvent('load'), stranger.page.keyboard.press('Enter')])
    const [download] = await Promise.all([
      stranger.page.waitForEvent('download'),
      stranger.page.getByRole('link', { name: /download/i }).click(),
    ])
    await download.path()
    await stranger.close()

    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await t.waitFor(async () => {
      const all = await openFrom(more(page), 'Shares…', 'Shares')
      const row = await all.locator('li').innerText()
      await page.keyboard.press('Escape')
      await all.waitFor({ state: 'detached' })
      assert.match(row, /first\.txt \(For Bob\)[^]*Over · To read[^]*0 of 1 downloads left/)
    }, patient)
    await visit.close()
  })

  it('is reached by keyboard, and gives the focus back', async () => {
    const visit = await site.openPage({ path: '#/files?mode=table' })
    const { page } = visit
    await page.getByText('Notes').last().click()
    await page.keyboard.press('Control+Shift+L')
    const dialog = page.getByRole('dialog', { name: 'Share Notes' })
    await dialog.waitFor()
    assert.equal(await focused(page), 'Others may')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Control+Shift+L')
    await page.getByRole('dialog', { name: 'Share Pictures' }).waitFor()
    await visit.close()
  })
})

describe('sharing on a page with accounts', { skip: cannotBrowse }, () => {
  let site: AccountsSite
  before(async () => {
    site = await openAccountsSite()
    await site.invite('Rita', 'reader')
    await site.invite('Paul', 'owner')
  })
  after(() => site.stop())

  const shares = () => site.ask<Share[]>('GET', 'shares')

  it('lets a reader share what they see, but nobody put something there', async () => {
    const visit = await site.visitAs('Rita', { path: '#/files' })
    const { page } = visit
    const dialog = await openShare(page, 'Notes')
    assert.equal(await dialog.getByLabel('Others may').count(), 0)
    await dialog.getByRole('button', { name: 'Make link' }).click()
    await dialog.getByLabel('The link').waitFor()

    await page.keyboard.press('Escape')
    const mine = await openFrom(accountMenu(page), 'Shares…', 'My shares')
    assert.equal(await mine.locator('li').count(), 1)
    await visit.close()
  })

  it('shows an owner those of all, by whom they are, and ends them', async (t) => {
    const visit = await site.visitAs('Paul', { path: '#/files' })
    const { page } = visit
    const dialog = await openShare(page, 'Pictures')
    await dialog.getByLabel('Others may').selectOption('upload')
    assert.equal(await dialog.getByLabel('Downloads at most').count(), 0)
    await dialog.getByLabel(/^For/).selectOption('No end')
    await dialog.getByRole('button', { name: 'Make link' }).click()
    const link = await dialog.getByLabel('The link').inputValue()
    assert.equal((await fetch(new URL(pathOf(link), site.url))).status, 200)
    await page.keyboard.press('Escape')

    const all = await openFrom(accountMenu(page), 'Shares…', 'Shares')
    await all.getByText('by Rita').waitFor()
    assert.deepEqual(await all.locator('li strong').allInnerTexts(), ['/Pictures', '/Notes'])
    assert.match(await all.locator('li').first().innerText(), /To upload · no end · by you/)
    await confirm(all, 'End the share /Pictures')
    await all.getByText('/Pictures').waitFor({ state: 'detached' })
    await t.waitFor(async () => assert.equal(await focused(page), 'End the share /Notes'), patient)
    assert.equal((await fetch(new URL(pathOf(link), site.url))).status, 404)
    await confirm(all, 'End the share /Notes')
    await all.getByText('There is none.').waitFor()
    await t.waitFor(async () => assert.equal(await focused(page), 'Close'), patient)
    assert.deepEqual(await shares(), [])
    await visit.close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 360]) {
      it(`has no serious barrier and fits into ${width} pixels, ${colorScheme}`, async () => {
        const look = { width, height: 800, colorScheme }
        const visit = await site.visitAs('Olga', { ...look, path: '#/files' })
        const { page } = visit
        const dialog = await openShare(page, 'Projects')
        await dialog.getByRole('button', { name: 'Make link' }).click()
        await dialog.getByLabel('The link').waitFor()
        await dialog.locator('li').first().waitFor()
        await isFit(page, `share-${width}-${colorScheme}`)
        await page.keyboard.press('Escape')
        await openFrom(accountMenu(page), 'Shares…', 'Shares')
        await isFit(page, `shares-${width}-${colorScheme}`)
        await visit.close()
      })
    }
  }
})

function more(page: Page) {
  return page.getByRole('button', { name: 'More of this workspace' })
}
