import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { freeNames, namesLike, numberedNames } from './free-name.ts'

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

describe('the names with a number', () => {
  const rule = [
    ['a.txt', 'file', 'a (2).txt', 'a (3).txt'],
    ['a (2).txt', 'file', 'a (2) (2).txt'],
    ['docs', 'file', 'docs (2)'],
    ['.env', 'file', '.env (2)'],
    ['a.', 'file', 'a. (2)'],
    ['v1.2', 'folder', 'v1.2 (2)', 'v1.2 (3)'],
  ] as const
  for (const [name, kind, ...names] of rule) {
    it(`go on for a ${kind} called ${name} with ${names.join(', ')}`, () => {
      const numbered = namesLike(name, numberedNames(name, kind)).drop(1)

      assert.deepEqual(numbered.take(names.length).toArray(), names)
    })
  }

  it('are all different, have at most 255 bytes, and keep the extension', () => {
    const name = `${'ü'.repeat(125)}.jpeg`
    const names = namesLike(name, numberedNames(name, 'file')).take(2000).toArray()

    assert.equal(new Set(names).size, 2000)
    assert.ok(names.every((one) => Buffer.byteLength(one) <= 255))
    assert.ok(names.every((one) => one.isWellFormed() && one.endsWith('.jpeg')))
    assert.match(names.at(-1)!, /ü \(2000\)\.jpeg$/)
  })
})

async function firstFree(taken: Set<string>): Promise<{ name: string; looks: number }> {
  let looks = 0
  const guesses = freeNames('a.txt', async (guess) => {
    looks += 1
    return taken.has(guess)
  })
  const { value } = await guesses.next()
  return { name: value, looks }
}

describe('a name that is free', () => {
  it('is the next one, however many are taken, and few are looked at', async () => {
    for (const count of [0, 1, 2, 40, 62, 63, 64, 65, 66, 100, 1000, 9999, 50_000]) {
      const names = first('a.txt', count + 1)
      const { name, looks } = await firstFree(new Set(names.slice(0, -1)))

      assert.equal(name, names.at(-1), String(count))
      assert.ok(looks <= 110, `${looks} looks among ${count}`)
      if (count < 64) assert.equal(looks, count + 1)
    }
  })

  it('is found up to the last one, and refused beyond', async () => {
    const all = first('a.txt', 100_000)

    assert.equal((await firstFree(new Set(all.slice(0, -1)))).name, all.at(-1))
    await assert.rejects(firstFree(new Set(all)), { code: 'files.name_taken' })
  })

  it('is another one for whoever did not get it', async () => {
    const guesses = freeNames('a.txt', async (guess) => guess === 'a.new.txt')

    const names = [await guesses.next(), await guesses.next(), await guesses.next()]

    assert.deepEqual(
      names.map(({ value }) => String(value)),
      ['a.txt', 'a.new.new.txt', 'a.new.new.new.txt'],
    )
  })
})
