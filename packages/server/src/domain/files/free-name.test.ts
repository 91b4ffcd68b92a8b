import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { namesLike } from './free-name.ts'

function first(name: string, count: number): string[] {
  return namesLike(name).take(count).toArray()
}

describe('the names to try', () => {
  const rule: Record<string, string[]> = {
    'a.txt': ['a.txt', 'a.new.txt', 'a.new.new.txt'],
    'a.b.txt': ['a.b.txt', 'a.b.new.txt'],
    docs: ['docs', 'docs.new', 'docs.new.new'],
    '.env': ['.env', '.new.env', '.new.new.env'],
    'v1.2': ['v1.2', 'v1.new.2'],
    'a.': ['a.', 'a..new'],
  }
  for (const [name, names] of Object.entries(rule)) {
    it(`begin for ${name} with ${names.join(', ')}`, () => {
      assert.deepEqual(first(name, names.length), names)
    })
  }

  it('are all different, have at most 255 bytes, and keep the extension', () => {
    for (const name of ['a.txt', `${'ü'.repeat(120)}.jpeg`, 'b'.repeat(255), '.env']) {
      const names = first(name, 2000)

      assert.equal(new Set(names).size, 2000, name)
      assert.ok(names.every((one) => Buffer.byteLength(one) <= 255))
      assert.ok(names.every((one) => one.isWellFormed()))
      if (name.includes('.'))
        assert.ok(names.every((one) => one.endsWith(name.slice(name.lastIndexOf('.')))))
    }
  })

  it('end with a refusal where the extension leaves no room', () => {
    const name = `a.${'x'.repeat(253)}`

    assert.throws(() => first(name, 2), { code: 'files.bad_name' })
  })
})
