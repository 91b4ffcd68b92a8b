import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ganttApi, temporary } from '../../../test/fixtures/gantt-api.ts'

/** `a b(c d) e` */
async function smallPlan(options = {}) {
  const api = await ganttApi(options)
  const ids = await api.seed({
    a: {},
    b: { type: 'summary' },
    c: { parent: 'b' },
    d: { parent: 'b' },
    e: {},
  })
  return { ...api, ...ids }
}

describe('a link', () => {
  it('joins two tasks, from end to start unless it says otherwise', async () => {
    const { writes, links, a, e } = await smallPlan()

    const { id, change } = await writes('POST', '/links', { source: a, target: e })

    const link = { id, source: a, target: e, type: 'e2s' }
    assert.deepEqual(await links(), [link])
    assert.deepEqual([change.operation, change.entity], ['link-added', `links/${id}`])
    assert.deepEqual([change.before, change.after], [null, link])
  })

  it('keeps its lag and its own fields, and nothing of the client', async () => {
    const { done, links, a, e } = await smallPlan()
    const sent = { source: String(a), target: e, type: 's2e', lag: -1.5, own: { x: 1 }, $p: '1,2' }

    const { id } = await done('POST', '/links', { ...sent, id: temporary(1) })

    const own = { x: 1 }
    assert.deepEqual(await links(), [{ id, source: a, target: e, type: 's2e', lag: -1.5, own }])
  })

  it('that is there already is answered with its id', async () => {
    const { keeps, done, links, a, e } = await smallPlan()
    const { id } = await done('POST', '/links', { source: a, target: e, lag: 2 })

    assert.deepEqual(await keeps('POST', '/links', { source: a, target: e, type: 'e2s' }), { id })
    const other = await done('POST', '/links', { source: a, target: e, type: 's2s' })
    assert.notEqual(other.id, id)
    assert.equal((await links()).length, 2)
  })

  it('is made once, however often it is sent at the same time', async () => {
    const { done, links, a, e } = await smallPlan()

    const adding = Array.from({ length: 20 }, () =>
      done('POST', '/links', { source: a, target: e }),
    )
    const ids = (await Promise.all(adding)).map(({ id }) => id)

    assert.deepEqual([new Set(ids).size, (await links()).length], [1, 1])
  })

  it('needs two different tasks that are there, and one of four types', async () => {
    const { refuses, a, e } = await smallPlan()
    const bad = [
      { source: null, target: null, type: 'e2s' },
      { source: a, target: null },
      { source: null, target: a },
      { source: a },
      { target: a },
      {},
      { source: a, target: 0 },
      { source: '', target: a },
      { source: a, target: a },
      { source: String(a), target: a },
      { source: a, target: 99 },
      { source: 99, target: a },
      { source: a, target: temporary(9) },
      { source: a, target: e, type: 'x' },
      { source: a, target: e, type: 1 },
      { source: a, target: e, type: 'E2S' },
      { source: a, target: e, type: {} },
    ]

    for (const body of bad) {
      const problem = await refuses([422, 'gantt.bad_link'], 'POST', '/links', body)
      assert.ok(!('id' in problem))
    }
  })

  it('keeps a real id that is free', async () => {
    const { done, refuses, a, c, e } = await smallPlan()

    assert.deepEqual(await done('POST', '/links', { id: 50, source: a, target: e }), { id: 50 })
    assert.deepEqual(await done('POST', '/links', { source: a, target: c }), { id: 51 })
    await refuses([409, 'gantt.id_taken'], 'POST', '/links', { id: 50, source: c, target: e })
    await refuses([422, 'gantt.bad_id'], 'POST', '/links', { id: 2 ** 50, source: c, target: e })
  })

  it('changes field by field, but has no lag where none is sent', async () => {
    const { writes, keeps, links, link, a, c, e } = await smallPlan()
    const id = await link(a, e, { lag: 3, own: 'kept' })
    const path = `/links/${id}`

    await keeps('PUT', path, { id, source: a, target: e, type: 'e2s', lag: 3, $x1: 5 })
    await writes('PUT', path, { id, type: 's2s' })
    assert.deepEqual(await links(), [{ id, source: a, target: e, type: 's2s', own: 'kept' }])
    await writes('PUT', path, { target: c, lag: '0.5' })
    assert.deepEqual(await links(), [
      { id, source: a, target: c, type: 's2s', lag: 0.5, own: 'kept' },
    ])
    const { change } = await writes('PUT', path, { lag: null })
    assert.deepEqual([change.operation, change.before!['lag']], ['link-updated', 0.5])
  })

  it('cannot be changed into one that is there, or that may not be', async () => {
    const { refuses, link, a, c, e } = await smallPlan()
    const first = await link(a, e)
    const second = await link(a, c)

    for (const body of [
      { target: e },
      { target: null },
      { source: 99 },
      { target: a },
      { type: 'x' },
    ]) {
      await refuses([422, 'gantt.bad_link'], 'PUT', `/links/${second}`, body)
    }
    await refuses([404, 'gantt.link_not_found'], 'PUT', '/links/99', { source: a, target: e })
    await refuses([422, 'gantt.bad_id'], 'PUT', '/links/x', { source: a, target: e })
    await refuses([409, 'gantt.cycle'], 'PUT', `/links/${second}`, { source: e, target: a })
    await link(c, e)
    await refuses([409, 'gantt.cycle'], 'PUT', `/links/${first}`, { source: e, target: c })
  })

  it('that would be the same as another is refused by the names of both', async () => {
    const { refuses, link, a, c } = await smallPlan()
    await link(a, c)
    const other = await link(a, c, { type: 's2s' })
    const bad = [422, 'gantt.bad_link'] as const
    const { error } = await refuses(bad, 'PUT', `/links/${other}`, {
      source: a,
      target: c,
      type: 'e2s',
    })
    assert.equal(error, '“a” and “c” are linked like that already.')
  })

  it('can be deleted once', async () => {
    const { writes, refuses, links, link, a, e } = await smallPlan()
    const id = await link(a, e)

    const { change } = await writes('DELETE', `/links/${id}`)

    assert.deepEqual([change.operation, change.after, await links()], ['link-deleted', null, []])
    await refuses([404, 'gantt.link_not_found'], 'DELETE', `/links/${id}`)
  })
})

describe('links that would make tasks wait for each other', () => {
  it('are refused, and the circle is named', async () => {
    const { refuses, link, a, c, e } = await smallPlan()
    await link(a, c)
    await link(c, e)

    const cycle = [409, 'gantt.cycle'] as const
    const problem = await refuses(cycle, 'POST', '/links', { source: e, target: a })
    assert.deepEqual(problem['cycle'], [e, a, c])
    const reason = '“a” cannot wait for “e”, which waits for it already: a → c → e.'
    assert.equal(problem['error'], reason)
    await refuses(cycle, 'POST', '/links', { source: c, target: a, type: 's2s' })
  })

  it('are refused also by way of what is above and below', async () => {
    const { refuses, link, a, b, c, d, e } = await smallPlan()
    const cycle = [409, 'gantt.cycle'] as const

    const { error } = await refuses(cycle, 'POST', '/links', { source: b, target: c })
    assert.equal(error, '“c” is part of “b”: neither can wait for the other.')
    await refuses(cycle, 'POST', '/links', { source: c, target: b })
    await link(a, b)
    await refuses(cycle, 'POST', '/links', { source: c, target: a })
    await link(d, e)
    await refuses(cycle, 'POST', '/links', { source: e, target: a })
    await refuses(cycle, 'POST', '/links', { source: e, target: b })
  })

  it('are not mixed up with links between siblings', async () => {
    const { link, a, b, c, d, e } = await smallPlan()

    await link(c, d)
    await link(a, b)
    await link(b, e)
    await link(a, c)
    await link(a, e)
  })

  it('are accepted where the server is told to', async () => {
    const { link, links, a, b, c, e } = await smallPlan({ allowCycles: true })

    await link(a, e)
    await link(e, a)
    await link(b, c)

    assert.equal((await links()).length, 3)
  })

  it('are not made by two that are sent at the same time', async () => {
    const { call, seed, done } = await ganttApi()
    const { a, b } = await seed({ a: {}, b: {} })

    for (let round = 0; round < 50; round++) {
      const answers = await Promise.all([
        call('POST', '/links', { source: a, target: b }),
        call('POST', '/links', { source: b, target: a }),
      ])
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((one, two) => one - two),
        [200, 409],
      )
      const made = answers.find(({ status }) => status === 200)!.json as { id: number }
      await done('DELETE', `/links/${made.id}`)
    }
  })
})

describe('resources', () => {
  it('form a tree, in the order they came, with all their fields', async () => {
    const { done, writes, resources } = await ganttApi()
    const { id: team } = await done('POST', '/resources', { name: 'Team', open: true, $x: 1 })
    const sent = { name: 'Ann', parent: team, avatar: 'a.png', color: '#f00', own: [1], data: [] }

    const { id: ann, change } = await writes('POST', '/resources', sent)
    await done('POST', '/resources', { name: 'Ben', parent: String(team), open: true })
    await done('POST', '/resources', { name: 'Cid', parent: null })

    const view = { id: ann, parent: team, name: 'Ann', avatar: 'a.png', color: '#f00', own: [1] }
    assert.equal(change.operation, 'resource-added')
    assert.deepEqual(change.after, { ...view, $order: 'a1' })
    assert.deepEqual(await resources(), [
      { id: team, parent: 0, name: 'Team', open: true },
      { id: 4, parent: 0, name: 'Cid' },
      view,
      { id: 3, parent: team, name: 'Ben' },
    ])
  })

  it('change field by field', async () => {
    const { done, writes, keeps, resources } = await ganttApi()
    const { id: team } = await done('POST', '/resources', { name: 'Team' })
    const { id } = await done('POST', '/resources', { name: 'Ann', role: 'x' })

    await keeps('PUT', `/resources/${id}`, { name: 'Ann', id: 99 })
    await writes('PUT', `/resources/${id}`, { name: 'Anna' })
    await writes('PUT', `/resources/${id}`, { parent: team, role: null })

    assert.deepEqual((await resources())[1], { id, parent: team, name: 'Anna', role: null })
  })

  it('cannot hold themselves, and need a group that is there', async () => {
    const { done, refuses } = await ganttApi()
    await done('POST', '/resources', { name: 'a' })
    await done('POST', '/resources', { name: 'b', parent: 1 })
    await done('POST', '/resources', { name: 'c', parent: 2 })

    for (const parent of [1, 2, 3]) {
      await refuses([409, 'gantt.into_itself'], 'PUT', '/resources/1', { parent })
    }
    const missing = [404, 'gantt.resource_not_found'] as const
    await refuses(missing, 'PUT', '/resources/1', { parent: 9 })
    await refuses(missing, 'POST', '/resources', { parent: 9 })
    await refuses(missing, 'PUT', '/resources/9', { name: 'x' })
    await refuses(missing, 'DELETE', '/resources/9')
  })

  it('take their assignments along, and leave what is below them one step higher', async () => {
    const { done, head, changes, assign, assignments, resources, a, e } = await smallPlan()
    for (const parent of [0, 1, 2, 2]) await done('POST', '/resources', { name: 'x', parent })
    await assign(a, 2)
    const kept = await assign(e, 3)

    const before = await head()
    await done('DELETE', '/resources/2')

    assert.deepEqual(
      (await changes(before)).map(({ operation }) => operation),
      ['resource-updated', 'resource-updated', 'resource-deleted'],
    )
    const parents = (await resources()).map(({ id, parent }) => [id, parent])
    assert.deepEqual(parents, [
      [1, 0],
      [3, 1],
      [4, 1],
    ])
    assert.deepEqual(
      (await assignments()).map(({ id }) => id),
      [kept],
    )
  })
})

async function planWithPeople() {
  const api = await smallPlan()
  for (const name of ['Ann', 'Ben']) await api.done('POST', '/resources', { name })
  return api
}

describe('assignments', () => {
  it('give a task a resource, for all of its time unless they say otherwise', async () => {
    const { done, writes, assignments, a, c } = await planWithPeople()

    const { id, change } = await writes('POST', '/assignments', { task: a, resource: 1 })
    await done('POST', '/assignments', {
      task: String(c),
      resource: '2',
      units: 12.5,
      own: 1,
      $x: 1,
    })

    const first = { id, task: a, resource: 1, units: 100 }
    assert.deepEqual([change.operation, change.after], ['assignment-added', first])
    assert.deepEqual(await assignments(), [
      first,
      { id: 2, task: c, resource: 2, units: 12.5, own: 1 },
    ])
  })

  it('are there once for a task and a resource', async () => {
    const { assign, keeps, refuses, a, e } = await planWithPeople()
    const id = await assign(a, 1)
    const other = await assign(e, 1)

    const again = await keeps('POST', '/assignments', { task: a, resource: 1, units: 5 })

    assert.deepEqual(again, { id })
    await refuses([422, 'gantt.bad_assignment'], 'PUT', `/assignments/${other}`, { task: a })
  })

  it('need a task that is no summary, and a resource', async () => {
    const { refuses, assign, a, b } = await planWithPeople()
    const id = await assign(a, 1)
    const bad = [
      { task: null, resource: 1 },
      { task: b, resource: 1 },
      { task: 99, resource: 1 },
      { task: a, resource: 99 },
      { task: a, resource: null },
      { task: a, resource: 0 },
      { task: temporary(3), resource: 1 },
    ]

    for (const body of bad) {
      await refuses([422, 'gantt.bad_assignment'], 'POST', '/assignments', body)
      await refuses([422, 'gantt.bad_assignment'], 'PUT', `/assignments/${id}`, body)
    }
    for (const body of [{}, { task: a }, { resource: 1 }]) {
      await refuses([422, 'gantt.bad_assignment'], 'POST', '/assignments', body)
    }
  })

  it('change field by field, and can be taken back once', async () => {
    const { writes, keeps, refuses, assign, assignments, a, c } = await planWithPeople()
    const id = await assign(a, 1)

    await keeps('PUT', `/assignments/${id}`, { id, task: a, resource: 1 })
    await writes('PUT', `/assignments/${id}`, { units: 40 })
    await writes('PUT', `/assignments/${id}`, { task: c })
    assert.deepEqual(await assignments(), [{ id, task: c, resource: 1, units: 40 }])
    const { change } = await writes('DELETE', `/assignments/${id}`)
    assert.equal(change.operation, 'assignment-deleted')
    await refuses([404, 'gantt.assignment_not_found'], 'DELETE', `/assignments/${id}`)
    await refuses([404, 'gantt.assignment_not_found'], 'PUT', `/assignments/${id}`, { units: 1 })
  })
})
