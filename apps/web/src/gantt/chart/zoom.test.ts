import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { zoomConfig, zoomNamed, zoomToFit } from './zoom.ts'

describe('the zoom', () => {
  it('is by days when an address names none that there is', () => {
    assert.equal(zoomNamed(null).name, 'day')
    assert.equal(zoomNamed('decade').name, 'day')
    assert.equal(zoomNamed('month').name, 'month')
  })

  it('fits a plan as near as it can', () => {
    assert.equal(zoomToFit(14, 800).name, 'day')
    assert.equal(zoomToFit(60, 800).name, 'week')
    assert.equal(zoomToFit(365, 900).name, 'month')
    assert.equal(zoomToFit(365 * 3, 900).name, 'quarter')
    assert.equal(zoomToFit(365 * 30, 900).name, 'year')
  })

  it('is another object each time: the widget writes into it', () => {
    const [one, other] = [zoomConfig(zoomNamed('day')), zoomConfig(zoomNamed('day'))]
    one.level = 0
    one.levels[0]!.scales.pop()
    assert.equal(other.level, 4)
    assert.equal(other.levels[0]?.scales.length, 1)
  })
})
