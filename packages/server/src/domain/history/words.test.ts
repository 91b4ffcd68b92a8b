import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import { wordsFor, wordsForStep } from './words.ts'
import type { Names, Told } from './words.ts'

const names: Names = {
  row: (table, id) => (table === 'films' && id === 7 ? 'The Matrix' : null),
  task: (id) => ({ 1: 'Foundation', 2: 'Dig', 3: 'Build' })[id] ?? null,
  resource: (id) => (id === 1 ? 'Ann' : null),
  table: (name) => ({ titled: 'All films' })[name] ?? name,
  titleColumn: (table) => (table === 'films' ? 'name' : null),
  column: (_table, name, revision) => (name === 'yr' && revision < 5 ? 'year' : name),
}

type Values = Record<string, unknown> | null

function told(operation: string, entity: string, before: Values, after: Values): Told {
  const area = entity.startsWith('/') ? 'files' : 'tables'
  return { revision: 4, area, operation: operation as Change['operation'], entity, before, after }
}

type Case = [operation: string, entity: string, before: Values, after: Values, text: string]

const long = 'x'.repeat(100)

function columnCases(...said: [$changes: object[], text: string][]): Case[] {
  const name = 'films'
  return said.map(([$changes, text]) => ['table-changed', name, { name }, { name, $changes }, text])
}

const cases: Case[] = [
  ['row-added', 'films/7', null, { name: 'Heat' }, 'added Heat to films'],
  ['row-added', 'films/8', null, { name: '' }, 'added row 8 to films'],
  ['row-deleted', 'films/8', { name: 'Heat' }, null, 'deleted Heat from films'],
  ['row-moved', 'films/7', { $order: 'a' }, { $order: 'b' }, 'moved The Matrix in films'],
  [
    'row-updated',
    'films/7',
    { year: 1999 },
    { year: 2001 },
    'changed year from 1999 to 2001 of The Matrix',
  ],
  [
    'row-updated',
    'films/7',
    { year: 1999, votes: 1, seen: false },
    { year: 2001, votes: 2, seen: true },
    'changed year from 1999 to 2001 and 2 more of The Matrix',
  ],
  [
    'row-updated',
    'films/9',
    { year: null },
    { year: 1 },
    'changed year from nothing to 1 of row 9 of films',
  ],
  [
    'row-updated',
    'films/7',
    { a: '' },
    { a: long },
    `changed a from nothing to ${'x'.repeat(59)}… of The Matrix`,
  ],
  [
    'row-updated',
    'films/7',
    { yr: 1999 },
    { yr: 2001 },
    'changed year from 1999 to 2001 of The Matrix',
  ],
  ['member-changed', 'members/1a', null, { name: 'Edith' }, 'changed what Edith may do'],
  ['member-changed', 'members/1a', { name: 'Edith' }, null, 'changed what Edith may do'],
  ['member-changed', 'members/1a', null, { role: 'reader' }, 'changed what 1a may do'],
  ['account-removed', 'members/1a', { name: 'Edith' }, null, 'removed the account of Edith'],
  ['group-changed', 'groups/2b', { name: 'Sales' }, null, 'changed who is in the group Sales'],
  ['rows-added', 'films', null, { count: 12 }, 'added 12 rows to films'],
  ['rows-updated', 'films', null, { count: 1 }, 'changed 1 row of films'],
  ['rows-deleted', 'films', null, { count: 12 }, 'deleted 12 rows of films'],
  ['rows-moved', 'films', null, { count: 12 }, 'put the rows of films in order'],
  ['table-created', 'films', null, { name: 'films' }, 'made the table films'],
  ['table-changed', 'films', { name: 'films' }, { name: 'films' }, 'changed the table films'],
  ...columnCases(
    [[{ addColumn: { name: 'size' } }], 'added the column size to films'],
    [[{ dropColumn: 'size' }], 'deleted the column size from films'],
    [[{ renameColumn: { from: 'size', to: 'sum' } }], 'renamed the column size of films to sum'],
    [[{ moveColumn: { name: 'size' } }], 'moved the column size in films'],
    [[{ changeColumn: { name: 'size', type: 'text' } }], 'changed the column size of films'],
    [
      [{ changeColumn: { name: 'size' } }, { renameColumn: { from: 'size', to: 'sum' } }],
      'changed the column size of films',
    ],
    [[{ dropColumn: 'size' }, { dropColumn: 'sum' }], 'changed 2 columns of films'],
    [[{ dropColumn: 'size' }, { dropIndex: 'sizes' }], 'changed the table films'],
  ),
  [
    'table-changed',
    'movies',
    { name: 'films' },
    { name: 'movies' },
    'renamed the table films to movies',
  ],
  ['table-deleted', 'films', { name: 'films' }, null, 'deleted the table films'],
  [
    'table-changed',
    'films',
    { name: 'films', title: 'Films' },
    { name: 'films', title: 'All films' },
    'renamed the table Films to All films',
  ],
  [
    'table-changed',
    'movies',
    { name: 'films', title: 'All films' },
    { name: 'movies', title: 'All films' },
    'renamed the table films to movies',
  ],
  ['row-added', 'titled/8', null, { name: 'Heat' }, 'added row 8 to All films'],
  ['rows-deleted', 'titled', { count: 2 }, null, 'deleted 2 rows of All films'],
  ['view-added', 'titled', null, { name: 'old' }, 'added the view old to All films'],
  ['view-added', 'films', null, { name: 'old' }, 'added the view old to films'],
  ['view-updated', 'films', { name: 'old' }, { name: 'old' }, 'changed the view old of films'],
  ['view-deleted', 'films', { name: 'old' }, null, 'deleted the view old from films'],
  ['task-added', 'tasks/2', null, { text: 'Dig', parent: 0 }, 'added Dig'],
  ['task-added', 'tasks/2', null, { text: 'Dig', parent: 1 }, 'added Dig below Foundation'],
  [
    'task-copied',
    'tasks/9',
    null,
    { text: 'Dig', parent: 0, $branch: [{}] },
    'added Dig with 1 task below it',
  ],
  ['task-deleted', 'tasks/9', { text: 'Dig', $branch: [] }, null, 'deleted Dig'],
  [
    'task-deleted',
    'tasks/9',
    { text: 'Dig', $count: 4 },
    null,
    'deleted Dig with 3 tasks below it',
  ],
  ['task-moved', 'tasks/2', { parent: 0 }, { parent: 1 }, 'moved Dig below Foundation'],
  ['task-moved', 'tasks/2', { parent: 1 }, { parent: 0 }, 'moved Dig to the top'],
  [
    'task-moved',
    'tasks/2',
    { parent: 1 },
    { parent: 1 },
    'moved Dig to another place below Foundation',
  ],
  ['task-updated', 'tasks/2', { text: 'Dug' }, { text: 'Dig' }, 'renamed Dug to Dig'],
  [
    'task-updated',
    'tasks/2',
    { progress: 10 },
    { progress: 50 },
    'changed progress from 10 to 50 of Dig',
  ],
  [
    'task-updated',
    'tasks/2',
    { fields: { color: 'red', kept: 1 } },
    { fields: { color: 'blue', kept: 1 } },
    'changed color from red to blue of Dig',
  ],
  [
    'task-updated',
    'tasks/2',
    { start: '2026-01-01T00:00:00', end: '2026-01-02T00:00:00' },
    { start: '2026-01-03T00:00:00', end: '2026-01-04T00:00:00' },
    'moved Dig 2 days later',
  ],
  [
    'task-updated',
    'tasks/2',
    { start: '2026-01-01T05:00:00' },
    { start: '2026-01-01T04:00:00' },
    'moved Dig 1 hour earlier',
  ],
  [
    'task-updated',
    'tasks/2',
    { start: '2026-01-01T00:00:00', end: '2026-01-02T00:00:00' },
    { start: '2026-01-03T00:00:00', end: '2026-01-05T00:00:00' },
    'changed start from 2026-01-01T00:00:00 to 2026-01-03T00:00:00 and 1 more of Dig',
  ],
  [
    'task-updated',
    'tasks/2',
    { end: '2026-01-02T00:00:00' },
    { end: '2026-01-05T00:00:00' },
    'changed end from 2026-01-01 to 2026-01-04 of Dig',
  ],
  ['baseline-added', 'baselines/1', null, { name: 'Plan A' }, 'set the baseline Plan A'],
  [
    'baseline-updated',
    'baselines/1',
    { name: 'Plan A' },
    { name: 'Plan B' },
    'renamed the baseline Plan A to Plan B',
  ],
  ['baseline-deleted', 'baselines/1', { name: 'Plan A' }, null, 'deleted the baseline Plan A'],
  ['link-added', 'links/1', null, { source: 2, target: 3 }, 'linked Dig to Build'],
  [
    'link-updated',
    'links/1',
    { source: 2, target: 3, lag: 1 },
    { source: 2, target: 3, lag: 2 },
    'changed lag from 1 to 2 of the link from Dig to Build',
  ],
  [
    'link-deleted',
    'links/1',
    { source: 2, target: 9 },
    null,
    'removed the link from Dig to task 9',
  ],
  ['assignment-added', 'assignments/1', null, { resource: 1, task: 2 }, 'assigned Ann to Dig'],
  [
    'assignment-updated',
    'assignments/1',
    { resource: 1, task: 2, units: 50 },
    { resource: 1, task: 2, units: 100 },
    'changed units from 50 to 100 of Ann on Dig',
  ],
  ['assignment-deleted', 'assignments/1', { resource: 1, task: 2 }, null, 'took Ann off Dig'],
  ['resource-added', 'resources/1', null, { name: 'Bob' }, 'added the resource Bob'],
  [
    'resource-updated',
    'resources/1',
    { name: 'Bob' },
    { name: 'Ann' },
    'changed name from Bob to Ann of the resource Ann',
  ],
  ['resource-deleted', 'resources/9', { name: 'Bob' }, null, 'deleted the resource Bob'],
  ['file-added', '/plan.txt', null, { id: '/plan.txt' }, 'added plan.txt'],
  ['file-added', '/docs/plan.txt', null, { id: '/docs/plan.txt' }, 'added plan.txt to /docs'],
  ['file-updated', '/docs/plan.txt', { size: 1 }, { size: 2 }, 'changed plan.txt'],
  [
    'file-moved',
    '/plan-2.txt',
    { id: '/plan.txt' },
    { id: '/plan-2.txt' },
    'renamed plan.txt to plan-2.txt',
  ],
  [
    'file-moved',
    '/old/plan.txt',
    { id: '/docs/plan.txt' },
    { id: '/old/plan.txt' },
    'moved plan.txt from /docs to /old',
  ],
  [
    'file-moved',
    '/old/p.txt',
    { id: '/plan.txt' },
    { id: '/old/p.txt' },
    'moved plan.txt from / to /old as p.txt',
  ],
  [
    'file-moved',
    `/${'far/'.repeat(20)}plan.txt`,
    { id: `/${'long/'.repeat(20)}plan.txt` },
    { id: `/${'far/'.repeat(20)}plan.txt` },
    `moved plan.txt from /${'long/'.repeat(11)}lon… to /${'far/'.repeat(14)}fa…`,
  ],
  ['file-deleted', '/docs/plan.txt', { id: '/docs/plan.txt' }, null, 'deleted plan.txt from /docs'],
  [
    'version-deleted',
    '/docs/plan.txt',
    { id: '/docs/plan.txt', size: 3 },
    null,
    'deleted a version of plan.txt',
  ],
  [
    'trash-deleted',
    '/docs/plan.txt',
    { id: '/docs/plan.txt', size: 3 },
    null,
    'deleted plan.txt from /docs for good',
  ],
  ['comment-added', 'comments/a1', null, { of: 'tasks/2' }, 'commented on Dig'],
  [
    'comment-updated',
    'comments/a1',
    { of: 'films/7' },
    { of: 'films/7' },
    'changed a comment on The Matrix',
  ],
  [
    'comment-deleted',
    'comments/a1',
    { of: 'files/docs/plan.txt' },
    null,
    'deleted a comment on plan.txt',
  ],
  ['rule-changed', 'rules', null, {}, 'changed who may see or change what'],
  ['share-added', 'shares/1', null, {}, 'made a link for guests'],
  ['something-new', 'films/7', null, null, 'new something films/7'],
]

describe('the words for a change', () => {
  for (const [operation, entity, before, after, text] of cases) {
    it(`are: ${text}`, () =>
      assert.equal(wordsFor(told(operation, entity, before, after), names), text))
  }
})

const row = (id: number) => told('row-deleted', `films/${id}`, { name: `F${id}` }, null)

const change = (id: number, before: object, after: object) =>
  told('task-updated', `tasks/${id}`, { ...before }, { ...after })
const fields = (length: number, type: string) => ({ fields: { length, constraint: { type } } })

describe('the words for a step', () => {
  it('are those of its only change', () => {
    assert.equal(wordsForStep([row(1)], 1, names), 'deleted F1 from films')
    assert.equal(wordsForStep([], 0, names), 'changed nothing')
  })

  it('count what was done to many', () => {
    assert.equal(wordsForStep([row(1), row(2)], 12, names), 'deleted 12 rows of films')
    const files = ['/a', '/b'].map((id) => told('file-deleted', id, { id }, null))
    assert.equal(wordsForStep(files, 2, names), 'deleted 2 files')
    const ended = ['/a', '/b'].map((id) => told('trash-deleted', id, { id }, null))
    assert.equal(wordsForStep(ended, 2, names), 'deleted 2 files for good')
  })

  it('are of a table with its rows, where it was made with them', () => {
    const made = told('table-created', 'films', null, { name: 'films' })
    const [one, two] = [1, 2].map((id) => told('row-added', `films/${id}`, null, { name: 'F' }))
    assert.equal(wordsForStep([made, one!], 2, names), 'made the table films with 1 row')
    assert.equal(wordsForStep([made, one!, two!], 251, names), 'made the table films with 250 rows')
    const other = told('row-added', 'others/1', null, null)
    assert.equal(
      wordsForStep([made, one!, other], 3, names),
      'made the table films and 2 more changes',
    )
  })

  it('name the first of different changes', () => {
    const other = told('row-deleted', 'others/1', null, null)
    assert.equal(
      wordsForStep([row(1), other], 3, names),
      'deleted F1 from films and 2 more changes',
    )
  })

  it('join the place of a task and its time', () => {
    const moved = told('task-moved', 'tasks/2', { parent: 0 }, { parent: 1 })
    const [before, after] = [{ start: '2026-01-01T00:00:00' }, { start: '2026-01-03T00:00:00' }]
    const shifted = told('task-updated', 'tasks/2', before, after)
    assert.equal(
      wordsForStep([moved, shifted], 2, names),
      'moved Dig below Foundation, 2 days later',
    )
  })

  describe('of a plan', () => {
    const [first, second] = ['2026-01-01T00:00:00', '2026-01-03T00:00:00']
    const follows = change(3, { start: first, end: second }, { start: second, end: first })

    it('are of what somebody did, and count what followed from it', () => {
      const gone = told('task-deleted', 'tasks/2', { text: 'Dig' }, null)
      assert.equal(wordsForStep([follows, gone], 31, names), 'deleted Dig and 30 more changes')
      const [link, left] = [1, 2].map((id) =>
        told('link-deleted', `links/${id}`, { source: 2, target: 3 }, null),
      )
      assert.equal(wordsForStep([link!, gone], 2, names), 'deleted Dig and 1 more change')
      assert.equal(wordsForStep([link!, left!], 2, names), 'deleted 2 links')
    })

    it('say of a task that was moved or made longer no more than that', () => {
      const [drawn, said] = [
        change(2, { start: first, end: second, duration: 2 }, { start: second, end: first }),
        change(2, fields(480, 'asap'), fields(480, 'snet')),
      ]
      assert.equal(
        wordsForStep([drawn, said, follows], 31, names),
        'moved Dig 2 days later and 29 more changes',
      )
      const longer = change(2, { end: first, duration: 2 }, { end: second, duration: 4 })
      assert.equal(
        wordsForStep([longer, change(2, fields(480, 'asap'), fields(960, 'asap'))], 2, names),
        'changed end from 2025-12-31 to 2026-01-02 of Dig',
      )
      const begun = [
        change(2, { progress: 0 }, { progress: 30 }),
        change(2, { fields: {} }, { fields: { actualStart: first } }),
        change(3, { progress: 0 }, { progress: 12 }),
      ]
      assert.equal(
        wordsForStep(begun, 3, names),
        'changed progress from 0 to 30 of Dig and 1 more change',
      )
    })

    it('are of several tasks where several were changed', () => {
      const both = [2, 3].map((id) => change(id, fields(480, 'asap'), fields(480, 'snet')))
      assert.equal(wordsForStep(both, 2, names), 'changed 2 tasks')
      assert.equal(wordsForStep([follows, follows], 2, names), 'changed 2 tasks')
    })
  })
})
