import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { firstDayByRegion, firstDayOfWeek } from './first-day.ts'

describe('the first day of the week', () => {
  const places = { 'de-DE': 1, 'en-GB': 1, 'en-US': 0, 'ja-JP': 0, 'ar-EG': 6, de: 1, en: 0 }

  it('is that of the place', () => {
    for (const [locale, day] of Object.entries(places))
      assert.equal(firstDayOfWeek(locale), day, locale)
  })

  it('is the same where the browser does not say it', () => {
    for (const locale of Object.keys(places)) {
      const region = new Intl.Locale(locale).maximize().region!
      assert.equal(firstDayByRegion(region), firstDayOfWeek(locale), locale)
    }
  })
})
