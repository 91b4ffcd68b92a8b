import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { openAccountsSite } from './accounts-site.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { schedulePage } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'
import { workspaceButton } from './workspace-menu.ts'

const heading = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Plan' }).getByRole('heading', { name, level: 2, exact: true })
const button = (page: Page) => page.locator('.plan-name').getByRole('button')
const field = (page: Page) => page.getByRole('textbox', { name: 'Name of the plan' })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const switcher = (page: Page) => workspaceButton(page).innerText()

describe('the name of a plan', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { plan, open } = schedulePage(() => site)

  it('is written in its place, for all who are there, and taken back', async (t) => {
    const made = await plan('mill')
    const ours = await open(made)
    const theirs = await open(made)
    const { page } = ours
    await heading(page, 'mill').waitFor()
    await button(page).click()
    assert.equal(await page.evaluate('getSelection().toString()'), 'mill')
    await page.keyboard.type('The old mill')
    await screenshot(page, 'plan-name-typed')
    await page.keyboard.press('Enter')
    for (const one of [page, theirs.page]) await heading(one, 'The old mill').waitFor()
    assert.equal(await focused(page), 'The old mill')
    assert.equal(await switcher(theirs.page), 'The old mill')
    await t.waitFor(
      async () => assert.match(await theirs.page.title(), /· The old mill · Triptych$/),
      patient,
    )

    await page.locator('.toasts').getByRole('button', { name: 'Undo' }).click()
    for (const one of [page, theirs.page]) await heading(one, 'mill').waitFor()
    for (const visit of [ours, theirs]) await visit.close()
  })

  it('is reached and left by keys, and Escape takes back what was typed', async () => {
    const made = await plan('keys')
    const visit = await open(made, {}, `/${made.lay}?edit=`)
    const { page } = visit
    const panel = page.locator('.wx-sidearea')
    await panel.waitFor()
    await button(page).focus()
    await page.keyboard.press('F2')
    await page.keyboard.type('Something else')
    await page.keyboard.press('Escape')
    await heading(page, 'keys').waitFor()
    assert.equal(await focused(page), 'keys')
    assert.equal(await panel.count(), 1, 'the panel stays open')
    await page.keyboard.press('Enter')
    await field(page).waitFor()
    await page.keyboard.type('By Enter')
    await page.keyboard.press('Enter')
    await heading(page, 'By Enter').waitFor()
    // Whoever goes elsewhere means what they typed.
    await page.keyboard.press('F2')
    await page.keyboard.type('By leaving')
    await page.keyboard.press('Tab')
    await heading(page, 'By leaving').waitFor()
    assert.notEqual(await focused(page), 'By leaving')
    await visit.close()
  })

  it('that is refused stays to be mended, with the reason beside it', async () => {
    const visit = await open(await plan('refused'))
    const { page } = visit
    await button(page).click()
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'A plan needs a name.' }).waitFor()
    await screenshot(page, 'plan-name-refused')
    assert.deepEqual(await axeViolations(page), [])
    await visit.goOffline()
    await page.keyboard.type('Without a line')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor()
    assert.equal(await field(page).inputValue(), 'Without a line')
    await visit.goOnline()
    await field(page).press('Enter')
    await heading(page, 'Without a line').waitFor()
    await visit.close()
  })

  it('has its place at every width, however long it is', async (t) => {
    const made = await plan('long')
    for (const width of [1720, 1440, 1024, 390]) {
      const visit = await open(made, { width, height: 844, colorScheme: 'dark' })
      const { page } = visit
      await page.getByRole('row', { name: 'Lay' }).getByText('Lay').click()
      await button(page).click()
      await field(page).fill(`Renewal of the waterworks with all its pipes, ${width}`)
      await page.keyboard.press('Enter')
      await button(page).waitFor()
      await t.waitFor(async () => {
        const name = (await page.locator('.plan-name').boundingBox())!
        const next = (await page.getByRole('button', { name: 'New task' }).boundingBox())!
        assert.ok(name.width >= 110, `${name.width} px at ${width}`)
        const isBeside = name.x + name.width <= next.x + 1
        assert.ok(isBeside || name.y + name.height <= next.y + 1, `nothing over it at ${width}`)
        assert.ok(Number(await page.evaluate('document.body.scrollWidth - innerWidth')) <= 0)
      }, patient)
      // All that is done with a task is still there.
      const more = page.getByRole('button', { name: 'More to do' })
      if (width === 1440) assert.equal(await more.count(), 0)
      await screenshot(page, `plan-name-${width}`)
      assert.deepEqual(await axeViolations(page), [])
      await visit.close()
    }
  })
})

describe('the name of a plan, where there are accounts', { skip: cannotBrowse }, () => {
  it('is only read by whoever may not change it, who are told of another', async () => {
    const site = await openAccountsSite()
    await site.invite('Edith', 'editor')
    const visit = await site.visitAs('Edith', { path: '#/gantt' })
    const { page } = visit
    await heading(page, 'main').waitFor()
    assert.equal(await button(page).count(), 0)
    await site.ask('PATCH', 'workspaces/main', { title: 'Ours' })
    await heading(page, 'Ours').waitFor()
    await visit.close()
    await site.stop()
  })
})
