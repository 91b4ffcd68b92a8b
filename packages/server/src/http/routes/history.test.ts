import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { api, assertProblem } from '../../../test/fixtures/api.ts'
import { client, doSomething, everything } from '../../../test/fixtures/doings.ts'
import type { Client } from '../../../test/fixtures/doings.ts'
import { chosenSeed, depth, seededRandom } from '../../../test/fixtures/seeded-random.ts'

describe('taking back', () => {
  it('brings a deleted row back to its place, with its id and all its values', async () => {
    const world = await api()
    const ann = client(world, 'ann')
    const before = await everything(world)
    await ann.good('DELETE', '/films/2')
    await ann.undo()
    assert.deepEqual(await everything(world), before)
  })

  it('leaves what others have changed since, and names it', async () => {
    const world = await api()
    const [ann, bob] = [client(world, 'ann'), client(world, 'bob')]
    await ann.good('PUT', '/films/1', { name: 'Aliens', year: 1986 })
    await bob.good('PUT', '/films/1', { year: 1987 })
    const { kept } = await ann.undo()
    assert.deepEqual(kept, [{ entity: 'films/1', field: 'year' }])
    const { name, year } = await world.row(1)
    assert.deepEqual([name, year], ['Alien', 1987])
  })

  it('does not remove what others have written to since', async () => {
    const world = await api()
    const [ann, bob] = [client(world, 'ann'), client(world, 'bob')]
    const { id } = await ann.good('POST', '/films', { name: 'New' })
    await bob.good('PUT', `/films/${String(id)}`, { year: 2000 })
    const before = await everything(world)
    assertProblem(await ann.ask('POST', '/undo', {}), [409, 'history.changed_since'])
    assert.deepEqual(await everything(world), before)
  })

  it('is of this client, or of any step that is named', async () => {
    const world = await api()
    const [ann, bob] = [client(world, 'ann'), client(world, 'bob')]
    await ann.good('PUT', '/films/1', { name: 'Of Ann' })
    await bob.good('PUT', '/films/2', { name: 'Of Bob' })
    await ann.undo()
    assertProblem(await ann.ask('POST', '/undo', {}), [409, 'history.nothing_to_undo'])
    const last = (await world.changes()).find(({ entity }) => entity === 'films/2')
    const step = (await world.changes()).findLast(({ origin }) => origin === 'bob')?.step
    assert.ok(last && step)
    await ann.undo(step)
    assert.equal((await world.row(2)).name, 'Heat')
    assertProblem(await bob.ask('POST', '/undo', { step }), [409, 'history.undone_already'])
    assertProblem(await bob.ask('POST', '/undo', { step: 'none' }), [404, 'history.not_found'])
    assertProblem(await bob.ask('POST', '/undo', {}), [409, 'history.nothing_to_undo'])
  })

  it('knows a client by what stands before its marks, and each change by its mark', async () => {
    const world = await api()
    const tab = client(world, 'tab')
    const [one, two] = [client(world, 'tab--1'), client(world, 'tab--2')]
    await one.good('PUT', '/films/1', { name: 'One' })
    await two.good('PUT', '/films/2', { name: 'Two' })
    await client(world, 'tab-3').good('PUT', '/films/2', { year: 3 })
    await client(world, 'table--1').good('PUT', '/films/2', { votes: 4 })
    await one.undo()
    assert.deepEqual([(await world.row(1)).name, (await world.row(2)).name], ['Alien', 'Two'])
    await tab.undo()
    assert.equal((await world.row(2)).name, 'Heat')
    assertProblem(await tab.ask('POST', '/undo', {}), [409, 'history.nothing_to_undo'])
    await tab.redo()
    await tab.redo()
    assert.deepEqual([(await world.row(1)).name, (await world.row(2)).name], ['One', 'Two'])
  })

  it('is done again, as long as nothing else was done', async () => {
    const world = await api()
    const ann = client(world, 'ann')
    await ann.good('PUT', '/films/1', { name: 'One' })
    await ann.good('PUT', '/films/1', { name: 'Two' })
    await ann.undo()
    await ann.undo()
    await ann.redo()
    assert.equal((await world.row(1)).name, 'One')
    await ann.redo()
    assert.equal((await world.row(1)).name, 'Two')
    assertProblem(await ann.ask('POST', '/redo'), [409, 'history.nothing_to_redo'])
    await ann.undo()
    await ann.good('PUT', '/films/2', { name: 'Other' })
    assertProblem(await ann.ask('POST', '/redo'), [409, 'history.nothing_to_redo'])
    await ann.undo()
    await ann.undo()
    assert.equal((await world.row(1)).name, 'Alien')
  })

  it('takes a batch back as one step', async () => {
    const world = await api()
    const ann = client(world, 'ann')
    const before = await everything(world)
    await ann.good('POST', '/batch', [
      { url: 'tasks', method: 'POST', data: { text: 'A', id: 'temp://1' } },
      { url: 'tasks', method: 'POST', data: { text: 'B', id: 'temp://2' } },
      {
        url: 'links',
        method: 'POST',
        data: { source: 'temp://1', target: 'temp://2', type: 'e2s' },
      },
      { url: 'films/1', method: 'PUT', data: { name: 'X' } },
    ])
    await ann.undo()
    assert.deepEqual(await everything(world), before)
  })

  it('gives a table back its shape, unless something would be lost by it', async () => {
    const world = await api()
    const ann = client(world, 'ann')
    const [first, before] = [await world.head(), await world.rows()]
    const shape = async () => ((await world.call('GET', '/tables')).json as unknown[])[0]
    const definition = await shape()
    const change = (...changes: unknown[]) => ann.good('PATCH', '/tables/films', { changes })
    await change(
      { addIndex: { columns: ['name', 'year'], unique: true } },
      { renameColumn: { from: 'name', to: 'x' } },
      { renameColumn: { from: 'code', to: 'name' } },
      { renameColumn: { from: 'x', to: 'code' } },
      { addColumn: { name: 'mark', type: 'integer', default: 7, before: 'year' } },
      { changeColumn: { name: 'votes', default: null } },
      { moveColumn: { name: 'genre', before: 'code' } },
      { rename: 'movies' },
    )
    await ann.undo()
    assert.deepEqual(await shape(), definition)
    assert.deepEqual(await world.rows(), before)
    assert.deepEqual((await ann.ask('GET', `/films?at=${first}`)).json, before)
    await ann.redo()
    assert.notDeepEqual(await shape(), definition)
    await ann.undo()
    assert.deepEqual(await shape(), definition)

    await change({ addColumn: { name: 'mark', type: 'integer' } })
    await client(world, 'bob').good('PUT', '/films/1', { mark: 1 })
    assertProblem(await ann.ask('POST', '/undo', {}), [409, 'history.changed_since'])
    await change({ dropColumn: 'mark' })
    await ann.undo()
    assert.deepEqual((await world.row(1))['mark'], 1)
    assert.deepEqual((await ann.ask('GET', `/films?at=${first}`)).json, before)
  })

  it('leaves removed what others have removed since, and names it', async () => {
    const world = await api()
    const [ann, bob] = [client(world, 'ann'), client(world, 'bob')]
    const { id: task } = await ann.good('POST', '/tasks', { text: 'Dig' })
    await ann.good('PUT', `/tasks/${String(task)}`, { text: 'Dig deep' })
    await ann.good('PUT', '/films/1', { name: 'Aliens' })
    await bob.good('DELETE', '/films/1')
    await bob.good('DELETE', `/tasks/${String(task)}`)
    assert.deepEqual((await ann.undo()).kept, [{ entity: 'films/1', field: 'name' }])
    assert.deepEqual((await ann.undo()).kept, [{ entity: `tasks/${String(task)}`, field: 'text' }])
  })

  it('passes over a step that cannot be taken back, which the refusal names', async () => {
    const world = await api()
    const [ann, bob] = [client(world, 'ann'), client(world, 'bob')]
    await ann.good('PUT', '/films/1', { name: 'Aliens' })
    const { id } = await ann.good('POST', '/films', { name: 'New' })
    await bob.good('PUT', `/films/${String(id)}`, { year: 2000 })
    const refused = await ann.ask('POST', '/undo', {})
    assertProblem(refused, [409, 'history.changed_since'])
    const { step: before } = refused.json as { step: string }
    await ann.good('POST', '/undo', { before })
    assert.equal((await world.row(1)).name, 'Alien')
  })

  it('of a move knows a task again that came back beside its place', async () => {
    const world = await api()
    const [ann, bob] = [client(world, 'ann'), client(world, 'bob')]
    const ids: unknown[] = []
    for (const text of ['Parent', 'Moved', 'Other']) {
      ids.push((await bob.good('POST', '/tasks', { text }))['id'])
    }
    const [parent, moved, other] = ids as number[]
    const into = { operation: 'move', mode: 'child', target: parent }
    const first = await everything(world)
    await ann.good('PUT', `/tasks/${moved}`, into)
    await ann.good('DELETE', `/tasks/${moved}`)
    await bob.good('PUT', `/tasks/${other}`, into)
    await ann.undo()
    assert.deepEqual((await ann.undo()).kept, [])
    await bob.undo()
    assert.deepEqual(await everything(world), first)
  })

  it('of everything gives what was there at first', async () => {
    const seed = chosenSeed()
    for (let run = 0; run < 3 * depth; run++) {
      const random = seededRandom(seed + run)
      const world = await api()
      const first = await everything(world)
      const clients = ['ann', 'bob', 'cid', 'dee'].map((name) => client(world, name))
      const done: Client[] = []
      const states: unknown[] = []
      for (let n = 0; n < 40; n++) {
        const one = random.pick(clients)
        const head = await world.head()
        states.push(await everything(world))
        await doSomething(world, one, random)
        if ((await world.head()) > head) done.push(one)
        else states.pop()
      }
      for (const one of done.toReversed()) {
        await one.undo()
        assert.deepEqual(await everything(world), states.pop(), `seed ${seed + run}`)
      }
      assert.deepEqual(await everything(world), first)
    }
  })
})
