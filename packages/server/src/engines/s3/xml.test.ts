import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { elements, escaped, textOf } from './xml.ts'

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

  it('comes back as it went', () => {
    const text = `<&>"' &lt; ä🙂`
    assert.equal(textOf(`<K>${escaped(text)}</K>`, 'K'), text)
  })
})
