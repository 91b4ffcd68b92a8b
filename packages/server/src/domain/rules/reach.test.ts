import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Access } from '@triptych/contract/rules'
import type { StoredRule } from '../../ports/rules.ts'
import { subjectKey } from '../../auth/principal.ts'
import { accessDown, compileReach } from './reach.ts'

const ann = new Set([
  subjectKey('account', 'ann'),
  subjectKey('group', 'hr'),
  subjectKey('group', 'it'),
])
const on = (id: string, subject: string, access: Access): StoredRule => {
  const [kind = '', of = ''] = subject.split(':')
  return {
    thing: { kind: 'folder', id, column: '' },
    subject: { kind: kind as 'account' | 'group' | 'everyone', id: of },
    access,
  }
}
const onFolder = (...rules: StoredRule[]) => compileReach(rules, ann)?.entries.get(7)

describe('the rules of a thing', () => {
  it('bind whom they name, and nobody else', () => {
    assert.equal(onFolder(on('7', 'account:ann', 'read')), 'read')
    assert.equal(onFolder(on('7', 'group:hr', 'none')), 'none')
    assert.equal(compileReach([on('7', 'account:bob', 'none')], ann), null)
    assert.equal(compileReach([on('7', 'group:ann', 'none')], ann), null)
  })

  it('are the strictest of one’s own and one’s groups’', () => {
    assert.equal(onFolder(on('7', 'account:ann', 'write'), on('7', 'group:hr', 'none')), 'none')
    assert.equal(onFolder(on('7', 'group:hr', 'read'), on('7', 'group:it', 'write')), 'read')
  })

  it('for everyone are for those who have no other there', () => {
    assert.equal(onFolder(on('7', 'everyone:', 'none')), 'none')
    assert.equal(onFolder(on('7', 'everyone:', 'none'), on('7', 'group:hr', 'write')), 'write')
    assert.equal(onFolder(on('7', 'everyone:', 'none'), on('8', 'group:hr', 'write')), 'none')
  })
})

describe('what is below things with rules', () => {
  it('is hidden as soon as one of them is, and else has what stands nearest', () => {
    assert.equal(accessDown([]), 'write')
    assert.equal(accessDown([undefined, 'read', undefined]), 'read')
    assert.equal(accessDown(['read', 'write']), 'write')
    assert.equal(accessDown(['write', 'read', undefined]), 'read')
    assert.equal(accessDown(['none', 'write']), 'none')
  })
})
