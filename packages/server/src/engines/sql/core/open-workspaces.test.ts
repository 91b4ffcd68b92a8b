import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { patient } from '../../../../test/fixtures/patient.ts'
import type { Workspace } from '../../../ports/workspaces.ts'
import { openWorkspaces } from './open-workspaces.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (how: { type: 'minor' }) => void

/** Workspaces that are nothing but open or closed. */
function shelf() {
  const open = new Set<string>()
  const make = (name: string) => async (): Promise<Workspace> => {
    open.add(name)
    const close = async () => void open.delete(name)
    return { name, database: { close }, volume: { close: async () => {} } } as unknown as Workspace
  }
  return { open, make }
}

describe('workspaces that are open', () => {
  it('are closed when nobody has used them for a while, but for main and those that are held', async (t) => {
    const { open, make } = shelf()
    const all = openWorkspaces({ most: 10, idleMs: 20, graceMs: 0 })
    const told: string[] = []
    all.onClose(async ({ name }) => void told.push(name))
    const [, held] = [await all.open('main', make('main')), await all.open('held', make('held'))]
    const release = all.hold(held)
    await all.open('idle', make('idle'))
    await t.waitFor(() => assert.deepEqual([...open], ['main', 'held']), patient)
    assert.deepEqual(told, ['idle'])
    assert.equal(all.get('idle'), undefined)
    assert.equal(await all.get('held'), held)

    release()
    release()
    await t.waitFor(() => assert.deepEqual([...open], ['main']), patient)
    assert.notEqual(await all.open('held', make('held')), held)
    await all.closeAll()
    assert.deepEqual([...open], [])
  })

  it('make room for others, and are no more than there may be', async () => {
    const { open, make } = shelf()
    const all = openWorkspaces({ most: 2, idleMs: 60_000, graceMs: 0 })
    const a = await all.open('a', make('a'))
    await all.open('b', make('b'))
    const release = all.hold(a)
    const c = await all.open('c', make('c'))
    assert.deepEqual([...open], ['a', 'c'])
    all.hold(c)
    await assert.rejects(all.open('d', make('d')), {
      code: 'unavailable',
      details: { retryAfter: 5 },
    })
    release()
    await all.open('d', make('d'))
    assert.deepEqual([...open], ['c', 'd'])
    await all.closeAll()
  })

  it('say why one cannot be opened where the system has no room', async () => {
    const { make } = shelf()
    const all = openWorkspaces()
    const refused = Object.assign(new Error('too many open files'), { code: 'EMFILE' })
    const open = all.open('a', () => Promise.reject(refused))
    await assert.rejects(open, { code: 'unavailable', message: /files open/ })
    for (const code of ['', 'SQLITE_CANTOPEN']) {
      const broken = Object.assign(new Error('broken'), { code })
      await assert.rejects(
        all.open('a', () => Promise.reject(broken)),
        /broken/,
      )
    }
    assert.equal((await all.open('a', make('a'))).name, 'a')
    await all.closeAll()
  })

  it('keep nothing of those who have let go, though many come and go beside each other', async () => {
    const all = openWorkspaces({ most: 2, idleMs: 60_000, graceMs: 0 })
    const workspace = await all.open('main', shelf().make('main'))
    const requests: WeakRef<object>[] = []
    const held: (() => void)[] = []
    for (let n = 0; n < 20_000; n++) {
      const request = { text: [n] }
      requests.push(new WeakRef(request))
      held.push(all.hold(workspace, () => void (request.text = [])))
      if (held.length > 50) held.shift()?.()
      // A WeakRef keeps what it is of until the turn of the event loop ends.
      if (n % 100 === 0) await nextTurn()
      if (n % 400 === 0) collect({ type: 'minor' })
    }
    await nextTurn()
    collect({ type: 'minor' })
    const kept = requests.filter((request) => request.deref() !== undefined).length
    await all.closeAll()
    assert.ok(kept < 2000, `${kept} of ${requests.length} are still there`)
  })
})
