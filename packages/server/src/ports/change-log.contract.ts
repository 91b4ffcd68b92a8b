import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { NewChange } from '@triptych/contract/changes'
import { localPrincipal } from '../auth/principal.ts'
import { exportLog } from '../domain/changes/export-log.ts'
import { verifyLog } from '../domain/changes/verify-log.ts'
import type { LogState } from '../domain/changes/verify-log.ts'
import { newEntry } from './change-log.ts'
import type { Database, Stores } from './database.ts'
import type { LogEnd } from './log-chain.ts'
import type { Workspace } from './workspaces.ts'

/** A database that can be opened again and again, and what somebody does to it behind our back. */
export interface LogPlace {
  open(): Promise<Database>
  execute(statement: string): Promise<void>
}

const by = {
  actor: 'tester',
  actorId: 'account-1',
  origin: 'tab-1',
  address: '192.0.2.7',
  step: 'step-1',
  at: new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 678)),
}

function changeOf(entity: string): NewChange {
  return {
    area: 'tables',
    operation: 'row-updated',
    entity,
    before: { year: 1994 },
    after: { year: 1995 },
  }
}

export function note({ changes }: Pick<Stores, 'changes'>, entity: string): Promise<number> {
  return changes.append(changeOf(entity), by)
}

function contextOf(database: Database) {
  const workspace = { name: 'main', database } as Workspace
  return { principal: localPrincipal, workspace, asker: null }
}

export function stateOf(database: Database, noted: LogEnd | null = null): Promise<LogState> {
  return verifyLog(contextOf(database), noted)
}

async function using<T>(place: LogPlace, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await place.open()
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const stateIn = (place: LogPlace, noted?: LogEnd): Promise<LogState> =>
  using(place, (db) => stateOf(db, noted))

async function endIn(place: LogPlace): Promise<LogEnd> {
  const state = await stateIn(place)
  assert.ok(state.isWhole)
  return state.end
}

/** What the log promises to whoever has to trust it. Every engine runs it. */
export function changeLogContract(newPlace: () => Promise<LogPlace>): void {
  /** With entries 1 to 6. */
  async function filled(): Promise<LogPlace> {
    const place = await newPlace()
    await using(place, async (db) => {
      for (const n of [1, 2, 3, 4, 5, 6]) await db.transact((stores) => note(stores, `films/${n}`))
    })
    return place
  }

  /** What verifying says after this was done to entries 1 to 6. */
  async function after(...statements: string[]): Promise<LogState> {
    const place = await filled()
    for (const statement of statements) await place.execute(statement)
    return stateIn(place)
  }

  describe('the chain of the log', () => {
    it('is whole in an empty log', async () => {
      const state = await stateIn(await newPlace())
      assert.deepEqual(state, { isWhole: true, end: { revision: 0, hash: null }, unhashed: 0 })
    })

    it('is whole whatever fails in between, alone, in parts and in groups', async () => {
      const place = await newPlace()
      await using(place, async (db) => {
        await Promise.allSettled(
          Array.from({ length: 60 }, (_, n) =>
            db.transact(async (stores) => {
              await note(stores, `n${n}`)
              const part = stores.attempt(async () => {
                await note(stores, `n${n} in part`)
                if (n % 3) throw new Error('no')
              })
              await part.catch(() => {})
              await stores.changes.appendAll(
                Array.from({ length: 53 }, (__, m) => newEntry(changeOf(`n${n} ${m}`), by)),
              )
              if (n % 2) throw new Error('no')
              await note(stores, `n${n} again`)
            }),
          ),
        )
        const state = await stateOf(db)
        assert.ok(state.isWhole)
        assert.equal(state.end.revision, 30 * 55 + 10)
        assert.match(state.end.hash ?? '', /^[0-9a-f]{64}$/)
      })
    })

    it('goes on behind the last entry after a restart', async () => {
      const place = await filled()
      const { revision } = await endIn(place)
      await using(place, (db) => db.transact((stores) => note(stores, 'films/7')))
      assert.deepEqual([revision, (await endIn(place)).revision], [6, 7])
    })

    it('is of texts as they are read again, whichever signs they have', async () => {
      const place = await newPlace()
      const texts = ['Ä 🎬', '\uffff0 and \uffff1', 'a\0b', 'alone: \ud83c', '"\\\n', '']
      await using(place, (db) =>
        db.transact(async ({ changes }) => {
          for (const text of texts) {
            const values = { [text]: text }
            const change = { ...changeOf(text), before: values, after: values }
            await changes.append(change, { ...by, actor: text, origin: text, step: text })
          }
        }),
      )
      assert.equal((await endIn(place)).revision, texts.length)
    })

    it('begins with the first entry that has a hash, and tells how many have none', async () => {
      const place = await newPlace()
      await using(place, async () => {})
      for (const n of [1, 2, 3]) {
        await place.execute(`insert into _changes (revision, at, actor, area, operation, entity)
          values (${n}, '2025-01-01T00:00:00.000Z', 'old', 'files', 'file-added', '/${n}')`)
      }
      const old = await stateIn(place)
      assert.deepEqual(old, { isWhole: true, end: { revision: 3, hash: null }, unhashed: 3 })

      await using(place, (db) => db.transact((stores) => note(stores, 'films/4')))

      const state = await stateIn(place)
      assert.ok(state.isWhole)
      assert.deepEqual([state.unhashed, state.end.revision], [3, 4])
      await place.execute('delete from _changes where revision = 1')
      assert.deepEqual(await stateIn(place), { isWhole: false, revision: 1, why: 'missing' })
    })

    it('shows the first entry of which anything was changed', async () => {
      const texts = 'at actor actor_id origin address step area operation entity before after hash'
      for (const column of texts.split(' ')) {
        const state = await after(`update _changes set "${column}" = 'x' where revision in (3, 5)`)
        assert.deepEqual(state, { isWhole: false, revision: 3, why: 'changed' }, column)
      }
      const emptied = await after('update _changes set address = null where revision = 6')
      assert.deepEqual(emptied, { isWhole: false, revision: 6, why: 'changed' })
    })

    it('shows an entry that was taken away, also where others have moved up', async () => {
      const removed = 'delete from _changes where revision = 3'
      assert.deepEqual(await after(removed), { isWhole: false, revision: 3, why: 'missing' })
      const moveUp = [4, 5, 6].map(
        (n) => `update _changes set revision = ${n - 1} where revision = ${n}`,
      )
      assert.deepEqual(await after(removed, ...moveUp), {
        isWhole: false,
        revision: 3,
        why: 'changed',
      })
      const first = 'delete from _changes where revision = 1'
      assert.deepEqual(await after(first), { isWhole: false, revision: 1, why: 'missing' })
    })

    it('shows entries that were put in another order, and one that was put in', async () => {
      const swapped = await after(
        'update _changes set revision = 99 where revision = 3',
        'update _changes set revision = 3 where revision = 4',
        'update _changes set revision = 4 where revision = 99',
      )
      assert.deepEqual(swapped, { isWhole: false, revision: 3, why: 'changed' })
      const added = await after(
        `insert into _changes (revision, at, actor, area, operation, entity)
         values (7, '2026-01-01T00:00:00.000Z', 'x', 'files', 'file-added', '/x')`,
      )
      assert.deepEqual(added, { isWhole: false, revision: 7, why: 'unhashed' })
    })

    it('shows that hashes were taken away, be it from the beginning on', async () => {
      const inside = await after('update _changes set hash = null where revision = 4')
      assert.deepEqual(inside, { isWhole: false, revision: 4, why: 'unhashed' })
      const first = await after('update _changes set hash = null where revision <= 2')
      assert.deepEqual(first, { isWhole: false, revision: 3, why: 'changed' })
    })

    it('shows by what was noted that its end was cut off, or that it was written anew', async () => {
      const place = await filled()
      const noted = await endIn(place)
      await using(place, (db) => db.transact((stores) => note(stores, 'films/7')))
      assert.ok((await stateIn(place, noted)).isWhole)

      await place.execute('delete from _changes where revision >= 5')
      assert.equal((await endIn(place)).revision, 4)
      const cut = { isWhole: false, revision: 5, why: 'missing' }
      assert.deepEqual(await stateIn(place, noted), cut)

      await using(place, async (db) => {
        for (const n of [5, 6, 7]) await db.transact((stores) => note(stores, `other/${n}`))
      })
      assert.equal((await endIn(place)).revision, 7)
      const anew = { isWhole: false, revision: 6, why: 'replaced' }
      assert.deepEqual(await stateIn(place, noted), anew)
    })

    it('is exported with everything, an entry on each line', async () => {
      const place = await filled()
      const text = await using(place, async (db) =>
        (await Array.fromAsync(exportLog(contextOf(db)))).join(''),
      )
      const lines = text.split('\n')
      assert.equal(lines.pop(), '')
      const entries = lines.map((line) => JSON.parse(line))
      assert.deepEqual(entries[5], {
        revision: 6,
        at: '2026-01-02T03:04:05.678Z',
        actor: 'tester',
        actorId: 'account-1',
        origin: 'tab-1',
        address: '192.0.2.7',
        step: 'step-1',
        area: 'tables',
        operation: 'row-updated',
        entity: 'films/6',
        before: '{"year":1994}',
        after: '{"year":1995}',
        hash: (await endIn(place)).hash,
      })
    })

    it('is read and exported only by whoever may', async () => {
      await using(await filled(), async (db) => {
        const reader = {
          ...localPrincipal,
          can: (asked: string) => asked !== 'changes.audit',
        }
        const ctx = { ...contextOf(db), principal: reader }
        await assert.rejects(verifyLog(ctx), { code: 'forbidden' })
        await assert.rejects(Array.fromAsync(exportLog(ctx)), { code: 'forbidden' })
      })
    })
  })
}
