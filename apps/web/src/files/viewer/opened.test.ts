import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openedAs, openedIn } from './opened.ts'

const read = (text: string, folder: string) => openedIn(new URLSearchParams(text), folder)

describe('the file that is looked at, in the address', () => {
  it('is a name in the folder', () => {
    assert.equal(openedAs('/docs/a b.txt', '/docs'), 'a b.txt')
    assert.equal(read('open=a+b.txt', '/docs'), '/docs/a b.txt')
    assert.equal(openedAs('/a.txt', '/'), 'a.txt')
    assert.equal(read('open=a.txt', '/'), '/a.txt')
  })

  it('is a path where the file lies elsewhere', () => {
    assert.equal(openedAs('/docs/old/a.txt', '/docs'), '/docs/old/a.txt')
    assert.equal(read('open=%2Fdocs%2Fold%2Fa.txt', '/docs'), '/docs/old/a.txt')
  })

  it('is none', () => {
    assert.equal(read('mode=table', '/docs'), null)
    assert.equal(read('open=', '/docs'), null)
  })
})
