import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { load } from '../../test/fixtures/config-folder.ts'
import { chosenPaths } from './environment.ts'

describe('the variable for paths', () => {
  it('chooses one of two kinds, or leaves it to the system', () => {
    assert.equal(chosenPaths({}), null)
    assert.equal(chosenPaths({ TRIPTYCH_PATHS: '' }), null)
    assert.equal(chosenPaths({ TRIPTYCH_PATHS: 'portable' }), 'portable')
    assert.equal(chosenPaths({ TRIPTYCH_PATHS: 'descriptors' }), 'descriptors')
  })

  it('is refused with any other value', () => {
    assert.throws(() => chosenPaths({ TRIPTYCH_PATHS: 'portabel' }), {
      name: 'ConfigError',
      message: "TRIPTYCH_PATHS is 'portabel', but must be descriptors or portable",
    })
  })

  it('is no setting, and does not keep the server from starting', () => {
    assert.deepEqual(load([], { TRIPTYCH_PATHS: 'portable' }), load())
  })
})
