import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { escapeAttribute, escapeText, unescapeText } from './entities.ts'

describe('entities', () => {
  it('bring back what went', () => {
    const text = `<&>"' &lt; &amp;amp; ä🙂`
    assert.equal(unescapeText(escapeText(text)), text)
    assert.equal(unescapeText(escapeAttribute(text)), text)
  })

  it('stand for what would end a text or a value', () => {
    assert.equal(escapeText(`<a> & "b"`), '&lt;a&gt; &amp; "b"')
    assert.equal(escapeAttribute(`<a> & "b"`), '&lt;a&gt; &amp; &quot;b&quot;')
  })

  it('are the five names, and characters by their numbers', () => {
    assert.equal(unescapeText('&lt;&gt;&amp;&quot;&apos;&#65;&#x1F642;'), `<>&"'A🙂`)
    for (const wrong of ['&', 'a & b', '&nbsp;', '&toString;', '&#0;', '&#xD800;', '&#x110000;']) {
      assert.equal(unescapeText(`${wrong} &lt;`), null, wrong)
    }
  })
})
