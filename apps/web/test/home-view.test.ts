import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { screenshot } from './screenshot.ts'
import { tablesPage } from './tables-page.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })

const daysOn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('the start page', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const post = (path: string, body: object) =>
    fetch(new URL(path, site.url), { method: 'POST', body: JSON.stringify(body) })

  it('lists where one was and what changed, and leads there', async () => {
    const visit = await site.openPage({ path: '#/home' })
    const { page } = visit
    // One was nowhere yet: what is here leads on.
    await section(page, 'In this workspace').getByRole('link', { name: /films/ }).waitFor()
    assert.equal(await section(page, 'Recent places').count(), 0)
    await page.getByText('Files, a plan and tables in one place.').waitFor()
    await screenshot(page, 'home-first')
    await page.goto(new URL('#/files/Pictures', visit.url).href)
    await page.locator('.wx-filemanager').waitFor()
    await page.goto(new URL('#/tables/films?sort=-year', visit.url).href)
    await page.locator('.wx-grid .wx-row').first().waitFor()
    await page.goto(new URL('#/gantt/5', visit.url).href)
    await page.locator('.wx-bar').first().waitFor()
    const response = await fetch(new URL('tasks/5', site.url), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'Ask them all' }),
    })
    assert.equal(response.status, 200)

    await page.getByRole('link', { name: 'Home' }).click()
    const places = section(page, 'Recent places').getByRole('link')
    await places.filter({ hasText: 'Ask them all' }).waitFor()
    assert.deepEqual(
      (await places.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim()),
      ['Ask them all Gantt', 'films Tables', 'Pictures Files'],
    )
    const changes = section(page, 'What changed lately')
    await changes
      .getByRole('link', { name: /Ask them all/ })
      .first()
      .waitFor()
    assert.equal(await page.getByText('Files, a plan and tables in one place.').count(), 0)
    await screenshot(page, 'home')
    assert.deepEqual(await axeViolations(page), [])
    await page.locator('.connection').getByText('Live').waitFor()
    await fetch(new URL('tasks/6', site.url), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'News of others' }),
    })
    await changes.getByRole('link', { name: /News of others/ }).waitFor()
    await changes
      .getByRole('link', { name: /Ask them all/ })
      .first()
      .click()
    await page.waitForURL(/#\/gantt\/5/)
    await visit.close()
  })

  it('tells what is late or due this week, without a word of who does it', async () => {
    const plan = async (text: string, days: number, progress: number) => {
      const task = { text, start: daysOn(-20), end: daysOn(days), progress, parent }
      const made = await post('w/due/tasks', task)
      assert.equal(made.status, 200)
      return ((await made.json()) as { id: number }).id
    }
    let parent = 0
    assert.equal((await post('workspaces', { name: 'due' })).status, 200)
    await plan('Next year', 365, 0)
    await plan('In three days', 3, 20)
    await plan('Last week', -7, 90)
    await plan('Done last week', -7, 100)
    // What the plan brings only when a branch is unfolded counts, too.
    const outer = await plan('Outer branch', 9, 0)
    parent = outer
    parent = await plan('Inner branch', 9, 0)
    await plan('Folded away', 1, 0)
    for (const id of [parent, outer]) {
      const lazy = JSON.stringify({ operation: 'lazy', value: true })
      const answer = await fetch(new URL(`w/due/tasks/${id}`, site.url), {
        method: 'PUT',
        body: lazy,
      })
      assert.equal(answer.status, 200)
    }
    const visit = await site.openPage({ path: 'w/due/#/home' })
    const { page } = visit
    const due = section(page, 'Late or due this week')
    const links = due.getByRole('listitem').getByRole('link')
    await links.first().waitFor()
    assert.deepEqual(await links.locator('.what').allInnerTexts(), [
      'Last week',
      'Folded away',
      'In three days',
    ])
    assert.deepEqual(await due.locator('.past').count(), 1)
    await due.getByRole('link', { name: '5 tasks · 1 done · 1 late' }).waitFor()
    await section(page, 'In this workspace').getByText('There are no files and no').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await links.filter({ hasText: 'Last week' }).click()
    await page.waitForURL(/#\/gantt\/\d+/)
    await visit.close()
  })

  it('misses nothing that is changed while it comes, by others or by oneself', async () => {
    const visit = await site.openPage({ path: '#/tables/films' })
    const { page } = visit
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(/\/films\/\d+$/, async (route) => {
      await held
      await route.continue()
    })
    await tablesPage(page).edit(0, 'name', 'Saved late')
    await page.getByRole('link', { name: 'Home' }).click()
    const changes = section(page, 'What changed lately')
    await changes.getByRole('listitem').first().waitFor()
    assert.equal(await changes.getByText('Saved late').count(), 0)
    letGo()
    await changes.getByText(/Saved late/).waitFor()

    // The page is told of nothing before it knows where the log ends.
    await page.route(/\/changes\?limit=0/, async (route) => {
      await pause(1500)
      await post('tasks', { text: 'In between', start: daysOn(1), end: daysOn(2) })
      await route.continue()
    })
    await page.reload()
    await changes.getByText(/In between/).waitFor()
    await visit.close()
  })

  it('leads to what is in the workspace, and follows it', async () => {
    assert.equal((await post('workspaces', { name: 'here' })).status, 200)
    const visit = await site.openPage({ path: 'w/here/#/home' })
    const { page } = visit
    const here = section(page, 'In this workspace')
    await here.getByText('There are no files and no tables yet.').waitFor()
    assert.deepEqual(await here.getByRole('link').allInnerTexts(), [
      'Add files',
      'Plan tasks',
      'Make a table',
    ])
    // It is there until the plan is known to be empty.
    await section(page, 'Late or due this week').waitFor({ state: 'detached' })
    await page.locator('.connection').getByText('Live').waitFor()
    for (let n = 1; n <= 7; n++) {
      await post('w/here/files/%2F', { name: `Folder ${n}`, type: 'folder' })
    }
    await here.getByRole('link', { name: /Folder 5/ }).waitFor()
    await here.getByRole('link', { name: '2 more' }).waitFor()
    await here.getByRole('link', { name: /Folder 1/ }).click()
    await page.getByText('Folder 1', { exact: true }).first().waitFor()
    assert.match(page.url(), /#\/files\/Folder%201/)
    await visit.close()
  })

  it('fits a phone in the dark, and says what could not be read', async () => {
    const visit = await site.openPage({ path: '#/files', width: 390, colorScheme: 'dark' })
    const { page } = visit
    visit.allow(/500/)
    await page.route(/\/history\?/, (route) => route.fulfill({ status: 500 }), { times: 1 })
    await page.getByRole('link', { name: 'Home' }).click()
    const changes = section(page, 'What changed lately')
    await changes.getByText('What changed could not be read.').waitFor()
    await changes.getByRole('button', { name: 'Try again' }).click()
    await changes.getByRole('listitem').first().waitFor()
    await screenshot(page, 'home-390')
    assert.deepEqual(await axeViolations(page), [])
    const overflow = 'document.documentElement.scrollWidth - innerWidth'
    assert.ok(Number(await page.evaluate(overflow)) <= 0)
    await visit.close()
  })
})
