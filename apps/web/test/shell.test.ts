import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, connectionLost, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { screenshot } from './screenshot.ts'
import { chooseInWorkspaces, workspaceButton } from './workspace-menu.ts'

const status = (page: Page) => page.locator('.connection')
const views = ['files', 'gantt', 'tables'] as const
const shows = { files: '.wx-filemanager', gantt: '.wx-bar', tables: '.wx-grid .wx-row' }

describe('the page', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  async function post(path: string, body: object): Promise<void> {
    const init = { method: 'POST', body: JSON.stringify(body) }
    assert.equal((await fetch(new URL(path, site.url), init)).status, 200, path)
  }

  it('shows three views by name, and the address holds which one', async () => {
    const visit = await site.openPage()
    const { page } = visit
    const nav = page.getByRole('navigation', { name: 'Views' })
    for (const name of ['Gantt', 'Tables', 'Files']) {
      await nav.getByRole('link', { name }).click()
      await page.waitForURL(new RegExp(`#/${name.toLowerCase()}`))
      assert.equal(await nav.locator('[aria-current=page]').innerText(), name)
    }
    await page.goBack()
    await page.reload()
    assert.equal(await nav.locator('[aria-current=page]').innerText(), 'Tables')
    await visit.close()
  })

  it('can be walked through by keyboard from its first link on', async () => {
    const visit = await site.openPage({ path: '#/tables/films' })
    const { page } = visit
    await status(page).getByText('Live').waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the view')
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate('document.activeElement.id'), 'view')
    await visit.close()
  })

  it('is light or dark as the system is, until the person chooses', async () => {
    const visit = await site.openPage({ path: '#/gantt', colorScheme: 'dark' })
    const { page } = visit
    const theme = () => page.evaluate('document.documentElement.dataset.theme')
    await page.locator('.wx-willow-dark-theme').first().waitFor()
    assert.equal(await theme(), 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.locator('.wx-willow-theme').first().waitFor()
    assert.equal(await theme(), 'light')

    await page.getByRole('button', { name: /Change to light/ }).click()
    await page.getByRole('button', { name: /Change to dark/ }).click()
    assert.equal(await theme(), 'dark')
    await page.reload()
    await page.locator('.wx-willow-dark-theme').first().waitFor()
    await visit.close()
  })

  it('shows who else is here, by name and place', async () => {
    const [ada, bob] = await Promise.all([
      site.openPage({ path: '#/gantt' }),
      site.openPage({ path: '#/tables/films' }),
    ])
    await ada.page.getByRole('button', { name: '1 more is here' }).click()
    await bob.page.getByRole('button', { name: '1 more is here' }).click()
    await bob.page.getByLabel('Your name, as others see it').fill('Bob')
    await bob.page.getByRole('button', { name: 'Save' }).click()
    const listed = ada.page.locator('.people-panel li')
    await listed.filter({ hasText: 'Bob' }).filter({ hasText: 'Tables › films' }).waitFor()
    await bob.close()
    await ada.page.getByText('Nobody else is here').waitFor()
    await ada.close()
  })

  it('shows who is here within the window of a phone, and leaves the keyboard where it was', async () => {
    // Nobody was in it before who could still be leaving.
    await post('workspaces', { name: 'alone' })
    await post('w/alone/tasks', { text: 'Dig', start: '2026-05-04', duration: 3 })
    const visit = await site.openPage({ path: 'w/alone/#/gantt', width: 390, height: 800 })
    const { page } = visit
    await page.locator('.wx-bar').waitFor({ state: 'attached' })
    const button = page.getByRole('button', { name: 'Only you are here' })
    const name = page.getByLabel('Your name, as others see it')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await button.click()
    await name.waitFor()
    await page.keyboard.type('Ada')
    assert.equal(await name.inputValue(), 'Ada')
    const box = (await page.locator('.people-panel').boundingBox())!
    assert.ok(box.x >= 0 && box.x + box.width <= 390, `${box.x} + ${box.width}`)
    await screenshot(page, 'people-390')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Escape')
    await name.waitFor({ state: 'detached' })
    assert.match((await focused()) ?? '', /Only you are here/)

    await page.keyboard.press('Enter')
    await page.keyboard.type('Ada')
    await page.keyboard.press('Enter')
    await name.waitFor({ state: 'detached' })
    assert.match((await focused()) ?? '', /Only you are here/)
    await button.click()
    await name.waitFor()
    await page.mouse.click(200, 700)
    await name.waitFor({ state: 'detached' })
    await visit.close()
  })

  it('leads to a workspace of its own, and back', async () => {
    const visit = await site.openPage({ path: '#/tables' })
    const { page } = visit
    // The menu grows once the others are known, and what is pressed may move meanwhile.
    await status(page).getByText('Live').waitFor()
    await chooseInWorkspaces(page, 'New workspace…')
    const dialog = page.getByRole('dialog', { name: 'New workspace' })
    await dialog.waitFor()
    await screenshot(page, 'new-workspace')
    await dialog.getByLabel('Name').fill('team')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(/\/w\/team\/#\/tables$/)
    await status(page).getByText('Live').waitFor()
    await chooseInWorkspaces(page, 'New workspace…')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await workspaceButton(page).innerText(), 'team')
    await chooseInWorkspaces(page, 'main')
    await page.waitForURL((url) => !url.pathname.includes('/w/'))
    await visit.close()
  })

  it('says that the connection is lost, and that it is back after a restart', async () => {
    const visit = await site.openPage({ path: '#/gantt' })
    const { page } = visit
    await status(page).getByText('Live').waitFor()
    visit.allow(connectionLost)
    visit.allow(/503/)
    await site.restartServer(() => status(page).getByText('No connection').waitFor())
    await status(page).getByText('Live').waitFor()
    await visit.close()
  })

  it('says in each view that its first load failed, and shows it when the next one does not', async () => {
    const visit = await site.openPage({ path: '#/files' })
    const { page } = visit
    const loads = { files: /\/files\/%2F/, gantt: /\/tasks$/, tables: /\/films\/query/ }
    visit.allow(/500/)
    for (const [view, address] of Object.entries(loads)) {
      await page.route(address, (route) => route.fulfill({ status: 500 }), { times: 1 })
      await page.goto('about:blank')
      await page.goto(new URL(view === 'tables' ? '#/tables/films' : `#/${view}`, visit.url).href)
      await page.getByRole('alert').getByText('It will be tried again').waitFor()
      await page
        .locator(shows[view as keyof typeof shows])
        .first()
        .waitFor()
      await page.getByText('It will be tried again').waitFor({ state: 'detached' })
    }
    await visit.close()
  })

  for (const view of views) {
    for (const colorScheme of ['light', 'dark'] as const) {
      it(`has no serious barrier in ${view}, ${colorScheme}`, async () => {
        const path = view === 'tables' ? '#/tables/films' : `#/${view}`
        const visit = await site.openPage({ path, colorScheme })
        const { page } = visit
        await status(page).getByText('Live').waitFor()
        await page.locator(shows[view]).first().waitFor()
        await screenshot(page, `${view}-${colorScheme}`)
        assert.deepEqual(await axeViolations(page), [])
        await visit.close()
      })
    }
  }

  for (const [width, height] of [
    [360, 640],
    [3840, 2160],
  ] as const) {
    it(`fits into ${width} pixels without a bar to push it sideways`, async () => {
      for (const view of views) {
        const path = view === 'tables' ? '#/tables/films' : `#/${view}`
        const visit = await site.openPage({ path, width, height })
        const { page } = visit
        await status(page).waitFor()
        await page.locator(shows[view]).first().waitFor()
        const overflow = 'document.documentElement.scrollWidth - innerWidth'
        assert.ok(Number(await page.evaluate(overflow)) <= 0, view)
        await screenshot(page, `${view}-${width}`)
        await visit.close()
      }
    })
  }
})
