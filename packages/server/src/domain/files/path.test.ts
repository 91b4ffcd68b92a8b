import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkNewName, idOf, isWithin, pathOf, relativePath } from './path.ts'

const lenient = { portableNames: false }
const strict = { portableNames: true }

describe('an id', () => {
  it('is a path, and doubled or trailing slashes do not count', () => {
    assert.deepEqual(pathOf('/docs/a b.txt'), ['docs', 'a b.txt'])
    assert.deepEqual(pathOf('//docs///a/'), ['docs', 'a'])
    assert.deepEqual(pathOf('docs'), ['docs'])
    assert.deepEqual(pathOf('/'), [])
    assert.deepEqual(pathOf(''), [])
  })

  it('is made from a place again', () => {
    assert.equal(idOf([]), '/')
    assert.equal(idOf(['docs', 'a']), '/docs/a')
  })

  it('keeps every character a name may have', () => {
    const names = [
      '%2e%2e',
      'a+b',
      '50%',
      '#&?"\'\\',
      '…',
      '..a',
      'a..',
      '😀',
      'e\u0301',
      'é',
      ' ',
      'a\nb',
    ]
    assert.deepEqual(pathOf(idOf(names)), names)
  })

  for (const bad of ['/..', '/a/../b', '/.', '/a/./b', '..', '/a\0b']) {
    it(`is refused as ${JSON.stringify(bad)}`, () => {
      assert.throws(() => pathOf(bad), { code: 'files.bad_path' })
    })
  }

  it('is refused with half a character, a name of 256 bytes, or 1,001 levels', () => {
    assert.throws(() => pathOf('/\uD800'), { code: 'files.bad_path' })
    assert.throws(() => pathOf(`/${'a'.repeat(256)}`), { code: 'files.bad_path' })
    assert.throws(() => pathOf('/a'.repeat(1001)), { code: 'files.bad_path' })
    assert.equal(pathOf(`/${'é'.repeat(127)}a`).length, 1)
    assert.equal(pathOf('/a'.repeat(1000)).length, 1000)
  })
})

describe('a new name', () => {
  for (const bad of [
    '',
    '.',
    '..',
    'a/b',
    '/',
    'a\0',
    'a\r\nb',
    '\uDC00',
    '\uEF80',
    'a'.repeat(256),
  ]) {
    it(`cannot be ${JSON.stringify(bad.slice(0, 20))}`, () => {
      assert.throws(() => checkNewName(bad, lenient), { code: 'files.bad_name' })
    })
  }

  const foreign = ['CON', 'nul.txt', 'com1', 'a.', 'a ', 'a:b', 'x.txt::$DATA', 'a\\b', 'a?', '"']
  for (const name of foreign) {
    it(`may be ${JSON.stringify(name)}, unless names are to be portable`, () => {
      checkNewName(name, lenient)
      assert.throws(() => checkNewName(name, strict), { code: 'files.bad_name' })
    })
  }

  it('may be anything else, also where names are to be portable', () => {
    for (const name of [
      'console',
      'a.b.c',
      '.env',
      ' a',
      'nul1',
      'é',
      '😀',
      "it's",
      'a'.repeat(255),
    ]) {
      checkNewName(name, strict)
    }
  })
})

describe('what an upload calls itself', () => {
  it('may name folders on the way', () => {
    assert.deepEqual(relativePath('a.txt', lenient), ['a.txt'])
    assert.deepEqual(relativePath('photos/2026/a.jpg', lenient), ['photos', '2026', 'a.jpg'])
    assert.deepEqual(relativePath('photos//a.jpg', lenient), ['photos', 'a.jpg'])
  })

  for (const bad of ['', '/', '/abs', '../a', 'a/../b', 'a/..', './a', 'a/\0/b']) {
    it(`is refused as ${JSON.stringify(bad)}`, () => {
      assert.throws(() => relativePath(bad, lenient), { code: 'files.bad_name' })
    })
  }
})

describe('a place', () => {
  it('is within itself and whatever is above it, and not beside', () => {
    assert.equal(isWithin(['a', 'b'], ['a']), true)
    assert.equal(isWithin(['a'], ['a']), true)
    assert.equal(isWithin(['ab'], ['a']), false)
    assert.equal(isWithin(['a'], ['a', 'b']), false)
    assert.equal(isWithin(['a'], []), true)
  })
})
