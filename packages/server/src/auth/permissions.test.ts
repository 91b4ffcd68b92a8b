import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { principalOf, roleIn } from './permissions.ts'
import type { Rights } from './permissions.ts'

function rights(more: Partial<Rights> = {}): Rights {
  return {
    id: '1',
    name: 'Ada',
    isOwner: false,
    groups: [],
    roles: new Map([
      ['a', 'reader'],
      ['b', 'editor'],
      ['c', 'owner'],
    ]),
    scope: null,
    ...more,
  }
}

function may(place: string): boolean[] {
  const { can } = principalOf(rights(), place)
  return [can('files.read'), can('files.write'), can('workspaces.export')]
}

describe('what somebody may', () => {
  it('is what their role in the workspace allows', () => {
    assert.deepEqual(may('a'), [true, false, false])
    assert.deepEqual(may('b'), [true, true, false])
    assert.deepEqual(may('c'), [true, true, true])
    assert.deepEqual(may('d'), [false, false, false])
  })

  it('is asked of another workspace by its name', () => {
    const { can } = principalOf(rights(), 'c')

    assert.equal(can('workspaces.export', 'a'), false)
    assert.equal(principalOf(rights(), 'a').can('workspaces.export', 'c'), true)
    assert.equal(principalOf(rights(), null).can('workspaces.export'), false)
  })

  it('is everything for an owner of the server', () => {
    const { can } = principalOf(rights({ isOwner: true }), 'd')

    assert.ok(can('files.write') && can('accounts.manage') && can('workspaces.create'))
    assert.equal(principalOf(rights(), 'c').can('workspaces.create'), false)
    assert.equal(principalOf(rights(), 'c').can('metrics.read'), false)
  })

  it('is cut down by a token, which never makes another', () => {
    const scope = { access: 'read', workspaces: ['a', 'c'] } as const
    const limited = rights({ isOwner: true, scope })
    const { can } = principalOf(limited, 'c')

    assert.deepEqual(
      [can('files.read'), can('files.write'), can('workspaces.export'), can('metrics.read')],
      [true, false, true, false],
    )
    assert.equal(roleIn(limited, 'b'), null)
    const full = principalOf(
      rights({ isOwner: true, scope: { access: 'write', workspaces: null } }),
      null,
    )
    assert.equal(full.can('workspaces.create'), true)
    assert.equal(full.can('own.manage'), false)
    assert.equal(full.can('accounts.manage'), false)
  })
})
