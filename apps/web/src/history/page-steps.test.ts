import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pageSteps } from './page-steps.ts'

const nothing = () => {}
const step = (undone: string) => ({ undo: nothing, redo: nothing, undone, redone: '' })

describe('the steps of the page', () => {
  it('are undone and redone in their place among those of the server', () => {
    const steps = pageSteps()
    steps.noted(step('one'))
    steps.unsaved(1)
    steps.unsaved(0)
    steps.noted(step('two'))
    const back = [1, 2, 3, 4].map(() => steps.undo()?.undone ?? 'server')
    assert.deepEqual(back, ['two', 'server', 'one', 'server'])
    // What the server did before any of them comes first again.
    const forth = [1, 2, 3, 4].map(() => steps.redo()?.undone ?? 'server')
    assert.deepEqual(forth, ['server', 'one', 'server', 'two'])
  })

  it('cannot be redone when something else was done since', () => {
    const steps = pageSteps()
    steps.noted(step('one'))
    steps.undo()
    steps.unsaved(1)
    assert.equal(steps.redo(), null)
  })

  it('keep their place where several are done before the first of them is saved', async () => {
    const steps = pageSteps()
    steps.noted(step('one'))
    steps.unsaved(1)
    await pause(0)
    steps.unsaved(2)
    // As many tasks that are moved together.
    steps.unsaved(3)
    await pause(0)
    for (const count of [2, 1, 0]) steps.unsaved(count)
    const back = [1, 2, 3].map(() => steps.undo()?.undone ?? 'server')
    assert.deepEqual(back, ['server', 'server', 'one'])
  })

  it('do not count what takes something back', async () => {
    const steps = pageSteps()
    steps.noted(step('one'))
    for (const count of [1, 0]) steps.taking(count)
    assert.equal(steps.undo()?.undone, 'one')
  })

  it('wait behind one that the server has refused to take', () => {
    const steps = pageSteps()
    steps.noted(step('one'))
    steps.unsaved(1)
    assert.equal(steps.undo(), null)
    steps.refused('undone', true)
    const back = [1, 2].map(() => steps.undo()?.undone ?? 'server')
    assert.deepEqual(back, ['server', 'one'])
    assert.equal(steps.redo()?.undone, 'one')
    assert.equal(steps.redo(), null)
    steps.refused('redone', true)
    assert.equal(steps.redo(), null)
    assert.equal(steps.undo(), null)
    assert.equal(steps.undo()?.undone, 'one')
  })

  it('come next where the server has nothing to take', () => {
    const steps = pageSteps()
    steps.noted(step('one'))
    steps.undo()
    assert.equal(steps.undo(), null)
    steps.refused('undone', false)
    assert.equal(steps.redo()?.undone, 'one')
  })
})
