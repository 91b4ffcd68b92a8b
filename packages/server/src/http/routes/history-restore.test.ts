import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { api, assertProblem } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'
import { client, doSomething, everything } from '../../../test/fixtures/doings.ts'
import type { Client } from '../../../test/fixtures/doings.ts'
import { chosenSeed, depth, seededRandom } from '../../../test/fixtures/seeded-random.ts'

async function withBranch(): Promise<{ world: Api; ann: Client; ids: Record<string, unknown> }> {
  const world = await api()
  const ann = client(world, 'ann')
  const ids: Record<string, unknown> = {}
  const add = async (text: string, parent?: string) => {
    ids[text] = (await ann.good('POST', '/tasks', { text, parent: ids[parent ?? ''] }))['id']
  }
  await add('top')
  await add('one', 'top')
  await add('two', 'top')
  await add('other')
  await ann.good('POST', '/links', { source: ids['one'], target: ids['two'], type: 'e2s' })
  return { world, ann, ids }
}

describe('restoring', () => {
  it('brings plan and table to what they were at any revision, and can be taken back', async () => {
    const seed = chosenSeed()
    for (let run = 0; run < 2 * depth; run++) {
      const random = seededRandom(seed + run)
      const world = await api()
      const clients = ['ann', 'bob', 'cid', 'dee'].map((name) => client(world, name))
      const states: [number, unknown][] = [[await world.head(), await everything(world)]]
      for (let n = 0; n < 40; n++) {
        await doSomething(world, random.pick(clients), random, true)
        states.push([await world.head(), await everything(world)])
      }
      const ann = clients[0]!
      for (const [at, state] of [
        states[0]!,
        ...Array.from({ length: 8 }, () => random.pick(states)),
      ]) {
        const before = await everything(world)
        const head = await world.head()
        const steps: unknown[] = []
        for (const area of ['tasks', 'films']) {
          const { by, kept } = await ann.good('POST', '/history/restore', { of: area, at })
          assert.deepEqual(kept, [])
          steps.push(by)
        }
        const message = `seed ${seed + run}, to ${at}`
        assert.deepEqual(await everything(world), state, message)
        if (random.between(0, 1) === 0) continue
        for (const step of steps.toReversed()) {
          const isEmpty = (await world.changes(head)).every((entry) => entry.step !== step)
          if (!isEmpty) await ann.undo(String(step))
        }
        assert.deepEqual(await everything(world), before, `${message} and back`)
      }
    }
  })

  it('brings a row back, and leaves the others', async () => {
    const world = await api()
    const ann = client(world, 'ann')
    const [head, row] = [await world.head(), await world.row(1)]
    await ann.good('PUT', '/films/1', { name: 'Other', year: 1 })
    await ann.good('PUT', '/films/2', { name: 'Stays' })
    const restored = await ann.good('POST', '/history/restore', { of: 'films/1', at: head })
    assert.deepEqual([restored['of'], restored['revision']], ['films/1', head])
    assert.deepEqual(await world.row(1), row)
    assert.equal((await world.row(2)).name, 'Stays')
    await ann.good('DELETE', '/films/1')
    await ann.good('POST', '/history/restore', { of: 'films/1', at: head })
    assert.deepEqual(await world.row(1), row)
    await ann.undo()
    assertProblem(await ann.ask('GET', '/films/1'), [404, 'tables.row_not_found'])
    const refused = async (of: string, at: unknown) =>
      ann.ask('POST', '/history/restore', { of, at })
    assertProblem(await refused('films/99', head), [404, 'tables.row_not_found'])
    assertProblem(await refused('nothing', head), [404, 'tables.not_found'])
    assertProblem(await refused('tasks/7', head), [404, 'gantt.task_not_found'])
    assertProblem(await refused('tasks', 10_000), [404, 'history.not_found'])
    assertProblem(await refused('files/a.txt', head), [404, 'files.not_found'])
  })

  it('gives two rows back what only one may have', async () => {
    const world = await api()
    const ann = client(world, 'ann')
    const [head, rows] = [await world.head(), await world.rows()]
    await ann.good('PUT', '/films/1', { code: 'X' })
    await ann.good('PUT', '/films/2', { code: 'A1' })
    await ann.good('PUT', '/films/1', { code: 'H1' })
    await ann.good('PUT', '/films/2', { code: 'Y' })
    await ann.good('PUT', '/films/3', { code: 'A1' })
    await ann.good('POST', '/history/restore', { of: 'films', at: head })
    assert.deepEqual(await world.rows(), rows)
  })

  it('brings a branch back with its links, and leaves the rest of the plan', async () => {
    const { world, ann, ids } = await withBranch()
    const branch = async () => [
      (await ann.ask('GET', `/tasks/${String(ids['top'])}`)).json,
      (await ann.ask('GET', '/links')).json,
    ]
    const [head, before] = [await world.head(), await branch()]
    await ann.good('PUT', `/tasks/${String(ids['one'])}`, {
      operation: 'move',
      target: ids['other'],
      mode: 'child',
    })
    await ann.good('PUT', `/tasks/${String(ids['other'])}`, { text: 'stays' })
    await ann.good('PUT', `/tasks/${String(ids['other'])}`, {
      operation: 'move',
      target: ids['top'],
      mode: 'child',
    })
    await ann.good('DELETE', `/tasks/${String(ids['two'])}`)
    await ann.good('POST', '/tasks', { text: 'new', parent: ids['top'] })
    const changed = await everything(world)
    await ann.good('POST', '/history/restore', { of: `tasks/${String(ids['top'])}`, at: head })
    assert.deepEqual(await branch(), before)
    const tasks = (await ann.ask('GET', '/tasks')).json as { text: string; parent: number }[]
    const texts = tasks.map(({ text, parent }) => `${parent} ${text}`)
    assert.deepEqual(texts, [
      '0 top',
      '0 other',
      `${String(ids['top'])} one`,
      `${String(ids['top'])} two`,
    ])
    await ann.undo()
    assert.deepEqual(await everything(world), changed)
  })
})
