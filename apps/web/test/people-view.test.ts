import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Member, Token } from '@triptych/contract/accounts'
import { axeViolations } from './axe-violations.ts'
import { accountMenu, confirm, openAccountsSite, openFrom, password } from './accounts-site.ts'
import type { AccountsSite } from './accounts-site.ts'
import { cannotBrowse } from './browser.ts'
import { screenshot } from './screenshot.ts'

describe('people on the page', { skip: cannotBrowse }, () => {
  let site: AccountsSite
  let sam: string
  before(async () => {
    site = await openAccountsSite()
    await site.invite('Paul', 'owner')
    sam = await site.invite('Sam', 'reader')
  })
  after(() => site.stop())

  const members = async () =>
    (await site.ask<Member[]>('GET', 'auth/members?workspace=main')).map(
      ({ name, role }) => `${name} ${role}`,
    )

  it('are made members by their name, where one may not see which accounts there are', async () => {
    const role = { workspace: 'main', kind: 'account', id: sam, role: null }
    await site.ask('PUT', 'auth/members', role)
    const visit = await site.visitAs('Paul', { path: '#/tables/films' })
    const { page } = visit
    const dialog = await openFrom(accountMenu(page), 'Members…', 'Members of main')
    const name = dialog.getByLabel('Name of an account')
    const add = dialog.getByRole('button', { name: 'Add', exact: true })
    const row = (text: string) => dialog.locator('li', { hasText: text })
    assert.ok(await add.isDisabled())
    assert.equal(await dialog.getByLabel('Account or group').count(), 0)

    visit.allow(/404/)
    await name.fill('Nobody')
    await add.click()
    await dialog.getByText('There is no such account.').waitFor()
    await name.fill(' sam ')
    await dialog.getByLabel('Role of whoever is added').selectOption('editor')
    await name.press('Enter')
    await row('Sam').waitFor()
    assert.equal(await name.inputValue(), '')
    assert.deepEqual(await members(), ['Paul owner', 'Sam editor'])
    // Enter made nothing else.
    assert.deepEqual(await site.ask('GET', 'auth/invitations?workspace=main'), [])
    await visit.close()
  })

  it('say their password again for a token, when they logged in a while ago', async () => {
    const visit = await site.visitAs('Sam', { path: '#/tables/films' })
    const { page } = visit
    const tokens = () =>
      page.evaluate<Token[]>("fetch('auth/tokens').then((answer) => answer.json())")
    const dialog = await openFrom(accountMenu(page), 'Tokens…', 'Tokens')
    const name = dialog.getByLabel('Name', { exact: true })
    const again = dialog.getByLabel('Your password', { exact: true })
    const make = dialog.getByRole('button', { name: 'Make token' })
    await name.fill('first')
    await make.click()
    await dialog.getByLabel('The token “first”').waitFor()
    assert.equal(await again.count(), 0)

    site.passAnHour()
    visit.allow(/403|422/)
    await name.fill('second')
    await make.click()
    await again.waitFor()
    await dialog.getByText('say your password again').waitFor()
    await screenshot(page, 'password-again')
    await again.fill('another one')
    await make.click()
    await dialog.getByText('The password is another one.').waitFor()
    assert.equal((await tokens()).length, 1)
    await again.fill(password)
    await make.click()
    await dialog.getByLabel('The token “second”').waitFor()
    await again.waitFor({ state: 'detached' })
    assert.equal((await tokens()).length, 2)
    await visit.close()
  })

  it('are told their role in their language, and what is theirs apart from what is of all', async () => {
    const visit = await site.visitAs('Sam', { path: '#/tables/films', locale: 'de-DE' })
    const { page } = visit
    await accountMenu(page).click()
    await page.locator('.account-head').getByText('Bearbeiter', { exact: true }).waitFor()
    assert.equal(await page.getByRole('menu').getByRole('separator').count(), 2)
    await screenshot(page, 'account-menu-german')
    assert.deepEqual(await axeViolations(page), [])
    await visit.close()
  })

  it('are locked out of everything but their password by an owner of the server', async () => {
    const owner = await site.visitAs('Olga', { path: '#/tables/films' })
    const dialog = await openFrom(accountMenu(owner.page), 'Accounts…', 'Accounts')
    const visit = await site.visitAs('Sam', { path: '#/tables/films' })
    visit.allow(/401/)
    assert.ok(await dialog.getByRole('button', { name: 'Revoke keys Olga' }).isDisabled())
    await confirm(dialog, 'Revoke keys Sam')
    await visit.page.getByRole('dialog', { name: 'Log in again' }).waitFor()
    await visit.page.getByLabel('Password', { exact: true }).fill(password)
    await visit.page.keyboard.press('Enter')
    const tokens = await openFrom(accountMenu(visit.page), 'Tokens…', 'Tokens')
    await tokens.getByText('There is none yet.').waitFor()
    await visit.close()
    await owner.close()
  })
})
