import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site, Visit } from './browser.ts'
import { startPageServer } from './page-server.ts'
import { screenshot } from './screenshot.ts'

const password = 'correct horse battery'

const accountMenu = (page: Page) => page.getByRole('button', { name: /^Account of / })
const byPasskey = (page: Page) => page.getByRole('button', { name: 'Log in with a passkey' })

/** Browsers have passkeys for names only, so the server is asked for by one. */
async function openByName(visit: Visit, path = ''): Promise<void> {
  const { port } = new URL(visit.url)
  visit.allow(new RegExp(`foreign request: .*//localhost:${port}/`))
  await visit.page.goto(`http://localhost:${port}/${path}`)
}

/** A device that says yes by itself. */
async function plugIn({ page }: Visit): Promise<{ unplug: () => Promise<void> }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    unplug: async () => {
      await devtools.send('WebAuthn.clearCredentials', { authenticatorId })
    },
  }
}

async function openDialog(page: Page) {
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Passkeys…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Passkeys' })
  await dialog.waitFor()
  return dialog
}

describe('passkeys in the page', { skip: cannotBrowse }, () => {
  let site: Site
  let out: () => string
  before(async () => {
    site = await openSite(async () => {
      const server = await startPageServer(['--auth', 'accounts'])
      out = server.out
      return server
    })
  })
  after(() => site.stop())

  it('are added in the account menu, let in without a name, and let in no more once removed', async (t) => {
    const link = await t.waitFor(
      () => /comes in by (\S+)$/m.exec(out())?.[1] ?? assert.fail('no link yet'),
      patient,
    )
    const visit = await site.openPage()
    const { page } = visit
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor()
    // By a number there are none.
    assert.equal(await byPasskey(page).count(), 0)
    await openByName(visit, new URL(link).hash)
    await plugIn(visit)
    await page.getByLabel('Name', { exact: true }).fill('Olga')
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await accountMenu(page).waitFor()

    const dialog = await openDialog(page)
    await dialog.getByText('There is none yet.').waitFor()
    assert.match(await dialog.getByLabel('Name').inputValue(), /Chrome on /)
    await dialog.getByLabel('Name').fill('This machine')
    await page.keyboard.press('Enter')
    await dialog.getByText('never used').waitFor()
    await screenshot(page, 'passkeys')
    assert.deepEqual(await axeViolations(page), [])
    // The device has one already.
    await dialog.getByRole('button', { name: 'Add passkey' }).click()
    await dialog.getByText('has a passkey for your account already').waitFor()
    await page.keyboard.press('Escape')

    await accountMenu(page).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await byPasskey(page).waitFor()
    await screenshot(page, 'login-passkey')
    assert.deepEqual(await axeViolations(page), [])
    await byPasskey(page).click()
    await page.getByRole('button', { name: 'Account of Olga' }).waitFor()

    const again = await openDialog(page)
    await again.getByText(/^used /).waitFor()
    await again.getByRole('button', { name: 'Remove This machine' }).click()
    await again.getByRole('button', { name: 'Really: Remove This machine' }).click()
    await again.getByText('There is none yet.').waitFor()
    await page.keyboard.press('Escape')
    await accountMenu(page).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    visit.allow(/401/)
    await byPasskey(page).click()
    await page.getByRole('alert').getByText('does not let in').waitFor()
    await visit.close()
  })

  it('say that none was chosen where there is none', async () => {
    const visit = await site.openPage()
    await openByName(visit)
    const device = await plugIn(visit)
    await device.unplug()
    await byPasskey(visit.page).click()
    await visit.page.getByRole('alert').getByText('No passkey was chosen.').waitFor()
    assert.ok(await byPasskey(visit.page).isEnabled())
    await visit.close()
  })
})
