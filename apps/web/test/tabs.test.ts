import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { cannotBrowse, connectionLost, openSite } from './browser.ts'
import type { Site, Visit } from './browser.ts'
import { tablesPage } from './tables-page.ts'

const path = '#/tables/films'

async function isShownInAll(tabs: readonly Page[], text: string): Promise<void> {
  for (const page of tabs) {
    await tablesPage(page).cell(0, 'name').getByText(text, { exact: true }).waitFor()
  }
}

describe('eight tabs of one browser', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  /** More than the six connections that a browser keeps to one server. */
  async function openTabs(): Promise<{ visit: Visit; tabs: Page[] }> {
    const visit = await site.openPage({ path })
    const tabs = [visit.page]
    while (tabs.length < 8) {
      const page = await visit.page.context().newPage()
      page.setDefaultTimeout(60_000)
      await page.goto(new URL(path, visit.url).href)
      tabs.push(page)
    }
    for (const page of tabs) {
      await page.locator('.connection').getByText('Live').waitFor()
      await tablesPage(page).cell(0, 'name').waitFor()
    }
    return { visit, tabs }
  }

  async function readers(): Promise<number> {
    const text = await (await fetch(`${site.url}metrics`)).text()
    return Number(/^triptych_event_subscribers (\d+)$/m.exec(text)?.[1])
  }

  it('share one stream, show what one of them changes, and go on when any of them closes', async (t: TestContext) => {
    const { visit, tabs } = await openTabs()
    await t.waitFor(async () => assert.equal(await readers(), 1), patient)

    await tablesPage(tabs[5]!).edit(0, 'name', 'From the sixth')
    await isShownInAll(tabs, 'From the sixth')

    // The first came first, so it leads; the third only listens.
    await tabs.shift()!.close()
    await tabs.splice(1, 1)[0]!.close()
    await tablesPage(tabs[3]!).edit(0, 'name', 'Without the first')
    await isShownInAll(tabs, 'Without the first')
    await tablesPage(tabs[0]!).edit(0, 'name', 'From the new one')
    await isShownInAll(tabs, 'From the new one')
    await t.waitFor(async () => assert.equal(await readers(), 1), patient)
    await visit.close()
  })

  it('are each seen where they are', async () => {
    const other = await site.openPage({ path: '#/gantt' })
    const { visit, tabs } = await openTabs()
    await tabs[2]!.goto(new URL('#/files', visit.url).href)

    for (const page of [...tabs, other.page]) {
      await page.getByRole('button', { name: '8 more are here' }).waitFor()
    }
    await other.page.getByRole('button', { name: '8 more are here' }).click()
    const places = other.page.locator('.people-panel li .where')
    await places.filter({ hasText: 'files' }).waitFor()
    assert.equal(await places.filter({ hasText: 'Tables › films' }).count(), 7)

    await tabs.shift()!.close()
    await other.page.getByRole('button', { name: '7 more are here' }).waitFor()
    await tabs[4]!.close()
    await other.page.getByRole('button', { name: '6 more are here' }).waitFor()
    await visit.close()
    await other.close()
  })

  it('all say that the connection is lost, and miss nothing when it is back', async () => {
    const { visit, tabs } = await openTabs()
    visit.allow(connectionLost)
    visit.allow(/503/)
    await site.restartServer(async () => {
      for (const page of tabs) await page.locator('.connection').getByText('No conn').waitFor()
    })
    for (const page of tabs) await page.locator('.connection').getByText('Live').waitFor()
    await tablesPage(tabs[7]!).edit(0, 'name', 'After the restart')

    await isShownInAll(tabs, 'After the restart')
    await visit.close()
  })
})
