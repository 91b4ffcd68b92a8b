import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'

const day = 480

/** From Monday 2 March 2026 on `a` takes four days, `b` waits for it. */
async function plan(more: object) {
  const api = await ganttApi()
  const { a, b } = await api.seed({
    a: { start: '2026-03-02T00:00:00', duration: 4 },
    b: { start: '2026-03-02T00:00:00', duration: 1 },
  })
  await api.link(a, b)
  await api.done('PUT', '/schedule', { mode: 'auto' })
  await api.done('PUT', `/tasks/${a}`, { effort: 4 * day, ...more })
  const person = async (units: number, type = 'work') => {
    const { id: resource } = await api.done('POST', '/resources', { name: 'Ada', type })
    const { id } = await api.done('POST', '/assignments', { task: a, resource, units })
    return { resource, id }
  }
  const state = async () => {
    const { length, effort } = await api.task(a)
    return [Number(length) / day, Number(effort) / day, (await api.task(b)).start.slice(8, 10)]
  }
  return { api, a, b, person, state }
}

describe('what there is to do on a task', () => {
  it('stays where it is fixed: two are done in half the time, and nothing is lost when one leaves', async () => {
    const { api, person, state } = await plan({ fixed: 'work' })
    assert.deepEqual(await state(), [4, 4, '06'])
    await person(100)
    assert.deepEqual(await state(), [4, 4, '06'])
    const second = await person(100)
    assert.deepEqual(await state(), [2, 4, '04'])
    await api.done('PUT', `/assignments/${second.id}`, { units: 300 })
    assert.deepEqual(await state(), [1, 4, '03'])
    await api.done('DELETE', `/resources/${second.resource}`)
    assert.deepEqual(await state(), [4, 4, '06'])
    await api.done('POST', '/undo', {})
    assert.deepEqual(await state(), [1, 4, '03'])
  })

  it('stays where the task is driven by it', async () => {
    const { person, state } = await plan({ effortDriven: true })
    await person(200)
    assert.deepEqual(await state(), [2, 4, '04'])
  })

  it('grows with who works on it where nothing is said, and with how long it takes', async () => {
    const { api, a, person, state } = await plan({})
    await person(100)
    await person(50)
    assert.deepEqual(await state(), [4, 6, '06'])
    await api.done('PUT', `/tasks/${a}`, { length: 2 * day })
    assert.deepEqual(await state(), [2, 3, '04'])
    await api.done('PUT', `/tasks/${a}`, { effort: 6 * day })
    assert.deepEqual(await state(), [4, 6, '06'])
  })

  it('leaves a duration that is fixed as it is', async () => {
    const { api, a, person, state } = await plan({ fixed: 'duration', effortDriven: true })
    await person(200)
    assert.deepEqual(await state(), [4, 4, '06'])
    await api.done('PUT', `/tasks/${a}`, { effort: 9 * day })
    assert.deepEqual(await state(), [4, 9, '06'])
  })

  it('is done by people: material and what a resource becomes count', async () => {
    const { api, person, state } = await plan({ fixed: 'work' })
    await person(100)
    const second = await person(100)
    await person(500, 'material')
    assert.deepEqual(await state(), [2, 4, '04'])
    await api.done('PUT', `/resources/${second.resource}`, { type: 'material' })
    assert.deepEqual(await state(), [4, 4, '06'])
  })

  it('is refused where it is no number of minutes', async () => {
    const { api, a } = await plan({})
    await api.refuses([422, 'gantt.bad_value'], 'PUT', `/tasks/${a}`, { effort: -1 })
    await api.refuses([422, 'gantt.bad_value'], 'PUT', `/tasks/${a}`, { effort: 'much' })
  })
})
