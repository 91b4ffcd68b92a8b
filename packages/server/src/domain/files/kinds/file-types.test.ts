import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileTypeOf, knownExtensions } from './file-types.ts'
import { inlineRule, isInlineSafe, safeInlineType } from './inline-rule.ts'

describe('the type of a file', () => {
  it('goes by the last extension, whatever its letter case', () => {
    assert.deepEqual(fileTypeOf('Photo.JPG'), {
      extension: 'jpg',
      type: 'image/jpeg',
      family: 'picture',
    })
    assert.deepEqual(fileTypeOf('a.tar.gz'), {
      extension: 'gz',
      type: 'application/gzip',
      family: 'archive',
    })
  })

  it('of a text says that it is UTF-8, and of nothing else', () => {
    for (const name of ['a.txt', 'a.html', 'a.json', 'a.ts', 'a.svg', 'a.pdf', 'a.docx', 'a.csv']) {
      const { type } = fileTypeOf(name)
      assert.equal(type.endsWith('; charset=utf-8'), !/svg|pdf|docx/.test(name), type)
    }
  })

  it('is not known for a name without extension, one that ends in a dot, or a strange one', () => {
    const unknown = { type: 'application/octet-stream', family: 'other' }
    for (const [name, extension] of [
      ['strange', ''],
      ['png', ''],
      ['.png2', ''],
      ['a.', ''],
      ['', ''],
      ['.', ''],
      ['a.constructor', 'constructor'],
      ['a.__proto__', '__proto__'],
      ['a.b c', 'b c'],
    ] as const) {
      assert.deepEqual(fileTypeOf(name), { extension, ...unknown }, name)
    }
  })

  it('is plain text for well-known names without extension', () => {
    for (const name of ['README', '.env', '.gitignore', 'Makefile', 'Dockerfile']) {
      const { extension, type } = fileTypeOf(name)
      assert.deepEqual([extension, type], ['', 'text/plain; charset=utf-8'], name)
    }
  })

  it('is known for some hundreds of extensions, each with a type that can be sent', () => {
    assert.ok(knownExtensions.length >= 200)
    assert.equal(new Set(knownExtensions).size, knownExtensions.length)
    for (const extension of knownExtensions) {
      assert.match(extension, /^[a-z0-9]+$/)
      const { type } = fileTypeOf(`a.${extension}`)
      assert.match(type, /^[a-z]+\/[a-z0-9.+-]+(; charset=utf-8)?$/)
    }
  })
})

describe('opening a file in the browser', () => {
  it('shows pictures, sound, films, plain text and PDF as they are', () => {
    for (const [name, type] of [
      ['a.png', 'image/png'],
      ['a.jpg', 'image/jpeg'],
      ['a.gif', 'image/gif'],
      ['a.webp', 'image/webp'],
      ['a.avif', 'image/avif'],
      ['a.bmp', 'image/bmp'],
      ['a.ico', 'image/x-icon'],
      ['a.mp3', 'audio/mpeg'],
      ['a.mp4', 'video/mp4'],
      ['a.pdf', 'application/pdf'],
      ['a.txt', 'text/plain; charset=utf-8'],
    ] as const) {
      assert.deepEqual(inlineRule(name), { type, disposition: 'inline' })
    }
  })

  it('shows whatever a browser could run as its source', () => {
    for (const name of [
      'a.html',
      'a.HTM',
      'a.xhtml',
      'a.xml',
      'a.xsl',
      'a.js',
      'a.css',
      'a.md',
      'a.csv',
      'a.json',
      'a.eml',
      'a.kml',
    ]) {
      assert.deepEqual(
        inlineRule(name),
        { type: 'text/plain; charset=utf-8', disposition: 'inline' },
        name,
      )
    }
  })

  it('hands out a drawing, a document, an archive and anything unknown as a download', () => {
    assert.deepEqual(inlineRule('a.svg'), { type: 'image/svg+xml', disposition: 'attachment' })
    for (const name of [
      'a.svgz',
      'a.docx',
      'a.zip',
      'a.exe',
      'a.swf',
      'a',
      'a.tiff',
      'a.heic',
      'a.wasm',
    ]) {
      assert.equal(inlineRule(name).disposition, 'attachment', name)
    }
  })

  it('never shows a type that a browser takes for a document with scripts', () => {
    for (const extension of knownExtensions) {
      const { type, disposition } = inlineRule(`a.${extension}`)
      if (disposition === 'inline') assert.doesNotMatch(type, /html|xml|svg|javascript|css/)
    }
  })

  it('judges a type with parameters and in capitals alike', () => {
    assert.equal(isInlineSafe('IMAGE/PNG; x=y'), true)
    assert.equal(isInlineSafe('text/html'), false)
    assert.equal(isInlineSafe('image/svg+xml'), false)
    assert.equal(isInlineSafe('image/png\r\nX: y'), false)
    assert.equal(safeInlineType('TEXT/HTML; charset=x'), 'text/plain; charset=utf-8')
    assert.equal(safeInlineType('image/svg+xml'), null)
    assert.equal(safeInlineType(''), null)
  })
})
