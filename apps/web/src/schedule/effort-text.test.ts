import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { effortOf, effortText } from './effort-text.ts'

const office = { minutesPerDay: 480, minutesPerWeek: 2400, daysPerMonth: 20 }

describe('an effort as people write it', () => {
  it('is so many hours, or what its unit says', () => {
    assert.equal(effortOf('16', office), 960)
    assert.equal(effortOf('1.5h', office), 90)
    assert.equal(effortOf('3d', office), 1440)
    assert.equal(effortOf(' ', office), null)
  })

  it('is nothing else', () => {
    for (const text of ['much', '-3', '3ed', '50%']) assert.equal(effortOf(text, office), undefined)
  })

  it('is written in hours', () => {
    assert.equal(effortText(960), '16h')
    assert.equal(effortText(null), '')
    assert.equal(effortOf(effortText(1445), office), 1445)
  })
})
