import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { elements, textOf } from './xml.ts'

describe('the XML of the store', () => {
  it('is read with its entities, whatever attributes there are', () => {
    const xml =
      '<R xmlns="x"><Key a="b">&lt;a&gt; &amp;amp; &#65;&#x1F642;&quot;&apos;</Key><E></E></R>'
    assert.equal(textOf(xml, 'Key'), '<a> &amp; A🙂"\'')
    assert.equal(textOf(xml, 'E'), '')
    assert.equal(textOf(xml, 'None'), null)
  })

  it('is taken apart into its elements, not into those whose names only begin so', () => {
    const xml = '<L><Part><N>1</N></Part><PartNumber>7</PartNumber><Part>\n<N>2</N></Part></L>'
    assert.deepEqual(
      elements(xml, 'Part').map((inside) => textOf(inside, 'N')),
      ['1', '2'],
    )
  })

  it('has nothing in it where a proxy answers in its place, and what came before where it was cut off', () => {
    const page = '<!DOCTYPE html><html><body><Code>x</Code></body></html>'
    for (const answer of [page, 'Bad gateway', '']) {
      assert.equal(textOf(answer, 'Code'), null)
      assert.deepEqual(elements(answer, 'Part'), [])
    }
    assert.equal(textOf('<Error><Code>NoSuchKey</Code><Mess', 'Code'), 'NoSuchKey')
  })
})
