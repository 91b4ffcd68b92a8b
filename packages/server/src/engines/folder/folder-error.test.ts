import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asFolderError, FolderError } from './folder-error.ts'

describe('folder errors', () => {
  const expected = {
    ENOENT: 'missing',
    EEXIST: 'taken',
    ENOTDIR: 'not-a-folder',
    ELOOP: 'link',
    EACCES: 'denied',
    EPERM: 'denied',
    EROFS: 'denied',
    ENOSPC: 'full',
    EDQUOT: 'full',
    ENAMETOOLONG: 'bad-name',
    EXDEV: 'other-device',
  }
  for (const [code, kind] of Object.entries(expected)) {
    it(`calls ${code} "${kind}" and keeps the path out of the message`, () => {
      const cause = native(code)
      const error = asFolderError(cause)

      assert.ok(error instanceof FolderError)
      assert.equal(error.kind, kind)
      assert.equal(error.cause, cause)
      assert.doesNotMatch(error.message, /private/)
    })
  }

  it('knows a full quota, for which libuv has no name', () => {
    const error = asFolderError(native('Unknown system error -122', -122))

    assert.ok(error instanceof FolderError)
    assert.equal(error.kind, 'full')
  })

  it('leaves an error alone that it cannot explain', () => {
    const broken = native('EIO')

    assert.equal(asFolderError(broken), broken)
    assert.equal(asFolderError('text'), 'text')
  })
})

function native(code: string, errno = -1): Error {
  return Object.assign(new Error(`${code}: refused, open '/srv/private'`), { code, errno })
}
