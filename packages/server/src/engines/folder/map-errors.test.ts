import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../errors.ts'
import { toAppError } from './map-errors.ts'

describe('what a disk refuses', () => {
  const expected = {
    ENOENT: 'files.not_found',
    EEXIST: 'files.name_taken',
    ENOTDIR: 'files.not_a_folder',
    ELOOP: 'files.link',
    EACCES: 'files.denied',
    EPERM: 'files.denied',
    EROFS: 'files.denied',
    ENOSPC: 'storage_full',
    EDQUOT: 'storage_full',
    ENAMETOOLONG: 'files.bad_name',
    EXDEV: 'files.denied',
  }
  for (const [native, code] of Object.entries(expected)) {
    it(`is ${code} for ${native}, with the path in the cause alone`, () => {
      const cause = systemError(native)
      const error = toAppError(cause)

      assert.ok(error instanceof AppError)
      assert.equal(error.code, code)
      assert.equal(error.cause, cause)
      assert.doesNotMatch(error.message, /private/)
    })
  }

  it('knows a full quota, for which libuv has no name', () => {
    const error = toAppError(systemError('Unknown system error -122', -122))

    assert.ok(error instanceof AppError)
    assert.equal(error.code, 'storage_full')
  })

  it('leaves an error alone that it cannot explain', () => {
    const broken = systemError('EIO')

    assert.equal(toAppError(broken), broken)
    assert.equal(toAppError('text'), 'text')
  })
})

function systemError(code: string, errno = -1): Error {
  return Object.assign(new Error(`${code}: refused, open '/srv/private'`), { code, errno })
}
