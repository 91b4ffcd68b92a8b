import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Thing } from '@triptych/contract/rules'
import { thingText } from './rule-text.ts'

const tables = [{ name: 'films', title: 'Old films' }, { name: 'halls' }]
const said = (thing: Thing) => thingText({ thing, title: null }, tables)

describe('what a rule is about', () => {
  it('has the titles of tables, and their names where they have none', () => {
    assert.equal(said({ kind: 'table', table: 'films' }), 'Table Old films')
    assert.equal(
      said({ kind: 'column', table: 'films', column: 'year' }),
      'Column year of Old films',
    )
    assert.equal(said({ kind: 'table', table: 'halls' }), 'Table halls')
    assert.equal(said({ kind: 'table', table: '*' }), 'All tables')
  })
})
