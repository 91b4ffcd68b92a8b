import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isHeading } from '../heading-id.ts'
import { groupingIn, groupsToFill, groupTasks } from './task-groups.ts'
import type { Grouping } from './task-groups.ts'

const now = new Date(2026, 2, 10)
const tasks = [
  { id: 1, type: 'summary', data: [{}], who: ['Ann'] },
  { id: 2, who: ['Ben', 'Ann'], progress: 100, Area: '10' },
  { id: 3, who: [], end: new Date(2026, 2, 9), Area: '9' },
  { id: 4, who: ['Ann'], progress: 20, end: new Date(2026, 2, 20), Area: ' ' },
  { id: 5, who: ['Ann'], Area: '9' },
]
const grouped = (by: Grouping) =>
  groupTasks(tasks, by, ({ who }) => who, { now }).map(({ name, tasks: found }) => [
    name,
    ...found.map(({ id }) => id),
  ])

describe('groups of tasks', () => {
  it('hold each task once, without those that have others below them', () => {
    assert.deepEqual(grouped('who'), [
      ['Ann', 4, 5],
      ['Ann, Ben', 2],
      ['Nobody yet', 3],
    ])
  })

  it('are in the order of states, or of values', () => {
    assert.deepEqual(grouped('state'), [
      ['Late', 3],
      ['Begun', 4],
      ['To do', 5],
      ['Done', 2],
    ])
    assert.deepEqual(grouped('own.Area'), [
      ['9', 3, 5],
      ['10', 2],
      ['Without Area', 4],
    ])
  })

  it('are there without a task where one could be taken to', () => {
    const empty = groupsToFill('who', ['Ann', 'Cleo'])
    const found = groupTasks([tasks[3]!], 'who', ({ who }) => who, { now, empty })
    assert.deepEqual(
      found.map(({ name, tasks }) => `${name} ${tasks.length}`),
      ['Ann 1', 'Cleo 0', 'Nobody yet 0'],
    )
    assert.ok(!groupsToFill('state', []).includes('late'))
  })

  it('are named in an address, and their headings are no tasks', () => {
    assert.deepEqual(['who', 'own.Area', 'x', null].map(groupingIn), [
      'who',
      'own.Area',
      null,
      null,
    ])
    assert.deepEqual(
      [isHeading('group:Ann'), isHeading(5), isHeading('temp://5')],
      [true, false, false],
    )
  })
})
