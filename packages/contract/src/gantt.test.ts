import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AddLink, AddTask, Batch, PutTask, Task } from './gantt.ts'

function accepts(
  schema: { safeParse(value: unknown): { success: boolean } },
  value: unknown,
): boolean {
  return schema.safeParse(value).success
}

describe('AddTask', () => {
  it('takes the event of the client and the task itself, as they are', () => {
    for (const body of [
      {
        task: { id: 'temp://1790000000001', parent: null, $x: 1, own: {} },
        mode: 'after',
        target: 2,
      },
      { task: { text: 5, start: true }, target: null, mode: null },
      { task: {} },
      { id: 3, text: 'T', parent: '0', start: '2026-04-01', own: [1] },
      {},
    ]) {
      assert.deepEqual(AddTask.parse(body), body)
    }
  })

  it('never takes an event for a task', () => {
    for (const body of [
      { task: 5 },
      { task: null },
      { task: [] },
      { task: {}, mode: 'beside' },
      { task: {}, target: {} },
      { task: { parent: [] } },
    ]) {
      assert.equal(accepts(AddTask, body), false, JSON.stringify(body))
    }
    for (const body of [null, [], 'x', 5]) assert.equal(accepts(AddTask, body), false)
  })
})

describe('PutTask', () => {
  it('takes moves, copies and updates, as they are', () => {
    for (const body of [
      { operation: 'move', target: 6, mode: 'child' },
      { operation: 'move', mode: 'up' },
      { operation: 'copy', id: 'temp://1790000000010', target: null, mode: 'child', lazy: false },
      { operation: 'copy', nested: true },
      { id: 5, text: 'T', $y: 1, own: null, duration: 'long' },
      { operation: null, mode: 'of its own' },
      {},
    ]) {
      assert.deepEqual(PutTask.parse(body), body)
    }
  })

  it('never takes a wrong move or copy, or an unknown operation, for an update', () => {
    for (const body of [
      { operation: 'move', target: 6, mode: 'beside' },
      { operation: 'move', target: {} },
      { operation: 'copy', lazy: 'yes' },
      { operation: 'paint' },
    ]) {
      assert.equal(accepts(PutTask, body), false, JSON.stringify(body))
    }
  })
})

describe('other bodies', () => {
  it('leave it to the plan to judge a link', () => {
    const body = { source: null, type: 5, lag: {}, $p: 1 }

    assert.deepEqual(AddLink.parse(body), body)
  })

  it('take a batch of items with or without data', () => {
    const batch = [
      { url: 'tasks/1', method: 'PUT', data: { id: 1 } },
      { url: '/links/1', method: 'DELETE' },
    ]

    assert.deepEqual(Batch.parse(batch), batch)
    for (const item of [{}, { url: 'tasks' }, { url: 1, method: 'PUT' }, null]) {
      assert.equal(accepts(Batch, [item]), false)
    }
  })
})

describe('Task', () => {
  const task = {
    id: 1,
    parent: 0,
    type: 'task',
    text: '',
    start: '2026-04-01T00:00:00',
    progress: 0,
  }

  it('has what a client cannot do without', () => {
    assert.ok(accepts(Task, { ...task, end: '2026-04-02T00:00:00', duration: 0.5, own: {} }))
    for (const wrong of [
      { id: 0 },
      { id: '1' },
      { parent: null },
      { parent: -1 },
      { start: null },
      { start: '2026-04-01' },
      { start: '2026-04-01T00:00:00Z' },
      { end: null },
      { open: false },
    ]) {
      assert.equal(accepts(Task, { ...task, ...wrong }), false, JSON.stringify(wrong))
    }
  })
})
