import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { send } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { tablesPage } from './tables-page.ts'

describe('the calendar of a cell', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
    await send(site, 'POST', 'tables', { name: 'days', columns: [{ name: 'day', type: 'date' }] })
    await send(site, 'POST', 'days/rows', { rows: [{ day: '2026-03-15' }] })
  })
  after(() => site.stop())

  for (const [locale, month, days] of [
    ['de-DE', 'März 2026', 'Mo Di Mi Do Fr Sa So'],
    ['en-US', 'March 2026', 'Sun Mon Tue Wed Thu Fri Sat'],
    ['en-GB', 'March 2026', 'Mon Tue Wed Thu Fri Sat Sun'],
  ] as const) {
    it(`has the months and weeks of the place: ${locale}`, async () => {
      const visit = await site.openPage({ path: '#/tables/days', locale })
      const { page } = visit
      await tablesPage(page).cell(0, 'day').dblclick()
      const calendar = page.locator('.wx-calendar')
      await calendar.waitFor()
      await screenshot(page, `table-calendar-${locale}`)
      const shown = await calendar.locator('.wx-weekdays .wx-weekday').allInnerTexts()
      assert.equal(shown.join(' '), days)
      assert.equal((await calendar.locator('.wx-header .wx-label').innerText()).trim(), month)
      // The 15th of March 2026 was a Sunday.
      const chosen = calendar.locator('.wx-selected')
      const column = await chosen.evaluate(
        (day) => [...day.parentElement!.children].indexOf(day) % 7,
      )
      assert.equal(column, days.split(' ').indexOf(locale === 'de-DE' ? 'So' : 'Sun'))
      await visit.close()
    })
  }
})
