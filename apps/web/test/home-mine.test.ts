import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { screenshot } from './screenshot.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })

describe('what is mine on the start page', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
    const post = async (path: string, body: object) => {
      const answer = await fetch(new URL(path, site.url), {
        method: 'POST',
        body: JSON.stringify(body),
      })
      assert.equal(answer.status, 200)
      return ((await answer.json()) as { id: number }).id
    }
    const ada = await post('resources', { name: 'Ada Lovelace' })
    await post('assignments', { task: 5, resource: ada })
  })
  after(() => site.stop())

  it('are the tasks of the one who is named, and nothing where nobody is', async () => {
    const visit = await site.openPage({ path: './' })
    const { page } = visit
    // Who comes by the plain address is here.
    await page.getByRole('link', { name: 'Home' }).and(page.locator('[aria-current]')).waitFor()
    await section(page, 'What changed lately').getByRole('listitem').first().waitFor()
    assert.equal(await section(page, 'My tasks').count(), 0)

    await page.evaluate("localStorage.setItem('triptych.name', 'ada lovelace')")
    visit.allow(/500/)
    await page.route(/\/resources$/, (route) => route.fulfill({ status: 500 }), { times: 1 })
    await page.reload()
    const mine = section(page, 'My tasks')
    await mine.getByText('Your tasks could not be read.').waitFor()
    await mine.getByRole('button', { name: 'Try again' }).click()
    const link = mine.getByRole('link')
    await link.waitFor()
    assert.match(await link.innerText(), /%, until /)
    await screenshot(page, 'home-mine')
    assert.deepEqual(await axeViolations(page), [])

    await link.click()
    await page.waitForURL(/#\/gantt\/5/)
    await visit.close()
  })
})
