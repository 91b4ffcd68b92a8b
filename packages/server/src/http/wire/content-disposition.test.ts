import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contentDisposition } from './content-disposition.ts'
import { parseParameters } from './header-parameters.ts'

describe('contentDisposition', () => {
  const answers: [string, string][] = [
    ['a.txt', 'attachment; filename="a.txt"'],
    [`it's (1)*.txt`, `attachment; filename="it's (1)*.txt"`],
    ['a"b.txt', `attachment; filename="a_b.txt"; filename*=UTF-8''a%22b.txt`],
    ['a\\b.txt', `attachment; filename="a_b.txt"; filename*=UTF-8''a%5Cb.txt`],
    ['50%41.txt', `attachment; filename="50_41.txt"; filename*=UTF-8''50%2541.txt`],
    ['é🎬.txt', `attachment; filename="__.txt"; filename*=UTF-8''%C3%A9%F0%9F%8E%AC.txt`],
    [`'(é)*`, `attachment; filename="'(_)*"; filename*=UTF-8''%27%28%C3%A9%29%2A`],
    [
      'a"\r\nSet-Cookie: x=1',
      `attachment; filename="a___Set-Cookie: x=1"; filename*=UTF-8''a%22__Set-Cookie%3A%20x%3D1`,
    ],
    ['a\ud800b', `attachment; filename="a_b"; filename*=UTF-8''a%EF%BF%BDb`],
    ['', 'attachment'],
  ]
  for (const [name, header] of answers) {
    it(`names ${JSON.stringify(name)}`, () => {
      assert.equal(contentDisposition('attachment', name), header)
    })
  }

  it('says inline where asked to', () => {
    assert.equal(contentDisposition('inline', 'a.txt'), 'inline; filename="a.txt"')
  })

  it('is a header that can be sent and read again for every character', () => {
    for (let code = 0; code <= 0x10ffff; code += code < 0x3000 ? 1 : 97) {
      const name = `a${String.fromCodePoint(code)}b`

      const header = contentDisposition('attachment', name)

      assert.match(header, /^[ -~]+$/)
      assert.equal(
        new Headers({ 'content-disposition': header }).get('content-disposition'),
        header,
      )
      const { parameters } = parseParameters(header)!
      const extended = parameters.get('filename*')?.slice("UTF-8''".length)
      const read =
        extended === undefined ? parameters.get('filename') : decodeURIComponent(extended)
      assert.equal(read, name.toWellFormed().replace(/\p{Cc}/u, '_'))
    }
  })
})
