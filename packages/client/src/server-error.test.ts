import assert from 'node:assert/strict'
import { it } from 'node:test'
import { errorIn } from './server-error.ts'

it('a code is one of those that there are, for whoever compares it', () => {
  const error = errorIn({ code: 'tables.not_found', error: 'There is no table x.' }, 404)

  // @ts-expect-error: no code is written like this.
  const isMistyped = error.code === 'table.not_found'
  assert.deepEqual([error.code === 'tables.not_found', isMistyped], [true, false])
})
