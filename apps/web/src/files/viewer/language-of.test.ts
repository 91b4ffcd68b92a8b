import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { highlighted } from './highlight.ts'
import { lookOf } from './language-of.ts'

describe('the look of a text', () => {
  it('goes by its ending: coloured, counted, or wrapped', () => {
    assert.deepEqual(lookOf('a.b.PY'), { language: 'python', isProse: false })
    assert.deepEqual(lookOf('server.log'), { language: null, isProse: false })
    assert.deepEqual(lookOf('letter.txt'), { language: null, isProse: true })
    assert.deepEqual(lookOf('a.constructor'), { language: null, isProse: false })
  })

  it('leaves nothing in a text that a browser could run', () => {
    const made = highlighted('<img src=x onerror="alert(1)"><script>alert("&")</script>', 'xml')

    assert.deepEqual(
      [...made.matchAll(/<(?!\/?span\b)/g)].map(([tag]) => tag),
      [],
    )
    assert.match(made, /<span class="hljs-[a-z ]+">/)
    assert.equal(highlighted('a < b', 'typescript').includes('a &lt; b'), true)
  })
})
