import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { field } from './grid-page.ts'
import { schedulePage } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

const doers = (page: Page) => page.locator('.home-changes strong').allTextContents()

describe('what people are called, and what they do', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan } = schedulePage(() => site)

  it('is one word for one doer, on the start page and in the history', async () => {
    await ask('POST', 'workspaces', { name: 'doers' })
    await ask('POST', 'w/doers/tasks', { text: 'Dig', start: '2026-03-02T00:00:00', duration: 3 })
    const visit = await site.openPage({ path: 'w/doers/#/home' })
    const { page } = visit
    await page.locator('.home-changes li').first().waitFor()
    assert.deepEqual([...new Set(await doers(page))], ['Somebody'])
    await page.getByRole('button', { name: 'All of it' }).click()
    const steps = page.getByRole('dialog', { name: 'History' }).locator('.history-step strong')
    await steps.first().waitFor()
    assert.deepEqual([...new Set(await steps.allTextContents())], ['Somebody'])
    await visit.close()
  })

  it('is German where the page is: lengths, and what was done', async (t) => {
    await plan('deutsch')
    const visit = await site.openPage({
      path: 'w/deutsch/#/gantt',
      locale: 'de-DE',
      width: 1440,
      height: 800,
    })
    const { page } = visit
    const length = page.locator('.wx-row', { hasText: 'Roof' }).locator('[data-col-id=":duration"]')
    await length.filter({ hasText: '1 T' }).waitFor()
    for (const [typed, shown] of [
      ['5t', '5 T'],
      ['4d', '4 T'],
      ['2 Tage', '2 T'],
      ['lange', null],
    ] as const) {
      await length.click()
      await page.keyboard.press('F2')
      await field(page).fill(typed)
      await page.keyboard.press('Enter')
      if (shown) await length.filter({ hasText: shown }).waitFor()
      else await page.getByText('Geben Sie ganze Tage oder Wochen ein').waitFor()
    }
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Start' }).click()
    const first = page.locator('.home-changes li p').first()
    await t.waitFor(async () => {
      assert.match((await first.textContent()) ?? '', /^Sie haben .* von Roof .* geändert/)
    }, patient)
    await screenshot(page, 'german-home')
    await visit.close()
  })

  it('tells two of the same name apart', async (t) => {
    const visits = []
    for (const name of ['Kim', 'Kim', 'Ann']) {
      const visit = await site.openPage({ path: '#/gantt', width: 1280 })
      await visit.page.getByRole('button', { name: /here$/ }).click()
      await visit.page.getByLabel('Your name, as others see it').fill(name)
      await visit.page.getByRole('button', { name: 'Save' }).click()
      visits.push(visit)
    }
    const { page } = visits[2]!
    const faces = page.locator('.people > button .face')
    await t.waitFor(async () => {
      assert.deepEqual((await faces.allTextContents()).toSorted(), ['A', 'K', 'K2'])
      const colours = await faces.evaluateAll((all) =>
        all.map((face) => getComputedStyle(face).backgroundColor),
      )
      assert.equal(new Set(colours).size, 3)
    }, patient)
    await page.getByRole('button', { name: /here$/ }).click()
    assert.deepEqual(await page.locator('.people-panel .who').allTextContents(), ['Kim', 'Kim 2'])
    await screenshot(page, 'people-of-one-name')
    for (const visit of visits) await visit.close()
  })
})
