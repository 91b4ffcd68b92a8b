import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drive } from '../../ports/safe-folder.contract.ts'
import { spotsOf } from './spots.ts'

describe('spots on a disk where case makes no difference', () => {
  const spots = spotsOf(true, {
    isOwn: (top) => String(top).toLowerCase() === '.triptych',
    normalises: false,
    names: 'any',
  })

  for (const name of ['.triptych', '.TRIPTYCH', '.Triptych']) {
    it(`keeps ${name} at the top out of reach`, () => {
      assert.throws(() => spots.existing(drive(name)), { code: 'files.not_found' })
      assert.throws(() => spots.existing(drive(name, 'hidden')), { code: 'files.not_found' })
      assert.throws(() => spots.coming(drive(name)), { code: 'files.bad_name' })
      assert.deepEqual(spots.existing(drive('f', name)), ['f', name])
    })
  }
})
