import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site, Visit, VisitOptions } from './browser.ts'
import { startPageServer } from './page-server.ts'
import { screenshot } from './screenshot.ts'
import { workspaceButton } from './workspace-menu.ts'

const password = 'correct horse battery'

const status = (page: Page) => page.locator('.connection')
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const nameField = (page: Page) => page.getByLabel('Name', { exact: true })
const login = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true })

/** Links lead to the server, and each visit has a way of its own to it. */
const hashOf = (link: string) => new URL(link).hash

describe('a page of a server with accounts', { skip: cannotBrowse }, () => {
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

  const ask = (path: string, headers = {}) => fetch(new URL(path, site.url), { headers })

  const firstOwnerLink = () => /comes in by (\S+)$/m.exec(out())?.[1] ?? assert.fail('no link yet')

  async function visitAs(name: string, options: VisitOptions = {}): Promise<Visit> {
    const visit = await site.openPage(options)
    const { page } = visit
    await nameField(page).fill(name)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await accountMenu(page).waitFor()
    return visit
  }

  /** As the owner, by the dialog. */
  async function invite(role: string): Promise<string> {
    const visit = await visitAs('Olga', { path: '#/tables/films' })
    const dialog = await openDialog(visit.page, 'Members…', 'Members of main')
    await dialog.getByLabel('Role of whoever is invited').selectOption(role)
    await dialog.getByRole('button', { name: 'Make invitation' }).click()
    const link = await dialog.getByLabel('The link').inputValue()
    await visit.close()
    return link
  }

  async function accept(link: string, name: string, path = ''): Promise<Visit> {
    const visit = await site.openPage({ path: hashOf(link) })
    const { page } = visit
    await page.getByText('You are invited').waitFor()
    await nameField(page).fill(name)
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Go on' }).click()
    await accountMenu(page).waitFor()
    if (path) await page.goto(new URL(path, visit.url).href)
    return visit
  }

  it('lets the first owner in by a link, which is gone from the address at once', async (t) => {
    const link = await t.waitFor(firstOwnerLink, patient)
    const visit = await site.openPage({ path: hashOf(link) })
    const { page } = visit
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
    assert.equal(page.url(), visit.url)
    assert.equal(await page.evaluate('document.activeElement.name'), 'username')

    await page.keyboard.type('Olga')
    await page.getByLabel('New password', { exact: true }).fill('too short')
    await page.keyboard.press('Enter')
    assert.equal(await accountMenu(page).count(), 0)
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')

    await accountMenu(page).click()
    await page.getByText('Owner of the server').waitFor()
    await visit.close()

    const again = await site.openPage({ path: hashOf(link) })
    again.allow(/40\d/)
    await again.page.getByText('This link does not work').waitFor()
    await again.page.getByRole('button', { name: 'Go on without it' }).click()
    await login(again.page).waitFor()
    await again.close()
  })

  it('says that a password is wrong, and then shows what was asked for', async () => {
    const visit = await site.openPage({ path: '#/gantt' })
    const { page } = visit
    visit.allow(/401/)
    await login(page).waitFor()
    assert.equal(await page.evaluate('document.activeElement.name'), 'username')
    const fields = page.locator('input')
    assert.deepEqual(
      await fields.evaluateAll((all) => all.map((one) => one.getAttribute('autocomplete'))),
      ['username', 'current-password'],
    )
    await page.keyboard.type('olga')
    await page.keyboard.press('Tab')
    await page.keyboard.type('not the password')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()

    await page.keyboard.type(password)
    await page.keyboard.press('Enter')

    await page.locator('.wx-bar').first().waitFor()
    assert.match(page.url(), /#\/gantt/)
    await visit.close()
  })

  it('shows a reader no button that they may not use, and lets them change nothing', async () => {
    const visit = await accept(await invite('reader'), 'Rita', '#/tables/films')
    const { page } = visit
    const button = (name: string | RegExp) => page.getByRole('button', { name })

    const row = page.locator('.wx-grid .wx-row').first()
    await row.waitFor()
    for (const name of ['Add row', 'Delete the selected rows', 'New table', 'Import a file']) {
      assert.equal(await button(name).count(), 0, name)
    }
    await button('More').click()
    assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), ['History …'])
    await page.keyboard.press('Escape')
    const cell = page.getByText('The Godfather', { exact: true })
    await cell.dblclick()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Delete')
    // Rows may be selected, to be copied.
    const input = '.wx-grid input:not([disabled]):not([aria-label="Select all rows"])'
    assert.equal(await page.locator(input).count(), 0)

    await page.getByRole('link', { name: 'Files' }).click()
    await page.getByText('Notes').first().waitFor()
    assert.equal(await button(/^New$/).count(), 0)
    await page.locator('.wx-cards .wx-item', { hasText: 'Notes' }).click({ button: 'right' })
    const options = page.locator('.wx-menu .wx-value')
    await options.first().waitFor()
    assert.deepEqual(await options.allInnerTexts(), [
      'Download as zip',
      'Share…',
      'Copy link',
      'Add star',
      'Comments…',
      'History…',
      'Details',
    ])
    await page.keyboard.press('Escape')
    await page.locator('.wx-cards .wx-item', { hasText: 'Pictures' }).click()
    await page.keyboard.press('F2')
    await page.keyboard.press('Delete')
    assert.equal(await page.locator('dialog[open]').count(), 0)

    await page.getByRole('link', { name: 'Gantt' }).click()
    await page.locator('.wx-bar').first().waitFor()
    assert.equal(await button(/new task|add task/i).count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Add task' }).count(), 0)
    // The menu goes away while the chart is still being scrolled.
    while ((await options.count()) === 0) {
      await page.locator('.wx-bar').nth(1).click({ button: 'right' })
      await page.waitForTimeout(200)
    }
    assert.deepEqual(await options.allInnerTexts(), ['Details…', 'History…'])
    await screenshot(page, 'menu-of-a-task-for-a-reader')
    await options.getByText('History…').click()
    const past = page.getByRole('dialog', { name: /^History of “/ })
    await past.waitFor()
    await past.getByText('Loading …').waitFor({ state: 'detached' })
    assert.equal(await past.getByRole('button', { name: /Take back|Restore/ }).count(), 0)
    await page.keyboard.press('Escape')
    await page.locator('.wx-bar').nth(1).click()
    await page.keyboard.press('Delete')
    assert.equal(await page.getByRole('dialog').count(), 0)

    await workspaceButton(page).click()
    assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), ['main'])
    await page.keyboard.press('Escape')
    await accountMenu(page).click()
    assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), [
      'Password…',
      'Sessions…',
      'Tokens…',
      'History…',
      'Trash…',
      'Shares…',
      'Log out',
    ])
    // Nothing was refused, as nothing was asked.
    await visit.close()
  })

  it('shows the buttons as soon as somebody may use them, and nothing when they may not even look', async () => {
    const reader = await visitAs('Rita', { path: '#/tables/films' })
    const owner = await visitAs('Olga', { path: '#/files' })
    const dialog = await openDialog(owner.page, 'Members…', 'Members of main')
    await reader.page.locator('.wx-grid .wx-row').first().waitFor()
    await status(reader.page).getByText('Live').waitFor()

    await dialog.getByLabel('Role of Rita').selectOption('editor')
    await reader.page.getByRole('button', { name: 'Add row' }).waitFor()

    reader.allow(/404/)
    await dialog.getByRole('button', { name: 'Remove Rita' }).click()
    await dialog.getByRole('button', { name: 'Really: Remove Rita' }).click()
    await reader.page.getByText('Nothing for you here').waitFor()
    await reader.close()
    await owner.close()
  })

  it('makes a token that lets a program in until it is removed', async () => {
    const visit = await visitAs('Olga', { path: '#/tables/films' })
    const dialog = await openDialog(visit.page, 'Tokens…', 'Tokens')
    await dialog.getByLabel('Name', { exact: true }).fill('Nightly export')
    await visit.page.keyboard.press('Enter')
    const token = await dialog.getByLabel('The token “Nightly export”').inputValue()

    assert.equal((await ask('films', { authorization: `Bearer ${token}` })).status, 200)
    assert.equal((await ask(`films?access_token=${token}`)).status, 200)
    assert.equal((await ask('films')).status, 401)

    await dialog.getByRole('button', { name: 'Remove Nightly export' }).click()
    await dialog.getByRole('button', { name: 'Really: Remove Nightly export' }).click()
    await dialog.getByText('There is none yet.').waitFor()
    assert.equal((await ask('films', { authorization: `Bearer ${token}` })).status, 401)
    await visit.close()
  })

  it('shows the login over what is there when a session is ended elsewhere', async () => {
    const visit = await visitAs('Olga', { path: '#/tables/films' })
    const { page } = visit
    await page.getByPlaceholder('Search').fill('Godfather')
    await page.getByText('2 rows found').waitFor()
    await status(page).getByText('Live').waitFor()
    visit.allow(/401/)
    const elsewhere = await visitAs('Olga', { path: '#/files' })
    const dialog = await openDialog(elsewhere.page, 'Sessions…', 'Sessions')
    const ends = dialog.getByRole('button', { name: /^End / })
    const others = await ends.count()
    assert.notEqual(others, 0)
    for (let left = others; left > 0; left--) {
      await ends.last().click()
      await ends.nth(left - 1).waitFor({ state: 'detached' })
    }

    const again = dialogOf(page, 'Log in again')
    await again.waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await again.getByLabel('Name').inputValue(), 'Olga')
    await screenshot(page, 'login-again')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await again.waitFor({ state: 'detached' })

    await status(page).getByText('Live').waitFor()
    await page.getByText('2 rows found').waitFor()
    await elsewhere.close()
    await visit.close()
  })

  it('saves after the login what was done while there was none', async (t) => {
    const visit = await visitAs('Olga', { path: '#/tables/films' })
    const { page } = visit
    await page.locator('.wx-grid .wx-row').first().waitFor()
    visit.allow(/401/)
    await page.context().clearCookies()
    await page.getByText('Pulp Fiction', { exact: true }).dblclick()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Pulp Facts')
    await page.keyboard.press('Enter')

    const again = dialogOf(page, 'Log in again')
    await again.getByText('what is not saved yet').waitFor()
    await again.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await again.waitFor({ state: 'detached' })

    await page.getByText('Pulp Facts', { exact: true }).waitFor()
    await t.waitFor(async () => {
      const films = await page.evaluate("fetch('films').then((answer) => answer.text())")
      assert.match(String(films), /Pulp Facts/)
    }, patient)
    await visit.close()
  })

  it('logs out, and other tabs of the browser with it', async () => {
    const visit = await visitAs('Olga', { path: '#/gantt' })
    const { page } = visit
    const tab = await page.context().newPage()
    await tab.goto(new URL('#/files', visit.url).href)
    await status(tab).getByText('Live').waitFor()
    visit.allow(/401/)

    await accountMenu(page).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()

    await login(page).waitFor()
    assert.equal(await dialogOf(page, 'Log in again').count(), 0)
    await dialogOf(tab, 'Log in again').waitFor()
    await visit.close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 360]) {
      it(`has no serious barrier and fits into ${width} pixels, ${colorScheme}`, async () => {
        const look = { width, height: 800, colorScheme }
        const first = await site.openPage(look)
        await login(first.page).waitFor()
        await isFit(first.page, `login-${width}-${colorScheme}`)
        await first.close()

        const visit = await visitAs('Olga', { ...look, path: '#/tables/films' })
        const { page } = visit
        await page.locator('.wx-grid .wx-row').first().waitFor()
        for (const [item, title] of [
          ['Password…', 'Password'],
          ['Sessions…', 'Sessions'],
          ['Tokens…', 'Tokens'],
          ['Members…', 'Members of main'],
          ['Accounts…', 'Accounts'],
          ['Groups…', 'Groups'],
        ] as const) {
          const dialog = await openDialog(page, item, title)
          await isFit(page, `${title.toLowerCase().replaceAll(' ', '-')}-${width}-${colorScheme}`)
          await page.keyboard.press('Escape')
          await dialog.waitFor({ state: 'detached' })
        }
        await visit.close()
      })
    }
  }
})

function accountMenu(page: Page): Locator {
  return page.getByRole('button', { name: /^Account of / })
}

/** With what is in it. */
async function openDialog(page: Page, item: string, title: string): Promise<Locator> {
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: item }).click()
  const dialog = dialogOf(page, title)
  await dialog.waitFor()
  await dialog.getByText('Loading …').waitFor({ state: 'detached' })
  return dialog
}

async function isFit(page: Page, name: string): Promise<void> {
  await screenshot(page, `accounts-${name}`)
  const overflow = 'document.documentElement.scrollWidth - innerWidth'
  assert.ok(Number(await page.evaluate(overflow)) <= 0, name)
  assert.deepEqual(await axeViolations(page), [], name)
}
