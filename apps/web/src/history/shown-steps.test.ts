import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HistoryPage } from '@triptych/contract/history'
import { continued, nothingYet, renewed } from './shown-steps.ts'

/** A page from this step down to that one. */
function page(from: number, to: number): HistoryPage {
  const steps = Array.from({ length: from - to + 1 }, (_, n) => ({ revision: from - n }))
  return { steps, next: to > 1 ? to : null } as unknown as HistoryPage
}
const shownAs = ({ steps, next }: ReturnType<typeof renewed>) => {
  return [steps?.map(({ revision }) => revision), next]
}

describe('the steps of a history that are shown', () => {
  const both = continued(page(5, 4), 6, renewed(page(7, 6), nothingYet))

  it('stay when there is something new', () => {
    assert.deepEqual(shownAs(both), [[7, 6, 5, 4], 4])
    // Whoever asks twice gets them once.
    assert.equal(continued(page(5, 4), 6, both), both)
    assert.deepEqual(shownAs(renewed(page(8, 7), both)), [[8, 7, 6, 5, 4], 4])
    assert.deepEqual(shownAs(renewed(page(8, 1), both)), [[8, 7, 6, 5, 4, 3, 2, 1], null])
  })

  it('begin anew where more is new than one page has: none is left out', () => {
    const anew = renewed(page(20, 15), both)
    assert.deepEqual(shownAs(anew), [[20, 19, 18, 17, 16, 15], 15])
    // What was still asked for behind the others comes too late.
    assert.equal(continued(page(3, 1), 4, anew), anew)
  })
})
