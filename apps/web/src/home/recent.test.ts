import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readAddress } from '../address.ts'
import { placeOfEntity, readRecent, thingAt, withRecent } from './recent.ts'

describe('recent places', () => {
  it('are things, however they were shown', () => {
    const things = {
      '#/files/a/b?mode=table': '#/files/a/b',
      '#/gantt/5?zoom=week&edit=': '#/gantt/5',
      '#/tables/films?sort=-year': '#/tables/films',
      '#/gantt': null,
      '#/home': null,
    }
    for (const [hash, thing] of Object.entries(things)) {
      assert.equal(thingAt(readAddress(hash)), thing)
    }
  })

  it('are the last ones, each once', () => {
    assert.deepEqual(withRecent(['b', 'a'], 'a'), ['a', 'b'])
    assert.equal(withRecent(['1', '2', '3', '4', '5', '6', '7', '8'], '9').length, 8)
    assert.deepEqual(readRecent('["#/gantt/5",7,"#/nothing","#/tables/films"]'), [
      '#/gantt/5',
      '#/tables/films',
    ])
    assert.deepEqual(readRecent('{'), [])
  })

  it('lead to what the log tells of', () => {
    assert.equal(placeOfEntity('gantt', 'tasks/5'), '#/gantt/5')
    assert.equal(placeOfEntity('gantt', 'links/5'), null)
    assert.equal(placeOfEntity('files', 'files/docs/plan.txt'), '#/files/docs')
    assert.equal(placeOfEntity('tables', 'films/7'), '#/tables/films')
  })
})
