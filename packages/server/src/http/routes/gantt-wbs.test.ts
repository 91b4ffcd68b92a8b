import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Task } from '@triptych/contract/gantt'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'
import type { GanttApi } from '../../../test/fixtures/gantt-api.ts'

function shown(tasks: readonly Task[]): string {
  return tasks
    .map(({ text, $wbs }) => `${text}:${$wbs as string}`)
    .toSorted()
    .join(' ')
}

const listed = (api: GanttApi, path: string) => api.done<Task[]>('GET', path)

describe('numbers in the outline', () => {
  it('are told where they are asked for, and follow from where tasks stand', async () => {
    const api = await ganttApi()
    const { a, c } = await api.seed({
      a: {},
      b: { type: 'summary' },
      b1: { parent: 'b' },
      b2: { parent: 'b' },
      b21: { parent: 'b2' },
      c: {},
    })
    const before = await api.head()
    assert.ok(!(await api.tasks()).some((task) => '$wbs' in task))
    assert.equal(shown(await listed(api, '/tasks?wbs=true')), 'a:1 b1:2.1 b21:2.2.1 b2:2.2 b:2 c:3')

    await api.done('PUT', `/tasks/${c}`, { operation: 'move', target: a, mode: 'before' })

    const now = 'a:2 b1:3.1 b21:3.2.1 b2:3.2 b:3 c:1'
    assert.equal(shown(await listed(api, '/tasks?wbs=true')), now)
    const counted = await listed(api, '/tasks?wbs=true&comments=count')
    assert.equal(shown(counted), now)
    assert.ok(counted.every(({ $comments }) => $comments === 0))
    assert.equal(
      shown(await listed(api, `/tasks?wbs=true&at=${before}`)),
      'a:1 b1:2.1 b21:2.2.1 b2:2.2 b:2 c:3',
    )
  })

  it('are those of the whole outline, also below a task that is loaded on demand', async () => {
    const api = await ganttApi({ lazyAbove: 2 })
    const { many } = await api.seed({
      a: {},
      many: {},
      x: { parent: 'many' },
      y: { parent: 'many' },
      z: { parent: 'many' },
      z1: { parent: 'z' },
    })

    assert.equal(shown(await listed(api, '/tasks?wbs=true')), 'a:1 many:2')
    assert.equal(shown(await listed(api, `/tasks/${many}?wbs=true`)), 'x:2.1 y:2.2 z1:2.3.1 z:2.3')
  })

  it('are another version of the list, and are never kept as a field', async () => {
    const api = await ganttApi()
    const { a } = await api.seed({ a: {} })
    const [plain, numbered] = [
      await api.call('GET', '/tasks'),
      await api.call('GET', '/tasks?wbs=true'),
    ]
    const tag = numbered.headers.get('etag')!
    assert.notEqual(tag, plain.headers.get('etag'))
    const again = await api.call('GET', '/tasks?wbs=true', undefined, { 'if-none-match': tag })
    assert.equal(again.status, 304)
    const other = await api.call('GET', '/tasks', undefined, { 'if-none-match': tag })
    assert.equal(other.status, 200)

    await api.done('PUT', `/tasks/${a}`, { $wbs: '9', text: 'b' })

    assert.ok(!(await api.tasks()).some((task) => '$wbs' in task))
  })

  it('do not count what is hidden', async () => {
    const { owner, invite } = await accountsServer({})
    const eve = await invite('Eve', 'reader')
    const ids: number[] = []
    for (const parent of [0, 0, 1, 1, 0]) {
      const task = { text: String(ids.length + 1), parent: parent && ids[parent]! }
      ids.push(((await owner.ask('POST', '/tasks', task)).json as Task).id)
    }
    const wbs = async (who: typeof owner) =>
      shown((await who.ask('GET', '/tasks?wbs=true')).json as Task[])
    assert.equal(await wbs(eve), '1:1 2:2 3:2.1 4:2.2 5:3')

    for (const task of [ids[0], ids[2]]) {
      const rule = { thing: { kind: 'branch', task }, subject: { kind: 'account', id: eve.id } }
      const { status } = await owner.ask('PUT', '/auth/rules', { ...rule, access: 'none' })
      assert.equal(status, 200)
    }

    assert.equal(await wbs(eve), '2:1 4:1.1 5:2')
    assert.equal(await wbs(owner), '1:1 2:2 3:2.1 4:2.2 5:3')
  })
})
