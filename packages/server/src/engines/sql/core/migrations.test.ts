import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, it } from 'node:test'

function namesOf(engine: 'sqlite' | 'postgres', folder: string): string[] {
  return readdirSync(new URL(`../../${engine}/${folder}/`, import.meta.url)).toSorted()
}

for (const folder of ['migrations', 'account-migrations']) {
  describe(`the ${folder} of the engines`, () => {
    it('have the same numbers and names', () => {
      assert.deepEqual(namesOf('sqlite', folder), namesOf('postgres', folder))
    })

    it('are numbered without gaps', () => {
      const numbers = namesOf('sqlite', folder).map((name) =>
        Number(/^(\d{3})-[a-z-]+\.sql$/.exec(name)?.[1]),
      )
      assert.deepEqual(
        numbers,
        numbers.map((_, index) => index + 1),
      )
    })
  })
}
