import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dateOrder, typedDate, typedDateText, typedMoment, typedMomentText } from './typed-date.ts'

const today = new Date(2026, 10, 17, 15, 30)

function inPlace(locale: string) {
  return (text: string) => typedDate(text, { locale, today })
}

function moment(text: string, locale = 'de-DE') {
  return typedMoment(text, { locale, today })
}

describe('a date as people write it', () => {
  it('is read in the order of the place', () => {
    assert.equal(inPlace('de-DE')('1.3.2027'), '2027-03-01')
    assert.equal(inPlace('de-DE')('01.03.27'), '2027-03-01')
    assert.equal(inPlace('en-GB')('1/3/2027'), '2027-03-01')
    assert.equal(inPlace('en-US')('3/1/2027'), '2027-03-01')
    assert.equal(inPlace('hu-HU')('2027. 03. 01.'), '2027-03-01')
    assert.equal(inPlace('ko-KR')('27. 3. 1.'), '2027-03-01')
    assert.deepEqual(dateOrder('en-US'), ['month', 'day', 'year'])
    assert.deepEqual(dateOrder('sv-SE'), ['year', 'month', 'day'])
  })

  it('is the same everywhere with the year first, or with dots where the place has none', () => {
    for (const locale of ['de-DE', 'en-US', 'en-GB', 'ja-JP', 'ar-EG', 'th-TH', 'fa-IR']) {
      assert.equal(inPlace(locale)('2027-03-01'), '2027-03-01')
    }
    assert.equal(inPlace('en-US')('1.3.2027'), '2027-03-01')
  })

  it('is of this year without one, and of the nearest hundred with two figures', () => {
    assert.equal(inPlace('de-DE')('24.12.'), '2026-12-24')
    assert.equal(inPlace('en-US')('12/24'), '2026-12-24')
    assert.equal(inPlace('de-DE')('1.1.75'), '2075-01-01')
    assert.equal(inPlace('de-DE')('1.1.76'), '1976-01-01')
    const reading = { locale: 'de-DE', today: new Date(2080, 0, 1) }
    assert.equal(typedDate('1.1.27', reading), '2127-01-01')
  })

  it('may have the name of the month, in English or in the language of the place', () => {
    assert.equal(inPlace('en-US')('01 Mar 2027'), '2027-03-01')
    assert.equal(inPlace('en-US')('March 1, 2027'), '2027-03-01')
    assert.equal(inPlace('de-DE')('1. März 2027'), '2027-03-01')
    assert.equal(inPlace('de-DE')('25. Okt. 2026'), '2026-10-25')
    assert.equal(inPlace('de-DE')('1 mar 27'), '2027-03-01')
    assert.equal(inPlace('de-DE')('1. Mai'), '2026-05-01')
  })

  it('is counted from today', () => {
    const day = inPlace('de-DE')
    assert.equal(day('today'), '2026-11-17')
    assert.equal(day(' Heute '), '2026-11-17')
    assert.equal(day('morgen'), '2026-11-18')
    assert.equal(day('yesterday'), '2026-11-16')
    assert.equal(day('+3d'), '2026-11-20')
    assert.equal(day('+3'), '2026-11-20')
    assert.equal(day('-2w'), '2026-11-03')
    assert.equal(day('+1y'), '2027-11-17')
    assert.equal(typedDate('+1m', { today: new Date(2027, 0, 31) }), '2027-02-28')
  })

  it('is nothing else, and no day that is not there', () => {
    for (const text of [
      '',
      'soon',
      '30.2.2027',
      '29.2.2027',
      '1.13.2027',
      '12',
      '1.3.2027.4',
      '3d',
      '2027',
      '1.3.20277',
      'Mar',
      '0.1.2027',
    ])
      assert.equal(inPlace('de-DE')(text), null, text)
    assert.equal(inPlace('en-US')('13/1/2027'), null)
    assert.equal(inPlace('de-DE')('29.2.2028'), '2028-02-29')
  })

  it('is written so that it can be read again, at every place', () => {
    assert.equal(typedDateText('2027-03-01', 'de-DE'), '1.3.2027')
    assert.equal(typedDateText('2027-03-01', 'en-US'), '3/1/2027')
    for (const locale of [
      'en-US',
      'en-GB',
      'de-DE',
      'fr-FR',
      'sv-SE',
      'hu-HU',
      'ja-JP',
      'ko-KR',
      'zh-CN',
      'th-TH',
      'nl-NL',
      'cs-CZ',
      'lt-LT',
      'pt-BR',
      'hr-HR',
    ])
      assert.equal(inPlace(locale)(typedDateText('2027-03-04', locale)), '2027-03-04', locale)
  })
})

describe('a moment as people write it', () => {
  it('is a day with a time', () => {
    assert.equal(moment('1.3.2027 14:30'), '2027-03-01T14:30:00')
    assert.equal(moment('1.3.2027, 9:05'), '2027-03-01T09:05:00')
    assert.equal(moment('2027-03-01T14:30:15'), '2027-03-01T14:30:15')
    assert.equal(moment('3/1/2027, 2:30 PM', 'en-US'), '2027-03-01T14:30:00')
    assert.equal(moment('today 12am', 'en-US'), '2026-11-17T00:00:00')
    assert.equal(moment('1.3.2027'), '2027-03-01T00:00:00')
    assert.equal(moment('+3d 8:00'), '2026-11-20T08:00:00')
  })

  it('is nothing else', () => {
    for (const text of ['14:30', '1.3.2027 25:00', '1.3.2027 8:75', '1.3.2027 13pm', 'soon 8:00'])
      assert.equal(moment(text), null, text)
  })

  it('is written so that it can be read again', () => {
    for (const locale of ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'sv-SE']) {
      for (const at of ['2027-03-04T14:30:00', '2027-03-04T00:05:00', '2027-03-04T23:59:58'])
        assert.equal(moment(typedMomentText(at, locale), locale), at, `${locale} ${at}`)
    }
  })
})
