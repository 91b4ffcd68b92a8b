import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, it } from 'node:test'

function namesOf(engine: 'sqlite' | 'postgres'): string[] {
  return readdirSync(new URL(`../../${engine}/migrations/`, import.meta.url)).toSorted()
}

describe('the migrations of the engines', () => {
  it('have the same numbers and names', () => {
    assert.deepEqual(namesOf('sqlite'), namesOf('postgres'))
  })

  it('are numbered without gaps', () => {
    const numbers = namesOf('sqlite').map((name) =>
      Number(/^(\d{3})-[a-z-]+\.sql$/.exec(name)?.[1]),
    )
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
    )
  })
})
