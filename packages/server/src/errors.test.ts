import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError, mapError } from './errors.ts'

describe('mapError', () => {
  const told = ['unavailable', 'The database cannot be reached.'] as const

  it('tells what happened in our words, and keeps the cause for logs', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7'), {
      code: 'ECONNREFUSED',
    })

    const error = mapError(cause, told)

    assert.ok(error instanceof AppError)
    assert.deepEqual([error.code, error.message, error.details], [...told, {}])
    assert.equal(error.cause, cause)
    assert.doesNotMatch(JSON.stringify(error), /10\.0\.0\.7/)
  })

  it('leaves what is ours, and what there are no words for', () => {
    const ours = new AppError('files.not_found', 'It is gone.')
    const mistake = new TypeError('x is not a function')

    assert.equal(mapError(ours, told), ours)
    assert.equal(mapError(mistake, undefined), mistake)
  })
})
