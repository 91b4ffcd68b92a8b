import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Entry, Role } from '@triptych/contract/accounts'
import { rightsOf } from './rights.ts'

function entryOf(role: Role | null, isOwner = false): Entry {
  const places = role ? [{ workspace: 'team', role }] : []
  const you = { id: '1', name: 'Ada', isOwner, by: 'session' as const, places }
  return { accounts: true, password: true, passkeys: false, mail: false, provider: null, you }
}

const rights = (role: Role) => rightsOf(entryOf(role), 'team')

describe('what one may do', () => {
  it('is everything where there are no accounts', () => {
    const entry: Entry = {
      accounts: false,
      password: false,
      passkeys: false,
      mail: false,
      provider: null,
      you: null,
    }
    assert.deepEqual(rightsOf(entry, 'team'), {
      change: true,
      comment: true,
      manage: false,
      limit: true,
      administer: true,
      own: false,
    })
  })

  it('follows from the role in the workspace', () => {
    assert.deepEqual(rights('reader'), {
      change: false,
      comment: false,
      manage: false,
      limit: false,
      administer: false,
      own: true,
    })
    assert.deepEqual(rights('commenter'), {
      change: false,
      comment: true,
      manage: false,
      limit: false,
      administer: false,
      own: true,
    })
    assert.deepEqual(rights('editor'), {
      change: true,
      comment: true,
      manage: false,
      limit: false,
      administer: false,
      own: true,
    })
    assert.deepEqual(rights('owner'), {
      change: true,
      comment: true,
      manage: true,
      limit: true,
      administer: false,
      own: true,
    })
  })

  it('is nothing in a workspace of others, and everything for an owner of the server', () => {
    assert.equal(rightsOf(entryOf('owner'), 'main'), null)
    assert.deepEqual(rightsOf(entryOf(null, true), 'main'), {
      change: true,
      comment: true,
      manage: true,
      limit: true,
      administer: true,
      own: true,
    })
  })
})
