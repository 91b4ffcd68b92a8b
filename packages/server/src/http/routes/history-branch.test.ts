import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { api, assertProblem } from '../../../test/fixtures/api.ts'
import { client, everything } from '../../../test/fixtures/doings.ts'

/** So many of these are more than one entry of the log holds. */
const large = { details: 'x'.repeat(95_000) }
const count = 90

/** A branch of a size that is told of by the number of its tasks; tasks around it are tied to it. */
async function withBranch() {
  const world = await api()
  const [ann, bob] = [client(world, 'ann'), client(world, 'bob')]
  const add = async (path: string, body: object) =>
    Number((await bob.good('POST', path, body))['id'])
  const [first, top, last] = [
    await add('/tasks', { text: 'first' }),
    await add('/tasks', { text: 'top', type: 'summary', open: true }),
    await add('/tasks', { text: 'last' }),
  ]
  const group = await add('/tasks', { text: 'group', parent: top, type: 'summary' })
  for (let made = 0; made < count; made += 10) {
    const items = Array.from({ length: 10 }, (_, at) => ({
      method: 'POST',
      url: 'tasks',
      data: { text: `t${made + at}`, parent: made < 50 ? top : group, ...large },
    }))
    await bob.good('POST', '/batch', items)
  }
  const below = Array.from({ length: count }, (_, at) => group + 1 + at)
  const [one, two, three] = below as [number, number, number]
  const resources = [await add('/resources', { name: 'R' }), await add('/resources', { name: 'S' })]
  const link = (source: number, target: number) => add('/links', { source, target, lag: 2 })
  const links = [await link(one, two), await link(first, one), await link(three, last)]
  const assign = (task: number, resource: number) => add('/assignments', { task, resource })
  const assignments = [
    await assign(two, resources[0]!),
    await assign(two, resources[1]!),
    await assign(last, resources[0]!),
  ]
  await bob.good('POST', '/comments', { of: `tasks/${two}`, text: 'of two' })
  const before = await everything(world)
  const head = await world.head()
  return {
    world,
    ann,
    bob,
    before,
    head,
    first,
    top,
    last,
    group,
    below,
    links,
    resources,
    assignments,
  }
}

describe('a branch that is told of by the number of its tasks', () => {
  it('is moved again by what is before it, in a plan that schedules itself', async () => {
    const { world, ann, bob, first, top, below } = await withBranch()
    await bob.good('PUT', '/schedule', { mode: 'auto', start: '2026-03-02T00:00:00' })
    // From then on the plan is in memory.
    await bob.good('PUT', `/tasks/${first}`, { text: 'the first' })
    await ann.good('DELETE', `/tasks/${top}`)
    await ann.undo()
    const head = await world.head()
    await bob.good('PUT', `/tasks/${first}`, { start: '2026-06-01T00:00:00' })
    const moved = (await world.changes(head)).map(({ entity }) => entity)
    assert.ok(moved.includes(`tasks/${below[0]}`), moved.join())
  })

  it('comes back with all that went with it, and goes again', async () => {
    const { world, ann, before, head, top, below } = await withBranch()
    await ann.good('DELETE', `/tasks/${top}`)
    const [entry] = await world.changes(head)
    assert.deepEqual(
      [entry?.before?.['$count'], entry?.before?.['$branch']],
      [count + 2, undefined],
    )
    const after = await everything(world)

    for (let n = 0; n < 2; n++) {
      assert.deepEqual((await ann.undo()).kept, [])
      assert.deepEqual(await everything(world), before)
      await ann.redo()
      assert.deepEqual(await everything(world), after)
    }
    await ann.undo()
    const said = await ann.ask('GET', `/comments?of=tasks/${below[1]}`)
    assert.equal((said.json as unknown[]).length, 1)
    await ann.good('POST', '/tasks', { text: 'more', parent: top })
  })

  it('is in the lists as they were, before it went and after it came back', async () => {
    const { world, ann, before, head, top, below } = await withBranch()
    await ann.good('PUT', `/tasks/${below[5]}`, { text: 'other' })
    const changed = [await world.head(), await everything(world)] as const
    await ann.good('DELETE', `/tasks/${top}`)
    const gone = [await world.head(), await everything(world)] as const
    await ann.undo()
    await ann.good('PUT', `/tasks/${below[6]}`, { text: 'another' })

    assert.deepEqual(await everything(world, gone[0]), gone[1])
    assert.deepEqual(await everything(world, changed[0]), changed[1])
    assert.deepEqual(await everything(world, head), before)
  })

  it('stays where somebody has changed it since it came back, but for what is folded', async () => {
    const { world, ann, bob, top, group, below } = await withBranch()
    await ann.good('DELETE', `/tasks/${top}`)
    await ann.undo()
    await bob.good('PUT', `/tasks/${group}`, { open: true })
    await ann.redo()
    await ann.undo()
    const undone = await everything(world)
    for (const work of [
      () => bob.good('PUT', `/tasks/${below[7]}`, { text: 'other' }),
      () => bob.good('POST', '/tasks', { text: 'new', parent: group }),
      () => bob.good('POST', '/links', { source: below[8], target: below[9] }),
      () => bob.good('DELETE', `/tasks/${below[10]}`),
    ]) {
      await work()
      assertProblem(await ann.ask('POST', '/redo'), [409, 'history.changed_since'])
      await bob.undo()
      assert.deepEqual(await everything(world), undone)
    }
    await ann.redo()
  })

  it('names the ties that cannot be any more', async () => {
    const { ann, bob, top, last, links, resources, assignments } = await withBranch()
    await ann.good('DELETE', `/tasks/${top}`)
    await bob.good('DELETE', `/tasks/${last}`)
    await bob.good('DELETE', `/resources/${resources[1]}`)

    assert.deepEqual((await ann.undo()).kept, [
      { entity: `links/${links[2]}`, field: 'id' },
      { entity: `assignments/${assignments[1]}`, field: 'id' },
    ])
  })

  it('does not come back where a part of it has come back already', async () => {
    const { world, ann, bob, first, top, group, below } = await withBranch()
    await bob.good('PUT', `/tasks/${below[0]}`, { operation: 'move', target: first, mode: 'child' })
    const head = await world.head()
    await bob.good('PUT', `/tasks/${below[0]}`, { operation: 'move', target: group, mode: 'child' })
    await ann.good('DELETE', `/tasks/${top}`)
    await bob.good('POST', '/history/restore', { of: `tasks/${first}`, at: head })

    const state = await everything(world)
    assertProblem(await ann.ask('POST', '/undo', {}), [409, 'history.changed_since'])
    assert.deepEqual(await everything(world), state)
  })

  it('is found with all that became of it in the history of what it was below', async () => {
    const { ann, bob, top, first, below } = await withBranch()
    await bob.good('PUT', `/tasks/${top}`, { operation: 'move', target: first, mode: 'child' })
    await ann.good('DELETE', `/tasks/${top}`)
    const { json } = await ann.ask('GET', `/history?of=tasks/${first}&limit=500`)
    const entities = (json as { steps: { entries: { entity: string }[] }[] }).steps.flatMap(
      ({ entries }) => entries.map(({ entity }) => entity),
    )
    assert.ok(entities.includes(`tasks/${below[3]}`))
  })

  it('is restored as one change, which can be taken back, and goes with what came since', async () => {
    const world = await api()
    const ann = client(world, 'ann')
    const empty = await world.head()
    const add = async (path: string, body: object) =>
      Number((await ann.good('POST', path, body))['id'])
    const top = await add('/tasks', { text: 'top' })
    const resource = await add('/resources', { name: 'R' })
    const below = [top, top, top, top].map((parent) => add('/tasks', { text: 'below', parent }))
    const [one, two] = [await below[0]!, await below[1]!]
    await Promise.all(below)
    await add('/links', { source: one, target: two })
    await add('/assignments', { task: one, resource })
    // Each takes along all that the others have made.
    for (let size = 5; size <= 10_000; size *= 2) {
      await ann.good('PUT', `/tasks/${top}`, {
        operation: 'copy',
        target: top,
        mode: 'child',
        lazy: true,
      })
    }
    const other = await add('/tasks', { text: 'other' })
    await add('/links', { source: two, target: other })
    const [head, before] = [await world.head(), await everything(world)]
    await ann.good('DELETE', `/tasks/${top}`)
    const gone = await everything(world)
    const deleted = await world.head()

    await ann.good('POST', '/history/restore', { of: 'tasks', at: head })
    assert.deepEqual(await everything(world), before)
    const operations = (await world.changes(deleted)).map(({ operation }) => operation)
    assert.deepEqual(operations, ['task-copied', 'link-added'])
    await ann.undo()
    assert.deepEqual(await everything(world), gone)
    await ann.redo()
    assert.deepEqual(await everything(world), before)
    await ann.good('POST', '/history/restore', { of: 'tasks', at: empty })
    assert.deepEqual((await ann.ask('GET', '/tasks')).json, [])
  })
})
