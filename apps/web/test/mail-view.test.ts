import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { mailServer } from '../../../packages/server/test/fixtures/mail-server.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { startPageServer } from './page-server.ts'
import { screenshot } from './screenshot.ts'

const password = 'correct horse battery'

const accountMenu = (page: Page) => page.getByRole('button', { name: /^Account of / })
const nameField = (page: Page) => page.getByLabel('Name', { exact: true })

async function openDialog(page: Page, item: string, name: string) {
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: item }).click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.waitFor()
  return dialog
}

describe('mail in the page', { skip: cannotBrowse }, () => {
  let site: Site
  let post: Awaited<ReturnType<typeof mailServer>>
  let out: () => string
  before(async () => {
    post = await mailServer()
    site = await openSite(async () => {
      const mail = ['--smtp', post.url, '--mail-from', 'triptych@example.com']
      const server = await startPageServer(['--auth', 'accounts', '--url', 'http://h', ...mail])
      out = server.out
      return server
    })
  })
  after(() => site.stop())

  it('brings an invitation to whoever is invited, and a link to whoever has forgotten', async (t) => {
    const link = await t.waitFor(
      () => /comes in by (\S+)$/m.exec(out())?.[1] ?? assert.fail('no link yet'),
      patient,
    )
    const visit = await site.openPage({ path: new URL(link).hash })
    const { page } = visit
    await nameField(page).fill('Olga')
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await accountMenu(page).waitFor()

    const members = await openDialog(page, 'Members…', 'Members of main')
    await members.getByLabel('Mail the link to').fill('rita@example.com')
    await members.getByRole('button', { name: 'Make invitation' }).click()
    const shown = await members.getByLabel('The link', { exact: true }).inputValue()
    assert.ok(shown.endsWith(post.received[0]?.secret ?? '?'))
    assert.equal(post.received[0]?.to, 'rita@example.com')
    await page.keyboard.press('Escape')

    const own = await openDialog(page, 'Mail address…', 'Mail address')
    await own.getByLabel('Mail address').fill('olga@example.com')
    await own.getByLabel('Your password', { exact: true }).fill(password)
    await screenshot(page, 'mail-address')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Enter')
    await own.getByText('A link is on its way to olga@example.com.').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Escape')
    assert.equal(post.received[1]?.to, 'olga@example.com')
    await page.goto(new URL(`#link=${post.received[1]?.secret}`, visit.url).href)
    await page.getByText('Confirm your mail address').waitFor()
    await screenshot(page, 'mail-confirm')
    await page.getByRole('button', { name: 'Go on as Olga' }).click()
    const confirmed = await openDialog(page, 'Mail address…', 'Mail address')
    assert.equal(await confirmed.getByLabel('Mail address').inputValue(), 'olga@example.com')
    assert.equal(await confirmed.getByText('on its way').count(), 0)
    await visit.close()

    const again = await site.openPage()
    await again.page.getByRole('button', { name: 'Forgotten?' }).click()
    assert.equal(await again.page.evaluate('document.activeElement.name'), 'who')
    await screenshot(again.page, 'forgotten')
    assert.deepEqual(await axeViolations(again.page), [])
    await again.page.keyboard.type('olga')
    await again.page.keyboard.press('Enter')
    await again.page.getByText('is on its way there').waitFor()
    await t.waitFor(() => assert.equal(post.received.length, 3), patient)
    await again.page.getByRole('button', { name: 'Back to the login' }).click()
    await nameField(again.page).waitFor()

    const { secret } = post.received[2]!
    await again.page.goto(new URL(`#link=${secret}`, again.url).href)
    await again.page.getByLabel('New password', { exact: true }).fill('another long password')
    await again.page.keyboard.press('Enter')
    await again.page.getByRole('button', { name: 'Account of Olga' }).waitFor()
    await again.close()
  })
})
