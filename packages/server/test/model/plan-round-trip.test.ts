import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MspdiFile } from '../../src/codecs/mspdi/read-mspdi.ts'
import { childrenOf } from '../../src/codecs/xml/xml-text.ts'
import { ganttApi } from '../fixtures/gantt-api.ts'
import type { GanttApi } from '../fixtures/gantt-api.ts'
import { takenApart } from '../fixtures/mspdi-sample.ts'
import { mspdiOf } from '../fixtures/reference-mspdi.ts'
import { hasReference, referencePlans } from '../fixtures/reference-plans.ts'

/** Some of each set, and none of the longest. */
const [every, longest] = [12, 400]

async function imported(api: GanttApi, xml: string): Promise<void> {
  await api.done('POST', '/schedule/import?mode=replace', xml)
}

async function exported(api: GanttApi): Promise<string> {
  return (await api.call('GET', '/schedule/export')).json as string
}

/** Of each item, by its number, the elements it has, in any order. */
function elements({ project, items }: MspdiFile): Record<string, string[][]> {
  const all = Object.entries(items).map(([name, list]): [string, string[][]] => [
    name,
    list.toSorted((one, other) => uidIn(one) - uidIn(other)).map((xml) => partsOf(xml)),
  ])
  return { ...Object.fromEntries(all), project: [partsOf(project)] }
}

function partsOf(xml: string): string[] {
  const parts = childrenOf(xml).map((one) => one.xml)
  return parts.toSorted((one, other) => (one < other ? -1 : 1))
}

function uidIn(xml: string): number {
  return Number(/<UID>(-?\d+)/.exec(xml)![1])
}

/** What the plan has that the file does not say: numbers of its own. */
function withoutIds(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, one: unknown) =>
      ['id', 'parent', 'source', 'target', 'task', 'resource', 'calendar'].includes(name)
        ? undefined
        : one,
    ),
  )
}

describe('plans of the reference', () => {
  const why = hasReference ? {} : { skip: 'the reference plans are not here' }

  it('come back from here with every element, and are the same plans again', why, async () => {
    const api = await ganttApi()
    let count = 0
    let done = 0
    for (const { plan } of referencePlans()) {
      if (count++ % every !== 0 || plan.tasks.length > longest) continue
      const xml = mspdiOf(plan)
      await imported(api, xml)
      const [file, state] = [await exported(api), await api.planState()]

      const [was, now] = [elements(await takenApart(xml)), elements(await takenApart(file))]
      for (const [name, list] of Object.entries(was)) {
        assert.equal(now[name]?.length, list.length, `${plan.file}: ${name}`)
        for (const [at, item] of list.entries()) {
          const lost = item.filter((one) => !now[name]![at]!.includes(one))
          assert.deepEqual(lost, [], `${plan.file}: ${name} ${at}`)
        }
      }

      await imported(api, file)
      const { revision: _, ...first } = state
      const { revision: __, ...second } = await api.planState()
      assert.deepEqual(withoutIds(second), withoutIds(first), plan.file)
      assert.equal(await exported(api), file, plan.file)
      done++
    }
    assert.ok(done > 20, `${done} plans`)
  })
})
