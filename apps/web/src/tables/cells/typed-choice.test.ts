import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lastTyped, meantBy } from './typed-choice.ts'

const choices = ['In work', 'Gift card', 'New', 'Gift'].map((label) => ({ value: label, label }))
const meant = (typed: string) => choices[meantBy(choices, typed)]?.label

describe('a choice that is typed', () => {
  it('is the one that is called so, before one that begins so, before one that has it', () => {
    assert.equal(meant('gift'), 'Gift')
    assert.equal(meant('gi'), 'Gift card')
    assert.equal(meant('n'), 'New')
    assert.equal(meant(' WOR '), 'In work')
    assert.equal(meant('old'), undefined)
    assert.equal(meant(''), undefined)
  })

  it('stands behind the last comma', () => {
    assert.equal(lastTyped('Gift, ne').trim(), 'ne')
    assert.equal(lastTyped('ne'), 'ne')
  })
})
