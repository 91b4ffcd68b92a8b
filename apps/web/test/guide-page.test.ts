import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import { startPageServer } from './page-server.ts'
import { screenshot } from './screenshot.ts'
import type { Site } from './browser.ts'

/** Every case ends with `close`: nobody but the server was asked, and the console had no error. */
describe('the documentation', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite(() => startPageServer(['--base', '/api']))
  })
  after(() => site.stop())

  it('opens at /docs below any base, and its pages lead to each other', async () => {
    const visit = await site.openPage({ path: '/api/docs' })
    const { page } = visit
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'Keep the files in a bucket' })
      .click()
    await page.waitForURL(/\/api\/docs\/how-to\/s3$/)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Triptych', exact: true }).click()
    await page.waitForURL(/\/api\/docs$/)
    await page.getByRole('link', { name: 'API', exact: true }).click()
    await page.locator('.opblock').first().waitFor()
    await page.getByRole('link', { name: 'Documentation' }).click()
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
    await visit.close()
  })

  it('is searched by keys alone, and what was found opens at its heading', async () => {
    const visit = await site.openPage({ path: '/api/docs/how-to/deploy' })
    const { page } = visit
    await page.keyboard.press('/')
    await page.keyboard.type('pre-signed nosuchword')
    await page.getByText('Nothing is like that.').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.type('idempotency')
    const found = page.getByRole('list', { name: 'What was found' }).getByRole('link')
    await found.first().waitFor()
    const address = await found.first().getAttribute('href')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(new URL(address!, `${visit.url}api/docs/how-to/deploy`).href)
    assert.match(page.url(), /\/docs\/reference\/idempotency/)
    await page.locator('main').getByText('Idempotency-Key').first().waitFor()
    await visit.close()
  })

  it('brings links to operations, which were here once, to the reference', async () => {
    const visit = await site.openPage({ path: '/api/docs#/Server/getHealth' })
    await visit.page.waitForURL(/\/docs\/api#\/Server\/getHealth$/)
    await visit.page.locator('.opblock.is-open').waitFor()
    await visit.close()
  })

  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const) {
    it(`keeps nobody out, and fits: ${colorScheme}, ${width} wide`, async () => {
      const visit = await site.openPage({ path: '/api/docs/how-to/deploy', colorScheme, width })
      const { page } = visit
      await page.getByRole('searchbox').fill('token')
      await page.getByRole('list', { name: 'What was found' }).waitFor()
      await screenshot(page, `guide-${colorScheme}-${width}`)
      assert.deepEqual(await axeViolations(page), [])
      const wider = 'document.documentElement.scrollWidth - innerWidth'
      assert.equal(await page.evaluate<number>(wider), 0)
      await page.keyboard.press('Escape')
      await page.locator('h1').click()
      await screenshot(page, `guide-text-${colorScheme}-${width}`)
      await visit.close()
    })
  }
})
