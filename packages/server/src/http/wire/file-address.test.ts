import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FileId, fileId, WrittenText } from './file-address.ts'
import { queryReader } from './query.ts'

const idIn = queryReader({ id: FileId.optional() }, 'everything')
const textIn = queryReader({ text: WrittenText.optional() }, 'everything')
const badPath = { name: 'AppError', code: 'files.bad_path' }

describe('the id in the address of a file', () => {
  it('is decoded once', () => {
    assert.equal(fileId('%2Fdocs%2Fa%20b'), '/docs/a b')
    assert.equal(fileId('%252e%252e%2Fa%2541'), '/%2e%2e/a%41')
    assert.equal(fileId('caf%C3%A9%F0%9F%8E%AC'), '/café🎬')
  })

  it('means the same with the slashes that clients and proxies add or leave out', () => {
    for (const raw of ['docs/a', '/docs/a', '%2Fdocs/a', '//docs//a//', '%2F%2Fdocs%2Fa%2F']) {
      assert.equal(fileId(raw), '/docs/a', raw)
    }
    for (const raw of ['', '/', '%2F', '%2F/%2f']) assert.equal(fileId(raw), '/', raw)
  })

  it('keeps a plus, a backslash and dots as they are', () => {
    assert.equal(fileId('a+b%2Bc'), '/a+b+c')
    assert.equal(fileId('a%5Cb\\c'), '/a\\b\\c')
    assert.equal(fileId('..%2f..%2Fetc/./x'), '/../../etc/./x')
  })

  it('is refused where its escapes are none, or are not UTF-8', () => {
    for (const raw of ['%', '%2', '%zz', 'a%', '%ff', '%c0%af', '%ed%a0%80', '%C3', '100%']) {
      assert.throws(() => fileId(raw), badPath, raw)
    }
  })

  it('can stand in the query', () => {
    assert.equal(idIn('/direct?download&id=%2Fa+b%20%2Bc%26')['id'], '/a+b +c&')
    assert.equal(idIn('/direct?id')['id'], '/')
    assert.equal(idIn('/direct?ids=1')['id'], undefined)
    assert.equal(idIn('/direct')['id'], undefined)
    assert.throws(() => idIn('/direct?id=100%'), badPath)
  })
})

describe('in the query that a route declares', () => {
  const shape = {
    id: FileId.optional(),
    ids: FileId.array().optional(),
    text: WrittenText.optional(),
  }
  const read = queryReader(shape, new Set())

  it('an id is decoded once, and a plus stays one', () => {
    const { id, ids } = read('/direct?id=a+b%20c%2541&ids=x%2Fy&ids=/z/')

    assert.deepEqual([id, ids], ['/a+b c%41', ['/x/y', '/z']])
    assert.throws(() => read('/direct?id=100%'), badPath)
  })

  it('a text is read as it was meant', () => {
    assert.equal(read('/files?text=100%')['text'], '100%')
    assert.equal(read('/files?text=C++%20%C3%A9')['text'], 'C++ é')
  })
})

describe('a text in the query', () => {
  it('is read as it was meant, whatever is wrong with it', () => {
    const texts = [
      ['C++', 'C++'],
      ['100%', '100%'],
      ['%zz%20%', '%zz %'],
      ['%ff', '%ff'],
      ['caf%C3%A9%20%F0%9F%8E%AC', 'café 🎬'],
      ['%2541', '%41'],
      ['a=b', 'a=b'],
      ['', ''],
    ]
    for (const [sent = '', text = ''] of texts) {
      assert.equal(textIn(`http://localhost/files?x=1&text=${sent}&y#z`)['text'], text, sent)
    }
  })

  it('is the first of several, and ends where the query ends', () => {
    assert.throws(() => textIn('/files?text=a&text=b'), { code: 'query.invalid' })
    assert.equal(textIn('/files?text=a#&text=b')['text'], 'a')
    assert.equal(textIn('/files?t%65xt=a')['text'], 'a')
  })

  it('is none where it does not stand', () => {
    for (const url of ['/files', '/files?', '/files?tex=a', '/files?a=text', '/text=a']) {
      assert.equal(textIn(url)['text'], undefined, url)
    }
  })
})
