import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nameFor } from './name-for.ts'

describe('the name for a title', () => {
  it('has what addresses take', () => {
    const names = {
      'Big plan 2027': 'big-plan-2027',
      '  Größe & Übersicht! ': 'groesse-uebersicht',
      'Café – Straße': 'cafe-strasse',
      计划: 'workspace',
      ['x'.repeat(62) + ' y']: 'x'.repeat(62),
    }
    for (const [title, name] of Object.entries(names)) assert.equal(nameFor(title), name)
  })
})
