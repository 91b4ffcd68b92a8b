import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Baseline, BaselineTask } from '@triptych/contract/baselines'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'
import type { GanttApi } from '../../../test/fixtures/gantt-api.ts'
import { mspdiSample } from '../../../test/fixtures/mspdi-sample.ts'

async function imported(api: GanttApi, xml: string, mode = 'replace'): Promise<void> {
  const type = { 'content-type': 'application/xml' }
  await api.done('POST', `/schedule/import?mode=${mode}`, xml, type)
}

/** Its elements, without the space between them. */
async function baselinesIn(api: GanttApi): Promise<string[]> {
  const { json } = await api.call('GET', '/schedule/export?format=xml')
  return found(json as string)
}

function found(xml: string): string[] {
  return (xml.match(/<Baseline>.*?<\/Baseline>/gs) ?? []).map((one) =>
    one.replaceAll(/>\s+</g, '><'),
  )
}

const list = (api: GanttApi) => api.done<Baseline[]>('GET', '/baselines')
const named = async (api: GanttApi) => (await list(api)).map(({ name, number }) => [name, number])
const plan = (...baselines: string[]) =>
  `<Project><Tasks><Task><UID>1</UID><Name>a</Name><OutlineLevel>1</OutlineLevel>
    <Start>2026-03-02T08:00:00</Start><Finish>2026-03-02T17:00:00</Finish>${baselines.join('')}</Task></Tasks></Project>`
const element = (number: number, day: string, more = '') =>
  `<Baseline><Number>${number}</Number><Start>2026-03-${day}T08:00:00</Start><Finish>2026-03-${day}T17:00:00</Finish>${more}</Baseline>`

describe('baselines in files of Microsoft Project', () => {
  it('become baselines of the plan, and go out as they came', async () => {
    const api = await ganttApi()
    await imported(api, mspdiSample)

    assert.deepEqual(
      (await list(api)).map(({ name, number, tasks, whole }) => [name, number, tasks, whole]),
      [
        ['Baseline', 0, 1, true],
        ['Baseline 3', 3, 1, true],
      ],
    )
    const [scene] = await api.done<BaselineTask[]>('GET', '/baselines/1')
    assert.partialDeepStrictEqual(scene, {
      text: 'Scene <1>',
      start: '2026-03-02T00:00:00',
      end: '2026-03-06T00:00:00',
      length: 1920,
    })
    const sent = found(mspdiSample)
    assert.equal(sent.length, 2)
    assert.deepEqual(await baselinesIn(api), sent)
  })

  it('keep how long their tasks take, and the work', async () => {
    const api = await ganttApi()
    const said = '<Duration>PT8H0M0S</Duration><Work>PT16H0M0S</Work>'
    await imported(api, plan(element(0, '02', said)))

    const [task] = await api.done<BaselineTask[]>('GET', '/baselines/1')
    assert.partialDeepStrictEqual(task, { length: 480, work: 960 })
  })

  it('go out with the tasks they were set for here, each once', async () => {
    const api = await ganttApi()
    await imported(api, plan(element(0, '02', '<Cost>5</Cost>')))
    await api.done('POST', '/baselines', { name: 'Ours' })

    const written = await baselinesIn(api)

    assert.equal(written.length, 2)
    assert.equal(written[0], element(0, '02', '<Cost>5</Cost>'))
    assert.match(
      written[1]!,
      /^<Baseline><Number>1<\/Number><Start>2026-03-02T08:00:00<\/Start><Finish>2026-03-02T17:00:00<\/Finish><Duration>PT8H0M0S<\/Duration>/,
    )
    const { json } = await api.call('GET', '/schedule/export?format=xml')
    const again = await ganttApi()
    await imported(again, json as string)
    assert.deepEqual(await named(again), [
      ['Baseline', 0],
      ['Baseline 1', 1],
    ])
    assert.deepEqual(await baselinesIn(again), written)
  })

  it('that were deleted do not go out, and one that was set since goes out in their place', async () => {
    const api = await ganttApi()
    await imported(api, plan(element(0, '05'), element(2, '06')))

    await api.done('DELETE', '/baselines/1')
    assert.deepEqual(await baselinesIn(api), [element(2, '06')])
    await api.done('POST', '/undo', {})
    assert.deepEqual(await baselinesIn(api), [element(0, '05'), element(2, '06')])

    await api.done('DELETE', '/baselines/1')
    await api.done('POST', '/baselines', {})
    const [first, second, ...others] = await baselinesIn(api)
    assert.match(first!, /^<Baseline><Number>0<\/Number><Start>2026-03-02T08:00:00</)
    assert.deepEqual([second, others], [element(2, '06'), []])
  })

  it('go with the plan that is replaced, and come back with it', async () => {
    const api = await ganttApi()
    await api.seed({ dig: { start: '2026-03-02T00:00:00', duration: 1 } })
    await api.done('POST', '/baselines', { name: 'Ours' })

    await imported(api, plan(element(4, '05')))
    assert.deepEqual(await named(api), [['Baseline 4', 4]])

    await api.done('POST', '/undo', {})
    assert.deepEqual(await named(api), [['Ours', 0]])
    assert.equal((await api.done<BaselineTask[]>('GET', '/baselines/1')).length, 1)
    await api.done('POST', '/redo', {})
    assert.deepEqual(await named(api), [['Baseline 4', 4]])
    assert.deepEqual(await baselinesIn(api), [element(4, '05')])
  })

  it('get a number that is free beside those that are there, and keep all that they say', async () => {
    const api = await ganttApi()
    await api.done('POST', '/baselines', { name: 'Ours' })

    await imported(api, plan(element(0, '05', '<Cost>5</Cost>')), 'append')

    assert.deepEqual(await named(api), [
      ['Ours', 0],
      ['Baseline', 1],
    ])
    assert.equal((await list(api))[1]?.whole, false)
    assert.deepEqual(await baselinesIn(api), [element(1, '05', '<Cost>5</Cost>')])
  })

  it('that are more than a plan may have are refused with their file', async () => {
    const api = await ganttApi()
    for (let n = 0; n < 20; n++) await api.done('POST', '/baselines', {})

    const type = { 'content-type': 'application/xml' }
    const path = '/schedule/import?mode=append'
    await api.refuses([422, 'baselines.too_many'], 'POST', path, plan(element(0, '05')), type)
    await imported(api, plan(), 'append')
  })

  it('that say nothing, or nothing that can be read, stay as they came', async () => {
    const api = await ganttApi()
    const odd = [
      '<Baseline><Number>2</Number></Baseline>',
      '<Baseline><Number>3</Number><Start>soon</Start></Baseline>',
      '<Baseline><Number>77</Number><Start>2026-03-02T08:00:00</Start></Baseline>',
    ]
    await imported(api, plan(...odd))

    assert.deepEqual(await list(api), [])
    assert.deepEqual(await baselinesIn(api), odd)
  })
})
