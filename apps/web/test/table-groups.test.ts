import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { makeTable, openTable } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

describe('groups in groups', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('have counts and sums on each level, open by the keyboard, and are kept by a view', async (t) => {
    const table = await makeTable(site, 'levels')
    const shown = await openTable(site, `${table}?total=size:sum&group=state&groups=beside`)
    const { page } = shown
    const panel = page.getByRole('complementary', { name: 'Groups by state' })
    const heads = async () =>
      (await panel.locator('.group-head').allInnerTexts()).map((text) =>
        text.split(/\s+/).join(' '),
      )
    const told = (texts: string[]) =>
      t.waitFor(async () => assert.deepEqual(await heads(), texts), patient)
    // In the order of the choices.
    const outer = ['open 8 size: Sum 48', 'done 4 size: Sum 18']
    await told(['All 12', ...outer])

    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/groups?') && asked.push(request.url()))
    await shown.choose('day', 'Then group by it …')
    await page.getByRole('menuitem', { name: 'By month' }).click()
    await page.getByRole('heading', { name: 'By state, then day' }).waitFor()
    await told(['All 12', ...outer])
    // Only the heads of what is open are asked for.
    assert.deepEqual(
      asked.filter((url) => url.includes('month')),
      [],
    )

    const done = panel.getByRole('button', { name: /^done/ })
    await done.focus()
    await page.keyboard.press('ArrowRight')
    const inner = ['January 2026 1 size: Sum 0', 'February 2026 1 size: Sum 3']
    await t.waitFor(async () => assert.equal((await heads()).length, 7), patient)
    assert.equal((await heads())[2], outer[1])
    assert.deepEqual((await heads()).slice(3, 5), inner)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await shown.status.getByText('1 row found').waitFor()
    assert.deepEqual(await shown.column('name'), ['row 10'])
    await screenshot(page, 'table-groups-in-groups')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await told(['All 12', ...outer])
    await page.keyboard.press('Enter')
    await shown.status.getByText('4 rows found').waitFor()

    await page.getByRole('button', { name: 'Save as a view …' }).click()
    await page.getByLabel('Name of the view').fill('levels')
    await page.keyboard.press('Enter')
    await t.waitFor(() => assert.match(page.url(), /levels\?view=levels&groups=beside$/), patient)
    await page.reload()
    await page.getByRole('heading', { name: 'By state, then day' }).waitFor()
    await panel.getByRole('button', { name: 'Groups of open' }).click()
    await panel.getByRole('button', { name: /^March 2026/ }).waitFor()
    await panel.getByRole('button', { name: 'Do not group' }).click()
    await panel.waitFor({ state: 'detached' })
    await shown.visit.close()
  })
})
