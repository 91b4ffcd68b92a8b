import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextAddress, readAddress, writeAddress } from './address.ts'

describe('the address of the page', () => {
  it('holds the view, its path and its query, whatever characters they have', () => {
    const path = ['a/b', 'ü & ?#%', '..']
    const query = { filter: '{"field":"a&b=c"}', sort: '-year' }
    const read = readAddress(writeAddress('files', path, query))

    assert.equal(read.view, 'files')
    assert.deepEqual(read.path, path)
    assert.deepEqual(Object.fromEntries(read.query), query)
  })

  it('shows the start page where it names nothing that is known', () => {
    for (const hash of ['', '#', '#/', '#/nothing', '#/constructor']) {
      assert.equal(readAddress(hash).view, 'home')
    }
  })

  it('is read even when it was cut off in the middle of an escape', () => {
    assert.deepEqual(readAddress('#/files/docs/50%2').path, ['docs', '50%2'])
  })
})

describe('what a view makes of the address', () => {
  it('is its path and its query, without what stood there before', () => {
    const next = nextAddress('#/tables/films?sort=-year', 'tables', ['people'], { search: 'a b' })
    assert.equal(next, '#/tables/people?search=a+b')
    assert.equal(nextAddress('#/tables/films?sort=-year', 'tables', ['films']), '#/tables/films')
  })

  it('is nothing once the view was left', () => {
    assert.equal(nextAddress('#/gantt/5', 'tables', ['films']), null)
    assert.equal(nextAddress('', 'tables', ['films']), null)
  })

  it('is nothing where it stands there already', () => {
    assert.equal(nextAddress('#/tables/films', 'tables', ['films']), null)
  })

  it('is nothing where the start page is shown for want of a name', () => {
    assert.equal(nextAddress('', 'files', ['docs']), null)
  })
})
